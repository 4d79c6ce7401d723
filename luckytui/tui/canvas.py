"""A picture made of characters: what a widget paints, and what of it has changed since the last time.

Painting is plain Python without Textual's widgets, so that a board can be tested as text.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Literal, NamedTuple

from rich.cells import cell_len
from textual.geometry import Offset, Region

Role = Literal["", "strong", "faint", "act", "fresh", "warn", "cursor"]
"""What a piece of the picture is for; the theme says how that looks. Empty: ordinary text;
`act`: here something can be done; `fresh`: this has just changed; `cursor`: here is the cursor."""


class Cell(NamedTuple):
    """One cell of the terminal: its character ("" for the right half of a wide one) and its role."""

    text: str
    role: Role


_BLANK = Cell(" ", "")


class Canvas:
    """`width` × `height` cells, (0, 0) at the top left. What is put outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.cursor: Offset | None = None
        """Where the terminal's own cursor belongs."""
        self.rows = [[_BLANK] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, role: Role = "") -> int:
        """Write a text from (x, y) on; return the x behind it."""
        for character in text:
            width = cell_len(character)
            if 0 <= y < self.height and x >= 0 and x + width <= self.width:
                self.rows[y][x : x + width] = [Cell(character, role), Cell("", role)][:width]
            x += width
        return x

    def put_right(self, x: int, y: int, text: str, role: Role = "") -> None:
        """Write a text that ends just before x."""
        self.put(x - cell_len(text), y, text, role)

    def rule(self, y: int, x: int = 0, width: int | None = None) -> None:
        """Draw a thin line across, from x on."""
        self.put(x, y, "─" * (self.width - x if width is None else width), "faint")

    def runs(self, y: int) -> Iterator[tuple[str, Role]]:
        """Yield the pieces of a row that share a role."""
        for role, cells in groupby(self.rows[y], key=lambda cell: cell.role):
            yield "".join(cell.text for cell in cells), role

    def changes(self, before: "Canvas") -> Iterator[Region]:
        """Yield the stretches, one cell high, that differ from an earlier picture of the same size."""
        for y, (row, old) in enumerate(zip(self.rows, before.rows, strict=True)):
            differing = [x for x, (cell, was) in enumerate(zip(row, old, strict=True)) if cell != was]
            for first, last in _stretches(differing):
                yield Region(first, y, last - first + 1, 1)

    def __str__(self) -> str:
        return "\n".join("".join(cell.text for cell in row).rstrip() for row in self.rows)


_NEAR = 4
"""Cells this close are cheaper to send again than a cursor jump between them."""


def _stretches(places: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of each group of ascending places without a wide gap."""
    start = 0
    for index in range(1, len(places) + 1):
        if index == len(places) or places[index] - places[index - 1] > _NEAR:
            yield places[start], places[index - 1]
            start = index
