"""How the conformance suite plays a game: which games, by what moves, and what is kept of them.

A play visits every kind of move about equally often, so that rare ones are tried as well.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple, TypeVar

import msgspec
import pytest
from msgspec import inspect

from luckytui.games import interface
from luckytui.games.interface import CHANCE, SPECTATOR, Event, Game, IllegalMove, Move, Seat, State
from luckytui.games.options import Options, fields
from luckytui.table.dealer import Dealer
from luckytui.table.match import Match
from luckytui.table.record import Record

T = TypeVar("T")

MOST_CASES = 16
"""The suite plays a game with every number of seats and all options, if these are no more cases than this."""
SAMPLE = 10
"""How many cases it plays of a game that has more; at least two have other options than the usual ones."""
MOST_STEPS = 1_500
"""After how many steps a play stops: players without an aim may never end a game."""


class Step(NamedTuple):
    """A move of a seat or of chance, the position it was made in, and its events."""

    before: State
    seat: Seat
    move: Move
    events: Sequence[Event]


class Play(NamedTuple):
    """A game, to its end or to `MOST_STEPS`."""

    game: Game
    options: Options
    seats: int
    seed: str
    steps: Sequence[Step]
    end: State

    @property
    def decisions(self) -> list[Step]:
        """The steps that were a seat's."""
        return [step for step in self.steps if step.seat != CHANCE]

    @property
    def onlookers(self) -> tuple[Seat, ...]:
        """All who are shown something."""
        return (SPECTATOR, *range(self.seats))

    @property
    def record(self) -> Record:
        """The record of the game."""
        steps = (interface.Step(step.seat, step.move, tuple(step.events)) for step in self.steps)
        return Record(self.match().record.started, tuple(steps))

    def match(self) -> Match:
        """Return a match in which the same game can be played again."""
        return Match(self.game, self.options, [f"Player {seat}" for seat in range(self.seats)], self.seed)


Chooser = Callable[[State, Seat], Move]
"""Chooses what a seat does in a position."""


@cache
def plays(game: Game, most: int = MOST_CASES) -> Sequence[Play]:
    """Return a play for every number of seats and every choice of options, or for a sample of them."""
    return [
        play(game, options, seats, f"{game.key} {number}")
        for number, (seats, options) in some([*enumerate(cases(game))], most)
    ]


def cases(game: Game) -> list[tuple[int, Options]]:
    """Return all numbers of seats with all options; of too many a sample, and in it the usual options."""
    usual = [(seats, game.options()) for seats in game.seats]
    others = [case for case in product(game.seats, _all_options(game)) if case not in usual]
    if len(usual) + len(others) > MOST_CASES:
        others = Random(game.key).sample(others, max(2, SAMPLE - len(usual)))
    return usual + others


def _all_options(game: Game) -> list[Options]:
    """Return every choice of options; of a long range only its ends, its middle and its default."""
    ranges = []
    for field in fields(game.options):
        some = field.choices[0], field.choices[len(field.choices) // 2], field.choices[-1], field.default
        ranges.append(field.choices if len(field.choices) <= 4 else sorted(set(some)))
    names = [field.name for field in fields(game.options)]
    return [game.options(**dict(zip(names, values, strict=True))) for values in product(*ranges)]


def play(game: Game, options: Options, seats: int, seed: str, choose: Chooser | None = None) -> Play:
    """Play a game until it ends, or for `MOST_STEPS`.

    `choose` makes each seat's moves; without it everybody makes any kind of move.
    """
    rng, dealer, steps = Random(seed), Dealer(seed), list[Step]()
    state = game.new(seats, options)
    while state.active and (len(steps) < MOST_STEPS or CHANCE in state.active):
        seat = rng.choice(sorted(state.active))
        if seat == CHANCE:
            move = dealer.draw(state.occasion(), state.outcomes())
        else:
            move = choose(state, seat) if choose else any_kind(state.moves(seat), rng)
        before = state.copy()
        steps.append(Step(before, seat, move, state.apply(seat, move)))
    return Play(game, options, seats, seed, steps, state)


@cache
def retold(game: Game) -> Sequence[tuple[Match, Sequence[Step]]]:
    """Play the games once more on tables; return each match at its end, and the steps it could undo."""
    found = []
    for played in plays(game):
        match, could_be_undone = played.match(), []
        for step, match in retraced(played):
            if match.may_undo(step.seat):
                could_be_undone.append(step)
        found.append((match, could_be_undone))
    return found


def retraced(played: Play) -> Iterator[tuple[Step, Match]]:
    """Play a game again on a table; yield each decision with the table as it is after it."""
    match = played.match()
    for step in played.decisions:
        match.submit(step.seat, match.prompts[step.seat], step.move)
        yield step, match


def any_kind(moves: Sequence[Move], rng: Random) -> Move:
    """Return any move: first any kind, then any of that kind."""
    kind = rng.choice(list(dict.fromkeys(map(type, moves))))
    return rng.choice([move for move in moves if type(move) is kind])


def some(items: Sequence[T], most: int) -> Sequence[T]:
    """Return at most this many of the items, evenly spread."""
    return [items[len(items) * place // most] for place in range(most)] if len(items) > most else items


def made_up(game: Game, rng: Random) -> Move:
    """Return a move of the right type that may mean anything, or nothing."""
    made: Move = _value(inspect.type_info(game.moves), rng)
    return made


def _value(kind: inspect.Type, rng: Random) -> Any:
    match kind:
        case inspect.StructType(cls=cls, fields=parts):
            return cls(*(_value(part.type, rng) for part in parts))
        case inspect.Metadata(type=inner):
            return _value(inner, rng)
        case inspect.UnionType(types=types):
            return _value(rng.choice(types), rng)
        case inspect.LiteralType(values=values):
            return rng.choice(values)
        case inspect.TupleType(item_types=types):
            return tuple(_value(part, rng) for part in types)
        case inspect.VarTupleType(item_type=part):
            return tuple(_value(part, rng) for _ in range(rng.randrange(4)))
        case inspect.BoolType():
            return rng.choice((False, True))
        case inspect.IntType(ge=int(low), lt=int(high)):
            return rng.randrange(low, high)
        case inspect.IntType():
            return rng.choice((rng.randrange(4), rng.randrange(-2, 24), rng.randrange(200)))
        case inspect.NoneType():
            return None
    raise TypeError(f"a move's field cannot be of type {kind}")


def reason(state: State, seat: Seat, move: Move) -> str:
    """Return why a move is refused, having seen that nothing changed."""
    before = msgspec.msgpack.encode(state)
    with pytest.raises(IllegalMove) as refused:
        state.apply(seat, move)
    assert msgspec.msgpack.encode(state) == before
    return str(refused.value)


def bytes_of(thing: Any) -> bytes:
    """Return the bytes of anything that is sent or kept, the same for equal things."""
    return msgspec.msgpack.encode(thing, order="deterministic")
