"""What two levels' decisions cost them by the judge, what they win, and how right its chances are.

    python -m benchmarks.judge GAME [--levels A,B] [--seats N] [--games K] [--bot-think I] [--think W]

The levels take the seats in turns. Printed are for each, in percent of a win, what its decisions cost it in a
game, how much of the games it won, and what luck brought it; then how much more the first one's decisions
cost than the last one's in the same games, and the luck of each seat. Intervals are at 95 %; all but that of
the difference take seats for independent. The tests check the bounds of each cost.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean
from typing import NamedTuple

from benchmarks.figures import percent
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
    pair, accounts, apart = given.levels.split(","), defaultdict[str, list[Account]](list), list[float]()
    for game in games:
        costs = defaultdict[str, list[float]](list)
        for level, account in zip(game.levels, game.accounts, strict=True):
            accounts[level].append(account)
            costs[level].append(-account.play / 100)
        apart.append(fmean(costs[pair[0]]) - fmean(costs[pair[-1]]))
    print(f"{given.game}, {seats} seats, {given.bot_think} and {given.think} iterations")
    print("| levels | games | cost | difference | won | luck |\n| --- | ---: | --- | --- | --- | --- |")

    def column(part: Callable[[Account], float]) -> str:
        return ", ".join(percent(map(part, accounts[level])) for level in dict.fromkeys(pair))

    cost, won, luck = (
        column(lambda one: -one.play / 100),
        column(lambda one: one.result / 100),
        column(lambda one: one.luck / 100),
    )
    print(f"| {given.levels} | {given.games} | {cost} | {percent(apart)} | {won} | {luck} |")
    by_seat = [percent(game.accounts[seat].luck / 100 for game in games) for seat in range(seats)]
    print(f"luck by seat: {', '.join(by_seat)}")


if __name__ == "__main__":
    main(sys.argv[1:])
