"""Nim: who takes the last stone wins. Nothing is hidden or left to chance, and it has nothing but rules."""

from collections.abc import Mapping, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from luckytui.games import GAMES, PACKS
from luckytui.games.interface import (
    EVENTS,
    Event,
    Game,
    IllegalMove,
    Move,
    Seat,
    State,
    TurnBegan,
    View,
    known_from,
    seen_by,
)
from luckytui.games.options import Options
from luckytui.games.pack import GamePack
from luckytui.tui.boards import BOARDS, any_game


class NoOptions(Options, frozen=True):
    """There is nothing to choose."""


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


class Nim(State, kw_only=True):
    options: NoOptions = NoOptions()
    winner: Seat | None = None
    stones: int = 12

    def choices(self, seat: Seat) -> Sequence[Move]:
        return [*map(Take, range(1, min(3, self.stones) + 1))]

    def refusal(self, seat: Seat, move: Move) -> IllegalMove | None:
        return None if move in self.choices(seat) else IllegalMove("That is not to be had.")

    def outcomes(self) -> Mapping[Move, int]:
        raise AssertionError

    def occasion(self) -> str:
        raise AssertionError

    def play(self, seat: Seat, move: Move) -> list[Event]:
        assert isinstance(move, Take)
        self.stones -= move.stones
        taken = Taken(seat=seat, stones=move.stones)
        if not self.stones:
            self.winner = seat
            return [taken, self.end((seat,), [int(seat == each) for each in range(self.seats)])]
        self.active = frozenset({(seat + 1) % self.seats})
        return [taken, TurnBegan(seat=min(self.active))]

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


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program find Nim until the test is over."""
    monkeypatch.setitem(GAMES, NIM.key, NIM)
    monkeypatch.setitem(PACKS, NIM.key, GamePack(package="tests.games", rules="toys:NIM"))
    # No class of its own: its keys would be among those of the program for all other tests.
    monkeypatch.setitem(BOARDS, NIM.key, cast("Any", SimpleNamespace(PICTURE=any_game, GROUND="felt")))
