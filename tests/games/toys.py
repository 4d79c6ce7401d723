"""Two small games that hide nothing, to see that the conformance suite is fair to such games too.

In Nim nothing is left to chance; in Pig a die is rolled.
"""

from collections.abc import Mapping, Sequence
from random import Random

from luckytui.games.interface import FOR_CHANCE, Event, Game, IllegalMove, Move, Seat, State, TurnBegan, View
from luckytui.games.options import Options
from luckytui.games.shared import EVENTS, increased, known_from, seen_by

GOAL = 20


class NoOptions(Options, frozen=True):
    """There is nothing to choose."""


class Toy(State, kw_only=True):
    """What both games have."""

    options: NoOptions = NoOptions()
    winner: Seat | None = None

    def won_by(self, winner: Seat) -> list[Event]:
        self.winner = winner
        return [self.end((winner,), [int(seat == winner) for seat in range(self.seats)])]

    def refusal(self, seat: Seat, move: Move) -> IllegalMove | None:
        return None if move in self.choices(seat) else IllegalMove("That is not to be had.")

    def next_turn(self, seat: Seat) -> list[Event]:
        following = (seat + 1) % self.seats
        self.active = frozenset({following})
        return [TurnBegan(seat=following)]


# ── Nim: who takes the last stone wins ────────────────────────────────────────────────────────────


class Take(Move, frozen=True):
    stones: int


class Taken(Event, frozen=True):
    seat: Seat
    stones: int


class NimView(View, frozen=True):
    options: NoOptions
    stones: int
    winner: Seat | None


NIM_OPEN = ("options", "stones", "winner")


class Nim(Toy, kw_only=True):
    stones: int = 12

    def choices(self, seat: Seat) -> Sequence[Move]:
        return [*map(Take, range(1, min(3, self.stones) + 1))]

    def outcomes(self) -> Mapping[Move, int]:
        raise AssertionError

    def occasion(self) -> str:
        raise AssertionError

    def play(self, seat: Seat, move: Move) -> list[Event]:
        assert isinstance(move, Take)
        self.stones -= move.stones
        taken = Taken(seat=seat, stones=move.stones)
        return [taken, *(self.next_turn(seat) if self.stones else self.won_by(seat))]

    def fallback(self, seat: Seat) -> Move:
        return Take(1)

    def view(self, seat: Seat) -> NimView:
        return NimView(**seen_by(self, seat, NIM_OPEN))


def imagine_nim(view: NimView, _rng: Random) -> Nim:
    return Nim(**known_from(view, NIM_OPEN))


NIM = Game(
    key="nim",
    title="Nim",
    seats=range(2, 4),
    options=NoOptions,
    view=NimView,
    moves=Take,
    chance=None,
    events=EVENTS | Taken,
    begin=lambda seats, options: Nim(seats=seats, active=frozenset({0}), options=options),
    imagine=imagine_nim,
)


# ── Pig: roll as often as you dare; a 1 loses what you rolled this turn ───────────────────────────


class Roll(Move, frozen=True):
    pass


class Hold(Move, frozen=True):
    pass


class Show(Move, frozen=True):
    number: int


class Rolled(Event, frozen=True):
    seat: Seat
    number: int


class Held(Event, frozen=True):
    seat: Seat
    points: int


class PigView(View, frozen=True):
    options: NoOptions
    points: tuple[int, ...]
    turn: Seat
    turns: int
    rolled: int
    winner: Seat | None


PIG_OPEN = ("options", "points", "turn", "turns", "rolled", "winner")


class Pig(Toy, kw_only=True):
    points: tuple[int, ...]
    turn: Seat = 0
    turns: int = 1
    rolled: int = 0

    def choices(self, seat: Seat) -> Sequence[Move]:
        return [Hold(), Roll()]

    def outcomes(self) -> Mapping[Move, int]:
        return {Show(number): 1 for number in range(1, 7)}

    def occasion(self) -> str:
        return f"turn {self.turns}"

    def play(self, seat: Seat, move: Move) -> list[Event]:
        match move:
            case Roll():
                self.active = FOR_CHANCE
                return []
            case Show(number=number):
                rolled = Rolled(seat=self.turn, number=number)
                if number == 1:
                    return [rolled, *self.pass_on()]
                self.rolled, self.active = self.rolled + number, frozenset({self.turn})
                return [rolled]
        self.points = increased(self.points, seat, self.rolled)
        held = Held(seat=seat, points=self.rolled)
        return [held, *(self.won_by(seat) if self.points[seat] >= GOAL else self.pass_on())]

    def pass_on(self) -> list[Event]:
        events = self.next_turn(self.turn)
        self.turn, self.rolled, self.turns = (self.turn + 1) % self.seats, 0, self.turns + 1
        return events

    def fallback(self, seat: Seat) -> Move:
        return Hold() if self.rolled > 10 else Roll()

    def view(self, seat: Seat) -> PigView:
        return PigView(**seen_by(self, seat, PIG_OPEN))


def imagine_pig(view: PigView, _rng: Random) -> Pig:
    return Pig(**known_from(view, PIG_OPEN))


PIG = Game(
    key="pig",
    title="Pig",
    seats=range(2, 4),
    options=NoOptions,
    view=PigView,
    moves=Roll | Hold,
    chance=Show,
    events=EVENTS | Rolled | Held,
    begin=lambda seats, options: Pig(
        seats=seats, active=frozenset({0}), options=options, points=(0,) * seats
    ),
    imagine=imagine_pig,
)
