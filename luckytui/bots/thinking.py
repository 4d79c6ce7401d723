"""Thinking apart from a table: bots that need a second for a decision have it in processes of their own."""

from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import cache, lru_cache
from random import Random
from typing import Any, TypeVar

from luckytui.bots import kind_of, make
from luckytui.bots.search import SECONDS, ThinkingBot
from luckytui.games.interface import Move
from luckytui.system.processes import cores, in_time

Result = TypeVar("Result")

MOST_SECONDS = 5.0
"""How long a bot may think at most, on a busy machine."""


@lru_cache(256)
def thinks(game: str, name: str) -> bool:
    """Whether a bot takes its time, and so must not decide in a table's loop."""
    return issubclass(kind_of(game, name), ThinkingBot)


def think(
    game: str, name: str, seed: str, view: Any, moves: Sequence[Move], at_once: int = 1
) -> Future[Move]:
    """Return what will hold the bot's move, or the error that it failed with. Its chance is the seed's.

    `at_once` is how many bots think now: where there are fewer processes, they share the time, so that all
    of them have finished when one alone would have.
    """
    return submit(_choose, game, name, seed, view, moves, SECONDS * min(1.0, workers() / at_once))


def submit(job: Callable[..., Result], /, *parts: Any) -> Future[Result]:
    """Let one of the processes do a job. If one was killed since the last job, all are started again."""
    try:
        return pool().submit(job, *parts)
    except BrokenExecutor:
        pool.cache_clear()
        return pool().submit(job, *parts)


def workers() -> int:
    """Return how many bots can think at once: one less than there are cores, to serve a table meanwhile."""
    return max(1, cores() - 1)


@cache
def pool() -> Executor:
    """Return the processes to think in. The bots of all tables share them, and wait for each other."""
    from luckytui.system.workers import pool_of  # noqa: PLC0415 - slow, and most programs need none

    return pool_of(workers())


def _choose(
    game: str, name: str, seed: str, view: Any, moves: Sequence[Move], seconds: float = SECONDS
) -> Move:
    with in_time(MOST_SECONDS):
        return make(game, name, Random(seed), seconds=seconds).choose(view, moves)
