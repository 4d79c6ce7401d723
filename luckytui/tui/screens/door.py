"""How guests without luckytui get in: the lines in the lobby that say so, and a QR code for a phone."""

from collections.abc import Sequence
from functools import lru_cache

from luckytui.shown.commands import BACK, HELP
from luckytui.shown.people import all_lines, web_address
from luckytui.system.viewer import viewer
from luckytui.table.views import GuestDoor
from luckytui.text import _
from luckytui.tui.canvas import Canvas, folded
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.widgets.large import ROWS, put_large, width_of
from luckytui.tui.widgets.painted import Painted

_BORDER = 2
"""How many light squares a reader needs around a QR code."""


@lru_cache(8)
def _squares(text: str) -> Sequence[str]:
    """Return a QR code, row by row: "#" for a light square, a dot for a dark one."""
    import segno  # noqa: PLC0415 - only a table with a door needs it

    rows = segno.make_qr(text.upper(), error="l").matrix_iter(border=_BORDER)  # capitals take fewer squares
    return ["".join(".#"[not square] for square in row) for row in rows]


def qr_size(text: str) -> tuple[int, int]:
    """Return how many columns and rows a QR code takes; none where the terminal has no blocks to draw it."""
    side = 0 if viewer().is_ascii else len(_squares(text))
    return side, (side + 1) // 2


def put_qr(canvas: Canvas, x: int, y: int, text: str, *, large: bool = False) -> None:
    """Draw a QR code, two squares a cell, or `large`: each square in two cells."""
    squares = _squares(text)
    if large:
        squares = ["".join(2 * square for square in row) for row in squares for _twice in range(2)]
    canvas.fill(x, y, len(squares[0]), len(squares) // 2, "qr")  # the picture has half of the last row
    canvas.pixels(x, y, squares, {"#": "qr-light"})


def put_digits(canvas: Canvas, x: int, y: int, digits: str) -> int:
    """Write what guests type, in large figures where there is room; return the row behind it and its air."""
    groups = digits.split() if digits[:1].isdecimal() else []
    width = sum(width_of(group, "small") + 3 for group in groups)
    if not groups or x + width > canvas.width or y + 2 + ROWS > canvas.height:
        canvas.put(x, y, digits, "act", bold=True)
        return y + 1
    for group in groups:
        x = put_large(canvas, x, y + 1, group, "act", kind="small") + 3
    return y + 2 + ROWS


class DoorPicture(Painted):
    """The QR code as large as there is room for, and all lines beside it or below."""

    DEFAULT_CSS = "DoorPicture { height: 1fr; }"
    MEASURE = 124

    def __init__(self, door: GuestDoor) -> None:
        super().__init__()
        self._door = door

    def paint(self, canvas: Canvas) -> None:
        web = web_address(self._door)
        width, height = qr_size(web)
        large = canvas.height > width and canvas.width >= 2 * width + 30
        x = 2
        if width and canvas.height > height:
            put_qr(canvas, 1, 0, web, large=large)
            put_digits(canvas, 2, height * (1 + large), self._door.code or "")
            x = width * (1 + large) + 3
        y = 1
        for text, role in all_lines(self._door):
            for line in folded(text, canvas.width - x - 1):
                canvas.put(x, y, line, role)
                y += 1
            y += role != "strong"


class DoorScreen(BaseScreen):
    """Shows how guests get in, for a phone to read from across the table."""

    VERBS = (HELP, BACK)
    HAS_PROMPT = False

    def __init__(self, door: GuestDoor) -> None:
        super().__init__(_("The door for guests"), middle=[DoorPicture(door)])
