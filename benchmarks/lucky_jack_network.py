"""Teaches the network of Lucky Jack (luckytui/games/lucky_jack/network.py), from nothing.

    .venv/bin/python -m benchmarks.lucky_jack_network [--games N] [--generations G] [--workers W] [--keep]

`hard` plays games among `normal`s. At each of its decisions the round is played on a few times after every
move that is not far from the best by the tables of hands. That starts from the real position: so others hold
what people do hold where somebody sees this. A round brings as much of the game as its points let expect.
From that, less its mean over the decision's moves, the network learns (scikit-learn's regression, with Adam).
The first generation plays by the tables alone, each later one by the network before it, and learns from all.

lucky_jack.cpp does the playing, and needs a C++ compiler; first it is checked that it decides as the bots do.
Printed is how much more the choices of each network brought than those of the tables in games that it did not
learn from, and what it wins. `--keep` puts each network in the place of the present one; `--generations 0`
shows what that wins.
"""

import argparse
import ctypes
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.resources import files
from itertools import chain
from pathlib import Path
from random import Random
from struct import pack
from typing import Any

import numpy as np
from msgspec.structs import astuple
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

from benchmarks.compiled import check, decisions, library
from benchmarks.figures import machine, percent
from luckytui.bots import make
from luckytui.games.interface import Move
from luckytui.games.lucky_jack import network, rules
from luckytui.games.lucky_jack.bots import WEIGHTS, stock_of
from luckytui.games.lucky_jack.rules import LuckyJackOptions, LuckyJackView, begin
from luckytui.lab.simulate import in_order
from luckytui.system.processes import cores
from luckytui.system.workers import pool_of

_TIMES = 4
"""How often a round is played on after each move."""
_SEATS = (2, 3, 4, 4, 5, 6)
"""How many play, game by game."""
_PART = 50
"""How many games a worker plays at once."""
_PARTS = 40
"""In how many parts the games are played that show what a network wins."""
_PASSES = 8
"""How often the network learns from each move."""
_MEAN_OF = 4
"""After how many passes, the last ones, its mean is taken."""
_AT_ONCE = 40
"""From how many parts it learns at once, in mixed order."""
_SHRINKING = 1500
"""How strongly its weights are drawn to 0, for one decision."""
_TOLD = network.SIZES[0]
_STAGES = ("turn", "drawn", "claim")
_MOST_SEATS = 6

Lesson = tuple[Any, Any, Any]
"""What the network is told of each move of some games, how much more the move brought than the mean of its
decision, and the number of that."""
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


def present() -> Numbers:
    """Return the network that `hard` plays with."""
    return list(chain.from_iterable((*chain(*layer.weights), *layer.bias) for layer in network.layers()))


def agrees(games: int) -> Iterator[bool]:
    """Yield whether the program decides as both bots do, decision by decision of some games."""
    found = set_up(present())
    for number in range(games):
        rng, state = Random(f"check/{number}"), begin(_SEATS[number % len(_SEATS)], LuckyJackOptions())
        for view, moves in decisions(state, rng):
            for level in ("normal", "hard"):
                move = make("lucky-jack", level, rng).choose(view, moves)
                seen = _numbers(view)
                told = (ctypes.c_int * len(seen))(*seen)
                yield found.chosen(level == "hard", told) == _number(view, move)
            state.apply(view.seat, move)


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


def played(numbers: Numbers, seed: int) -> bytes:
    """Play some games, and return what their moves brought, as numbers of four bytes.

    They are for each move what the network is told, what the move brought, and the number of its decision.
    """
    rows = (ctypes.c_float * (_PART * 1000 * (_TOLD + 2)))()
    kinds = (ctypes.c_int * len(_SEATS))(*_SEATS)
    most, seeded = ctypes.c_long(_PART * 1000), ctypes.c_uint64(seed)
    written = set_up(numbers).decisions(seeded, kinds, len(_SEATS), _PART, _TIMES, rows, most)
    return bytes(memoryview(rows).cast("B")[: written * (_TOLD + 2) * 4])


def won(numbers: Numbers, seats: int, games: int, seed: int) -> float:
    """Return which part of some games `hard` wins with this network."""
    return float(set_up(numbers).won(ctypes.c_uint64(seed), seats, games))


def lesson(part: bytes) -> Lesson:
    """Return what can be learned from some games that have been played."""
    rows = np.frombuffer(part, np.float32).reshape(-1, _TOLD + 2)
    of = rows[:, -1].astype(np.int32)
    mean = np.bincount(of, rows[:, -2]) / np.bincount(of)
    return rows[:, :_TOLD].astype(np.float16), (rows[:, -2] - mean[of]).astype(np.float32), of


