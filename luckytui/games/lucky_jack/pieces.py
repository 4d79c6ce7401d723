"""How a card of Lucky Jack is drawn, in every size."""

from collections.abc import Mapping

from luckytui.games import data
from luckytui.games.lucky_jack.names import card_name
from luckytui.games.lucky_jack.rules import VALUE, Symbol
from luckytui.shown.words import columns
from luckytui.tui.canvas import Canvas, cut, put_edge

Size = tuple[int, int]
"""Columns and rows; or a column and a row."""

SMALL, FLAT_MEDIUM, MEDIUM, FLAT_LARGE, LARGE, HUGE = (7, 4), (9, 5), (11, 7), (15, 9), (17, 10), (26, 13)
"""The sizes of a card, without the row of its edge."""

NEW = "•"

DRAWN: Mapping[str, Mapping[Symbol, str]] = data("lucky-jack", "symbols.toml")
"""The points of the symbols, row by row, in three sizes. Shape and name say the same as the colors."""


def put_card(
    canvas: Canvas,
    at: Size,
    size: Size,
    card: Symbol,
    held: int = 1,
    *,
    is_new: bool = False,
    won: bool = False,
    corner: str = "",
) -> None:
    """Lay a card, the edges of those behind it above: its name, symbol and value, and how many there are.

    The name is above the symbol; on cards of four rows it is below, and there is no room for the value.
    `corner`: what a winning card has counted.
    """
    (x, y), (width, height), is_low = at, size, size[1] < FLAT_MEDIUM[1]
    foot, name = y + height - 1, cut(card_name(card, width), width)
    if held > 1:
        canvas.put(x, y - 1, "▄" * width, "card-edge", "card-edge-2" if held > 2 else None)
    canvas.fill(x, y, width, height, "card-win" if won else "card")
    _put_symbol(canvas, at, size, card)
    indent = not is_low and columns(name) + is_new < width
    canvas.put(x + indent, foot if is_low else y, name, bold=width > MEDIUM[0])
    canvas.put(x + 1, foot, "" if is_low else str(VALUE[card]), "faint")
    count_at = (x + width, y - 1) if is_low else (x + width - 1, foot)
    canvas.put_right(*count_at, f"×{held}" if held > 1 else "", "strong")
    canvas.put_right(x + width - 1, y if width > MEDIUM[0] else foot, "" if is_low else corner, "strong")
    free = y if is_low or columns(name) < width else foot
    canvas.put(x + width - 1, free, NEW if is_new else "", "strong")
    if not is_low:
        put_edge(canvas, x, y + height, width, "card-edge")


def _put_symbol(canvas: Canvas, at: Size, size: Size, card: Symbol) -> None:
    (x, y), (width, height) = at, size
    inks = {"a": card, "b": f"{card}-2", "c": f"{card}-3", "g": "clover-2"}
    if size == HUGE:
        canvas.pixels(x + 2, y + 1, DRAWN["middle"][card].split(), inks, scale=2)
        return
    kind = "large" if width >= FLAT_LARGE[0] else "middle" if width >= MEDIUM[0] else "small"
    rows = DRAWN[kind][card].split()
    top = 1 + max(0, height - 8) // 2 if kind == "large" else int(height >= FLAT_MEDIUM[1])
    canvas.pixels(x + (width - len(rows[0])) // 2, y + top, rows, inks)
