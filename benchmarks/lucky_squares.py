"""Lets bots that were made to out-trick `hard` play against two of it in Lucky Squares: even is 33.3 %.

    python -m benchmarks.lucky_squares [--games N] [--lessons N] [--taught N] [--think N …] [--seed N]

`Rule` and `Patient` follow a fixed plan. `Learned` first counts what `hard` picks, and then plays some games
as lessons, and remembers what its choices brought of the win.

lucky_squares.cpp does the playing, and needs a C++ compiler; first it is checked that it decides as the bots
do, where their chance is the program's.
"""

import argparse
import ctypes
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

from msgspec.structs import astuple

from benchmarks.compiled import Shifted, check, decisions, library
from benchmarks.figures import machine, percent
from luckytui.bots import search
from luckytui.games import data
from luckytui.games.interface import Move
from luckytui.games.lucky_squares import bots, hard, rules, solver
from luckytui.games.lucky_squares.rules import COLORS, LuckySquaresView

_SEATS = 3
_CHECKED = 4
"""How many games are played to check the program."""
_PASSES = 40
"""How many passes and iterations `hard` has there."""
_ALIKE = 1e-9


def set_up() -> Any:
    """Return the program, with the bots' weights."""
    worth = data("lucky-squares", "weights.toml")["worth"]
    found, weights = library("lucky_squares"), [*astuple(bots.WEIGHTS), worth["cent"], worth["late_cent"]]
    found.set_up((ctypes.c_double * len(weights))(*weights))
    return found


def agrees(found: Any) -> Iterator[bool]:
    """Yield whether the program decides as the bots do, decision by decision of some games."""
    for number in range(_CHECKED):
        rng, state = Shifted(number), rules.begin(_SEATS, rules.LuckySquaresOptions())
        for view, moves in decisions(state, rng):
            odds = (ctypes.c_double * len(COLORS))()
            if view.stage == "pick":
                found.picks(_numbers(view), _PASSES, odds)
                pairs = [*zip(hard.picks(view, _PASSES), odds, strict=True)]
                move: Move = rules.Pick(rng.choices(COLORS, [*odds])[0])
                yield max(abs(one - other) for one, other in pairs) < _ALIKE
            else:
                seed = rng.getrandbits(30)
                move = bots.NormalBot(rng).choose(view, moves)
                yield found.action(_numbers(view), 0, 0) == _number(move)
                move = hard.HardBot(Shifted(seed), _PASSES).choose(view, moves)
                yield found.action(_numbers(view), _PASSES, ctypes.c_uint64(seed)) == _number(move)
            state.apply(view.seat, move)


def _numbers(view: LuckySquaresView) -> Any:
    """Return a view as the program knows it."""
    pending = [*view.pending, *[0] * (_SEATS + 1 - len(view.pending))]
    cards = [COLORS.index(card) if card else -1 for card in (view.pick, *(view.cards or [None] * _SEATS))]
    at_pick = view.at_pick if view.stage != "pick" else view.squares
    changed = [seat in view.changed for seat in range(_SEATS)]
    told = [view.number, view.lead, view.seat, cards[0], len(view.pending), *pending]
    told += [*view.cents, *view.squares, *at_pick, *cards[1:], *changed]
    return (ctypes.c_double * len(told))(*told)


def _number(move: Move) -> int:
    kind, *about = rules.plan_of(move)
    digits = [solver.KINDS.index(kind), *about, 0, 0, 0][:4]
    return int("".join(map(str, digits)))


def played(found: Any, one: str, others: str, games: int, think: int, seed: int, learns: int = 0) -> str:
    """Let a bot play against two others, and return a row of what it won."""
    won = (ctypes.c_double * (games // _SEATS))()
    names = one.encode(), others.encode()
    found.play_deals(*names, len(won), think, ctypes.c_uint64(seed), learns, won)
    return f"| {one} | {others} | {think} | {_SEATS * len(won)} | {percent(won)} |"


def main() -> None:
    """Print what each wins, as a table."""
    parser = argparse.ArgumentParser(description="what wins against two `hard` of Lucky Squares")
    parser.add_argument("--games", type=int, default=1500, help="a row (default: %(default)s)")
    parser.add_argument("--lessons", type=int, default=7500, help="default: %(default)s")
    parser.add_argument(
        "--taught", type=int, default=100, help="iterations in lessons (default: %(default)s)"
    )
    parser.add_argument("--think", type=int, nargs="+", default=[300, 700], help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(machine())
    found = set_up()
    with ExitStack() as patched:
        for module in (solver, hard, search):
            patched.enter_context(patch.object(module, "Random", Shifted))
        check("lucky_squares", agrees(found))
    print("| one | two others | iterations | games | won, % |\n| --- | --- | ---: | ---: | ---: |")
    print(played(found, "normal", "easy", given.games, 0, given.seed), flush=True)
    for one, others in (("hard", "normal"), ("Rule", "hard"), ("Patient", "hard")):
        print(played(found, one, others, given.games, given.think[0], given.seed), flush=True)
    played(found, "normal", "hard", max(6, given.lessons // 10), given.taught, given.seed + 1, learns=1)
    lessons = played(found, "Learned", "hard", given.lessons, given.taught, given.seed + 2, learns=2)
    print(lessons.replace("Learned", "Learned, its lessons"), flush=True)
    for think in given.think:
        print(played(found, "Learned", "hard", given.games, think, given.seed), flush=True)


if __name__ == "__main__":
    main()
