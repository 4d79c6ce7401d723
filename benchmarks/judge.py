"""What two levels' decisions cost them by the judge, what they win, and how right its chances are.

    python -m benchmarks.judge GAME [--levels A,B] [--seats N] [--games K] [--bot-think I] [--think W]

The levels take the seats in turns. Printed are for each, in percent of a win, what its decisions cost it in a
game, how much of the games it won, and what luck brought it; then the sizes of the parts. Intervals are at
95 % and take seats for independent. The tests check the bounds of each cost.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from statistics import fmean, stdev
from typing import NamedTuple

from luckytui.games import GAMES
from luckytui.lab import analysis
from luckytui.lab.analysis import Account
from luckytui.lab.simulate import in_order, play, workers


class Judged(NamedTuple):
    """What the judge says of a game."""

    levels: Sequence[str]
    accounts: Sequence[Account]


def judged(given: argparse.Namespace, seats: int, number: int) -> Judged:
    """Play a game, and judge it."""
    game, pair = GAMES[given.game], given.levels.split(",")
    levels = [pair[(seat + number) % len(pair)] for seat in range(seats)]
    match = play(game, game.options(), levels, f"{given.seed} {number}", given.bot_think)
    found = analysis.of(match.record, given.think)
    return Judged(levels, [found.account(seat) for seat in range(seats)])


def main(arguments: Sequence[str]) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="what the decisions of two levels cost")
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--levels", default="normal,hard")
    parser.add_argument("--seats", type=int, help="how many players (default: 2, or the fewest)")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--bot-think", type=int, default=24, help="iterations of a bot that thinks")
    parser.add_argument("--think", type=int, default=96, help="how often the judge plays moves on")
    parser.add_argument("--seed", default="judge")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args(arguments)
    seats = given.seats or max(2, GAMES[given.game].seats[0])
    with workers(given.workers) as executor:
        games = [*in_order(executor, partial(judged, given, seats), range(given.games))]
    accounts = defaultdict[str, list[Account]](list)
    for game in games:
        for level, account in zip(game.levels, game.accounts, strict=True):
            accounts[level].append(account)
    print(f"{given.game}, {seats} seats, {given.games} games, {given.bot_think} and {given.think} iterations")
    for level, every in accounts.items():
        costs, won = [-one.play for one in every], [one.result for one in every]
        luck = _with_error([one.luck for one in every])
        print(f"{level}: cost {_with_error(costs)}, won {_with_error(won)}, luck {luck}")
        sizes = (f"{part} {fmean(abs(getattr(one, part)) for one in every):.1f}" for part in _PARTS)
        print(f"  mean sizes: {', '.join(sizes)}")


_PARTS = ("luck", "play", "others")


def _with_error(values: Sequence[float]) -> str:
    half = 1.96 * stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return f"{fmean(values):.1f} ± {half:.1f}"


if __name__ == "__main__":
    main(sys.argv[1:])
