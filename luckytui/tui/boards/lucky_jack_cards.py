"""The cards of Lucky Jack: what each symbol is called, how it is drawn, and a card as a picture.

Another set of symbols is another table like `DRAWN`: three rows of at most seven characters for each.
"""

from collections.abc import Mapping
from typing import NamedTuple

from rich.cells import cell_len

from luckytui.games.lucky_jack import Symbol
from luckytui.games.options import N_
from luckytui.tui.canvas import Canvas, Role
from luckytui.words import _, plural


class Drawing(NamedTuple):
    """How a symbol is drawn. The color is an ornament: shape and name say the same."""

    rows: tuple[str, str, str]
    role: Role


DRAWN: Mapping[Symbol, Drawing] = {
    "lemon": Drawing((" ▄▀██▄ ", "▄█████▄", " ▀███▀ "), "yellow"),
    "cherry": Drawing(("  ▄▀▀▄ ", "▄█▄ ▄█▄", "▀█▀ ▀█▀"), "red"),
    "diamond": Drawing(("▄█▀█▀█▄", "▀█████▀", "  ▀█▀  "), "blue"),
    "clover": Drawing(("  ███  ", "███▄███", "▀▀ █ ▀▀"), "green"),
    "bell": Drawing(("  ▄█▄  ", " █████ ", "▀▀▀█▀▀▀"), "yellow"),
    "grape": Drawing((" ●●●●● ", "  ●●●  ", "   ●   "), "magenta"),
    "seven": Drawing(("██████ ", "   ▄█▀ ", "  ██   "), "red"),
}

WIDTH, HEIGHT = 9, 5
"""A card of a hand, its frame included."""
LARGE_WIDTH, LARGE_HEIGHT = 11, 7
"""A card of a pile."""

_NAMES: Mapping[Symbol, str] = {
    "lemon": N_("lemon"),
    "cherry": N_("cherry"),
    "diamond": N_("diamond"),
    "clover": N_("clover"),
    "bell": N_("bell"),
    "grape": N_("grape"),
    "seven": N_("seven"),
}
_COUNTED: Mapping[Symbol, tuple[str, str]] = {
    "lemon": (N_("{number} lemon"), N_("{number} lemons")),
    "cherry": (N_("{number} cherry"), N_("{number} cherries")),
    "diamond": (N_("{number} diamond"), N_("{number} diamonds")),
    "clover": (N_("{number} clover"), N_("{number} clovers")),
    "bell": (N_("{number} bell"), N_("{number} bells")),
    "grape": (N_("{number} grape"), N_("{number} grapes")),
    "seven": (N_("{number} seven"), N_("{number} sevens")),
}


def name(card: Symbol) -> str:
    """Return what a card is called."""
    return _(_NAMES[card])


def counted(card: Symbol, number: int) -> str:
    """Return how many cards of a symbol, in words: 3 sevens."""
    return plural(*_COUNTED[card], number)


def paint_card(canvas: Canvas, x: int, y: int, card: Symbol, foot: str, frame: Role = "") -> None:
    """Paint a card of a hand, its name in the upper edge and a text in the lower one."""
    _paint_frame(canvas, x, y, (WIDTH, HEIGHT), (name(card), foot), frame)
    _paint_drawing(canvas, x + 1, y + 1, card)


def paint_large(canvas: Canvas, x: int, y: int, card: Symbol, foot: str, frame: Role = "") -> None:
    """Paint a card of a pile."""
    _paint_frame(canvas, x, y, (LARGE_WIDTH, LARGE_HEIGHT), (name(card), foot), frame)
    _paint_drawing(canvas, x + 2, y + 2, card)


def paint_back(canvas: Canvas, x: int, y: int, head: str, foot: str, frame: Role = "") -> None:
    """Paint a pile whose cards are face down."""
    _paint_frame(canvas, x, y, (LARGE_WIDTH, LARGE_HEIGHT), (head, foot), frame)
    for row in range(1, LARGE_HEIGHT - 1):
        canvas.put(x + 1, y + row, "░" * (LARGE_WIDTH - 2), "faint")


def _paint_frame(
    canvas: Canvas, x: int, y: int, size: tuple[int, int], texts: tuple[str, str], role: Role
) -> None:
    width, height = size
    head, foot = (text + "─" * (width - 2 - cell_len(text)) for text in texts)
    canvas.put(x, y, f"┌{head}┐", role)
    for row in range(1, height - 1):
        canvas.put(x, y + row, "│", role)
        canvas.put(x + width - 1, y + row, "│", role)
    canvas.put(x, y + height - 1, f"└{foot}┘", role)


def _paint_drawing(canvas: Canvas, x: int, y: int, card: Symbol) -> None:
    drawing = DRAWN[card]
    for row, text in enumerate(drawing.rows):
        canvas.put(x, y + row, text, drawing.role)
