"""What the terminal shows already, so that only the cells that differ are sent to it.

Textual sends a whole screen several times while it is built, and a changed row from its widget's left edge
on. Over a slow connection that is what a key costs.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Self

from rich.cells import cell_len
from rich.console import Console
from rich.control import Control
from rich.style import Style
from textual._compositor import CompositorUpdate
from textual.strip import Strip

_GAP = 12
"""So many equal cells are sent again rather than skipped: to skip them costs about as many bytes."""

_Cells = list[tuple[str, Style | None]]


class Frame(CompositorUpdate):
    """The next picture of the terminal, and the one that it shows."""

    def __init__(self) -> None:
        self._shown: Sequence[Strip] = ()
        self._next: Sequence[Strip] = ()

    def of(self, rows: Sequence[Strip]) -> Self:
        """Return the update to these rows, all that the terminal has."""
        self._next = rows
        return self

    def forget(self) -> None:
        """Send everything next: something else may have written to the terminal."""
        self._shown = ()

    def render_segments(self, console: Console) -> str:
        """Return what to write: for each stretch that differs, where it is and how it looks."""
        shown = self._shown if len(self._shown) == len(self._next) else ()
        self._shown = self._next
        pieces: list[str] = []
        for y, (row, old) in enumerate(zip_longest(self._next, shown, fillvalue=Strip([]))):
            if row != old:
                for left, right in _stretches(_cells(row), _cells(old)):
                    pieces += Control.move_to(left, y).segment.text, row.crop(left, right).render(console)
        return "".join(pieces)


def _cells(row: Strip) -> _Cells:
    """Return a row cell by cell; the right half of a wide character is empty."""
    cells: _Cells = []
    for text, style, _control in row:
        blank = (
            Style(bgcolor=style.bgcolor) if style and not style.reverse else style
        )  # its color is not seen
        for character in text:
            look = blank if character == " " else style
            cells += [(character, look), ("", look)][: cell_len(character)]
    return cells


def _stretches(row: _Cells, old: _Cells) -> Iterator[tuple[int, int]]:
    """Yield where a row differs from the one before: from which column to just before which."""
    differing = [x for x, (cell, was) in enumerate(zip_longest(row, old)) if cell != was and x < len(row)]
    while differing:
        end = next((i for i, x in enumerate(differing[1:], 1) if x - differing[i - 1] > _GAP), len(differing))
        left, right = differing[0], differing[end - 1] + 1
        left -= row[left][0] == ""
        right += right < len(row) and row[right][0] == ""
        yield left, right
        differing = differing[end:]
