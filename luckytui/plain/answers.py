"""The legal moves in words, answered part by part: first which tile, then which cell."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from luckytui.games.interface import Move
from luckytui.plain.lines import Lines, Option, asks_again, chosen, numbered, same
from luckytui.shown.game import Shown
from luckytui.shown.selection import Part, Path, in_order
from luckytui.shown.words import AnyModel
from luckytui.text import _


class Taken(NamedTuple):
    """What a typed answer led to."""

    moves: Sequence[Move]
    """The moves that it may mean; none: it is no answer."""
    asks_on: bool
    """Whether the next part of the answer is asked for."""
    refused: Sequence[Part] = ()
    """The name of the only move that it may mean, if that is illegal: the rules will say why."""


class Answers:
    """The answers to one question of a table."""

    def __init__(self, model: AnyModel, others: Sequence[Move] = ()) -> None:
        """Take the legal moves for answers, and others that are offered, too, but shall be refused."""
        self._model = model
        paths = in_order([*model.paths, *(Path(move, model.parts(move)) for move in others)])
        self._steps = [_Step(paths, ())]
        """What has been answered: each time fewer moves are left, and they have more parts in common."""

    @property
    def is_begun(self) -> bool:
        """Whether a part is given, which 0 takes back."""
        return len(self._steps) > 1

    def question(self) -> str:
        """Ask for the next part of the answer."""
        given = self._steps[-1].given
        return (given and given[-1].asks) or self._model.question()

    def options(self) -> list[Option[Part]]:
        """Return the next parts that an answer can have."""
        moves, given = self._steps[-1]
        parts = dict.fromkeys(parts[len(given)] for _move, parts in moves)
        return [Option(part.text, part, part.words) for part in parts]

    def take(self, typed: str) -> Taken:
        """Handle an answer or a part of one, as a number or in words. 0 takes the last part back."""
        if typed == "0" and self.is_begun:
            self._steps.pop()
            return Taken([move for move, _parts in self._steps[-1].moves], asks_on=True)
        found = self._found(typed)
        if not found and self.is_begun and (others := self._found(typed, self._steps[0])):
            found, self._steps = others, self._steps[:1]  # another answer, typed without going back
        step = self._steps[-1]
        columns = zip(*(parts for _move, parts in found), strict=False)
        shared = [parts[0] for parts in takewhile(lambda parts: len({*parts}) == 1, columns)]
        asks_on = 1 < len(found) < len(step.moves) or (len(found) > 1 and len(shared) > len(step.given))
        if asks_on:
            self._steps.append(_Step(found, shared))
        return Taken([move for move, _parts in found], asks_on) if found else self._refused(typed)

    def _found(self, typed: str, step: "_Step | None" = None) -> Sequence[Path]:
        """Return the moves that may be meant, of those left or of a step before: by number, or by words."""
        moves, given = step or self._steps[-1]
        depth, options = len(given), [] if step else self.options()
        if option := numbered(typed, options) or (chosen(typed, options) if depth else None):
            return [each for each in moves if each[1][depth] == option.value]
        return [each for each in moves if _fits(typed, each[1][depth:])]

    def _refused(self, typed: str) -> Taken:
        """Return the first move that the words mean among those that the rules refuse."""
        given = [*self._steps[-1].given]
        for move in self._model.tries():
            parts = self._model.parts(move)
            if [*parts[: len(given)]] == given and _fits(typed, parts[len(given) :]):
                return Taken([move], asks_on=False, refused=parts)
        return Taken((), asks_on=False)


class _Step(NamedTuple):
    """The moves that may still be meant, and the parts of the answer that are given."""

    moves: Sequence[Path]
    given: Sequence[Part]


async def ask_move(
    lines: Lines,
    shown: Shown,
    model: AnyModel,
    others: Sequence[Move] = (),
    *,
    is_known: bool = False,
) -> Move | None:
    """Ask for a move; None: the player goes back. The rules may refuse what comes.

    Answers that are known are said only to those who ask for them again.
    """
    answers, sections = Answers(model, others), shown.words.sections(model)
    while True:
        if not is_known:
            lines.offer(answers.options())
        lines.say(*[] if is_known else [_("0: back")], answers.question())
        while not (typed := await lines.read()):
            pass
        if typed == "0" and not answers.is_begun:
            return None
        moves, asks_on, _refused = answers.take(typed)
        if len(moves) == 1 and not asks_on:
            return moves[0]
        is_known = not asks_on and not asks_again(typed, "help")
        if is_known and not lines.tell(sections, typed):
            lines.say(unclear(moves))


def unclear(moves: Sequence[Move]) -> str:
    """Say why what was typed is no answer."""
    if moves:
        return _("More than one answer matches. Type more of it, or a number.")
    return _("That is not an answer. Type one of the numbers, or “again” to hear them.")


def _fits(typed: str, parts: Sequence[Part]) -> bool:
    """Whether all the words that were typed belong to an answer."""
    words = [word for part in parts for word in part.words]
    return any(same(typed, word) for word in (*words, *(part.text for part in parts))) or all(
        any(same(each, word) for word in words) for each in typed.split()
    )
