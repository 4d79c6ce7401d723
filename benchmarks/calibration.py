"""How often seats win to which the judge gives a chance: positions of games between bots, by tenths.

    python -m benchmarks.calibration GAME [--bots A,B] [--games K] [--think N]

The bots take the seats in turns. Some positions are played on N times, each with the same chance, whatever
comes after it: four of each game, and none of its last, would leave out those who are about to win, and do.
A seat counts once a game in each tenth, the first time. Intervals are at 95 % and take seats for independent.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from itertools import chain
from random import Random
from statistics import fmean

from benchmarks.figures import percent
from luckytui.bots.judge import values_of
from luckytui.games import GAMES
from luckytui.lab.simulate import in_order, play, workers

_OFTEN = 0.04
"""How often a position is looked at."""


def looks(given: argparse.Namespace, number: int) -> Sequence[tuple[float, float]]:
    """Play a game; return the chances that the judge gives its seats, and what part of the win each got."""
    game, bots, rng = GAMES[given.game], given.bots.split(","), Random(number + 1)
    turns = number % len(bots)
    line_up, seed = bots[turns:] + bots[:turns], f"{given.seed}{number}"
    record = play(game, game.options(), line_up, seed, given.bot_think).record
    state, found = game.new(len(bots), record.options), dict[tuple[int, int], float]()
    for step in record.steps:
        state.apply(step.seat, step.move)
        if state.active and rng.random() < _OFTEN:
            for seat, chance in enumerate(values_of(game.key, state, given.think, str(number + 1))):
                found.setdefault((_tenth(chance), seat), chance)
    winners = state.result.winners if state.result else ()
    return [(chance, (seat in winners) / len(winners)) for (_, seat), chance in found.items()]


def _tenth(chance: float) -> int:
    return min(9, int(10 * chance))


def main(arguments: Sequence[str]) -> None:
    """Print a row for each tenth."""
    parser = argparse.ArgumentParser(description="how often seats win, by their chances")
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--bots", default="normal,easy", help="one for each seat")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--think", type=int, default=32, help="how often a position is played on")
    parser.add_argument("--bot-think", type=int, help="iterations of a bot that thinks")
    parser.add_argument("--seed", default="cal")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args(arguments)
    tenths = defaultdict[int, list[tuple[float, float]]](list)
    with workers(given.workers) as executor:
        for look in chain.from_iterable(in_order(executor, partial(looks, given), range(given.games))):
            tenths[_tenth(look[0])].append(look)
    print("| chance | seats | said | won |\n| --- | ---: | ---: | ---: |")
    for tenth, pairs in sorted(tenths.items()):
        said, won = zip(*pairs, strict=True)
        print(f"| {10 * tenth}–{10 * tenth + 10} % | {len(won)} | {100 * fmean(said):.0f} | {percent(won)} |")


if __name__ == "__main__":
    main(sys.argv[1:])
