"""Small plots: curves in braille dots, two by four a cell, and bars in eighths of a row."""

from collections.abc import Sequence
from math import ceil

from luckytui.tui.canvas import Canvas
from luckytui.tui.themes import Ink

EIGHTHS = " ▁▂▃▄▅▆▇█"
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""What each dot of a braille cell adds to its code, by row and column."""


def put_curves(
    canvas: Canvas, x: int, y: int, width: int, height: int, curves: Sequence[tuple[Ink, Sequence[float]]]
) -> None:
    """Draw curves over each other, the last one on top, from (x, y) on; each is as wide as the plot."""
    every = [value for _ink, curve in curves for value in curve]
    low, span = min(every), (max(every) - min(every)) or 1.0
    cells: dict[tuple[int, int], tuple[int, Ink]] = {}
    for ink, curve in curves:
        for dot in range(2 * width):
            value = curve[dot * (len(curve) - 1) // max(2 * width - 1, 1)]
            row = round((4 * height - 1) * (1 - (value - low) / span))
            cell = dot // 2, row // 4
            cells[cell] = cells.get(cell, (0, ink))[0] | _DOTS[row % 4][dot % 2], ink
    for (column, row), (dots, ink) in cells.items():
        canvas.put(x + column, y + row, chr(0x2800 + dots), ink)


def put_bar(canvas: Canvas, x: int, y: int, rows: float, ink: Ink) -> None:
    """Draw a bar a column wide and this many rows high, upwards from the foot of row y."""
    for row in range(ceil(rows)):
        canvas.put(x, y - row, eighths(rows - row), ink)


def eighths(share: float) -> str:
    """Return a bar for a share of a row's height, from 0 to 1; a share that is not nothing is seen."""
    return EIGHTHS[max(share > 0, round(8 * max(0.0, min(share, 1.0))))]
