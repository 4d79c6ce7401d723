"""How the table of Lucky Numbers is drawn, in three sizes: the tiles are colored by their number.

A good garden is a smooth slope of light from the upper left to the lower right.
"""

from collections.abc import Mapping
from typing import NamedTuple

from luckytui.games.interface import Seat
from luckytui.games.lucky_numbers import DIAGONAL, SIDE, TILES, Cell, Tile, empty_cells, unseen
from luckytui.text import N_, _, in_figures, plural
from luckytui.tui.boards.lucky_numbers.model import (
    LETTERS,
    TRAY_ROW,
    Full,
    LuckyNumbersModel,
    Mark,
    Square,
    TileTurning,
)
from luckytui.tui.boards.lucky_numbers.words import earned, listed
from luckytui.tui.boards.paint import put_block, put_player
from luckytui.tui.boards.words import by, columns, seat_name
from luckytui.tui.canvas import Canvas, Ground, Ink, Scale, cut
from luckytui.tui.widgets.large import put_figures

SIGNS: dict[Mark, str] = {"": "", "fits": "+", "swaps": "↔"}
NEW = "•"

Place = tuple[int, int]
"""A column and a row of the canvas."""


class _Plan(NamedTuple):
    """Where everything is at one size, and how large."""

    name: Place
    garden: Place
    tile: tuple[int, int]
    """How wide and high an own tile is."""
    step: tuple[int, int]
    """How far apart the own tiles are."""
    others: tuple[Place, Place, Place, Place]
    """Where the others' names are; the tile in hand is where there is nobody."""
    small: Place
    """Where another's first tile is, from the name."""
    chip: tuple[int, int]
    """How wide and high the others' tiles are."""
    chip_step: tuple[int, int]
    hand: Place
    """Where the tile in hand is, from its title."""
    stack: Place
    middle: Place
    """Where the stack's and the middle's titles are; the tiles are right of them, or below."""
    notes: Place
    face_down: Place
    """Where it is said what is still face down, if there is room."""


_PLANS: Mapping[Scale, _Plan] = {
    "compact": _Plan(
        name=(2, 0),
        garden=(4, 1),
        tile=(6, 2),
        step=(7, 2),
        others=((34, 0), (47, 0), (34, 6), (47, 6)),
        small=(0, 1),
        chip=(3, 1),
        chip_step=(3, 1),
        hand=(3, 2),
        stack=(1, 12),
        middle=(15, 12),
        notes=(1, 10),
        face_down=(1, 16),
    ),
    "ordinary": _Plan(
        name=(3, 0),
        garden=(5, 1),
        tile=(6, 3),
        step=(7, 3),
        others=((39, 0), (61, 0), (39, 7), (61, 7)),
        small=(0, 2),
        chip=(4, 1),
        chip_step=(4, 1),
        hand=(4, 2),
        stack=(2, 15),
        middle=(18, 15),
        notes=(2, 14),
        face_down=(2, 20),
    ),
    "large": _Plan(
        name=(3, 1),
        garden=(5, 2),
        tile=(13, 6),
        step=(14, 6),
        others=((63, 1), (89, 1), (63, 12), (89, 12)),
        small=(0, 1),
        chip=(5, 2),
        chip_step=(6, 2),
        hand=(4, 2),
        stack=(5, 29),
        middle=(21, 29),
        notes=(63, 23),
        face_down=(5, 38),
    ),
}


def paint(canvas: Canvas, model: LuckyNumbersModel) -> None:
    """Paint the table."""
    plan = _PLANS[canvas.scale]
    _paint_own_garden(canvas, plan, model)
    for index in range(model.view.seats - 1):
        _paint_garden(canvas, plan, index, model, (model.owner + 1 + index) % model.view.seats)
    _paint_hand(canvas, plan, model)
    _paint_stack(canvas, plan, model)
    _paint_middle(canvas, plan, model)
    _paint_notes(canvas, plan, model)
    if isinstance(model.moment, Full) and model.moment.diagonal > 2 * SIDE - 2:
        _paint_full(canvas, plan, model.moment.seat, model)
    if canvas.height > plan.face_down[1] + 1 and model.view.stage in {"turn", "drawn"}:
        _paint_face_down(canvas, plan, model)


