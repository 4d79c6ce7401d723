"""Nim: who takes the last stone wins. Nothing is hidden or left to chance, and it has nothing but rules."""

from collections.abc import Mapping, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from luckytui.games import GAMES, PACKS, interface
from luckytui.games.options import Options
from luckytui.games.pack import GamePack
from luckytui.tui.boards import BOARDS, any_game


class NoOptions(Options, frozen=True):
    """There is nothing to choose."""


class Take(interface.Move, frozen=True):
    stones: int


class Taken(interface.Event, frozen=True):
    seat: interface.Seat
    stones: int


class NimView(interface.View, frozen=True):
    options: NoOptions
    stones: int
    winner: interface.Seat | None


NIM_OPEN = ("options", "stones", "winner")


class Nim(interface.State, kw_only=True):
    options: NoOptions = NoOptions()
    winner: interface.Seat | None = None
    stones: int = 12

    def choices(self, seat: interface.Seat) -> Sequence[interface.Move]:
        return [*map(Take, range(1, min(3, self.stones) + 1))]

    def refusal(self, seat: interface.Seat, move: interface.Move) -> interface.IllegalMove | None:
        return None if move in self.choices(seat) else interface.IllegalMove("That is not to be had.")

    def outcomes(self) -> Mapping[interface.Move, int]:
        raise AssertionError

    def occasion(self) -> str:
        raise AssertionError

    def play(self, seat: interface.Seat, move: interface.Move) -> list[interface.Event]:
        assert isinstance(move, Take)
        self.stones -= move.stones
        taken = Taken(seat=seat, stones=move.stones)
        if not self.stones:
            self.winner = seat
            return [taken, self.end((seat,), [int(seat == each) for each in range(self.seats)])]
        self.active = frozenset({(seat + 1) % self.seats})
        return [taken, interface.TurnBegan(seat=min(self.active))]

    def fallback(self, seat: interface.Seat) -> interface.Move:
        return Take(1)

    def view(self, seat: interface.Seat) -> NimView:
        return NimView(**interface.seen_by(self, seat, NIM_OPEN))


def imagine_nim(view: NimView, _rng: Random) -> Nim:
    return Nim(**interface.known_from(view, NIM_OPEN))


NIM = interface.Game(
    key="nim",
    title="Nim",
    seats=range(2, 4),
    options=NoOptions,
    view=NimView,
    moves=Take,
    chance=None,
    events=interface.EVENTS | Taken,
    begin=lambda seats, options: Nim(seats=seats, active=frozenset({0}), options=options),
    imagine=imagine_nim,
)


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program find Nim until the test is over."""
    monkeypatch.setitem(GAMES, NIM.key, NIM)
    monkeypatch.setitem(PACKS, NIM.key, GamePack(package="tests.games", rules="toys:NIM"))
    # No class of its own: its keys would be among those of the program for all other tests.
    monkeypatch.setitem(BOARDS, NIM.key, cast("Any", SimpleNamespace(PICTURE=any_game, GROUND="felt")))
