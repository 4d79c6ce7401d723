"""Gardens of Lucky Numbers drawn as text, and positions made of them."""

from collections.abc import Sequence
from typing import Any

from luckytui.games.interface import CHANCE, Event, Seat
from luckytui.games.lucky_numbers import rules as numbers

SORTED = numbers.LuckyNumbersOptions()

EXAMPLE_A = """
     4  ·  ·  ·
     · 10  ·  ·
     ·  · 15  ·
     ·  ·  · 19
"""
EXAMPLE_B = """
     2  6  ·  ·
     ·  9 12  ·
     ·  · 14  ·
     ·  ·  · 20
"""
ALMOST = """
     1  2  3  4
     5  6  7  8
     9 10 11 12
    13 14 15  ·
"""


def garden(text: str) -> numbers.Garden:
    """Read a garden from its drawing."""
    tiles = tuple(0 if word == "·" else int(word) for word in text.split())
    assert len(tiles) == numbers.SIDE * numbers.SIDE
    return tiles


def bare(cells: int) -> numbers.Garden:
    """Return a garden in which that many cells are empty."""
    return (*range(1, 17 - cells), *(0,) * cells)


def turn_of(
    seat: Seat,
    *gardens: str | numbers.Garden,
    options: numbers.LuckyNumbersOptions = SORTED,
    middle: Sequence[numbers.Tile] = (),
    stack: Sequence[numbers.Tile] = numbers.TILES,
) -> numbers.LuckyNumbers:
    """Return a position in which it is a seat's turn, with these tiles in the middle and in the stack."""
    state = numbers.begin(len(gardens), options)
    state.gardens = tuple(garden(one) if isinstance(one, str) else one for one in gardens)
    state.stage, state.active, state.turn, state.number, state.first = "turn", frozenset({seat}), seat, 1, 0
    state.middle, state.stack = numbers.pile(middle), numbers.pile(stack)
    return state


def draw(state: numbers.LuckyNumbers, tile: numbers.Tile) -> list[Event]:
    """Let the seat whose turn it is turn over this tile."""
    return state.apply(state.turn, numbers.Draw()) + state.apply(CHANCE, numbers.TurnOver(tile))


def holding(tile: numbers.Tile, *gardens: str | numbers.Garden, **more: Any) -> numbers.LuckyNumbers:
    """Return a position in which seat 0 has drawn this tile."""
    state = turn_of(0, *gardens, **more)
    draw(state, tile)
    return state
