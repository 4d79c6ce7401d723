"""A picture made of characters: what a widget paints, cell by cell.

Painting is plain Python without Textual's widgets, so that a board can be tested as text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size
from textual.geometry import Size

from luckytui.shown.model import Place, Rectangle

Ink = str
"""A color's name in palettes.toml for what is drawn: a role, a person (`player-1`), or a part of a piece."""

Ground = str
"""A color's name in palettes.toml for what lies under it: the room, a table's felt, or a piece."""

WIDE = 112
"""From how many columns of a terminal on there is room for two things beside each other."""

_BOLD = {"strong", "warn", "cursor"}
"""The roles that are always bold."""


@lru_cache(4096)
def _is_plain(text: str) -> bool:
    """Whether each character takes a column."""
    return text.isascii() or all(cell_len(character) == 1 for character in text)


class Cell(NamedTuple):
    """A cell of the terminal, or several that look alike: the right half of a wide character is empty."""

    text: str
    ink: Ink
    ground: Ground
    bold: bool


class Canvas:
    """A picture of a given number of cells, (0, 0) at the top left. What is put outside is cut off."""

    def __init__(self, size: Size, ground: Ground = "room") -> None:
        self.size = size
        self.ground = ground
        self.width, self.height = size
        self.cursor: tuple[int, int] | None = None
        """Where the terminal's own cursor belongs."""
        self.left = 1
        """The column where the picture begins: what is written below it begins there, too."""
        self.bottom = 0
        """How many rows the picture takes at least: those that may yet be written."""
        self.places: dict[Place, Rectangle] = {}
        """Where each place is that the player can name."""
        self.rows = [[Cell(" ", "", ground, False)] * self.width for _ in range(self.height)]

    def place_at(self, x: int, y: int) -> Place | None:
        """Return the place that is painted there, the smallest of several; None: there is nothing."""
        found = [
            (width * height, place)
            for place, (left, top, width, height) in self.places.items()
            if left <= x < left + width and top <= y < top + height
        ]
        return min(found, key=lambda each: each[0])[1] if found else None

    def put(
        self, x: int, y: int, text: str, ink: Ink = "", ground: Ground | None = None, *, bold: bool = False
    ) -> int:
        """Write a text from (x, y) on, on the ground already there or on another; return the x after it.

        The ink `cursor` brings its ground along.
        """
        if ink == "cursor":
            ground = ground or "cursor"
        bold = bold or ink in _BOLD
        row = self.rows[y] if 0 <= y < self.height else []
        end = x + len(text)
        if x >= 0 and end <= len(row) and _is_plain(text):  # most texts
            if ground is None:
                row[x:end] = [
                    Cell(each, ink, under.ground, bold) for each, under in zip(text, row[x:end], strict=True)
                ]
            else:
                row[x:end] = [Cell(each, ink, ground, bold) for each in text]
            return end
        for character in text:
            width = cell_len(character)
            if x >= 0 and x + width <= len(row):
                under = ground or row[x].ground
                row[x : x + width] = [Cell(character, ink, under, bold), Cell("", ink, under, bold)][:width]
            x += width
        return x

    def put_right(
        self, x: int, y: int, text: str, ink: Ink = "", ground: Ground | None = None, *, bold: bool = False
    ) -> None:
        """Write a text that ends just before x."""
        self.put(x - cell_len(text), y, text, ink, ground, bold=bold)

    def put_centered(
        self, x: int, y: int, width: int, text: str, ink: Ink = "", *, bold: bool = False
    ) -> None:
        """Write a text in the middle of `width` columns."""
        self.put(x + (width - cell_len(text)) // 2, y, text, ink, bold=bold)

    def fill(self, x: int, y: int, width: int, height: int, ground: Ground) -> None:
        """Lay a piece: empty cells of one ground."""
        left, right = max(x, 0), min(x + width, self.width)
        for row in self.rows[max(y, 0) : max(y + height, 0)]:
            row[left:right] = [Cell(" ", "", ground, False)] * (right - left)

    def pixels(self, x: int, y: int, rows: Sequence[str], inks: Mapping[str, Ink], *, scale: int = 1) -> None:
        """Draw points, two a cell, from (x, y) on: each is a letter of `inks`, or a dot where none is.

        `scale`: how many points wide and high each is drawn.
        """
        rows = ["".join(point * scale for point in row) for row in rows for _ in range(scale)]
        for row in range(0, len(rows), 2):
            upper, lower = rows[row], "".join(rows[row + 1 : row + 2])
            for column, pair in enumerate(zip_longest(upper, lower, fillvalue="."), x):
                above, below = (inks.get(point) for point in pair)
                if above is not None and below is not None and above != below:
                    self.put(column, y + row // 2, "▀", above, below)
                elif above is not None:
                    self.put(column, y + row // 2, "█" if above == below else "▀", above)
                elif below is not None:
                    self.put(column, y + row // 2, "▄", below)

    def lay(self, x: int, y: int, picture: "Canvas") -> None:
        """Lay a smaller picture on this one, from (x, y) on."""
        for row, laid in zip(self.rows[y:], picture.rows, strict=False):
            row[x : x + picture.width] = laid
        for place, (left, top, width, height) in picture.places.items():
            self.places[place] = left + x, top + y, width, height
        if picture.cursor:
            self.cursor = picture.cursor[0] + x, picture.cursor[1] + y

    def lay_in_middle(self, picture: "Canvas") -> None:
        """Lay a smaller picture in the middle of this one, without the rows at its foot that are empty."""
        rows = [y for y, row in enumerate(picture.rows, 1) if any(self._is_used(cell) for cell in row)]
        x, taken = (self.width - picture.width) // 2, max([picture.bottom, *rows])
        self.lay(x, max(0, (self.height - taken) // 2), picture)
        self.left = x + picture.left

    def _is_used(self, cell: Cell) -> bool:
        return cell.text != " " or cell.ground != self.ground

    def runs(self, y: int) -> Iterator[Cell]:
        """Yield the cells of a row, those that look alike as one.

        On the same ground a blank looks like its neighbours: each piece costs the terminal some forty bytes.
        """
        text, ink, ground, bold = self.rows[y][0]
        is_blank = text == " "
        for more, other, under, is_bold in self.rows[y][1:]:
            if under == ground and (more == " " or (other == ink and is_bold == bold)):
                text += more
                is_blank = is_blank and more == " "
            elif under == ground and is_blank:
                text, ink, bold, is_blank = text + more, other, is_bold, False
            else:
                yield Cell(text, ink, ground, bold)
                text, ink, ground, bold, is_blank = more, other, under, is_bold, more == " "
        yield Cell(text, ink, ground, bold)

    def __str__(self) -> str:
        return "\n".join("".join(cell.text for cell in row).rstrip() for row in self.rows)


def cut(text: str, width: int) -> str:
    """Return a text cut to at most this many columns: one that is cut ends with an ellipsis."""
    return text if cell_len(text) <= width else set_cell_size(text, max(0, width - 1)).rstrip() + "…"


def folded(text: str, width: int) -> list[str]:
    """Return a text in lines of at most this many columns, broken between words if possible.

    No line is broken at a no-break space, which French has before a colon or a question mark.
    """
    lines = [""]
    for word in re.findall(r"[^ \n]+", text):
        longer = f"{lines[-1]} {word}".lstrip()
        if cell_len(longer) <= width:
            lines[-1] = longer
            continue
        pieces = chop_cells(word, width)
        lines = [*filter(None, lines), *pieces]
    return lines
