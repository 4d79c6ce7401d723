"""Teaches the network of Lucky Jack (luckytui/games/lucky_jack/network.py), from nothing.

    .venv/bin/python -m benchmarks.lucky_jack_network [--games N] [--generations G] [--workers W] [--keep]

`hard` plays games among `normal`s. At each of its decisions the round is played on a few times after every
move that is not far from the best by the tables of hands. That starts from the real position: so others hold
what people do hold where somebody sees this. A round brings as much of the game as its points let expect.
From that, less its mean over the decision's moves, the network learns (scikit-learn's regression, with Adam).
The first generation plays by the tables alone, each later one by the network before it, and learns from all.

lucky_jack.cpp does the playing, and needs a C++ compiler; first it is checked that it decides as the bots do.
Printed is how much more the choices of each network brought than those of the tables in games that it did not
learn from, and what it wins. `--keep` puts the last network in the place of the present one.
"""

import argparse
import ctypes
import sys
import warnings
from collections.abc import Iterable, Sequence
from functools import partial
from importlib.resources import files
from itertools import chain
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from struct import pack
from typing import Any

from msgspec.structs import astuple

from benchmarks.compiled import library
from benchmarks.figures import machine
from luckytui.bots import make
from luckytui.games.interface import CHANCE, Move
from luckytui.games.lucky_jack import network, rules
from luckytui.games.lucky_jack.bots import WEIGHTS, stock_of
from luckytui.games.lucky_jack.rules import LuckyJackOptions, LuckyJackView, begin
from luckytui.lab.simulate import in_order
from luckytui.system.processes import cores
from luckytui.system.workers import pool_of

_TIMES = 6
"""How often a round is played on after each move."""
_SEATS = (2, 3, 4, 4, 5, 6)
"""How many play, game by game."""
_PART = 50
"""How many games a worker plays at once."""
_PASSES = 15
"""How often the network learns from each move."""
_SHRINKING = 1500
"""How strongly its weights are drawn to 0, for one decision."""
_TOLD = network.SIZES[0]
_STAGES = ("turn", "drawn", "claim")
_MOST_SEATS = 6

Numbers = Sequence[float]
"""A network, layer by layer: the weights, input by input, then what is added."""


