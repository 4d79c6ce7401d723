"""What bots that think share: how long they may, and how they spread it over the moves they look at."""

from collections.abc import Callable, Mapping
from math import ceil, log2
from random import Random
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from luckytui.bots.player import Bot
from luckytui.games.interface import Move

World = TypeVar("World")
"""All that is hidden from a seat, as it may be."""

SECONDS = 0.9
"""How long a decision takes where no number of iterations is given; with what comes before it, a second."""
TRUST = 12
"""How many worlds what was expected of the moves counts for, unless a bot knows better."""


class Trial(NamedTuple):
    """How moves are played on."""

    expected: Mapping[Move, float]
    """What each move that is played on is expected to bring."""
    imagine: Callable[[Random], Any]
    """Returns a world: all that is hidden, as it may be."""
    play_out: Callable[[Move, Any], float]
    """Returns what a move brings in a world, which it leaves as it is."""


class ThinkingBot(Bot):
    """A bot that thinks for some seconds, or for `think` iterations: then its choice can be repeated."""

    def __init__(self, rng: Random, think: int | None = None, seconds: float = SECONDS) -> None:
        super().__init__(rng)
        self._think = think
        self._seconds = seconds

    def best_of(
        self,
        expected: Mapping[Move, float],
        imagine: Callable[[Random], World],
        play_out: Callable[[Move, World], float],
        trust: float = TRUST,
        began: float | None = None,
    ) -> Move:
        """Return the move that brings most, of one or more, by sequential halving.

        `play_out` says what a move brings in a world, which it leaves as it is; `imagine` makes one. What was
        expected counts for `trust` worlds. In each round those left get the same share of the iterations, or
        of the time since the decision `began` (monotonic seconds; default: now), and the better half stays.
        """
        left, seed, world = list(expected), self._rng.getrandbits(64), 0
        sums = {move: trust * worth for move, worth in expected.items()}
        rounds = max(1, ceil(log2(len(left))))
        began = monotonic() if began is None else began
        for number in range(1, rounds + 1):
            if len(left) == 1:
                break
            worlds = ceil((self._think or 1) / rounds / len(left))
            until = began + self._seconds * number / rounds
            while worlds > 0 or (self._think is None and monotonic() < until):
                imagined = imagine(Random(f"{seed}/{world}"))
                for move in left:
                    sums[move] += play_out(move, imagined)
                world, worlds = world + 1, worlds - 1
            left = sorted(left, key=sums.__getitem__, reverse=True)[: ceil(len(left) / 2)]
        return left[0]
