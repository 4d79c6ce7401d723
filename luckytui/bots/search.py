"""What bots that think share: how long they think, and how they divide that among moves."""

from collections.abc import Callable, Mapping
from math import ceil, log2
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from luckytui.bots.player import Bot
from luckytui.games.interface import Move

SECONDS = 0.9
"""How long a decision takes where no number of iterations is given; with what comes before it, a second."""
TRUST = 12
"""The expected value of a move counts as much as this many worlds, unless a bot says otherwise."""


class Trial(NamedTuple):
    """How moves are played on."""

    expected: Mapping[Move, float]
    """What each move that is played on is expected to bring."""
    imagine: Callable[[Random], Any]
    """Returns a world: all that is hidden, as it may be."""
    play_out: Callable[[Move, Any], float]
    """Returns what a move brings in a world, which it leaves as it is."""
    mixed: Mapping[Move, float] = {}
    """How often to make each move where nobody should foresee it."""


class ThinkingBot(Bot):
    """A bot that thinks for some seconds, or for `think` iterations: then its choice can be repeated."""

    def __init__(self, rng: Random, think: int | None = None, seconds: float = SECONDS) -> None:
        super().__init__(rng)
        self._think = think
        self._seconds = seconds

    def best_of(self, trial: Trial, trust: float = TRUST, began: float | None = None) -> Move:
        """Return the move that brings most, of one or more. What was expected counts for `trust` worlds."""
        seed = str(self._rng.getrandbits(64))
        if len(trial.expected) == 1:
            return next(iter(trial.expected))
        return next(iter(played_on(trial, self._think or 0, self._seconds, trust, seed, began)))


def played_on(
    trial: Trial,
    think: int,
    seconds: float,
    trust: float,
    worlds: str = "world",
    began: float | None = None,
    made: Move | None = None,
) -> dict[Move, list[float]]:
    """Return what each move brought in each of the first worlds, the best move first, by sequential halving.

    In each round those left get the same share of the iterations, or of the time that is left of the seconds
    since the decision `began` (monotonic; default: now), and the better half stays; so does the move that was
    `made`. What was expected of a move counts for `trust` worlds. `worlds` names them.
    """
    found: dict[Move, list[float]] = {move: [] for move in trial.expected}
    sums = {move: trust * worth for move, worth in trial.expected.items()}
    left, world, now = [*found], 0, monotonic()
    end = (now if began is None else began) + seconds
    rounds = ceil(log2(max(2, len(left))))
    for number in range(1, rounds + 1 if left else 1):
        times = ceil((think or 1) / rounds / len(left))
        until = now + (end - now) * number / rounds
        while times > 0 or (not think and monotonic() < until):
            imagined = trial.imagine(Random(f"{worlds}/{world}"))
            for move in left:
                found[move].append(trial.play_out(move, imagined))
                sums[move] += found[move][-1]
            world, times = world + 1, times - 1
        left.sort(key=sums.__getitem__, reverse=True)
        left = [move for place, move in enumerate(left) if place < ceil(len(left) / 2) or move == made]
    return {move: found[move] for move in dict.fromkeys((*left, *found))}
