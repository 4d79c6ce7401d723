"""The cards of Lucky Jack: what each symbol is called, how it is drawn, and a card as a picture.

Another set of symbols is another table like `DRAWN`: three rows of at most seven characters for each.
"""

from collections.abc import Mapping
from typing import NamedTuple

from textual.geometry import Offset, Size

from luckytui.games.lucky_jack import Symbol
from luckytui.text import N_, _, plural
from luckytui.tui.canvas import Canvas, Role


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

SMALL, LARGE = Size(9, 5), Size(11, 7)
"""How large a card of a hand is, and one of a pile, the frame included."""

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


def paint_card(canvas: Canvas, at: Offset, size: Size, card: Symbol, foot: str, role: Role = "") -> None:
    """Paint a card, its name in the upper edge and a text in the lower one; the role is that of both."""
    _paint_frame(canvas, at, size)
    canvas.put(at.x + 1, at.y, name(card), role)
    canvas.put(at.x + 1, at.y + size.height - 1, foot, role)
    drawing = DRAWN[card]
    for row, text in enumerate(drawing.rows, (size.height - len(drawing.rows)) // 2):
        canvas.put(at.x + (size.width - len(text)) // 2, at.y + row, text, drawing.role)


def paint_back(canvas: Canvas, at: Offset, head: str, foot: str) -> None:
    """Paint a pile whose cards are face down; below stands what can be done with it."""
    _paint_frame(canvas, at, LARGE)
    canvas.put(at.x + 1, at.y, head)
    canvas.put(at.x + 1, at.y + LARGE.height - 1, foot, "act")
    for row in range(1, LARGE.height - 1):
        canvas.put(at.x + 1, at.y + row, "░" * (LARGE.width - 2), "faint")


def _paint_frame(canvas: Canvas, at: Offset, size: Size) -> None:
    """Paint an empty frame. Its role never changes: that would send all of its rows anew."""
    edge = "─" * (size.width - 2)
    canvas.put(at.x, at.y, f"┌{edge}┐")
    for y in range(at.y + 1, at.y + size.height - 1):
        canvas.put(at.x, y, "│")
        canvas.put(at.x + size.width - 1, y, "│")
    canvas.put(at.x, at.y + size.height - 1, f"└{edge}┘")
