"""Teaches the network of Lucky Jack (luckytui/games/lucky_jack/network.py).

    .venv/bin/python -m benchmarks.lucky_jack_network [--games N] [--workers W] [--keep]

`hard` plays games among `normal`s. At each of its decisions the round is played on a few times after every
move that is not far from the best by the tables of hands. That starts from the real position: so others hold
what people do hold where somebody sees this. A round brings as much of the game as can be expected with the
points after it. From that, less its mean over the decision's moves, the network learns (scikit-learn's
regression, with Adam). Printed is how much more its choices brought than those of the tables in games that it
did not learn from, and the same for the network there is. `--keep` puts the new network in its place.
"""

import argparse
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from math import fsum, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from struct import pack
from typing import Any, NamedTuple

from luckytui.bots.player import Bot
from luckytui.games.interface import CHANCE, Move, Seat
from luckytui.games.lucky_jack import network
from luckytui.games.lucky_jack.bots import NormalBot
from luckytui.games.lucky_jack.hard import HardBot, close_moves
from luckytui.games.lucky_jack.rules import LuckyJack, LuckyJackOptions, begin
from luckytui.lab.simulate import in_order
from luckytui.system.processes import cores
from luckytui.system.workers import pool_of

_TIMES = 4
"""How often a round is played on after each move."""
_SEATS = (2, 3, 4, 4, 5, 6)
"""How many play, game by game."""
_PRIZES = {1: 9, 2: 14, 3: 11, 4: 15, 5: 11, 6: 15, 7: 10, 8: 4, 10: 4, 12: 4, 14: 3}
"""How many of a hundred rounds among `normal`s end with so many thousand points."""


class Decision(NamedTuple):
    """For each move what the network is told, what the tables say, and what it brought on average."""

    told: Sequence[list[float]]
    worths: list[float]
    brought: list[float]


@cache
def expected(points: Sequence[int], rounds: int) -> float:
    """Return how much of the game the first seat can expect, with so many rounds to come among equals."""
    if not rounds:
        return (points[0] == max(points)) / points.count(max(points))
    return fmean(
        sum(share * expected(with_prize(points, seat, prize), rounds - 1) for prize, share in _PRIZES.items())
        / sum(_PRIZES.values())
        for seat in range(len(points))
    )


def with_prize(points: Sequence[int], seat: Seat, prize: int) -> Sequence[int]:
    """Return the points after a round, the others' in order: so many of them are the same."""
    own, *others = (had + 1000 * prize * (place == seat) for place, had in enumerate(points))
    return own, *sorted(others)


def played_on(state: LuckyJack, players: Sequence[Bot], rng: Random, until: int) -> LuckyJack:
    """Play up to the round of this number, or to the end of the game."""
    while state.active and state.number < until:
        step(state, players, rng)
    return state


def step(state: LuckyJack, players: Sequence[Bot], rng: Random) -> None:
    """Let one seat, or chance, move."""
    seat = min(state.active)
    if seat == CHANCE:
        outcomes = state.outcomes()
        state.apply(seat, rng.choices([*outcomes], [*outcomes.values()])[0])
    else:
        state.apply(seat, players[seat].choose(state.view(seat), state.moves(seat)))


def brings(state: LuckyJack, seat: Seat, move: Move, players: Sequence[Bot], seed: float) -> float:
    """Return how much of the game the seat can expect after a round that begins with this move."""
    number, left = state.number, state.options.rounds - state.number
    state = state.copy()
    state.apply(seat, move)
    points = played_on(state, players, Random(seed), number + 1).points
    return expected((points[seat], *sorted(points[:seat] + points[seat + 1 :])), left)


def decisions(number: int) -> list[Decision]:
    """Play a game, and look at what `hard` decides in it."""
    rng, seats = Random(f"network/{number}"), _SEATS[number % len(_SEATS)]
    seat = rng.randrange(seats)
    players = [HardBot(rng) if other == seat else NormalBot(rng) for other in range(seats)]
    state, found = begin(seats, LuckyJackOptions()), []
    while state.active:
        if seat in state.active and min(state.active) == seat:
            view = state.view(seat)
            close = close_moves(view, state.moves(seat))
            if len(close) > 1:
                seeds = [rng.random() for _ in range(_TIMES)]
                found.append(
                    Decision(
                        [
                            network.inputs(view, move, worth, max(close.values()))
                            for move, worth in close.items()
                        ],
                        [*close.values()],
                        [fmean(brings(state, seat, move, players, seed) for seed in seeds) for move in close],
                    )
                )
        step(state, players, rng)
    return found


def learned(known: Sequence[Decision]) -> Any:
    """Return a network that has learned from decisions."""
    from sklearn.neural_network import MLPRegressor  # noqa: PLC0415 - an extra

    differences = [one - fmean(decision.brought) for decision in known for one in decision.brought]
    regressor = MLPRegressor(
        hidden_layer_sizes=network.SIZES[1:-1], batch_size=2048, early_stopping=True, random_state=1
    )
    return regressor.fit([told for decision in known for told in decision.told], differences)


Rater = Callable[[Decision], list[float]]
"""Says how good each move of a decision is."""


def of_choices(game: Sequence[Decision], rate: Rater) -> float:
    """Return what the moves that are rated best bring in a game, added up."""
    rated = ((decision, rate(decision)) for decision in game)
    return fsum(decision.brought[rates.index(max(rates))] for decision, rates in rated)


def main() -> None:
    """Print what choices bring."""
    parser = argparse.ArgumentParser(description="teach the network of Lucky Jack")
    parser.add_argument("--games", type=int, default=20_000, help="default: %(default)s")
    parser.add_argument("--workers", type=int, default=cores(), help="default: %(default)s")
    parser.add_argument("--keep", action="store_true", help="put the new network in the present one's place")
    given = parser.parse_args()
    with pool_of(given.workers) as executor:
        games = [*in_order(executor, decisions, range(given.games))]
    checked, known = games[::10], [one for place, game in enumerate(games) if place % 10 for one in game]
    found = learned(known)
    raters: dict[str, Rater] = {
        "the network there is": lambda one: [*map(network.brought, one.told)],
        "the new one": lambda one: [*found.predict(one.told)],
    }
    print(
        f"{len(known)} decisions to learn from. What choices brought in each of {len(checked)} other games:"
    )
    tables = [of_choices(game, lambda one: one.worths) for game in checked]
    for name, rate in raters.items():
        more = [of_choices(game, rate) - other for game, other in zip(checked, tables, strict=True)]
        error = 1.96 * stdev(more) / sqrt(len(more))
        print(f"- those of {name} {fmean(more):+.3f} ± {error:.3f} of the win more than those of the tables")
    if given.keep:
        layers = zip(found.coefs_, found.intercepts_, strict=True)
        numbers = chain.from_iterable((*weights.ravel(), *bias) for weights, bias in layers)
        Path(network.__file__).with_suffix(".bin").write_bytes(b"".join(pack("<e", one) for one in numbers))


if __name__ == "__main__":
    main()
