"""How a Lucky Box card is drawn: its grid with the prices of its cells, and the bonuses at their ends."""

from collections.abc import Collection, Mapping, Set
from typing import NamedTuple

from textual.geometry import Offset

from luckytui.games.lucky_box_player import CELLS, LINES, BoxCard, Cell, Line
from luckytui.tui.boards.lucky_box_story import CROSS, LIGHTNING, sign
from luckytui.tui.canvas import Canvas, Role

WIDTH, HEIGHT = 17, 6
"""How much room a card takes, two lightnings at the end of a row included."""
FITS = "="
NEAR_ROW, NEAR_COLUMN, FILLED = "▸", "▾", "✓"

_CELL_WIDTH = 4
_EDGE_X = 3 * _CELL_WIDTH + 1
"""Where the line between the grid and the bonuses of the rows stands."""


class Marks(NamedTuple):
    """What is to be seen on a card besides itself."""

    title: str
    role: Role = ""
    """How the title looks."""
    prices: Mapping[Cell, int] = {}
    """What each cell that can be crossed now costs, in lightnings."""
    fresh: Set[Cell] = frozenset()
    """The cells that were crossed last."""
    newest: Cell | None = None
    """The last of them."""
    cursor: Cell | None = None


def paint_card(canvas: Canvas, x: int, y: int, card: BoxCard, marks: Marks) -> None:
    """Draw a card; (x, y) is its top left."""
    canvas.rule(y, x, _EDGE_X + 1)
    canvas.put(x + 2, y, f" {marks.title} ", marks.role)
    for cell in CELLS:
        row, column = cell
        _paint_cell(canvas, x + _CELL_WIDTH * column, y + 1 + row, card, cell, marks)
    for row in range(3):
        canvas.put(x + _EDGE_X, y + 1 + row, "│", "faint")
    canvas.put(x, y + 4, "─" * _EDGE_X + "┘", "faint")
    for line in LINES:
        place = int(line[-1])
        if line.startswith("row"):
            _paint_end(canvas, x + _EDGE_X + 1, y + 1 + place, card, line, NEAR_ROW)
        else:
            _paint_end(canvas, x + _CELL_WIDTH * place, y + 5, card, line, NEAR_COLUMN)


def is_near(card: BoxCard, line: Line) -> bool:
    """Whether one cross more fills a line."""
    return (LINES[line] & ~card.crosses).bit_count() == 1


def is_filled(card: BoxCard, line: Line) -> bool:
    """Whether all of a line is crossed."""
    return LINES[line] & card.crosses == LINES[line]


def cell_text(card: BoxCard, cell: Cell, prices: Mapping[Cell, int]) -> str:
    """Return what stands in a cell: a cross, or its number and what crossing it costs."""
    if not card.is_free(cell):
        return CROSS
    price = prices.get(cell)
    cost = "" if price is None else f"{LIGHTNING}{price}" if price else FITS
    return f"{card.number(cell)}{cost}"


def _paint_cell(canvas: Canvas, x: int, y: int, card: BoxCard, cell: Cell, marks: Marks) -> None:
    text = cell_text(card, cell, marks.prices)
    role: Role = _role_of(cell, marks.prices, marks.fresh)
    if cell == marks.cursor:
        canvas.put(x, y, f"[{text:{_CELL_WIDTH - 1}}]", "cursor")
        canvas.cursor = Offset(x + 1, y)
    elif cell == marks.newest:
        canvas.put(x, y, f"[{text}]", role)
    else:
        canvas.put(x + 1, y, text, role)


def _role_of(cell: Cell, prices: Mapping[Cell, int], fresh: Collection[Cell]) -> Role:
    if cell in fresh:
        return "fresh"
    return "act" if prices.get(cell) == 0 else ""


def _paint_end(canvas: Canvas, x: int, y: int, card: BoxCard, line: Line, near: str) -> None:
    """Write the bonus of a line: with a mark where one cross is missing, and ticked off when it is won."""
    if is_filled(card, line):
        canvas.put(x + 1, y, FILLED, "faint")
    elif is_near(card, line):
        canvas.put(x, y, f"{near}{sign(card.bonus(line))}", "warn")
    else:
        canvas.put(x + 1, y, sign(card.bonus(line)))
