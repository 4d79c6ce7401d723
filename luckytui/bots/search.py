"""What bots that think share: how long they may, and how they spread it over the moves they look at."""

from collections.abc import Callable, Mapping
from math import ceil, log2
from random import Random
from time import monotonic

from luckytui.bots.player import Bot
from luckytui.games.interface import Move

SECONDS = 0.9
"""How long a decision takes where no number of iterations is given; with what comes before it, a second."""


class ThinkingBot(Bot):
    """A bot that thinks about a decision for a second, or for `think` iterations: then it can be repeated."""

    def __init__(self, rng: Random, think: int | None = None) -> None:
        super().__init__(rng)
        self._think = think


def best_of(
    expected: Mapping[Move, float],
    play_out: Callable[[Move, int], float],
    think: int | None,
    trust: int = 12,
) -> Move:
    """Return the move (at least one is expected to bring something) that brings most, by sequential halving.

    `play_out` says what a move brings in the world of that number: all moves are tried in the same worlds. In
    each round those left get the same share of the iterations, or of the time, and the better half stays.
    `trust` is how many worlds what was expected of the moves counts for.
    """
    left, sums, world = list(expected), {move: trust * worth for move, worth in expected.items()}, 0
    rounds = max(1, ceil(log2(len(left))))
    began = monotonic()
    for number in range(1, rounds + 1):
        if len(left) == 1:
            break
        worlds, until = ceil((think or 1) / rounds / len(left)), began + SECONDS * number / rounds
        while worlds > 0 or (think is None and monotonic() < until):
            for move in left:
                sums[move] += play_out(move, world)
            world, worlds = world + 1, worlds - 1
        left = sorted(left, key=sums.__getitem__, reverse=True)[: ceil(len(left) / 2)]
    return left[0]
