"""What moves of Lucky Jack bring, by a small neural network (network.bin).

benchmarks/lucky_jack_network.py teaches it by rounds that are played on after each of the moves. So it knows
what the tables of hands leave out: how near to a jackpot each of the others is, whose turn comes next, what
is on top for them, and what this round is worth for the game.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import fsum, log
from struct import iter_unpack
from typing import NamedTuple

from luckytui.games.interface import Move, tag_of
from luckytui.games.lucky_jack import rules
from luckytui.games.lucky_jack.rules import Cards, LuckyJackView, Symbol, changed

DEEDS = ("same", "higher", "lower", "draw", "keep", "toss", "take_it", "decline", "jackpot")
_BEHIND = (-7000, -4000, -1000, 0, 2000, 4000, 6000, 8000, 14000)
"""How many points the best of the others is ahead, where that makes a difference."""
_LEAST = 1e-6
"""What a worth is at least when it is compared."""
SIZES = (103, 96, 32, 1)
"""How many numbers go into each layer of the network, and at last come out of it."""


def inputs(view: LuckyJackView, move: Move, worth: float, best: float) -> list[float]:
    """Return what the network is told of a move: as many numbers as go into its first layer.

    `worth` and `best` are what this move and the best one are worth by the tables, from 0 to 1.
    """
    hand, top = _after(view, move)
    return [
        *_one_of(len(DEEDS), DEEDS.index(deed(view, move))),
        *(flag for held in hand for flag in _one_of(5, min(4, held))),
        *_one_of(len(rules.SYMBOLS), rules.VALUE[top] - 1),
        *(flag for size in _sizes(view) for flag in _one_of(6, size)),
        *_one_of(30, _standing(view)),
        view.seats - 2,
        max(-3.0, log(max(worth, _LEAST) / max(best, _LEAST))),
        log(max(worth, _LEAST)),
        worth,
    ]


def brought(told: Sequence[float]) -> float:
    """Return what a move brings, as a part of the win, by what `inputs` returns for it.

    Only by how much two moves of one decision differ has a meaning.
    """
    *hidden, last = layers()
    for layer in hidden:
        told = [max(0.0, value) for value in layer.of(told)]
    return last.of(told)[0]


def _one_of(number: int, place: int | None) -> list[int]:
    return [int(other == place) for other in range(number)]


def deed(view: LuckyJackView, move: Move) -> str:
    """Return what kind of move this is: one of `DEEDS`."""
    if isinstance(move, rules.Discard):
        return "jackpot" if move.jackpot else rules.rule_of(move.card, view.pile[-1])
    return str(tag_of(move))


def _after(view: LuckyJackView, move: Move) -> tuple[Cards, Symbol]:
    """Return the seat's hand and the card on top after a move, as far as the seat knows them."""
    hand, top = rules.count(view.hand), view.pile[-1]
    match move:
        case rules.Discard(card=card):
            return changed(hand, card, -1), card
        case rules.Keep() if view.drawn:
            return changed(hand, view.drawn, +1), top
        case rules.Toss() if view.drawn:
            return hand, view.drawn
        case rules.TakeIt():
            return changed(hand, top, +1), view.pile[-2]
    return hand, top


def _sizes(view: LuckyJackView) -> Iterable[int | None]:
    """Return how many cards over three the next seat, the one after it and the last one hold, at most 5.

    None where there are too few seats for that.
    """
    for step, least_seats in ((1, 2), (2, 4), (-1, 3)):
        size = view.sizes[(view.seat + step) % view.seats]
        yield min(5, max(0, size - rules.FLOOR)) if view.seats >= least_seats else None


def _standing(view: LuckyJackView) -> int:
    """Return which of 30 standings this is, by the round and how far the others are ahead."""
    others = [points for seat, points in enumerate(view.points) if seat != view.seat]
    behind = bisect_left(_BEHIND, max(others) - view.points[view.seat])
    return 10 * (0 if view.number == 1 else 2 if view.number == view.options.rounds else 1) + behind


class _Layer(NamedTuple):
    """A layer: for each number that goes in what it weighs in those that come out, and what is added."""

    weights: Sequence[Sequence[float]]
    bias: Sequence[float]

    def of(self, values: Sequence[float]) -> list[float]:
        """Return what comes out."""
        rows = [
            [value * weight for weight in row]
            for value, row in zip(values, self.weights, strict=True)
            if value
        ]
        return [fsum(column) for column in zip(self.bias, *rows, strict=True)]


@cache
def layers() -> Sequence[_Layer]:
    """Return the layers: of each the weights, input by input, then what is added, as numbers of two bytes."""
    stored = files(__package__).joinpath("network.bin").read_bytes()
    numbers = (number for (number,) in iter_unpack("<e", stored))

    def following(count: int) -> list[float]:
        return [next(numbers) for _ in range(count)]

    return [
        _Layer([following(after) for _ in range(before)], following(after))
        for before, after in pairwise(SIZES)
    ]
