"""The legal moves in words, answered part by part: first which tile, then which cell."""

from collections.abc import Iterable, Sequence
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


class Answers:
    """The answers to one question of a table."""

    def __init__(self, model: AnyModel, others: Sequence[Move] = ()) -> None:
        """Offer the legal moves, and `others`, which the rules will refuse."""
        self._model = model
        self._steps = [in_order([*model.paths, *(Path(move, model.parts(move)) for move in others)])]
        """The moves that an answer may mean: all, and those that were left after each part of it."""

    @property
    def is_begun(self) -> bool:
        """Whether a part was given that 0 would take back."""
        return len(self._steps) > 1

    @property
    def _given(self) -> Sequence[Part]:
        return _shared(self._steps[-1]) if self.is_begun else ()

    def question(self) -> str:
        given = self._given
        return (given and given[-1].asks) or self._model.question()

    def options(self) -> list[Option[Part]]:
        """Return the next parts that an answer can have."""
        place = len(self._given)
        parts = dict.fromkeys(parts[place] for _move, parts in self._steps[-1])
        return [Option(part.text, part, part.words) for part in parts]

    def take(self, typed: str) -> Taken:
        """Handle an answer or a part of one, as a number or in words. 0 takes the last part back.

        Words that name an illegal move mean that one: the rules will say why not.
        """
        if typed == "0" and self.is_begun:
            self._steps.pop()
            return Taken([move for move, _parts in self._steps[-1]], asks_on=True)
        left, place = self._steps[-1], len(self._given)
        found = self._picked(typed) or _named(typed, left, place)
        if not found and (found := _named(typed, self._steps[0])):
            del self._steps[1:]  # another answer, typed without going back
            left, place = self._steps[0], 0
        if asks_on := len(found) > 1 and (len(found) < len(left) or len(_shared(found)) > place):
            self._steps.append(found)
        return Taken([move for move, _parts in found] or self._tried(typed), asks_on)

    def _picked(self, typed: str) -> tuple[Path, ...]:
        """Return the moves with the option of this number or, after the first part, of this word."""
        options, place = self.options(), len(self._given)
        option = numbered(typed, options) or (chosen(typed, options) if place else None)
        return tuple(path for path in self._steps[-1] if option and path.parts[place] == option.value)

    def _tried(self, typed: str) -> Sequence[Move]:
        """Return the first illegal move that the words name."""
        given = [*self._given]
        tries = (Path(move, self._model.parts(move)) for move in self._model.tries())
        fitting = _named(typed, (path for path in tries if [*path.parts[: len(given)]] == given), len(given))
        return [path.move for path in fitting[:1]]


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
        typed = await lines.asked(answers.question(), answers.options(), _("0: back"), is_known=is_known)
        if typed == "0" and not answers.is_begun:
            return None
        moves, asks_on = answers.take(typed)
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


def _shared(paths: Sequence[Path]) -> Sequence[Part]:
    """Return the first parts, as far as all these moves have them in common."""
    columns = zip(*(path.parts for path in paths), strict=False)
    return [parts[0] for parts in takewhile(lambda parts: len({*parts}) == 1, columns)]


def _named(typed: str, paths: Iterable[Path], place: int = 0) -> tuple[Path, ...]:
    """Return the moves that are named by what was typed, or by each word of it, after this many parts."""
    return tuple(path for path in paths if _fits(typed, path.parts[place:]))


def _fits(typed: str, parts: Sequence[Part]) -> bool:
    words = [word for part in parts for word in part.words]
    return any(same(typed, word) for word in (*words, *(part.text for part in parts))) or all(
        any(same(each, word) for word in words) for each in typed.split()
    )
