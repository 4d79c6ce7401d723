"""How well the bots play: one level against another, every seat in turn.

    .venv/bin/python benchmarks/bots.py GAME [--seats N …] [--games K] [--pairs LEVEL-LEVEL …] [--seed TEXT]

In each game one seat is played by the first level and all others by the second. A shared win counts as
a share of one. The interval is Wilson's, at 95 %; *even* is what equal players would win.
"""

import argparse
import sys
from collections.abc import Sequence
from math import sqrt
from time import perf_counter
from typing import NamedTuple

from luckytui.bots import ALL_LEVELS
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.simulate import play

PAIRS = ("easy-random", "normal-random", "normal-easy")


class Outcome(NamedTuple):
    """What one level won against another."""

    wins: float
    games: int
    seconds: float

    def interval(self) -> tuple[float, float]:
        """Return Wilson's interval of the share of wins, at 95 %."""
        z, share, games = 1.96, self.wins / self.games, self.games
        middle = (share + z * z / (2 * games)) / (1 + z * z / games)
        half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
        return middle - half, middle + half


def match(game: Game, level: str, others: str, seats: int, games: int, seed: str) -> Outcome:
    """Play games in which one seat, another each time, is of a level and all the others of another."""
    wins, began = 0.0, perf_counter()
    for number in range(games):
        seat = number % seats
        levels = [level if place == seat else others for place in range(seats)]
        result = play(game, game.options(), levels, f"{seed} {number}").result
        if result and seat in result.winners:
            wins += 1 / len(result.winners)
    return Outcome(wins, games, perf_counter() - began)


def main(arguments: Sequence[str]) -> None:
    """Print a table of matches, as Markdown."""
    parser = argparse.ArgumentParser(description="how well the bots play")
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--seats", type=int, nargs="+", help="numbers of players; default: fewest and most")
    parser.add_argument("--games", type=int, default=400, help="games a match (default: %(default)s)")
    parser.add_argument(
        "--pairs", nargs="+", default=PAIRS, metavar="LEVEL-LEVEL", help=", ".join(ALL_LEVELS)
    )
    parser.add_argument("--seed", default="match", help="what all chance comes from (default: %(default)s)")
    given = parser.parse_args(arguments)
    game = GAMES[given.game]
    print("| seats | one plays | all others | games | won | 95 % | even | ms a game |")
    print("| ---: | --- | --- | ---: | ---: | --- | ---: | ---: |")
    for seats in given.seats or [max(2, game.seats[0]), game.seats[-1]]:
        for pair in given.pairs:
            level, others = pair.split("-")
            outcome = match(game, level, others, seats, given.games, given.seed)
            low, high = outcome.interval()
            print(
                f"| {seats} | {level} | {others} | {outcome.games} | {outcome.wins / outcome.games:.1%} "
                f"| {low:.1%}–{high:.1%} | {1 / seats:.0%} | {1000 * outcome.seconds / outcome.games:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
