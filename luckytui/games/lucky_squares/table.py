"""The six squares of Lucky Squares, the cents on them, and who takes these."""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Annotated, Literal, TypeVar, get_args

from msgspec import Meta, Struct

from luckytui.games.interface import Seat

Cents = TypeVar("Cents", int, float)
"""Cents on a square, or their expected number."""

Color = Literal["red", "yellow", "blue", "magenta", "green", "black"]
"""A square, a card, or a face of the color die."""
Pair = tuple[Color, Color]
"""Two different squares, in the order of `COLORS`."""
Squares = Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(min_length=6, max_length=6)]
"""The cents on each of the six squares, in the order of `COLORS`."""

COLORS: tuple[Color, ...] = get_args(Color)
PAIRS: tuple[Pair, ...] = tuple(combinations(COLORS, 2))
BARE: Squares = (0,) * len(COLORS)


class Taken(Struct, frozen=True):
    """A seat was alone on a square and takes its cents."""

    seat: Seat
    color: Color
    cents: int


def on(squares: tuple[Cents, ...], color: Color) -> Cents:
    """Return the cents on a square."""
    return squares[COLORS.index(color)]


def put(squares: tuple[Cents, ...], color: Color, cents: Cents) -> tuple[Cents, ...]:
    """Return the squares with more cents on one of them."""
    return tuple(there + cents * (color == square) for square, there in zip(COLORS, squares, strict=True))


def taken(squares: Squares, picks: Sequence[Color], ghost: Color | None) -> tuple[Taken, ...]:
    """Return what each seat that is alone on its square takes, in seat order."""
    there = [*picks, ghost]
    alone = ((seat, color) for seat, color in enumerate(picks) if there.count(color) == 1)
    return tuple(Taken(seat, color, on(squares, color)) for seat, color in alone)


def cleared(squares: Squares, colors: Collection[Color | None]) -> Squares:
    """Return the squares without the cents on some of them."""
    return tuple(0 if color in colors else there for color, there in zip(COLORS, squares, strict=True))
