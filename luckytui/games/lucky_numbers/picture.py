"""How the table of Lucky Numbers is drawn: the tiles are colored by their number.

A good garden is a smooth slope of light from the upper left to the lower right.
"""

from collections.abc import Sequence
from itertools import count
from string import ascii_lowercase

from luckytui.games.interface import Seat
from luckytui.games.lucky_numbers.layout import (
    CHART_X,
    CHIP,
    FLAT,
    FLAT_LARGE,
    HUGE,
    MEDIUM,
    TINY,
    Layout,
    layout,
)
from luckytui.games.lucky_numbers.model import STACK, Full, LuckyNumbersModel, Mark, Square, TileTurning
from luckytui.games.lucky_numbers.rules import DIAGONAL, SIDE, TILES, Garden, Tile, unseen
from luckytui.games.lucky_numbers.words import earned, listed
from luckytui.shown.words import NOTHING, by, columns, points_words, seat_name
from luckytui.text import N_, _, plural
from luckytui.tui.canvas import Canvas, Place, cut, put_block, put_player, put_selected
from luckytui.tui.themes import Ground
from luckytui.tui.widgets.large import put_large

SIGNS: dict[Mark, str] = {"": "", "fits": "+", "swaps": "↔"}
NEW = "•"
_GROUNDS: Sequence[Ground] = ("dent", *(f"tile-{1 + (tile - 1) // 4}" for tile in TILES))
"""The ground of each tile: five steps from dark to light; of no tile (0), the dent."""


def paint(canvas: Canvas, model: LuckyNumbersModel) -> None:
    """Paint the table: as large as there is room for."""
    plan = layout(canvas.width, canvas.height, model.view.seats)
    canvas.left = plan.left
    full = model.moment if isinstance(model.moment, Full) and model.moment.diagonal >= 0 else None
    large, *small = model.clockwise(full.seat if full and plan.tile > MEDIUM else model.owner)
    _paint_large_garden(canvas, plan, model, large)
    for index, seat in enumerate(small):
        _paint_garden(canvas, plan, index, model, seat)
    _paint_hand(canvas, plan, model)
    _paint_stack(canvas, plan, model)
    _paint_middle(canvas, plan, model)
    if full and full.diagonal > 2 * SIDE - 2:
        _paint_full(canvas, plan, model, full.seat, [large, *small].index(full.seat))
    if plan.chart and model.view.stage in {"turn", "drawn"}:
        _paint_face_down(canvas, *plan.chart, plan.chart_step, model)


def put_tile(
    canvas: Canvas, x: int, y: int, width: int, height: int, tile: Tile, *, is_gold: bool = False
) -> None:
    """Lay a tile with nothing on it; of no tile (0) the dent, golden on the diagonal."""
    ground = "dent-gold" if is_gold and not tile else _GROUNDS[tile]
    if height == 1:
        canvas.fill(x, y, width, 1, ground)
    else:
        is_flat = (width, height) in FLAT
        put_block(canvas, x, y, width, height, ground, f"{ground}-edge" if tile else None, is_flat=is_flat)


def _put_figures(canvas: Canvas, x: int, y: int, size: Place, tile: Tile) -> None:
    """Write a tile's number in large figures, in the middle of the rows above its mark."""
    figures = "small" if size == FLAT_LARGE else "figures"
    points, scale = 4 if size == FLAT_LARGE else 5, 2 if size == HUGE else 1
    x += (size[0] + 1 - scale * points * len(str(tile))) // 2
    put_large(
        canvas, x, y + (size != FLAT_LARGE), str(tile), kind=figures, scale=scale, lower=size == FLAT_LARGE
    )


