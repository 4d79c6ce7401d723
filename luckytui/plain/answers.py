"""The legal moves in words, answered part by part: first which tile, then which cell."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from luckytui.games.interface import Move
from luckytui.plain.lines import Lines, Option, asks_again, chosen, numbered, same
from luckytui.shown.game import Shown
from luckytui.shown.model import Part, Path, in_order
from luckytui.shown.words import AnyModel
from luckytui.text import _


class Taken(NamedTuple):
    """How a typed answer was understood."""

    moves: Sequence[Move]
    """The moves that it may mean. Empty: it is not an answer."""
    asks_on: bool
    """Whether to ask for the next part of the answer."""
    refused: Sequence[Part] = ()
    """The parts of the one move that was meant, if it is illegal: the rules will say why."""


class _Step(NamedTuple):
    """The moves that still match, and the parts that were given."""

    moves: Sequence[Path]
    given: Sequence[Part]

    def named(self, typed: str) -> Sequence[Path]:
        """Return the moves that these words mean."""
        return [path for path in self.moves if _fits(typed, path.parts[len(self.given) :])]


class Answers:
    """The answers to one question of a table."""

    def __init__(self, model: AnyModel, others: Sequence[Move] = ()) -> None:
        """Offer the legal moves, and `others`, which the rules will refuse."""
        self._model = model
        paths = in_order([*model.paths, *(Path(move, model.parts(move)) for move in others)])
        self._steps = [_Step(paths, ())]
        """One for each part answered so far. Each leaves fewer moves, with more parts in common."""

    @property
    def is_begun(self) -> bool:
        """Whether a part was given that 0 would take back."""
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
        found = self._picked(typed) or self._steps[-1].named(typed)
        if not found and (found := self._steps[0].named(typed)):
            del self._steps[1:]  # another answer, typed without going back
        if not found:
            return self._refused(typed)
        before = self._steps[-1]
        columns = zip(*(parts for _move, parts in found), strict=False)
        shared = [parts[0] for parts in takewhile(lambda parts: len({*parts}) == 1, columns)]
        has_narrowed = len(found) < len(before.moves) or len(shared) > len(before.given)
        if asks_on := len(found) > 1 and has_narrowed:
            self._steps.append(_Step(found, shared))
        return Taken([move for move, _parts in found], asks_on)

    def _picked(self, typed: str) -> Sequence[Path]:
        """Return the moves with the option of this number or, after the first part, of this word."""
        moves, given = self._steps[-1]
        options = self.options()
        option = numbered(typed, options) or (chosen(typed, options) if given else None)
        return [path for path in moves if option and path.parts[len(given)] == option.value]

    def _refused(self, typed: str) -> Taken:
        """Return the first illegal move that the words name, so that the rules can say why not."""
        given = [*self._steps[-1].given]
        for move in self._model.tries():
            parts = self._model.parts(move)
            if [*parts[: len(given)]] == given and _fits(typed, parts[len(given) :]):
                return Taken([move], asks_on=False, refused=parts)
        return Taken((), asks_on=False)


async def ask_move(
    lines: Lines,
    shown: Shown,
    model: AnyModel,
    others: Sequence[Move] = (),
    *,
    is_known: bool = False,
) -> Move | None:
    """Ask for a move, which the rules may still refuse. Return None if the player goes back.

    With `is_known`, list the answers only on request.
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
    """Whether every typed word names a part of the answer."""
    words = [word for part in parts for word in part.words]
    return any(same(typed, word) for word in (*words, *(part.text for part in parts))) or all(
        any(same(each, word) for word in words) for each in typed.split()
    )
