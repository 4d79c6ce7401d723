"""What a second worker brings the arena, and what it costs to have the games played by a Dask cluster.

    .venv/bin/python -m benchmarks.workers [--games N] [--rounds K]

The same games are played in four ways, in turns, so that a machine that is slow for a while slows down all of
them: by one worker; by two; by two workers of a Dask cluster on this machine; and, as the floor, by two
processes that play half of them each without an executor. A floor under 2 says that the machine gives two
processes less than two cores. Workers have been started, and have played a game, before anything is timed.
"""

import argparse
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack
from functools import partial
from statistics import median
from time import perf_counter

from distributed import Client, LocalCluster

from benchmarks.figures import machine
from luckytui.games import GAMES
from luckytui.lab import arena
from luckytui.lab.simulate import Series
from luckytui.system.workers import pool_of

GAME = "lucky-jack"
BOTS = ["hard", "normal"]

Way = Callable[[int], object]
"""Plays so many games in its own way."""


def play(games: int, executor: Executor | None = None) -> None:
    """Let the bots compete."""
    series = Series(GAME, GAMES[GAME].options(), len(BOTS), BOTS, games, "workers")
    deque(arena.compete(series, executor), maxlen=0)


def play_halves(executor: Executor, games: int) -> None:
    """Let each of two processes play half of the games by itself."""
    deque(executor.map(play, [games // 2] * 2), maxlen=0)


def seconds(way: Way, games: int) -> float:
    """Return how long it takes to play the games in this way."""
    began = perf_counter()
    way(games)
    return perf_counter() - began


def times(ways: Mapping[str, Way], games: int, rounds: int) -> Mapping[str, list[float]]:
    """Return how long each way took in each round."""
    for way in ways.values():
        way(4)
    turns = [{name: seconds(way, games) for name, way in ways.items()} for _ in range(rounds)]
    return {name: [turn[name] for turn in turns] for name in ways}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="what a second worker brings")
    parser.add_argument("--games", type=int, default=200, help="games each time (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=7, help="default: %(default)s")
    given = parser.parse_args()
    print(f"{machine()}; {given.games} games of {GAME}, {given.rounds} rounds\n")
    with ExitStack() as stack:
        floor, two = (stack.enter_context(pool_of(2)) for _ in range(2))
        local = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        cluster = stack.enter_context(Client(stack.enter_context(local))).get_executor()
        ways: Mapping[str, Way] = {
            "one worker": play,
            "two processes, half each": partial(play_halves, floor),
            "two workers": partial(play, executor=two),
            "Dask, two workers": partial(play, executor=cluster),
        }
        took = times(ways, given.games, given.rounds)
    print("| played by | seconds, median | times as fast as one, median | from | to |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, all_seconds in took.items():
        faster = sorted(one / other for one, other in zip(took["one worker"], all_seconds, strict=True))
        figures = f"{median(faster):.2f} | {faster[0]:.2f} | {faster[-1]:.2f}"
        print(f"| {name} | {median(all_seconds):.2f} | {figures} |")


if __name__ == "__main__":
    main()
