"""How well luck is told apart from play, over games among bots of one level.

    python -m benchmarks.luck GAME [--seats N] [--games K] [--level LEVEL] [--seed TEXT] [--workers W]

For each game start, luck, play and the rest must add up to the result. Printed are the largest error of that
sum, the mean of each part for the first seat with its interval at 95 %, how large the parts are, and how much
of the variance between results is left without luck, with a coefficient fitted on other games.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from statistics import fmean, linear_regression, stdev, variance

from luckytui.games import GAMES
from luckytui.lab import analysis
from luckytui.lab.analysis import Account
from luckytui.lab.simulate import in_order, play, workers


def account(key: str, seats: int, level: str, seed: str) -> Account:
    """Play a game, and return what decided the first seat's result."""
    match = play(GAMES[key], GAMES[key].options(), [level] * seats, seed)
    return analysis.of(match.record).account(0)


def variance_left(accounts: Sequence[Account]) -> float:
    """Return how much of the results' variance is left without luck, as a part."""
    halves = accounts[::2], accounts[1::2]
    left = []
    for half, other in (halves, halves[::-1]):
        lucks, results = [one.luck for one in other], [one.result for one in other]
        rate = linear_regression(lucks, results).slope if variance(lucks) > 0.01 else 0.0
        left += [one.result - rate * one.luck for one in half]
    return variance(left) / variance(one.result for one in accounts)


def main(arguments: Sequence[str]) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="how well luck is told apart from play")
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--seats", type=int, help="how many players (default: 2, or the fewest)")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--seed", default="luck")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args(arguments)
    seats = given.seats or max(2, GAMES[given.game].seats[0])
    seeds = (f"{given.seed} {number}" for number in range(given.games))
    with workers(given.workers) as executor:
        accounts = [*in_order(executor, partial(account, given.game, seats, given.level), seeds)]
    errors = [abs(one.start + one.luck + one.play + one.others - one.result) for one in accounts]
    print(f"{given.game}, {seats} seats, {len(accounts)} games: largest error {max(errors):.1e}")
    for part in ("luck", "play", "others"):
        values = [getattr(one, part) for one in accounts]
        half = 1.96 * stdev(values) / len(values) ** 0.5
        size = fmean(map(abs, values))
        print(f"{part}: mean {fmean(values):+.2f} ± {half:.2f}, mean size {size:.1f}")
    print(f"variance left without luck: {variance_left(accounts):.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