def step_of(tile: Tile) -> Ground:
    """Return the ground of a tile: five steps from dark to light."""
    return f"tile-{1 + (tile - 1) // 4}"


def put_tile(
    canvas: Canvas, x: int, y: int, width: int, height: int, tile: Tile, *, is_gold: bool = False
) -> None:
    """Lay a tile with nothing on it; of no tile (0) the dent, golden on the diagonal."""
    ground = step_of(tile) if tile else "dent-gold" if is_gold else "dent"
    if height == 1:
        canvas.fill(x, y, width, 1, ground)
    else:
        put_block(canvas, x, y, width, height, ground, f"{ground}-edge" if tile else None)


# ── Gardens ───────────────────────────────────────────────────────────────────────────────────────


def _paint_own_garden(canvas: Canvas, plan: _Plan, model: LuckyNumbersModel) -> None:
    (left, top), (width, height), (right, down) = plan.garden, plan.tile, plan.step
    facts = plural("{number} empty", "{number} empty", empty_cells(model.tiles(model.owner)))
    if model.view.options.tournament:
        facts += f" · {_points(model, model.owner)}"
    put_player(canvas, *plan.name, model, model.owner, plan.others[0][0] - plan.name[0] - 2, facts)
    for place in range(SIDE):
        canvas.put(left - 2, top + height // 2 + down * place - (height == 2), str(place + 1), "faint")
        canvas.put(left + width // 2 + right * place, top + down * SIDE, LETTERS[place], "faint")
    for square in model.garden(model.owner):
        x, y = left + square.cell[1] * right, top + square.cell[0] * down
        has_cursor = model.asked and model.cursor.in_garden and square.cell == model.cursor.cell
        put_tile(canvas, x, y, width, height, square.tile, is_gold=square.cell in DIAGONAL)
        paint = _paint_large if height > 3 else _paint_small
        paint(canvas, x, y, plan.tile, square, has_cursor=has_cursor)


def _paint_full(canvas: Canvas, plan: _Plan, seat: Seat, model: LuckyNumbersModel) -> None:
    """Say where a garden's name is that it is full."""
    is_own = seat == model.owner
    x, y = plan.name if is_own else plan.others[(seat - model.owner) % model.view.seats - 1]
    mine, theirs = N_(" ★ Your garden is full ★ "), N_(" ★ {name}'s garden is full ★ ")
    room = plan.others[1][0] - plan.others[0][0] - 1 if not is_own else plan.others[0][0] - x
    text = by(model, seat, mine, theirs)
    canvas.put(x, y, text if columns(text) <= room else cut(f" ★ {seat_name(model, seat)} ★", room), "cursor")


def _paint_small(
    canvas: Canvas, x: int, y: int, size: tuple[int, int], square: Square, *, has_cursor: bool
) -> None:
    """Write a tile's number in its middle row, which is the cursor's as well."""
    y += size[1] // 2 - (size[1] == 2)
    canvas.fill(x, y, size[0] * square.is_lit, 1, "card-win")
    sign = SIGNS[square.mark]
    if has_cursor:
        canvas.put(x, y, f"[{square.tile or sign or '·':>3}{sign if square.tile else '':1}]", "cursor")
        canvas.cursor = (x + 3, y)
    elif square.tile:
        canvas.put(x, y, NEW if square.is_new else "", bold=True)
        canvas.put(x + 2, y, f"{square.tile:>2}", bold=True)
        canvas.put(x + 5, y, sign, bold=True)
    else:
        canvas.put(x + 3, y, sign or _dent(square.cell), "act" if sign else "faint", bold=bool(sign))


def _paint_large(
    canvas: Canvas, x: int, y: int, size: tuple[int, int], square: Square, *, has_cursor: bool
) -> None:
    """Write a tile's number in large figures; the row below them is the mark's and the cursor's."""
    width, sign, figures = size[0], SIGNS[square.mark], str(square.tile)
    band = y + size[1] - 2
    canvas.fill(x, band, width * square.is_lit, 1, "card-win")
    if square.tile:
        put_figures(canvas, x + (width + 1 - 5 * len(figures)) // 2, y + 1, figures)
        canvas.put(x + 1, y + 1, NEW if square.is_new else "", bold=True)
        canvas.put(x + width - 2, band, sign, bold=True)
    elif not has_cursor:
        ink: Ink = "act" if sign else "faint"
        canvas.put(x + width // 2, y + 2, sign or _dent(square.cell), ink, bold=bool(sign))
    if has_cursor:
        text = f"{square.tile} {sign}".strip() if square.tile else sign or "·"
        canvas.put(x, band, f"[{text:^{width - 2}}]", "cursor")
        canvas.cursor = (x + width // 2, band)


def _dent(cell: Cell) -> str:
    return "◇" if cell in DIAGONAL else "·"


def _paint_garden(canvas: Canvas, plan: _Plan, index: int, model: LuckyNumbersModel, seat: Seat) -> None:
    """Paint another's garden."""
    (left, top), (width, height), (right, down) = plan.others[index], plan.chip, plan.chip_step
    is_narrow = width < 4
    room = (60 if is_narrow else 114) - left if index % 2 else plan.others[1][0] - left
    empty = empty_cells(model.tiles(seat))
    facts = str(empty) if is_narrow else plural("{number} empty", "{number} empty", empty)
    put_player(canvas, left, top, model, seat, room - 2 - (not is_narrow), facts)
    x, y = left + plan.small[0], top + plan.small[1]
    for square in model.garden(seat):
        row, column = square.cell
        place = x + column * right, y + row * down
        put_tile(canvas, *place, width, height, square.tile, is_gold=square.cell in DIAGONAL)
        _paint_chip(canvas, *place, width, square)
    below = y + SIDE * down if plan.small[1] == 1 else top + 1
    if dealt := model.view.dealt[seat]:
        canvas.put(left, below, _("to lay {tiles}", tiles=listed(dealt)), "faint")
    elif model.view.options.tournament:
        canvas.put(left, below, _points(model, seat), "faint")


def _paint_chip(canvas: Canvas, x: int, y: int, width: int, square: Square) -> None:
    if not square.tile:
        canvas.put(x + 2, y, "·", "faint")
        return
    canvas.fill(x, y, width * square.is_lit, 1, "card-win")
    number = x + (1 if width == 3 else width - 3)
    canvas.put(number - (width < 5), y, NEW if square.is_new else "", bold=True)
    canvas.put(number - (width == 5), y, f"{square.tile:>2}", bold=square.is_new or width > 4)
    canvas.put(x + 4, y, NEW if square.is_new and width > 4 else "", bold=True)


def _points(model: LuckyNumbersModel, seat: Seat) -> str:
    points = model.view.points[seat]
    return plural("{number} point", "{number} points", points, number=in_figures(points))


# ── What lies on the table ────────────────────────────────────────────────────────────────────────


def _paint_hand(canvas: Canvas, plan: _Plan, model: LuckyNumbersModel) -> None:
    """Paint the tile that is to be laid where the fourth garden would be, its title above it."""
    tile = model.held or model.view.hand
    if not tile:
        return
    x, y = plan.others[3]
    is_short = plan.tile[1] == 2
    if model.view.stage == "set_up":
        canvas.put(x, y, _("To lay"))
        canvas.put(x, y + plan.hand[1] + plan.tile[1], listed(model.to_lay[1:]), "faint")
    elif model.held or model.is_me(model.view.turn):
        canvas.put(x, y, _("In hand") if is_short else _("In your hand"))
    else:
        name = model.name_of(model.view.turn)
        canvas.put(x, y, name if is_short else _("{name} holds", name=name))
    x, y = x + plan.hand[0], y + plan.hand[1]
    if isinstance(model.moment, TileTurning):
        width, height = plan.tile
        if model.moment.on_edge:
            put_block(canvas, x + width // 3, y, width // 3, height, "back", "back-light")
        else:
            put_tile(canvas, x + 1, y, width - 2, height, tile)
        return
    put_tile(canvas, x, y, *plan.tile, tile)
    square = Square((0, 1), tile, "", is_new=False)
    paint = _paint_large if plan.tile[1] > 3 else _paint_small
    paint(canvas, x, y, plan.tile, square, has_cursor=False)


def _paint_stack(canvas: Canvas, plan: _Plan, model: LuckyNumbersModel) -> None:
    """Paint the stack as the back of a tile with how many there are."""
    x, y = plan.stack
    canvas.put(x, y, _("Stack"), "faint")
    has_cursor = model.on_tray and model.cursor.place == 0
    text, ink = f"{model.view.stack:^4}", "cursor" if has_cursor else "strong"
    if plan.tile[1] <= 3:
        x += 6 if plan.tile[1] == 2 else 7
        canvas.put(x, y, f"[{text}]" if has_cursor else f" {text} ", ink, None if has_cursor else "back")
        canvas.put(x, y + 1, "▀" * 6, "back-light")
        middle = x + 2, y
    else:
        width, height = plan.tile
        put_block(canvas, x, y + 1, width, height, "back", "card-edge")
        for row in range(y + 2, y + height):
            canvas.put(x, row, " ▗▖ ▗▖ ▗▖ ▗▖ ", "back-light")
        middle = x + width // 2, y + 3
        canvas.put(x + 3, y + 3, f"{text:^7}", "strong")
        if has_cursor:
            canvas.put(x + 3, y + 3, f"[{text:^5}]", "cursor")
    if has_cursor:
        canvas.cursor = middle


def _paint_middle(canvas: Canvas, plan: _Plan, model: LuckyNumbersModel) -> None:
    """Paint the tiles of the middle, one of each number: in one row as long as there is room."""
    x, y = plan.middle
    canvas.put(x, y, _("Middle"), "faint")
    height = 1 if len(model.numbers) > TRAY_ROW else 2
    if plan.tile[1] > 3:
        y, width, step, height = y + 2, 6, 9, 3
    else:
        x += 7 + (plan.tile[1] == 3)
        is_full = len(model.numbers) > 6
        width, step = ((6, 9), (5, 6))[is_full] if plan.tile[1] == 3 else ((5, 6), (4, 4))[is_full]
    if not model.numbers:
        canvas.put(x, y, _("no tiles yet"), "faint")
    for index, tile in enumerate(model.numbers):
        place = x + step * (index % TRAY_ROW), y + height * (index // TRAY_ROW)
        put_tile(canvas, *place, width, height, tile)
        _paint_middle_tile(canvas, place[0], place[1] + (height == 3), width, tile, model)


def _paint_middle_tile(
    canvas: Canvas, x: int, y: int, width: int, tile: Tile, model: LuckyNumbersModel
) -> None:
    sign, copies = SIGNS[model.best_mark(tile)], model.view.middle.count(tile)
    count = f"×{copies}" if copies > 1 else ""
    if tile in {model.cursor.picked, model.tile_at_cursor}:
        canvas.put(x, y, f"[{tile:>2}{sign}".ljust(width - 1)[: width - 1] + "]", "cursor")
        if not model.cursor.in_garden:
            canvas.cursor = (x + 2, y)
        return
    number = canvas.put(x + (width > 4 and not (width == 5 and sign and count)), y, f"{tile:>2}", bold=True)
    number += width == 6 and not count
    end = canvas.put(number, y, sign, bold=True)
    canvas.put_right(x + width, y, count if x + width - end > 1 else count[1:], "faint")


def _paint_notes(canvas: Canvas, plan: _Plan, model: LuckyNumbersModel) -> None:
    view = model.view
    notes = [earned(model)]
    if view.options.tournament and view.number:
        notes.append(_("Game {number} of {games}", number=view.number, games=view.seats))
    x, y = plan.notes
    end = canvas.put(x, y, notes[0], "fresh", bold=True)
    canvas.put(end + (end > x) * 2, y, notes[-1] if len(notes) > 1 else "", "faint")


def _paint_face_down(canvas: Canvas, plan: _Plan, model: LuckyNumbersModel) -> None:
    """Say of each number how many tiles are still face down, as all can work out."""
    x, y = plan.face_down
    canvas.put(x, y, _("Still face down"), "faint")
    step = min(4, (canvas.width - x - 18) // len(TILES))
    for place, (tile, left) in enumerate(zip(TILES, unseen(model.view)[1:], strict=True)):
        canvas.put(x + 18 + step * place, y, f"{tile:>2}", "faint")
        canvas.put(x + 18 + step * place, y + 1, " ▂▄▆█"[left] * 2, step_of(tile))
