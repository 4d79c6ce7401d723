"""What the pictures of all boards share: pieces as blocks, people by name and sign, the cursor's brackets."""

from luckytui.games.interface import Seat
from luckytui.shown.words import AnyModel, columns, seat_name
from luckytui.tui.canvas import Canvas, Ground, Ink, cut
from luckytui.tui.themes import PLAYERS, SIGNS

Place = tuple[int, int]
"""A column and a row of the canvas, or as many columns and rows."""


def share(spare: int, gaps: int, *, most: int, least: int) -> int:
    """Return how wide a gap is: the gaps and the two margins have equal shares of what is to spare."""
    return max(least, min(most, least + spare // (gaps + 2)))


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
    end = canvas.put(x + 2, y, name, ink, bold=is_awaited or model.is_me(seat))
    end = canvas.put(end, y, facts, "faint")
    if has_cursor:
        canvas.put(x - 1, y, "[", "cursor")
        canvas.put(end, y, "]", "cursor")
        canvas.cursor = (x, y)
    return end
