"""Finds how `hard` tells who wins the race of Lucky Numbers: `race`, `tempo` and `shortest` in weights.toml.

    .venv/bin/python -m benchmarks.lucky_numbers_race [--games N]

Two seats play by the quick rule that `hard` plays on with. At some turns it notes how long each has to wait,
and in the end who wins. Logistic regression finds the weights by three quarters of the positions. It prints
how much the winners of the others surprise these weights, and the present ones: 0.69 is to know nothing.
"""

import argparse
from collections.abc import Iterator
from math import exp, log
from random import Random
from statistics import fmean
from typing import NamedTuple

from luckytui.games.lucky_numbers import hard, rules
from luckytui.games.lucky_numbers.bots import WEIGHTS

_LONGEST = 400
"""After how many turns a game is left: swaps need not come to an end."""
_NOTED = 0.12
"""How often a position is noted."""
_SHORTEST = (0.25, 0.5, 1.0, 2.0, 4.0)


class Position(NamedTuple):
    """How long the seat that is to move has to wait, and the other one; whether it wins."""

    own: float
    other: float
    won: bool


def positions(number: int) -> Iterator[Position]:
    """Play a game, and yield some of its positions; none if both win."""
    rng = Random(f"race {number}")
    stack = [*rules.TILES, *rules.TILES]
    rng.shuffle(stack)
    dealt = [sorted(stack.pop() for _ in rules.DIAGONAL) for _ in range(2)]
    gardens = [rules.with_tiles(rules.BARE, tiles, rules.DIAGONAL) for tiles in dealt]
    course, noted = hard.Course(gardens, [], stack, 0, bruno=False), []
    for _ in range(_LONGEST):
        if course.is_over:
            break
        if rng.random() < _NOTED:
            noted.append((course.turn, course.left(course.turn), course.left(1 - course.turn)))
        course.play_on(1)
    first, second = (outlook.garden.count(0) for outlook in course.outlooks)
    if first != second:
        for seat, own, other in noted:
            yield Position(own, other, (seat == 0) == (first < second))


def main() -> None:
    """Print what is found."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - an extra

    parser = argparse.ArgumentParser(description="find how Lucky Numbers' waits share the win")
    parser.add_argument("--games", type=int, default=16_000)
    games = parser.parse_args().games
    noted = [position for number in range(games) for position in positions(number)]
    part = 3 * len(noted) // 4

    def surprise(race: float, tempo: float, shortest: float) -> float:
        leads = ((race * _ahead(one, shortest) + tempo, one.won) for one in noted[part:])
        return fmean(log(1 + exp(-lead if won else lead)) for lead, won in leads)

    print(f"{len(noted)} positions of {games} games")
    print(f"now: {surprise(WEIGHTS.race, WEIGHTS.tempo, WEIGHTS.shortest):.4f}")
    for shortest in _SHORTEST:
        known = [[_ahead(one, shortest)] for one in noted[:part]]
        found = LogisticRegression(C=100).fit(known, [one.won for one in noted[:part]])
        race, tempo = float(found.coef_[0][0]), float(found.intercept_[0])
        told = f"shortest = {shortest}, race = {race:.2f}, tempo = {tempo:.3f}"
        print(f"{told}: {surprise(race, tempo, shortest):.4f}")


def _ahead(position: Position, shortest: float) -> float:
    return log(max(shortest, position.other)) - log(max(shortest, position.own))


if __name__ == "__main__":
    main()
