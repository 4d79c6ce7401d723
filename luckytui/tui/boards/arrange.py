"""Where the parts of a table are: pieces beside and below each other, in a box as large as they need."""

from collections.abc import Mapping
from typing import NamedTuple

from luckytui.shown.model import Rectangle


class Box(NamedTuple):
    """A part of a table: how large it is, and where its pieces are, from its upper left corner."""

    width: int
    height: int
    pieces: Mapping[str, Rectangle]

    def moved(self, right: int, down: int) -> dict[str, Rectangle]:
        """Return where the pieces are once the box is laid so far to the right and down."""
        return {
            name: (x + right, y + down, width, height) for name, (x, y, width, height) in self.pieces.items()
        }


def piece(name: str, width: int, height: int) -> Box:
    """Return a box with one piece that takes all of it."""
    return Box(width, height, {name: (0, 0, width, height)})


def beside(gap: int, *boxes: Box) -> Box:
    """Return boxes from left to right, this many columns apart, their upper edges in one row."""
    return _joined(boxes, gap, 1, 0)


def below(gap: int, *boxes: Box) -> Box:
    """Return boxes one below the other, this many rows apart, their left edges in one column."""
    return _joined(boxes, gap, 0, 1)


def _joined(boxes: tuple[Box, ...], gap: int, right: int, down: int) -> Box:
    x = y = width = height = 0
    pieces: dict[str, Rectangle] = {}
    for box in boxes:
        pieces |= box.moved(x, y)
        width, height = max(width, x + box.width), max(height, y + box.height)
        x, y = x + right * (box.width + gap), y + down * (box.height + gap)
    return Box(width, height, pieces)