def set_up(numbers: Numbers) -> Any:
    """Return the library, with the bots' weights and tables, and a network; `hard` may have none."""
    found = library("lucky_jack")
    found.decisions.restype = ctypes.c_long
    found.won.restype = ctypes.c_double
    weights = [float(weight) for weight in astuple(WEIGHTS)]
    tables = files(network.__package__ or "").joinpath("hands.bin").read_bytes()
    found.set_up(
        (ctypes.c_double * len(weights))(*weights),
        tables,
        ctypes.c_long(len(tables) // 2),
        (ctypes.c_float * len(numbers))(*numbers),
        ctypes.c_long(len(numbers)),
    )
    return found


def agrees(games: int) -> tuple[int, int]:
    """Return how many decisions both bots made in some games, and how many the library made alike."""
    present = list(chain.from_iterable((*chain(*layer.weights), *layer.bias) for layer in network.layers()))
    found, made, alike = set_up(present), 0, 0
    for number in range(games):
        rng, seats = Random(f"check/{number}"), _SEATS[number % len(_SEATS)]
        state = begin(seats, LuckyJackOptions())
        while state.active:
            seat = min(state.active)
            if seat == CHANCE:
                outcomes = state.outcomes()
                state.apply(seat, rng.choices([*outcomes], [*outcomes.values()])[0])
                continue
            view, moves = state.view(seat), state.moves(seat)
            for level in ("normal", "hard"):
                move = make("lucky-jack", level, rng).choose(view, moves)
                seen = _numbers(view)
                alike += found.chosen(level == "hard", (ctypes.c_int * len(seen))(*seen)) == _number(
                    view, move
                )
                made += 1
            state.apply(seat, move)
    return made, alike


def _numbers(view: LuckyJackView) -> list[int]:
    """Return a view as the library knows it."""
    value = rules.VALUE
    empty = [0] * (_MOST_SEATS - view.seats)
    below = value[view.pile[-2]] - 1 if len(view.pile) > 1 else 0
    return [
        *(_STAGES.index(view.stage), view.seat, view.seats, view.number, view.turn),
        *(value[view.pile[-1]] - 1, below, value[view.drawn] - 1 if view.drawn else -1),
        *(*view.points, *empty, *view.sizes, *empty),
        *(*rules.count(view.hand), *stock_of(view)),
    ]


def _number(view: LuckyJackView, move: Move) -> int:
    deed = network.DEEDS.index(network.deed(view, move))
    return 10 * deed + (rules.VALUE[move.card] - 1 if isinstance(move, rules.Discard) else 0)


def decisions(numbers: Numbers, seed: int) -> bytes:
    """Play some games, and return what their moves brought, as numbers of four bytes.

    They are for each move what the network is told, what the tables say, what it brought on average, and the
    number of its decision.
    """
    rows = (ctypes.c_float * (_PART * 1000 * (_TOLD + 3)))()
    kinds = (ctypes.c_int * len(_SEATS))(*_SEATS)
    most, seeded = ctypes.c_long(_PART * 1000), ctypes.c_uint64(seed)
    written = set_up(numbers).decisions(seeded, kinds, len(_SEATS), _PART, _TIMES, rows, most)
    return bytes(memoryview(rows).cast("B")[: written * (_TOLD + 3) * 4])


def won(numbers: Numbers, seats: int, games: int, seed: int) -> float:
    """Return which part of some games `hard` wins with this network."""
    return float(set_up(numbers).won(ctypes.c_uint64(seed), seats, games))


def learned(told: Any, differences: Any, decisions: int) -> Any:
    """Return a network that has learned what moves bring; of few decisions it learns little."""
    from sklearn.neural_network import MLPRegressor  # noqa: PLC0415 - an extra

    regressor = MLPRegressor(
        hidden_layer_sizes=network.SIZES[1:-1],
        batch_size=1024,
        alpha=_SHRINKING / decisions,
        max_iter=_PASSES,
        n_iter_no_change=_PASSES,
        random_state=1,
    )
    with warnings.catch_warnings(action="ignore"):  # it says that it could learn longer
        return regressor.fit(told, differences)


def chosen(of: Any, rates: Any) -> Any:
    """Return the row of each decision that is rated best; `of` is the decision that each row belongs to."""
    import numpy as np  # noqa: PLC0415 - an extra

    ranked = np.lexsort((rates, of))
    return ranked[np.append(np.flatnonzero(np.diff(of[ranked])), len(ranked) - 1)]


class Lessons:
    """What has been played so far, every tenth part apart: a network is checked by these."""

    def __init__(self) -> None:
        self.known: list[Any] = []
        self.checked: list[Any] = []

    def add(self, parts: Iterable[bytes]) -> None:
        """Add games; each decision gets a number of its own."""
        import numpy as np  # noqa: PLC0415 - an extra

        self.checked = []
        for place, part in enumerate(parts):
            rows = np.frombuffer(part, np.float32).reshape(-1, _TOLD + 3)
            (self.known if place % 10 else self.checked).append(rows)


def together(parts: Sequence[Any]) -> tuple[Any, Any]:
    """Return the rows of some games, and for each the number of its decision."""
    import numpy as np  # noqa: PLC0415 - an extra

    numbers = [rows[:, -1].astype(np.int64) + place * 10**6 for place, rows in enumerate(parts)]
    return np.concatenate(parts), np.unique(np.concatenate(numbers), return_inverse=True)[1]


def taught(lessons: Lessons) -> Numbers:
    """Return a network that has learned from all lessons, and print what it brings."""
    import numpy as np  # noqa: PLC0415 - an extra

    known, of = together(lessons.known)
    mean = np.bincount(of, known[:, -2]) / np.bincount(of)
    found = learned(known[:, :_TOLD], known[:, -2] - mean[of], len(mean))
    print(f"{len(mean):,} decisions to learn from, {len(known):,} moves")

    other, of = together(lessons.checked)
    by_network, by_tables = (
        other[chosen(of, rates), -2] for rates in (found.predict(other[:, :_TOLD]), other[:, -3])
    )
    more, games = by_network - by_tables, len(lessons.checked) * _PART
    half = 1.96 * more.std() * sqrt(len(more)) / games
    print(f"its choices bring {more.sum() / games:+.2%} ± {half:.2%} of a win a game more than the tables'")
    layers = zip(found.coefs_, found.intercepts_, strict=True)
    return [float(one) for weights, bias in layers for one in (*weights.ravel(), *bias)]


def main() -> None:
    """Print what choices bring."""
    parser = argparse.ArgumentParser(description="teach the network of Lucky Jack")
    parser.add_argument("--games", type=int, default=20_000, help="a generation (default: %(default)s)")
    parser.add_argument("--generations", type=int, default=3, help="default: %(default)s")
    parser.add_argument("--check", type=int, default=4_000, help="games for each number of seats")
    parser.add_argument("--workers", type=int, default=cores(), help="default: %(default)s")
    parser.add_argument("--keep", action="store_true", help="put the new network in the present one's place")
    given = parser.parse_args()
    print(machine())
    made, alike = agrees(12)
    if alike < made:
        sys.exit(f"lucky_jack.cpp is not up to date: only {alike} of {made} decisions are those of the bots")
    numbers: Numbers = []
    lessons = Lessons()
    with pool_of(given.workers) as executor:
        run = partial(in_order, executor)
        for number in range(given.generations):
            seeds = range(number * 10**6, number * 10**6 + max(10, given.games // _PART))
            lessons.add(run(partial(decisions, numbers), seeds))
            numbers = taught(lessons)
            for seats in range(2, _MOST_SEATS + 1):
                parts = [*run(partial(won, numbers, seats, given.check // 20), range(10**9, 10**9 + 20))]
                half = 1.96 * sqrt((1 - 1 / seats) / seats / given.check)
                print(
                    f"{seats} seats: wins {fmean(parts):.1%} ± {half:.1%}, even {1 / seats:.1%}", flush=True
                )
    if given.keep:
        stored = b"".join(pack("<e", number) for number in numbers)
        Path(network.__file__).with_suffix(".bin").write_bytes(stored)


if __name__ == "__main__":
    main()