def put_final(canvas: Canvas, x: int, y: int, board: Garden, width: int, height: int) -> None:
    """Lay a garden at the end of the game in this many columns and rows."""
    size = width // SIDE, height // SIDE
    for place, tile in enumerate(board):
        left, top = x + size[0] * (place % SIDE), y + size[1] * (place // SIDE)
        put_tile(canvas, left, top, *size, tile)
        if tile and size == FLAT_LARGE:
            _put_figures(canvas, left, top, size, tile)
        else:
            figures, role = (str(tile), "strong") if tile else (NOTHING, "faint")
            canvas.put_right(left + size[0] - size[0] // 4, top + size[1] // 3, figures, role)


# ── Gardens ───────────────────────────────────────────────────────────────────────────────────────


def _paint_large_garden(canvas: Canvas, plan: Layout, model: LuckyNumbersModel, seat: Seat) -> None:
    """Paint the player's own garden, or one that is full."""
    x, y, room, _rows = plan.pieces["own"]
    (width, height), left, top = plan.tile, x + 3, y + 1
    facts = plural("{number} empty", "{number} empty", model.tiles(seat).count(0))
    if model.view.options.tournament:
        facts += f" · {points_words(model.view.points[seat])}"
    put_player(canvas, left, y, model, seat, room + plan.gap - 6, facts)
    for place, letter in enumerate(ascii_lowercase[:SIDE]):
        canvas.put(x + 1, top + (height - 1) // 2 + height * place, str(place + 1), "faint")
        canvas.put(left + width // 2 + (width + 1) * place, top + height * SIDE, letter, "faint")
    here = model.under_cursor("cell")
    for square in model.garden(seat):
        at = left + square.cell[1] * (width + 1), top + square.cell[0] * height
        canvas.places["cell", square.cell] = *at, width, height
        _paint_tile(canvas, *at, plan.tile, square, has_cursor=square.cell == here)


def _paint_tile(
    canvas: Canvas, x: int, y: int, size: Place, square: Square, *, has_cursor: bool = False
) -> None:
    """Paint a tile of a garden, or the one in hand. One row is for the mark and for the cursor.

    Large figures are above that row; a small number is in it.
    """
    (width, height), sign, is_large = size, SIGNS[square.mark], size[1] > MEDIUM[1]
    row = y + height - 2 if is_large else y + (height - 1) // 2
    put_tile(canvas, x, y, width, height, square.tile, is_gold=square.cell in DIAGONAL)
    canvas.fill(x, row, width * (square.is_lit and square.tile > 0), 1, "card-win")
    number, new = str(square.tile or ""), NEW if square.is_new else ""
    if number and is_large:
        _put_figures(canvas, x, y, size, square.tile)
    if has_cursor:
        text = f"{number} {sign}".strip() if is_large else f"{number or sign or '·':>3}{number and sign:1}"
        put_selected(canvas, x, row, f"{text or '·':^{width - 2}}")
    elif number and height == 1:
        canvas.put(x, row, f"{new:1}{number:>2}", bold=square.is_new)
    elif number:
        canvas.put(x + is_large, row, new, bold=True)
        canvas.put(x + 2, row, "" if is_large else f"{number:>2}", bold=True)
        canvas.put(x + width - 1 - is_large, row, sign, bold=True)
    else:
        dent = "◇" if square.cell in DIAGONAL and height > 1 else "·"
        row = y + (height - 1) // 2
        canvas.put(
            x + (width + (width == CHIP[0])) // 2,
            row,
            sign or dent,
            "act" if sign else "faint",
            bold=bool(sign),
        )


def _paint_garden(canvas: Canvas, plan: Layout, index: int, model: LuckyNumbersModel, seat: Seat) -> None:
    """Paint another's garden. Small tiles leave what else is known of that player a row below them."""
    (x, y, width, height), is_small = plan.pieces[f"other {index}"], plan.chip <= CHIP
    empty, dealt, more = model.tiles(seat).count(0), model.view.dealt[seat], ""
    facts = plural("{number} empty", "{number} empty", empty) if plan.chip > TINY else str(empty)
    if dealt:
        more = listed(dealt) if plan.chip == TINY else _("to lay {tiles}", tiles=listed(dealt))
    elif model.view.options.tournament:
        more = points_words(model.view.points[seat])
    if is_small:
        canvas.put(x, y + height, more, "faint")
    elif more:
        facts = more if dealt else f"{facts} · {more}"
    room = min(width + max(0, plan.gap - 2) * is_small, canvas.width - x)
    put_player(canvas, x, y, model, seat, room, facts)
    for square in model.garden(seat):
        row, column = square.cell
        _paint_tile(canvas, x + column * plan.chip[0], y + 1 + row * plan.chip[1], plan.chip, square)


def _paint_full(canvas: Canvas, plan: Layout, model: LuckyNumbersModel, seat: Seat, place: int) -> None:
    """Replace a full garden's name by a message; `place` 0 is the large garden."""
    x, y, room, _rows = plan.pieces[f"other {place - 1}" if place else "own"]
    x, room = (x, room) if place else (x + 3, room - 3)
    text = by(model, seat, N_(" ★ Your garden is full ★ "), N_(" ★ {name}'s garden is full ★ "))
    canvas.put(x, y, " " * (room + max(0, plan.gap - 2) * (place > 0)))  # over the name and its facts
    short = cut(f" ★ {seat_name(model, seat)} ★ ", room)
    canvas.put(x, y, text if columns(text) <= room else short, "cursor")


# ── What lies on the table ────────────────────────────────────────────────────────────────────────


def _paint_hand(canvas: Canvas, plan: Layout, model: LuckyNumbersModel) -> None:
    """Paint the tile that is to be laid in the middle of its room, its title above it."""
    tile, view, (x, y, room, rows) = model.held or model.view.hand, model.view, plan.pieces["hand"]
    if not tile:
        return
    width, height = plan.hand
    left, top = x + (room - width) // 2, y + (rows + 1 - height) // 2
    name = model.names[view.turn]
    titles = [_("{name} holds", name=name), cut(name, room)]
    if view.stage == "set_up":
        titles = [_("To lay")]
        canvas.put(left, top + height, listed(model.to_lay[1:]), "faint")
    elif model.held or view.turn == model.me:
        titles = [_("In your hand"), _("In hand")]
    title = next((title for title in titles if columns(title) <= room), titles[-1])
    canvas.put(left + min(0, (room + width) // 2 - columns(title)), top - 1, title)
    match model.moment:
        case TileTurning(on_edge=True):
            put_block(canvas, left + width // 3, top, width // 3, height, "back", "back-light")
        case TileTurning():
            put_tile(canvas, left + 1, top, width - 2, height, tile)
        case _:
            _paint_tile(canvas, left, top, plan.hand, Square((0, 1), tile, "", is_new=False))


def _paint_stack(canvas: Canvas, plan: Layout, model: LuckyNumbersModel) -> None:
    """Paint the stack as the back of a tile with how many there are."""
    x, y, width, height = plan.pieces["stack"]
    canvas.put(x, y, _("Stack"), "faint")
    y, height, is_large = y + 1, height - 1, width > MEDIUM[0]
    canvas.places[STACK] = x, y, width, height
    put_block(canvas, x, y, width, height, "back", "card-edge" if is_large else "back-light")
    for row in range(y + 1, y + height - 1) if is_large else ():
        canvas.put(x + 1, row, ("▗▖ " * width)[: width - 2], "back-light")
    row, number = y + (height - 1) // 2, str(model.view.stack)
    if model.at == STACK:
        put_selected(canvas, x, row, f"{number:^{width - 2}}")
    else:
        canvas.put_centered(x, row, width, f" {number} " if is_large else number, "strong")


def _paint_middle(canvas: Canvas, plan: Layout, model: LuckyNumbersModel) -> None:
    """Paint the tiles of the middle, one of each number; beside its title is what is special of the turn."""
    (x, y, _width, _height), view = plan.pieces["middle"], model.view
    end = canvas.put(x, y, _("Middle"), "faint") + 3
    if view.options.tournament and view.number:
        game = _("Game {number} of {games}", number=view.number, games=view.seats)
        end = canvas.put(end, y, game, "faint") + 2
    if view.options.bruno:
        canvas.put(end, y, cut(earned(model), canvas.width - end), "fresh", bold=True)
    (width, height), step, in_row = plan.trays[len(model.numbers)]
    y += 1
    if not model.numbers:
        canvas.put(x, y + (height == MEDIUM[1]), _("no tiles yet"), "faint")
    for index, tile in enumerate(model.numbers):
        left, top = x + step * (index % in_row), y + height * (index // in_row)
        put_tile(canvas, left, top, width, height, tile)
        canvas.places["middle", tile] = left, top, width, height
        if height > MEDIUM[1]:
            _put_figures(canvas, left, top, FLAT_LARGE, tile)
            top += 3
        _paint_middle_tile(canvas, left, top + (height == MEDIUM[1]), width, tile, model)


def _paint_middle_tile(
    canvas: Canvas, x: int, y: int, width: int, tile: Tile, model: LuckyNumbersModel
) -> None:
    """Write a tile's number, where there is no larger one, how it can be laid, and how many there are."""
    sign, copies = SIGNS[model.best_mark(tile)], model.view.middle.count(tile)
    here, text = model.under_cursor("middle"), f"{tile:>2}{sign}"
    if tile in {model.picked, here}:
        put_selected(canvas, x, y, text.ljust(width - 2)[: width - 2], has_cursor=tile == here)
        return
    if width == FLAT_LARGE[0]:
        text, x, width = sign, x + 1, width - 2
    counts = (f"×{copies}", str(copies) * bool(sign), "") if copies > 1 else ("",)
    how_many = next(each for each in counts if len(text + each) <= width)
    canvas.put(x + (len(text + how_many) < width), y, text, bold=True)
    canvas.put_right(x + width, y, how_many, "faint")


def _paint_face_down(canvas: Canvas, x: int, y: int, step: int, model: LuckyNumbersModel) -> None:
    """Say of each number how many tiles are still face down, as all can work out."""
    canvas.put(x, y, cut(_("Still face down"), CHART_X - 1), "faint")
    for left, tile, number in zip(count(x + CHART_X, step), TILES, unseen(model.view)[1:]):
        canvas.put(left, y, f"{tile:>2}", "faint")
        canvas.put(left, y + 1, " ▂▄▆█"[number] * 2, _GROUNDS[tile])
