"""How the bots play Lucky Numbers.

Easy looks at one cell at a time: every cell has a number that would suit it best, and near is good enough.
Normal looks at the whole garden and at the tiles to come: how long will each empty cell wait for its tile?

Neither swaps for ever: a swap from the middle has to make its garden better, by a measure that
nobody else's move changes, and each tile that is drawn brings the end nearer.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, permutations
from math import fsum
from random import Random

from msgspec import Struct

from luckytui.bots.player import Bot, weights_of
from luckytui.games.interface import Move
from luckytui.games.lucky_numbers import rules
from luckytui.games.lucky_numbers.garden import BEYOND, fits, last_cell
from luckytui.games.lucky_numbers.rules import Cell, Garden, LuckyNumbersView, Tile

NEVER = float("-inf")


class EasyBot(Bot):
    """Lays what is near enough, swaps for what is much nearer, and never looks at the others."""

    def choose(self, view: LuckyNumbersView, moves: Sequence[Move]) -> Move:
        return _any_of_the_best(moves, [_suits(view, move) for move in moves], self._rng)


class NormalBot(Bot):
    """Makes the move after which its garden is likely to be full the soonest, and leaves no gifts."""

    def choose(self, view: LuckyNumbersView, moves: Sequence[Move]) -> Move:
        return _any_of_the_best(moves, list(map(Prospects(view).of, moves)), self._rng)


def _any_of_the_best(moves: Sequence[Move], values: Sequence[float], rng: Random) -> Move:
    best = max(values)
    return rng.choice([move for move, value in zip(moves, values, strict=True) if value == best])


# ── Easy ──────────────────────────────────────────────────────────────────────────────────────────

_BEST_NUMBERS = (1.5, 3, 6, 10.5, 15, 18, 19.5)
"""The number that suits a cell best, by its row and column added up."""
_NEAR = 3
"""How far from the best number a tile may be to be laid on an empty cell."""
_NEARER = 4
"""How much nearer a tile must be than the one it swaps out."""


def _suits(view: LuckyNumbersView, move: Move) -> float:
    """Return how well a move suits its cell; 0 for drawing and discarding."""
    match move:
        case rules.Lay(cell=cell) if view.stage == "set_up":
            return -_distance(view.dealt[view.seat][len(view.chosen)], cell)
        case rules.Lay(cell=cell):
            return _suits_cell(view, view.hand, cell)
        case rules.Take(tile=tile, cell=cell):
            return _suits_cell(view, tile, cell)
    return 0


def _suits_cell(view: LuckyNumbersView, tile: Tile, cell: Cell) -> float:
    old, distance = rules.at(view.gardens[view.seat], cell), _distance(tile, cell)
    if old:
        return _distance(old, cell) - distance - _NEARER
    return 2 * _NEAR - distance if distance <= _NEAR else NEVER


def _distance(tile: Tile, cell: Cell) -> float:
    return abs(tile - _BEST_NUMBERS[sum(cell)])


class Weights(Struct, frozen=True):
    """What moves are weighed with, as weights.toml says."""

    longest: float
    triumph: float
    gift: float
    trouble: float
    extra_turn: float
    chance: float
    enough: float
    race: float
    tempo: float
    shortest: float


WEIGHTS = weights_of("lucky-numbers", Weights)


class Prospects:
    """What a seat may hope for after each of its moves, in draws: the fewer to wait for, the better."""

    def __init__(self, view: LuckyNumbersView) -> None:
        self._view = view
        self._stack = rules.unseen(view)
        self._up_to = tuple(accumulate(self._stack))
        self._garden = view.gardens[view.seat]
        others = (garden for seat, garden in enumerate(view.gardens) if seat != view.seat)
        self._rivals = [(garden, cell) for garden in others if (cell := last_cell(garden))]

    def of(self, move: Move) -> float:
        """Return what a move is worth."""
        match move:
            case rules.Lay(cell=cell) if self._view.stage == "set_up":
                return self._begun(cell)
            case rules.Lay(cell=cell):
                return self._laid(self._view.hand, cell, self._view.middle)
            case rules.Take(tile=tile, cell=cell):
                return self._taken(tile, cell)
            case rules.Draw():
                return fsum(self._drawn(tile) * self._stack[tile] for tile in rules.TILES) / self._up_to[-1]
        return self._discarded(self._view.hand)

    def _begun(self, cell: Cell) -> float:
        """Lay a tile of the set-up, and those that come after it as well as they can be."""
        dealt, chosen = self._view.dealt[self._view.seat], (*self._view.chosen, cell)
        free = [
            place for place in rules.DIAGONAL if place not in chosen and not rules.at(self._garden, place)
        ]
        return max(
            self._worth(rules.with_tiles(self._garden, dealt, (*chosen, *rest)))
            for rest in permutations(free, len(dealt) - len(chosen))
        )

    def _drawn(self, tile: Tile) -> float:
        """Do with a drawn tile what is best."""
        laid = (self._laid(tile, cell, self._view.middle) for cell in rules.fitting(self._garden, tile))
        return max([self._discarded(tile), *laid])

    def _discarded(self, tile: Tile) -> float:
        return self._worth(self._garden) - self._cost_of_leaving((*self._view.middle, tile))

    def _taken(self, tile: Tile, cell: Cell) -> float:
        garden = rules.with_tile(self._garden, cell, tile)
        if rules.at(self._garden, cell) and self._worth(garden) <= self._worth(self._garden):
            return NEVER
        left = list(self._view.middle)
        left.remove(tile)
        return self._laid(tile, cell, left)

    def _laid(self, tile: Tile, cell: Cell, middle: Sequence[Tile]) -> float:
        garden, swapped = rules.with_tile(self._garden, cell, tile), rules.at(self._garden, cell)
        if swapped:
            return self._worth(garden) - self._cost_of_leaving((*middle, swapped)) - WEIGHTS.trouble
        if 0 not in garden:
            return WEIGHTS.triumph
        extra = WEIGHTS.extra_turn if self._view.options.bruno and rules.makes_pair(garden, cell) else 0
        return self._worth(garden) - self._cost_of_leaving(middle) + extra

    def _worth(self, garden: Garden) -> float:
        return -_waiting(garden, self._up_to)

    def _cost_of_leaving(self, middle: Sequence[Tile]) -> float:
        """Return what it costs to leave these tiles in the middle, where a rival may need one to finish."""
        given = any(fits(rival, tile, cell) for rival, cell in self._rivals for tile in middle)
        return WEIGHTS.gift if given else 0


@lru_cache(maxsize=1024)
def _waiting(garden: Garden, up_to: Sequence[int]) -> float:
    """Return how many draws the empty cells are likely to wait, added up.

    `up_to[n]` is how many tiles of the stack show n or less.
    """
    waiting = 0.0
    for tile, low, high in zip(garden, *windows(garden), strict=True):
        if tile:
            continue
        if low <= high:
            chance = (up_to[high] - up_to[low - 1]) / max(1, up_to[-1])
            waiting += 1 / (chance + 1 / WEIGHTS.longest)
        else:
            waiting += WEIGHTS.longest + low - high
    return waiting


def windows(garden: Garden) -> tuple[Sequence[Tile], Sequence[Tile]]:
    """Return the lowest number, and the highest one, that leave room for the empty cells around each cell.

    The tile that is there itself does not count. Where the lowest is above the highest, no tile leaves room
    without a swap elsewhere.
    """
    lowest, lows = [], [0]
    highest, highs = [], [BEYOND]
    for tile, opposite, left, above in zip(garden, reversed(garden), _LEFT, _ABOVE, strict=True):
        before, over = lows[left], lows[above]
        lowest.append(low := (before if before > over else over) + 1)  # noqa: FURB136 - quicker
        lows.append(tile or low)
        behind, under = highs[left], highs[above]
        highest.append(high := (behind if behind < under else under) - 1)  # noqa: FURB136 - quicker
        highs.append(opposite or high)
    highest.reverse()
    return lowest, highest


_LEFT = [place if place % rules.SIDE else 0 for place in range(len(rules.CELLS))]
"""For each place the one to its left, counted from 1; 0 is outside. From the other end it is the same."""
_ABOVE = [max(0, place + 1 - rules.SIDE) for place in range(len(rules.CELLS))]
"""For each place the one above it, likewise."""
