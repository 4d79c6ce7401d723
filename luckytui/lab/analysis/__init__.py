"""Luck told apart from play: what each decision of a game cost, and what luck each chance event brought.

A position has one value for each seat: how likely the seat is to win, in percent; in a game for one player,
points. The judge estimates it by playing on until the game is over. Then it is the result, so what the steps
change it by adds up to the result.
"""

import logging
from asyncio import shield, wrap_future
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from functools import lru_cache
from math import fsum
from typing import Any, NamedTuple

from msgspec import Struct

from luckytui.bots import judge, thinking
from luckytui.bots.worth import worth_of
from luckytui.games.interface import CHANCE, Move, Seat, State
from luckytui.table.record import Record, read
from luckytui.text import Sentence, UserError

log = logging.getLogger(__name__)

Values = tuple[float, ...]
"""A figure for each seat, in percent of the win; in points for one player alone."""
QUICK = 32
"""How many times the moves of a decision are played on for a first look."""


class Assessment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a step of a record was worth."""

    seat: Seat
    """Who moved; `CHANCE` for a chance event."""
    values: Values
    """What the position after it is worth to each seat."""
    cost: float = 0.0
    """What a decision cost the seat against the best one found, by what the seat knew; at least 0."""
    chance: float = 0.0
    """What that best one was worth to the seat, by what it knew…"""
    best: Move | None = None
    """…the decision itself, where the seat had a choice…"""
    reason: Sentence | None = None
    """…and why."""


class Account(NamedTuple):
    """What became of a seat's start: start + luck + play + others = result."""

    start: float
    luck: float
    """What nobody decided: what chance brought, and what was hidden when somebody decided."""
    play: float
    """What its own decisions cost it: at most 0."""
    others: float
    """What others' decisions gave it: at least 0."""
    result: float


class Analysis(Struct, frozen=True):
    """A finished game, step by step."""

    start: Values
    """What the game was worth to each seat before it began."""
    steps: tuple[Assessment, ...]
    """One for each step of the record."""

    def _before(self, number: int) -> Values:
        return self.steps[number - 1].values if number else self.start

    def luck(self, number: int, seat: Seat) -> float:
        """Return what the step of this number, from 0, brought a seat, besides what `play` says."""
        return self.steps[number].values[seat] - self._before(number)[seat] - self.play(number, seat)

    def play(self, number: int, seat: Seat) -> float:
        """Return what the decision of this number cost a seat, below 0, or gave it, as its share."""
        step, before = self.steps[number], self._before(number)
        if step.seat == seat or not step.cost:
            return -step.cost
        others = fsum(before) - before[step.seat]
        return step.cost * (before[seat] / others if others > 0 else 1 / (len(before) - 1))

    def account(self, seat: Seat) -> Account:
        """Return what decided a seat's result."""
        decided = [(step.seat, self.play(number, seat)) for number, step in enumerate(self.steps)]
        play = fsum(change for by, change in decided if by == seat)
        others = fsum(change for by, change in decided if by != seat)
        start, result = self.start[seat], self.steps[-1].values[seat]
        return Account(start, result - start - play - others, play, others, result)


def of(record: Record, think: int = QUICK) -> Analysis:
    """Return the analysis of a finished game.

    `think` is how many times the moves of a decision are played on, for all of them together.
    """
    state = record.game.new(record.started.seats, record.options)
    start = _values(record.game.key, state, think)
    return Analysis(start, tuple(_assessments(record, state, think)))


def later(text: bytes) -> "Future[tuple[Record, Analysis]]":
    """Return what will hold the game that a record's text is of, and its analysis; another process works.

    It is the same for the same text, but for one that failed: that is tried again.
    """
    begun = _begun(text)
    if begun.done() and (begun.cancelled() or begun.exception()):
        _begun.cache_clear()
    return _begun(text)


@lru_cache(maxsize=4)
def _begun(text: bytes) -> "Future[tuple[Record, Analysis]]":
    return thinking.submit(_of_text, text)


async def worked_out(text: bytes) -> tuple[Record, Analysis]:
    """Wait for what `later` returns; others may wait for the same. Raises UserError when it fails."""
    try:
        return await shield(wrap_future(later(text)))
    except Exception:
        log.exception("A game cannot be analysed")
        raise UserError(
            "Luck and play cannot be worked out; the log file says why. All else can be looked at."
        ) from None


def _of_text(text: bytes) -> tuple[Record, Analysis]:
    record = next(read(text))
    return record, of(record)


def luck_of(record: Record, think: int = QUICK) -> Values:
    """Return what luck brought each seat, all in all: quicker than the whole analysis."""
    state = record.game.new(record.started.seats, record.options)
    lucks = [(0.0,) * state.seats]
    for step in record.steps:
        before = _values(record.game.key, state, think) if step.seat == CHANCE else ()
        state.apply(step.seat, step.move)
        if step.seat == CHANCE:
            after = _values(record.game.key, state, think)
            lucks.append(tuple(one - other for one, other in zip(after, before, strict=True)))
    return tuple(map(fsum, zip(*lucks, strict=True)))


def _assessments(record: Record, state: State, think: int) -> Iterator[Assessment]:
    for step in record.steps:
        found = {}
        if step.seat != CHANCE:
            found = judged(record.game.key, state.view(step.seat), state.moves(step.seat), step.move, think)
        state.apply(step.seat, step.move)
        yield Assessment(seat=step.seat, values=_values(record.game.key, state, think), **found)


def _unit(seats: int) -> int:
    """Return what to multiply a chance by: chances are given in percent, points as they are."""
    return 100 if seats > 1 else 1


def _values(game: str, state: State, think: int) -> Values:
    return tuple(_unit(state.seats) * value for value in judge.values_of(game, state, think))


def judged(game: str, view: Any, moves: Sequence[Move], made: Move, think: int = QUICK) -> dict[str, Any]:
    """Return what a decision cost, the best one found and why; nothing where nobody can tell."""
    found = judge.judged(game, view, moves, made, think=think) if len(moves) > 1 else None
    if not found:
        return {}
    unit, best = _unit(view.seats), found.best if found.cost else made
    return {
        "cost": found.cost * unit,
        "chance": found.chances[found.best] * unit,
        "best": best,
        "reason": worth_of(game).reason(view, best),
    }
