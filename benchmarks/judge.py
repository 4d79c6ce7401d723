"""What two levels' decisions cost them by the judge, beside what they win: the better level should pay less.

    python -m benchmarks.judge GAME [--levels A,B] [--seats N] [--games K] [--bot-think I] [--think W]

The levels take the seats in turns. Printed are the mean cost of a game for a seat and the part of the win, in
percent, with intervals at 95 % that take seats for independent. The tests check the bounds of each cost.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean, stdev

from luckytui.games import GAMES
from luckytui.lab import analysis
from luckytui.lab.simulate import play


def main(arguments: Sequence[str]) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="what the decisions of two levels cost")
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--levels", default="normal,hard")
    parser.add_argument("--seats", type=int, help="how many players (default: 2, or the fewest)")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--bot-think", type=int, default=16, help="iterations of a bot that thinks")
    parser.add_argument("--think", type=int, default=0, help="worlds of the judge")
    parser.add_argument("--seed", default="judge")
    given = parser.parse_args(arguments)
    seats = given.seats or max(2, GAMES[given.game].seats[0])
    costs, results = defaultdict(list), defaultdict(list)
    for number in range(given.games):
        pair = given.levels.split(",")
        levels = [pair[(seat + number) % len(pair)] for seat in range(seats)]
        seed = f"{given.seed} {number}"
        match = play(GAMES[given.game], GAMES[given.game].options(), levels, seed, given.bot_think)
        found = analysis.of(match.record, given.think)
        for seat, level in enumerate(levels):
            costs[level].append(-found.account(seat).play)
            results[level].append(found.account(seat).result)
    for level in costs:
        told = (f"{fmean(each):.1f} ± {_half(each):.1f}" for each in (costs[level], results[level]))
        print(f"{given.game}, {given.games} games, {level}: cost {next(told)}, won {next(told)}")


def _half(values: Sequence[float]) -> float:
    return float(1.96 * stdev(values) / len(values) ** 0.5)


if __name__ == "__main__":
    main(sys.argv[1:])
