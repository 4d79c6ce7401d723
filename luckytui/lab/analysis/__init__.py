"""Luck told apart from play: what each decision of a game cost, and what luck each chance event brought.

A position has one value for each seat: how likely the seat is to win, in percent; in a game for one player,
points. The judge estimates it by playing on until the game is over. Then it is the result, so what the steps
change it by adds up to the result.
"""

import logging
from asyncio import shield, wrap_future
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import cache, lru_cache
from math import fsum
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from luckytui.bots import judge, thinking
from luckytui.bots.search import SECONDS
from luckytui.bots.worth import worth_of
from luckytui.games.interface import CHANCE, Move, Seat, State, Step
from luckytui.system.processes import lower_priority
from luckytui.system.workers import pool_of
from luckytui.table.record import Record, read
from luckytui.text import Sentence, UserError

log = logging.getLogger(__name__)

Values = tuple[float, ...]
"""A figure for each seat, in percent of the win; in points for one player alone."""
_REFINED = 256
"""How many times a position is played on when its value is refined; a decision gets four times as long as a
bot that thinks."""
_LEAST = 4
"""How many times the moves of a decision, and each position, are played on at least."""
MISTAKE = 3.0
"""What a decision costs at least, in percent of the win, or in points, to be called a mistake."""


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
    reasons: tuple[Sentence, ...] = ()
    """…and why."""
    is_refined: bool = False
    """Whether the judge has taken its time, after a first look."""


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
        """Return what the decision of this number cost a seat, below 0, or gave it of another seat's cost."""
        return _play(self.steps[number], self._before(number))[seat]

    def mistakes(self, seat: Seat) -> list[float]:
        """Return what each mistake of a seat cost it; luck may bring back what it lost, to be lost again."""
        return [step.cost for step in self.steps if step.seat == seat and step.cost >= MISTAKE]

    def turning_point(self, seat: Seat) -> int:
        """Return the number of the step, from 0, in which luck or a mistake changed most for a seat."""

        def change(number: int) -> float:
            is_own = self.steps[number].seat == seat
            return abs(self.luck(number, seat) + (self.play(number, seat) if is_own else 0.0))

        return max(range(len(self.steps)), key=change)

    def account(self, seat: Seat) -> Account:
        """Return what decided a seat's result."""
        decided = [(step.seat, self.play(number, seat)) for number, step in enumerate(self.steps)]
        play = fsum(change for by, change in decided if by == seat)
        others = fsum(change for by, change in decided if by != seat)
        start, result = self.start[seat], self.steps[-1].values[seat]
        return Account(start, result - start - play - others, play, others, result)


def of(record: Record, think: int = 0) -> Analysis:
    """Return the analysis of a finished game.

    `think` is how many times the moves of a decision are played on, for all of them together, and each
    position; 0: as often as about a second allows, for a first look.
    """
    seats = record.started.seats
    think = think or max(_LEAST, worth_of(record.game.key).quick // (len(record.steps) * seats))
    state, steps = record.game.new(seats, record.options), list[Assessment]()
    start = (100 / seats,) * seats if seats > 1 else _values(record, state, think)
    for step in record.steps:
        steps.append(_assessed(record, state, step, think, think))
    return Analysis(start, _carried(start, steps))


def _carried(start: Values, steps: Sequence[Assessment]) -> tuple[Assessment, ...]:
    """Give those steps values that show nothing new: a decision without them takes away what it cost."""
    before, found = start, list[Assessment]()
    for step in steps:
        values = step.values or tuple(
            value + change for value, change in zip(before, _play(step, before), strict=True)
        )
        found.append(replace(step, values=values))
        before = values
    return tuple(found)


def _play(step: Assessment, before: Values) -> Values:
    """Return what a decision cost its seat, and gave the others, in proportion to what they had.

    It costs no more than there was: the seat may have thought that it had more than the position was worth.
    """
    cost = step.cost if len(before) == 1 else min(step.cost, before[step.seat])
    if not cost:
        return (0.0,) * len(before)
    others = fsum(before) - before[step.seat]
    return tuple(
        -cost if seat == step.seat else cost * (value / others if others > 0 else 1 / (len(before) - 1))
        for seat, value in enumerate(before)
    )


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


def _values(record: Record, state: State, think: int) -> Values:
    values = judge.values_of(record.game.key, state, think, record.started.id)
    return tuple(100 * value for value in values) if state.seats > 1 else values


def _assessed(record: Record, state: State, step: Step, think: int, worlds: int) -> Assessment:
    """Judge a step and make it. Without `think`, a decision gets four times as long as a bot that thinks.

    Its values are left out where they follow from the decision's cost; else they come from this many worlds.
    """
    game, is_chance = record.game.key, step.seat == CHANCE
    found = dict[str, Any]()
    if not is_chance:
        moves = state.moves(step.seat)
        found = judged(game, state.view(step.seat), moves, step.move, think, 4 * SECONDS)
    state.apply(step.seat, step.move)
    tells = is_chance or state.result or (worth_of(game).hides and step.events)
    return Assessment(seat=step.seat, values=_values(record, state, worlds) if tells else (), **found)


def judged(
    game: str, view: Any, moves: Sequence[Move], made: Move, think: int = 0, seconds: float = 0.0
) -> dict[str, Any]:
    """Return what a decision cost, the best one found and why; nothing where nobody can tell."""
    found = judge.judged(game, view, moves, made, think=think, seconds=seconds) if len(moves) > 1 else None
    if not found:
        return {}
    unit, best = 100 if view.seats > 1 else 1, found.best if found.cost else made
    other = made if found.cost else found.compared()[1]
    return {
        "cost": found.cost * unit,
        "chance": found.chances[found.best] * unit,
        "best": best,
        "reasons": tuple(worth_of(game).reasons(view, best, other)),
    }


async def refined(text: bytes, found: Analysis) -> AsyncIterator[Analysis]:
    """Yield the analysis of a record's text, each time with one more step that the judge took its time for.

    What cost most at first sight comes first. A process of its own works, so no bot waits for it.
    """
    steps = [*found.steps]
    waiting = [number for number, step in enumerate(steps) if not step.is_refined]
    for number in sorted(waiting, key=lambda number: -steps[number].cost):
        try:
            steps[number] = await wrap_future(_process().submit(_refine, text, number))
        except BrokenExecutor:
            _process.cache_clear()
            return
        yield Analysis(found.start, _carried(found.start, steps))


@cache
def _process() -> Executor:
    return pool_of(1)


def _refine(text: bytes, number: int) -> Assessment:
    """Judge the step of this number again, with more time."""
    lower_priority()
    record = next(read(text))
    state = record.game.new(record.started.seats, record.options)
    for step in record.steps[:number]:
        state.apply(step.seat, step.move)
    return replace(_assessed(record, state, record.steps[number], 0, _REFINED), is_refined=True)
