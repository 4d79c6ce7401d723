"""Lets `hard` of Lucky Numbers play against `normal`, more quickly than the arena: thousands of games.

    python -m benchmarks.lucky_numbers [--seats N] [--games N] [--think N …] [--ahead N …] [--seed N]

lucky_numbers.cpp does the playing, and needs a C++ compiler; first it is checked that it decides as the bots
do, where their chance is the program's.
"""

import argparse
import ctypes
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from msgspec.structs import astuple

from benchmarks.compiled import Shifted, check, decisions, library
from benchmarks.figures import machine, percent
from luckytui.bots import search
from luckytui.games.interface import Move
from luckytui.games.lucky_numbers import bots, hard, rules
from luckytui.games.lucky_numbers.rules import LuckyNumbersView

_CHECKED = 9
"""How many games are played to check the program."""
_THINK = 60
"""How many iterations `hard` has there."""
_AHEAD = 6
"""How many turns of each seat `hard` plays on."""
_KINDS = (rules.Draw, rules.Discard, rules.Lay, rules.Take)


def set_up() -> Any:
    """Return the program, with the bots' weights."""
    found, weights = library("lucky_numbers"), astuple(bots.WEIGHTS)
    found.set_up((ctypes.c_double * len(weights))(*weights))
    return found


def agrees(found: Any) -> Iterator[bool]:
    """Yield whether the program decides as both bots do, decision by decision of some games."""
    made = 0
    for number in range(_CHECKED):
        state = rules.begin(2 + number % 3, rules.LuckyNumbersOptions())
        for view, moves in decisions(state, Shifted(number)):
            for bot, think in (
                (bots.NormalBot(Shifted(made)), 0),
                (hard.HardBot(Shifted(made), _THINK), _THINK),
            ):
                move = bot.choose(view, moves)
                told, seed = _numbers(view), ctypes.c_uint64(made)
                yield found.action(told, think, _AHEAD, seed) == _number(view, move)
            made += 2
            state.apply(view.seat, move)


def _numbers(view: LuckyNumbersView) -> Any:
    """Return a view as the program knows it."""
    told = [view.seats, view.seat, view.hand, *rules.pile(view.middle), *rules.unseen(view)]
    told += [tile for garden in view.gardens for tile in garden]
    return (ctypes.c_int * len(told))(*told)


def _number(view: LuckyNumbersView, move: Move) -> int:
    place = rules.CELLS.index(move.cell) if isinstance(move, rules.Lay | rules.Take) else 0
    tile = move.tile if isinstance(move, rules.Take) else view.hand
    return 1000 * _KINDS.index(type(move)) + 20 * tile + place


def main() -> None:
    """Print what `hard` wins, as a table."""
    parser = argparse.ArgumentParser(description="what `hard` of Lucky Numbers wins against `normal`")
    parser.add_argument("--seats", type=int, default=2, choices=range(2, 5))
    parser.add_argument("--games", type=int, default=2000, help="a row (default: %(default)s)")
    parser.add_argument(
        "--think", type=int, nargs="+", default=[300, 1000, 4000], help="default: %(default)s"
    )
    parser.add_argument(
        "--ahead", type=int, nargs="+", default=[_AHEAD], help="turns of each that are played on"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(machine())
    found = set_up()
    with patch.object(search, "Random", Shifted):
        check("lucky_numbers", agrees(found))
    print("| seats | iterations | turns ahead | games | won, % |\n| ---: | ---: | ---: | ---: | ---: |")
    for think in given.think:
        for ahead in given.ahead:
            won = (ctypes.c_double * (given.games // given.seats))()
            found.play_deals(given.seats, len(won), think, 0, ahead, ctypes.c_uint64(given.seed), won)
            games = given.seats * len(won)
            print(f"| {given.seats} | {think} | {ahead} | {games} | {percent(won)} |", flush=True)


if __name__ == "__main__":
    main()
