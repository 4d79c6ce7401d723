"""What lies on the table of Lucky Squares, drawn: a square with its coins, a card, the dice."""

from collections.abc import Iterable
from typing import NamedTuple

from textual.geometry import Offset

from luckytui.games.lucky_squares import COLORS, Color, Rolled
from luckytui.text import _
from luckytui.tui.boards.lucky_squares_story import SIGNS, color_name
from luckytui.tui.canvas import Canvas, Role, cut

COIN, HIDDEN = "●", "▒"
SQUARE_WIDTH, SQUARE_HEIGHT = 12, 7
"""How much room a square takes, its frame and the line below it included."""
_INSIDE = SQUARE_WIDTH - 2
_COIN_ROWS = 2


class Square(NamedTuple):
    """What is to be seen of a square."""

    color: Color
    cents: int
    change: int
    """How many cents more, or less, than when the player last moved."""
    who: str
    """Who is known to have picked it."""
    mark: str = ""
    """A sign in its frame."""
    is_closed: bool = False
    """Whether it cannot be named now."""
    has_cursor: bool = False


def paint_square(canvas: Canvas, x: int, y: int, square: Square) -> None:
    """Draw a square: its number, sign and name, its cents, and these as coins; below it who is there."""
    hue: Role = "faint" if square.is_closed else square.color
    number = COLORS.index(square.color) + 1
    canvas.put(x, y, f"┌── {number} {square.mark or '─'}".ljust(_INSIDE + 1, "─") + "┐", hue)
    for row in range(1, SQUARE_HEIGHT - 2):
        canvas.put(x, y + row, f"│{' ' * _INSIDE}│", hue)
    canvas.put(x, y + SQUARE_HEIGHT - 2, f"└{'─' * _INSIDE}┘", hue)
    _paint_name(canvas, x, y + 1, square, hue)
    _paint_cents(canvas, x, y + 2, square)
    _paint_coins(canvas, x + 1, y + 3, square.cents, hue)
    canvas.put(x + 2, y + SQUARE_HEIGHT - 1, cut(square.who, _INSIDE), hue)


def _paint_name(canvas: Canvas, x: int, y: int, square: Square, hue: Role) -> None:
    if square.has_cursor:
        canvas.put(x, y, f"[{' ' * _INSIDE}]", "cursor")
        canvas.cursor = Offset(x + 2, y)
    canvas.put(x + 2, y, signed(square.color), "cursor" if square.has_cursor else hue)


def _paint_cents(canvas: Canvas, x: int, y: int, square: Square) -> None:
    role: Role = "strong" if square.cents and not square.is_closed else "faint"
    canvas.put_right(x + 6, y, f"{square.cents}¢" if square.cents else "·", role)
    if square.change:
        canvas.put(x + 7, y, f"{square.change:+}".replace("-", "−"), "fresh")


def _paint_coins(canvas: Canvas, x: int, y: int, cents: int, hue: Role) -> None:
    """Draw a coin for each cent; a plus at the end stands for those that find no room."""
    for row in range(_COIN_ROWS):
        canvas.put(x, y + row, COIN * min(max(cents - row * _INSIDE, 0), _INSIDE), hue)
    if cents > _COIN_ROWS * _INSIDE:
        canvas.put(x + _INSIDE - 1, y + _COIN_ROWS - 1, "+", hue)


def paint_dice(canvas: Canvas, x: int, y: int, rolls: Iterable[Rolled]) -> None:
    """Show what was rolled, in order."""
    x = canvas.put(x, y, _("Rolled"), "faint") + 1
    for roll in rolls:
        x = canvas.put(x, y, f"[{signed(roll.color)} {roll.number}]", roll.color) + 1


def paint_card(canvas: Canvas, x: int, y: int, card: Color | None, *, is_open: bool) -> None:
    """Draw a card: open, known to its owner alone, or hidden."""
    if card is None:
        canvas.put(x, y, f"[{HIDDEN}]", "faint")
    else:
        canvas.put(x, y, f"[{SIGNS[card]}]" if is_open else f"({SIGNS[card]})", card)


def signed(color: Color) -> str:
    """Return a square's sign and its name."""
    return f"{SIGNS[color]} {color_name(color)}"
