"""The rules of Pig: roll as often as you dare; a 1 loses what you rolled in this turn. First to 100 wins."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated

from luckytui.games.interface import (
    EVENTS,
    FOR_CHANCE,
    Event,
    Game,
    IllegalMove,
    Move,
    Seat,
    State,
    TurnBegan,
    View,
    increased,
    known_from,
    seen_by,
)
from luckytui.games.options import Options, option
from luckytui.text import N_

FACES = range(1, 7)


class PigOptions(Options, frozen=True):
    """What can be chosen before a game of Pig."""

    goal: Annotated[int, option(N_("Goal"), N_("how many points win"), range(20, 201, 20))] = 100


# ── Moves ─────────────────────────────────────────────────────────────────────────────────────────


class Roll(Move, frozen=True):
    """Roll the die."""


class Hold(Move, frozen=True):
    """Keep what was rolled in this turn, which ends."""


class Show(Move, frozen=True):
    """Chance: the die shows this."""

    pips: int


# ── Events ────────────────────────────────────────────────────────────────────────────────────────


class Rolled(Event, frozen=True):
    """A seat rolled the die."""

    seat: Seat
    pips: int


class Held(Event, frozen=True):
    """A seat scored what it rolled in its turn."""

    seat: Seat
    points: int


# ── What a seat knows, and a position ─────────────────────────────────────────────────────────────


class PigView(View, frozen=True):
    """All of it: nothing is hidden in Pig."""

    by_seat = ("points",)
    options: PigOptions
    points: tuple[int, ...]
    turn: Seat
    turn_total: int


OPEN = ("options", "points", "turn", "turn_total")


class Pig(State, kw_only=True):
    """A position."""

    options: PigOptions
    points: tuple[int, ...]
    turn: Seat = 0
    turn_total: int = 0
    turns: int = 1

    def choices(self, seat: Seat) -> Sequence[Move]:
        return [Hold(), Roll()] if self.turn_total else [Roll()]

    def refusal(self, seat: Seat, move: Move) -> IllegalMove | None:
        if move in self.choices(seat):
            return None
        return IllegalMove(N_("You can roll the die, or hold once you have rolled something."))

    def outcomes(self) -> Mapping[Move, int]:
        return {Show(pips): 1 for pips in FACES}

    def occasion(self) -> str:
        return f"turn {self.turns}"

    def play(self, seat: Seat, move: Move) -> list[Event]:
        match move:
            case Roll():
                self.active = FOR_CHANCE
                return []
            case Show(pips=pips):
                rolled = Rolled(seat=self.turn, pips=pips)
                if pips == 1:
                    return [rolled, self._next_turn()]
                self.turn_total, self.active = self.turn_total + pips, frozenset({self.turn})
                return [rolled]
        self.points = increased(self.points, seat, self.turn_total)
        held = Held(seat=seat, points=self.turn_total)
        return [held, self.end((seat,), self.points) if self._has_won(seat) else self._next_turn()]

    def _has_won(self, seat: Seat) -> bool:
        return self.points[seat] >= self.options.goal

    def _next_turn(self) -> Event:
        self.turn, self.turn_total, self.turns = (self.turn + 1) % self.seats, 0, self.turns + 1
        self.active = frozenset({self.turn})
        return TurnBegan(seat=self.turn)

    def fallback(self, seat: Seat) -> Move:
        return Hold() if self.turn_total else Roll()

    def view(self, seat: Seat) -> PigView:
        return PigView(**seen_by(self, seat, OPEN))


def begin(seats: int, options: PigOptions) -> Pig:
    """Return the first position."""
    return Pig(seats=seats, active=frozenset({0}), options=options, points=(0,) * seats)


def imagine(view: PigView, _rng: Random) -> Pig:
    """Return the position: a view shows all of it, but for the number of the turn."""
    return Pig(**known_from(view, OPEN))


PIG = Game(
    key="pig",
    title="Pig",
    seats=range(2, 9),
    options=PigOptions,
    view=PigView,
    moves=Roll | Hold,
    chance=Show,
    events=EVENTS | Rolled | Held,
    begin=begin,
    imagine=imagine,
)
