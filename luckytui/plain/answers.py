"""The legal moves in words, answered part by part: first which tile, then which cell."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from luckytui.games.interface import Move
from luckytui.plain.lines import Lines, Option, numbered, same
from luckytui.text import _
from luckytui.tui.boards.base import Board
from luckytui.tui.boards.spoken import Part
from luckytui.tui.boards.words import AnyModel


class Taken(NamedTuple):
    """What comes of something that was typed."""

    moves: Sequence[Move]
    """The moves that it may mean; none: it is no answer."""
    asks_on: bool
    """Whether it is another question now."""


class Answers:
    """The answers to one question of a table."""

    def __init__(self, board: type[Board[Any]], model: AnyModel, others: Sequence[Move] = ()) -> None:
        """Take the legal moves for answers, and others that shall be refused."""
        answers = [(move, board.SPOKEN.answer(model, move)) for move in (*model.moves, *others)]
        self._all = sorted(answers, key=lambda each: [part.rank for part in each[1]])
        self._path: list[Part] = []
        """The parts that are given already."""

    @property
    def is_begun(self) -> bool:
        """Whether a part is given, which 0 takes back."""
        return bool(self._path)

    def options(self) -> list[Option[Part]]:
        """Return the next parts that an answer can have."""
        parts = dict.fromkeys(parts[len(self._path)] for _move, parts in self._possible())
        return [Option(part.text, part, part.words) for part in parts]

    def take(self, typed: str) -> Taken:
        """Take an answer or a part of one: a number, or words. 0 takes the last part back."""
        if typed == "0" and self._path:
            self._path.pop()
            return Taken([move for move, _parts in self._possible()], asks_on=True)
        depth, options = len(self._path), self.options()
        if option := numbered(typed, options):
            found = [each for each in self._possible() if each[1][depth] == option.value]
        else:
            found = [each for each in self._possible() if _fits(typed, each[1][depth:])]
        columns = zip(*(parts for _move, parts in found), strict=False)
        shared = [parts[0] for parts in takewhile(lambda parts: len({*parts}) == 1, columns)]
        asks_on = len(found) > 1 and len(shared) > depth
        if asks_on:
            self._path = shared
        return Taken([move for move, _parts in found], asks_on)

    def _possible(self) -> list[tuple[Move, Sequence[Part]]]:
        depth = len(self._path)
        return [(move, parts) for move, parts in self._all if list(parts[:depth]) == self._path]


async def ask_move(
    lines: Lines, board: type[Board[Any]], model: AnyModel, others: Sequence[Move] = ()
) -> Move | None:
    """Ask for a move, legal or one of the others; None: the player goes back."""
    answers, is_known = Answers(board, model, others), False
    while True:
        if not is_known:
            lines.offer(answers.options())
            lines.say(_("0: back"), board.SPOKEN.question(model))
        typed = await lines.read()
        if typed == "0" and not answers.is_begun:
            return None
        moves, asks_on = answers.take(typed) if typed else Taken((), asks_on=False)
        if len(moves) == 1 and not asks_on:
            return moves[0]
        is_known = not asks_on and not same(typed, _("again"))
        if is_known and typed:
            lines.say(unclear(moves))


def unclear(moves: Sequence[Move]) -> str:
    """Say why what was typed is no answer."""
    if moves:
        return _("Several answers fit that. Say more, or type a number.")
    return _("That is no answer. Type one of the numbers, or “again” to hear them.")


def _fits(typed: str, parts: Sequence[Part]) -> bool:
    """Whether all the words that were typed belong to an answer."""
    words = [word for part in parts for word in part.words]
    return any(same(typed, word) for word in (*words, *(part.text for part in parts))) or all(
        any(same(each, word) for word in words) for each in typed.split()
    )
