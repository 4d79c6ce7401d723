"""A picture made of characters: what a widget paints, and what of it has changed since the last time.

Painting is plain Python without Textual's widgets, so that a board can be tested as text.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

from rich.cells import cell_len, chop_cells, set_cell_size
from textual.geometry import Size

Hue = Literal["red", "yellow", "blue", "magenta", "green", "black"]
"""The color of a thing on the table, whose name or sign stands there as well."""

Role = Literal["", "strong", "faint", "act", "fresh", "warn", "cursor"] | Hue
"""What a piece of the picture is for; the theme says how that looks. Empty: ordinary text;
`act`: here something can be done; `fresh`: this has just changed; `cursor`: here is the cursor."""

ROLES: tuple[Role, ...] = ("", "strong", "faint", "act", "fresh", "warn", "cursor", *get_args(Hue))


class Cell(NamedTuple):
    """One cell of the terminal: its character ("" for the right half of a wide one) and its role."""

    text: str
    role: Role


_BLANK = Cell(" ", "")


class Canvas:
    """A picture of so many cells, (0, 0) at the top left. What is put outside is cut off."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.width, self.height = size
        self.cursor: tuple[int, int] | None = None
        """Where the terminal's own cursor belongs."""
        self.rows = [[_BLANK] * self.width for _ in range(self.height)]

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
        """Yield the pieces of a row that look alike.

        A blank looks like its neighbours: each piece costs the terminal some forty bytes.
        """
        text, role = "", self.rows[y][0].role
        for cell in self.rows[y]:
            if cell.role != role and (cell.text != " " or "cursor" in (cell.role, role)):
                if text.strip() or (text and "cursor" in (cell.role, role)):
                    yield text, role
                    text = ""
                role = cell.role
            text += cell.text
        yield text, role

    def __str__(self) -> str:
        return "\n".join("".join(cell.text for cell in row).rstrip() for row in self.rows)


def cut(text: str, width: int) -> str:
    """Return a text that is at most so many columns wide: one that is cut ends with an ellipsis."""
    return text if cell_len(text) <= width else set_cell_size(text, max(0, width - 1)).rstrip() + "…"


def folded(text: str, width: int) -> list[str]:
    """Return a text in lines of at most so many columns, broken between words where that can be."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if cell_len(longer) <= width:
            lines[-1] = longer
            continue
        pieces = chop_cells(word, width)
        lines = [*filter(None, lines), *pieces]
    return lines
