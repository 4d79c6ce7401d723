"""A picture made of characters, and what is painted on it: pieces as blocks, people, the cursor's brackets.

Painting is plain Python without Textual's widgets, so that a board can be tested as text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size
from textual.geometry import Size

from luckytui.games.interface import Seat
from luckytui.shown.model import Place as NamedPlace
from luckytui.shown.model import Rectangle
from luckytui.shown.words import AnyModel, columns, seat_name
from luckytui.tui.themes import PLAYERS, SIGNS, Ground, Ink

Place = tuple[int, int]
"""A column and a row of the canvas, or as many columns and rows."""

WIDE = 112
"""From how many columns of a terminal on there is room for two things beside each other."""
NARROW = 80
"""Up to this many columns a picture keeps all of them, so that the prompt below it has room, too."""

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
        self.least = Size(0, 0)
        """How many columns and rows the picture takes at least, counting what is written later."""
        self.places: dict[NamedPlace, Rectangle] = {}
        """The box of each place that the player can name or click."""
        self.rows = [[Cell(" ", "", ground, False)] * self.width for _ in range(self.height)]

    def place_at(self, x: int, y: int) -> NamedPlace | None:
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
        """Fill a rectangle with one ground."""
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
            row[x : x + picture.width] = laid[: self.width - x]
        for place, (left, top, width, height) in picture.places.items():
            self.places[place] = left + x, top + y, width, height
        if picture.cursor:
            self.cursor = picture.cursor[0] + x, picture.cursor[1] + y

    def lay_in_middle(self, picture: "Canvas") -> None:
        """Lay a picture in the middle of this one, without what is empty at its foot and at its right.

        What reaches beyond an edge is cut off.
        """
        width, height = picture.used
        x = (self.width - width) // 2
        self.lay(x, max(0, (self.height - height) // 2), picture)
        self.left = x + picture.left

    @property
    def used(self) -> Size:
        """How many columns and rows there are up to the last that are not empty, at least `least`."""
        width, height = self.least
        for y, row in enumerate(self.rows, 1):
            for x, cell in enumerate(row, 1):
                if cell.text != " " or cell.ground != self.ground:
                    width, height = max(x, width), max(y, height)
        return Size(width, height)

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
    """Return a text cut to at most this many columns, between words if that leaves most of it.

    One that is cut ends with an ellipsis.
    """
    if cell_len(text) <= width:
        return text
    shown = set_cell_size(text, max(0, width - 1))
    words = shown if text[len(shown)] == " " else shown.rpartition(" ")[0]
    return (words if 3 * cell_len(words) >= 2 * width else shown).rstrip(" ·,") + "…"


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


# ── Pieces and people ─────────────────────────────────────────────────────────────────────────────────


def share(spare: int, gaps: int, *, most: int, least: int) -> int:
    """Return the width of a gap, if gaps and both margins share the spare columns equally."""
    return max(least, min(most, least + spare // (gaps + 2)))


def spread(rows: int, room: int) -> int:
    """Return how many rows apart the entries of a list are: three at most, so that it stays one list."""
    return max(1, min(3, room // max(1, rows)))


def put_block(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    face: Ground,
    edge: Ground | None = None,
    *,
    is_flat: bool = False,
) -> None:
    """Lay a piece of this many rows, its lower edge with them: without an edge it is a dent.

    Of 2 rows the face has one and the edge half of one; of 3 the face has two, from half a row on, and the
    edge half a row; of more the edge has the last half row. A flat one has a face from the first row on.
    """
    half = int(height > 2 and not is_flat)
    canvas.put(x, y, "▄" * width * half, face)
    canvas.fill(x, y + half, width, height - 1 - half, face)
    if height == 3 and edge:
        canvas.put(x, y + 2, "▀" * width, face, edge)
    elif half or edge:
        canvas.put(x, y + height - 1, "▀" * width, edge or face)


def put_selected(canvas: Canvas, x: int, y: int, text: str, *, has_cursor: bool = True) -> None:
    """Write what is selected in brackets, and take the terminal's cursor to its first letter."""
    canvas.put(x, y, f"[{text}]", "cursor")
    if has_cursor:
        canvas.cursor = (x + 1 + len(text) - len(text.lstrip()), y)


def put_back(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
    """Lay the chequered back of a card."""
    for row in range(height):
        canvas.put(x, y + row, ("▀▄" * width)[row % 2 :][:width], "back-light", "back")


def put_edge(canvas: Canvas, x: int, y: int, width: int, ink: Ink) -> None:
    """Draw the lower edge of a piece: half a row, its thickness."""
    canvas.put(x, y, "▀" * width, ink)


def put_player(
    canvas: Canvas,
    x: int,
    y: int,
    model: AnyModel,
    seat: Seat,
    width: int,
    facts: str = "",
    *,
    has_cursor: bool = False,
) -> int:
    """Write the sign and name of who sits at a seat, cut so that the facts fit; return the x after them.

    Two columns before, `▸` is put where that player is awaited. Where there is no room for "(you)", bold
    letters say it. With the cursor, all of it is in brackets.
    """
    is_awaited = seat in model.view.active
    canvas.put(x - 2, y, "▸" if is_awaited else "", "act", bold=True)
    ink = PLAYERS[seat]
    canvas.put(x, y, SIGNS[seat], ink)
    facts = f" · {facts}" if facts else ""
    name, room = seat_name(model, seat), width - 2 - columns(facts)
    name = name if columns(name) <= room else cut(model.names[seat], room)
    end = canvas.put(x + 2, y, name, ink, bold=is_awaited or seat == model.me)
    end = canvas.put(end, y, facts, "faint")
    if has_cursor:
        canvas.put(x - 1, y, "[", "cursor")
        canvas.put(end, y, "]", "cursor")
        canvas.cursor = (x, y)
    return end
