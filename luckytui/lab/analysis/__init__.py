"""Luck told apart from play: what each decision of a game cost, and what luck each chance event brought.

A position has one value for each seat, fixed before anything is added up: how much of the win the seat can
expect, in percent; in a game for one player, points. It is an estimate until the game is over. Then it is the
result, so what the steps change it by adds up to the result, whatever the estimates were.
"""

import logging
from asyncio import shield, wrap_future
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from functools import lru_cache
from itertools import pairwise
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


class Assessment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a step of a record was worth."""

    seat: Seat
    """Who moved; `CHANCE` for a chance event."""
    values: Values
    """What the position after it is worth to each seat."""
    luck: Values
    """What a chance event changed over the average of all its outcomes; zeros for a decision."""
    cost: float = 0.0
    """What a decision cost the seat against the best one found, by what the seat knew; at least 0."""
    best: Move | None = None
    """That decision, where the seat had a choice…"""
    reason: Sentence | None = None
    """…and why."""


class Account(NamedTuple):
    """What became of a seat's start: start + luck + play + others = result."""

    start: float
    luck: float
    play: float
    """What its own decisions cost it: at most 0."""
    others: float
    """What others' decisions brought it, and what the estimates were wrong by."""
    result: float


class Analysis(Struct, frozen=True):
    """A finished game, step by step."""

    start: Values
    """What the game was worth to each seat before it began."""
    steps: tuple[Assessment, ...]
    """One for each step of the record."""

    def account(self, seat: Seat) -> Account:
        """Return what decided a seat's result."""
        values = [self.start[seat], *(step.values[seat] for step in self.steps)]
        luck = [step.luck[seat] for step in self.steps]
        costs = [step.cost if step.seat == seat else 0.0 for step in self.steps]
        changes = (after - before for before, after in pairwise(values))
        others = fsum(change - own + cost for change, own, cost in zip(changes, luck, costs, strict=True))
        return Account(values[0], fsum(luck), -fsum(costs), others, values[-1])

    def turning_point(self, seat: Seat) -> int:
        """Return the number of the step that changed most for a seat; the first is 0."""
        values = [self.start[seat], *(step.values[seat] for step in self.steps)]
        swings = [abs(after - before) for before, after in pairwise(values)]
        return swings.index(max(swings))


def of(record: Record, think: int = 0) -> Analysis:
    """Return the analysis of a finished game.

    Decisions are judged by estimates, or by playing on in `think` worlds: that takes up to minutes.
    """
    state = record.game.new(record.started.seats, record.options)
    start = _values(record.game.key, state)
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


def luck_of(record: Record) -> Values:
    """Return what luck brought each seat, all in all: quicker than the whole analysis."""
    state = record.game.new(record.started.seats, record.options)
    lucks = []
    for step in record.steps:
        if step.seat == CHANCE:
            lucks.append(_chance(record.game.key, state, step.move).luck)
        state.apply(step.seat, step.move)
    return tuple(map(fsum, zip(*lucks, strict=True)))


def _assessments(record: Record, state: State, think: int) -> Iterator[Assessment]:
    for step in record.steps:
        if step.seat == CHANCE:
            assessed = _chance(record.game.key, state, step.move)
            state.apply(step.seat, step.move)
        else:
            found = judged(record.game.key, state.view(step.seat), state.moves(step.seat), step.move, think)
            state.apply(step.seat, step.move)
            values = _values(record.game.key, state)
            assessed = Assessment(seat=step.seat, values=values, luck=(0.0,) * state.seats, **found)
        yield assessed


def _unit(seats: int) -> int:
    """Return what to multiply a chance by: chances are given in percent, points as they are."""
    return 100 if seats > 1 else 1


def _values(game: str, state: State) -> Values:
    return tuple(_unit(state.seats) * value for value in judge.values_of(game, state))


def _chance(game: str, state: State, made: Move) -> Assessment:
    outcomes = state.outcomes()
    found = {}
    for move in outcomes:
        after = state.copy()
        after.apply(CHANCE, move)
        found[move] = _values(game, after)
    total = sum(outcomes.values())
    luck = tuple(
        found[made][seat] - fsum(found[move][seat] * weight for move, weight in outcomes.items()) / total
        for seat in range(state.seats)
    )
    return Assessment(seat=CHANCE, values=found[made], luck=luck)


def judged(game: str, view: Any, moves: Sequence[Move], made: Move, think: int = 0) -> dict[str, Any]:
    """Return what a decision cost, the best one found and why; nothing where nobody can tell."""
    found = judge.chances(game, view, moves, think) if len(moves) > 1 else []
    if not found:
        return {}
    own, most = found[moves.index(made)], max(found)
    best = made if own == most else judge.best_of(moves, found)
    return {
        "cost": (most - own) * _unit(view.seats),
        "best": best,
        "reason": worth_of(game).reason(view, best),
    }