def learned(lessons: Sequence[Lesson]) -> Any:
    """Return a network that has learned what moves bring; of few decisions it learns little.

    It is the mean of what it was after each of the last passes: a single pass ends wherever its noise leads.
    """
    decisions = sum(int(of[-1]) + 1 for *_, of in lessons)
    print(f"{decisions:,} decisions to learn from, {sum(len(of) for *_, of in lessons):,} moves")
    regressor = MLPRegressor(
        hidden_layer_sizes=network.SIZES[1:-1],
        batch_size=1024,
        alpha=_SHRINKING / decisions,
        random_state=1,
    )
    order, last = Random(1), list[Any]()
    with threadpool_limits(1):  # more threads wait for each other longer than they work
        for _ in range(_PASSES):
            mixed = order.sample(lessons, len(lessons))
            for few in (mixed[place : place + _AT_ONCE] for place in range(0, len(mixed), _AT_ONCE)):
                told, more, _of = map(np.concatenate, zip(*few, strict=True))
                regressor.partial_fit(told.astype(np.float32), more)
            last.append([layer.copy() for layer in (*regressor.coefs_, *regressor.intercepts_)])
    means = [np.mean(layer, axis=0) for layer in zip(*last[-_MEAN_OF:], strict=True)]
    regressor.coefs_, regressor.intercepts_ = means[: len(means) // 2], means[len(means) // 2 :]
    return regressor


def chosen(rates: Any, of: Any) -> Any:
    """Return the row of each decision that is rated best; `of` is the decision that each row belongs to."""
    ranked = np.lexsort((rates, of))
    return ranked[np.append(np.flatnonzero(np.diff(of[ranked])), len(ranked) - 1)]


def gain(found: Any, lesson: Lesson) -> float:
    """Return how much more of a game the choices of a network bring than those of the tables."""
    told, more, of = lesson
    by_network, by_tables = chosen(found.predict(told.astype(np.float32)), of), chosen(told[:, -1], of)
    return float((more[by_network] - more[by_tables]).sum()) / _PART


def show(run: Callable[..., Iterator[float]], numbers: Numbers, games: int) -> None:
    """Print what `hard` wins with a network, and by the tables alone, in the same deals."""
    print("| seats | games | network, % | tables alone | even |\n| ---: | ---: | ---: | ---: | ---: |")
    for seats in range(2, _MOST_SEATS + 1):
        seeds = range(10**9, 10**9 + _PARTS)
        both = (percent(run(partial(won, each, seats, games // _PARTS), seeds)) for each in (numbers, ()))
        print(f"| {seats} | {games:,} | {' | '.join(both)} | {1 / seats:.0%} |", flush=True)


def main() -> None:
    """Print what choices bring."""
    parser = argparse.ArgumentParser(description="teach the network of Lucky Jack")
    parser.add_argument("--games", type=int, default=100_000, help="a generation (default: %(default)s)")
    parser.add_argument(
        "--generations", type=int, default=3, help="default: %(default)s; 0: show the present network"
    )
    parser.add_argument("--check", type=int, default=4_000, help="games that show what a network wins")
    parser.add_argument("--workers", type=int, default=cores(), help="default: %(default)s")
    parser.add_argument("--keep", action="store_true", help="put each network in the present one's place")
    given = parser.parse_args()
    print(machine())
    check("lucky_jack", agrees(12))
    numbers: Numbers = []
    lessons: list[Lesson] = []
    with pool_of(given.workers) as executor:
        run = partial(in_order, executor)
        if not given.generations:
            show(run, present(), given.check)
        for number in range(given.generations):
            seeds = range(number * 10**6, number * 10**6 + max(20, given.games // _PART))
            new = [*map(lesson, run(partial(played, numbers), seeds))]
            lessons += [each for place, each in enumerate(new) if place % 10]
            found = learned(lessons)
            gains = [gain(found, each) for each in new[::10]]
            print(f"its choices bring {percent(gains)} % of a win a game more than the tables'")
            layers = zip(found.coefs_, found.intercepts_, strict=True)
            numbers = [float(one) for weights, bias in layers for one in (*weights.ravel(), *bias)]
            show(run, numbers, given.check)
            if given.keep:
                stored = b"".join(pack("<e", number) for number in numbers)
                Path(network.__file__).with_suffix(".bin").write_bytes(stored)


if __name__ == "__main__":
    main()
