"""Finds the weights of the estimates (`worth` in a game's weights.toml): `python -m benchmarks.weights GAME`.

Games among `normal`s are played, and positions of them are kept with the winners. The weights are those by
which the winners are the least surprising (by the mean of -log of what they could expect), found by the
evolution strategy CMA on half of the games, from those that there are. Printed is the surprise on each half.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from math import exp, log
from random import Random
from statistics import fmean

import cma

from luckytui.bots.judge import values_of
from luckytui.games import GAMES, data
from luckytui.games.interface import Seat, State
from luckytui.lab.simulate import play

Sample = tuple[State, Seat]
"""A position, and a seat that won in the end."""

_POSITIONS = 8
"""How many positions of a game are kept."""


def samples(key: str, seats: int, seed: str) -> list[Sample]:
    """Play a game, and return positions of it."""
    game, rng = GAMES[key], Random(seed)
    match = play(game, game.options(), ["normal"] * seats, seed)
    state, found = game.new(seats, game.options()), []
    for step in match.record.steps:
        found.append(state.copy())
        state.apply(step.seat, step.move)
    winners = match.result.winners if match.result else ()
    return [(one, rng.choice(winners)) for one in rng.sample(found, _POSITIONS)]


def surprise(key: str, kept: Sequence[Sample], names: Sequence[str], logs: Sequence[float]) -> float:
    """Return how surprising the winners are by weights, given as logarithms."""
    data(key, "weights.toml")["worth"].update(zip(names, map(exp, logs), strict=True))
    return -fmean(log(max(1e-3, values_of(key, state)[winner])) for state, winner in kept)


def main(arguments: Sequence[str]) -> None:
    """Print the weights that were found."""
    parser = argparse.ArgumentParser(description="find the weights of the estimates")
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--weights", nargs="+", help="which (default: all)")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--steps", type=int, default=40, help="steps of the evolution (default: %(default)s)")
    given = parser.parse_args(arguments)
    weights = data(given.game, "weights.toml")["worth"]
    names = given.weights or [*weights]
    games = [samples(given.game, given.seats, f"weights {number}") for number in range(given.games)]
    half, other = ([one for game in games[start::2] for one in game] for start in (0, 1))
    before = [log(weights[name]) for name in names]
    found, _ = cma.fmin2(
        partial(surprise, given.game, half, names),
        before,
        0.3,
        {"maxiter": given.steps, "seed": 1, "verbose": -9},
    )
    for title, logs in (("before", before), ("found", [*found])):
        one, two = (surprise(given.game, kept, names, logs) for kept in (half, other))
        weights = ", ".join(f"{name} = {exp(value):.4g}" for name, value in zip(names, logs, strict=True))
        print(f"{title}: {weights}; surprise {one:.4f}, on the other half {two:.4f}")


if __name__ == "__main__":
    main(sys.argv[1:])
