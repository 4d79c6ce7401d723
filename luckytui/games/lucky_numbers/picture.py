"""How the table of Lucky Numbers is drawn, in four sizes: the tiles are colored by their number.

A good garden is a smooth slope of light from the upper left to the lower right.
"""

from string import ascii_lowercase

from msgspec import Struct

from luckytui.games.interface import Seat
from luckytui.games.lucky_numbers.model import (
    STACK,
    TRAY_ROW,
    Full,
    LuckyNumbersModel,
    Mark,
    Square,
    TileTurning,
)
from luckytui.games.lucky_numbers.rules import DIAGONAL, SIDE, TILES, Garden, Tile, empty_cells, unseen
from luckytui.games.lucky_numbers.words import earned, listed
from luckytui.shown.words import NOTHING, by, columns, points_words, seat_name
from luckytui.text import N_, _, plural
from luckytui.tui.boards.paint import layout_of, put_block, put_player, put_selected
from luckytui.tui.canvas import Canvas, Ground, cut
from luckytui.tui.widgets.large import put_figures

SIGNS: dict[Mark, str] = {"": "", "fits": "+", "swaps": "↔"}
NEW = "•"

Place = tuple[int, int]
"""A column and a row of the canvas, or as many columns and rows."""


class _Layout(Struct, frozen=True):
    """Where everything is at one size, and how large: layout.toml explains it."""

    name: Place
    garden: Place
    tile: Place
    step: Place
    others: tuple[Place, Place, Place, Place]
    small: Place
    chip: Place
    chip_step: Place
    hand: Place
    stack: Place
    stack_tile: Place
    middle: Place
    tray: Place
    few: Place
    many: Place
    tray_rows: int
    notes: Place
    face_down: Place

    @property
    def has_figures(self) -> bool:
        """Whether the own tiles are so large that their numbers are drawn."""
        return self.tile[1] > 3


def paint(canvas: Canvas, model: LuckyNumbersModel) -> None:
    """Paint the table."""
    layout = layout_of("lucky-numbers", canvas, _Layout)
    _paint_own_garden(canvas, layout, model)
    for index, seat in enumerate(model.clockwise(model.owner)[1:]):
        _paint_garden(canvas, layout, index, model, seat)
    _paint_hand(canvas, layout, model)
    _paint_stack(canvas, layout, model)
    _paint_middle(canvas, layout, model)
    _paint_notes(canvas, layout, model)
    if isinstance(model.moment, Full) and model.moment.diagonal > 2 * SIDE - 2:
        _paint_full(canvas, layout, model.moment.seat, model)
    if canvas.height > layout.face_down[1] + 1 and model.view.stage in {"turn", "drawn"}:
        _paint_face_down(canvas, layout, model)


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


def put_final(canvas: Canvas, x: int, y: int, board: Garden, width: int, height: int) -> int:
    """Lay a garden at the end of the game, its tiles as large as there is room for; return its rows."""
    width, height = width // SIDE, min(3, max(1, height // SIDE))
    for place, tile in enumerate(board):
        left, top = x + width * (place % SIDE), y + height * (place // SIDE)
        put_tile(canvas, left, top, width, height, tile)
        figures, role = (str(tile), "strong") if tile else (NOTHING, "faint")
        canvas.put_right(left + width - width // 4, top + height // 3, figures, role)
    return SIDE * height


# ── Gardens ───────────────────────────────────────────────────────────────────────────────────────


def _paint_own_garden(canvas: Canvas, layout: _Layout, model: LuckyNumbersModel) -> None:
    (left, top), (width, height), (right, down) = layout.garden, layout.tile, layout.step
    facts = plural("{number} empty", "{number} empty", empty_cells(model.tiles(model.owner)))
    if model.view.options.tournament:
        facts += f" · {points_words(model.view.points[model.owner])}"
    put_player(canvas, *layout.name, model, model.owner, layout.others[0][0] - layout.name[0] - 2, facts)
    for place in range(SIDE):
        canvas.put(left - 2, top + height // 2 + down * place - (height == 2), str(place + 1), "faint")
        canvas.put(left + width // 2 + right * place, top + down * SIDE, ascii_lowercase[place], "faint")
    for square in model.garden(model.owner):
        x, y = left + square.cell[1] * right, top + square.cell[0] * down
        canvas.places["cell", square.cell] = x, y, width, height
        has_cursor = square.cell == model.cell_at_cursor
        _paint_own_tile(canvas, layout, x, y, square, has_cursor=has_cursor)


def _paint_own_tile(
    canvas: Canvas, layout: _Layout, x: int, y: int, square: Square, *, has_cursor: bool = False
) -> None:
    """Paint a tile of the own garden, or the one in hand. One row is for the mark and for the cursor.

    Large figures are above that row; a small number is in it.
    """
    (width, height), sign, is_large = layout.tile, SIGNS[square.mark], layout.has_figures
    row = y + height - 2 if is_large else y + height // 2 - (height == 2)
    put_tile(canvas, x, y, width, height, square.tile, is_gold=square.cell in DIAGONAL)
    canvas.fill(x, row, width * square.is_lit, 1, "card-win")
    if square.tile and is_large:
        figures = str(square.tile)
        put_figures(canvas, x + (width + 1 - 5 * len(figures)) // 2, y + 1, figures)
    number = str(square.tile or "")
    if has_cursor:
        text = f"{number} {sign}".strip() if is_large else f"{number or sign or '·':>3}{number and sign:1}"
        put_selected(canvas, x, row, f"{text or '·':^{width - 2}}")
    elif square.tile:
        canvas.put(x + is_large, row, NEW if square.is_new else "", bold=True)
        canvas.put(x + 2, row, "" if is_large else f"{number:>2}", bold=True)
        canvas.put(x + width - 1 - is_large, row, sign, bold=True)
    else:
        dent = "◇" if square.cell in DIAGONAL else "·"
        canvas.put(
            x + width // 2,
            y + 2 if is_large else row,
            sign or dent,
            "act" if sign else "faint",
            bold=bool(sign),
        )


def _paint_garden(canvas: Canvas, layout: _Layout, index: int, model: LuckyNumbersModel, seat: Seat) -> None:
    """Paint another's garden."""
    (left, top), (right, down), is_narrow = layout.others[index], layout.chip_step, layout.chip[0] < 4
    room = canvas.width - left if index % 2 else layout.others[1][0] - 3 + is_narrow - left
    empty = empty_cells(model.tiles(seat))
    facts = str(empty) if is_narrow else plural("{number} empty", "{number} empty", empty)
    put_player(canvas, left, top, model, seat, room, facts)
    x, y = left + layout.small[0], top + layout.small[1]
    for square in model.garden(seat):
        row, column = square.cell
        _paint_chip(canvas, x + column * right, y + row * down, layout.chip, square)
    below = y + SIDE * down if layout.small[1] == 1 else top + 1
    if dealt := model.view.dealt[seat]:
        words = listed(dealt) if is_narrow else _("to lay {tiles}", tiles=listed(dealt))
        canvas.put(left, below, words, "faint")
    elif model.view.options.tournament:
        canvas.put(left, below, points_words(model.view.points[seat]), "faint")


def _paint_chip(canvas: Canvas, x: int, y: int, size: Place, square: Square) -> None:
    """Paint a tile of another's garden."""
    put_tile(canvas, x, y, *size, square.tile, is_gold=square.cell in DIAGONAL)
    if square.tile:
        canvas.fill(x, y, size[0] * square.is_lit, 1, "card-win")
        canvas.put(
            x, y, f"{NEW if square.is_new else ' '}{square.tile:>2}", bold=square.is_new or size[1] > 1
        )
    else:
        canvas.put(x + 2, y, "·", "faint")


def _paint_full(canvas: Canvas, layout: _Layout, seat: Seat, model: LuckyNumbersModel) -> None:
    """Say where a garden's name is that it is full."""
    x, y = (layout.name, *layout.others)[model.clockwise(model.owner).index(seat)]
    room = layout.others[0][0] - x if seat == model.owner else layout.others[1][0] - layout.others[0][0] - 1
    text = by(model, seat, N_(" ★ Your garden is full ★ "), N_(" ★ {name}'s garden is full ★ "))
    canvas.put(x, y, " " * room)  # over the name, and how much is empty
    short = cut(f" ★ {seat_name(model, seat)} ★ ", room)
    canvas.put(x, y, text if columns(text) <= room else short, "cursor")


# ── What lies on the table ────────────────────────────────────────────────────────────────────────


def _paint_hand(canvas: Canvas, layout: _Layout, model: LuckyNumbersModel) -> None:
    """Paint the tile that is to be laid where the fourth garden would be, its title above it."""
    tile = model.held or model.view.hand
    if not tile:
        return
    (x, y), (width, height) = layout.others[3], layout.tile
    left, top = x + layout.hand[0], y + layout.hand[1]
    canvas.put(x, y, cut(_hand_title(model, is_short=layout.chip[0] == 3), canvas.width - x))
    if model.view.stage == "set_up":
        canvas.put(x, top + height, listed(model.to_lay[1:]), "faint")
    match model.moment:
        case TileTurning(on_edge=True):
            put_block(canvas, left + width // 3, top, width // 3, height, "back", "back-light")
        case TileTurning():
            put_tile(canvas, left + 1, top, width - 2, height, tile)
        case _:
            _paint_own_tile(canvas, layout, left, top, Square((0, 1), tile, "", is_new=False))


def _hand_title(model: LuckyNumbersModel, *, is_short: bool) -> str:
    if model.view.stage == "set_up":
        return _("To lay")
    if model.held or model.is_me(model.view.turn):
        return _("In hand") if is_short else _("In your hand")
    name = model.name_of(model.view.turn)
    return name if is_short else _("{name} holds", name=name)


def _paint_stack(canvas: Canvas, layout: _Layout, model: LuckyNumbersModel) -> None:
    """Paint the stack as the back of a tile with how many there are."""
    (x, y), text = layout.stack_tile, f"{model.view.stack:^4}"
    canvas.places[STACK] = x, y, *(layout.tile if layout.tray_rows == 3 else (6, 2))
    width, ink = 6, "back-light"
    canvas.put(*layout.stack, _("Stack"), "faint")
    if layout.tray_rows == 3:
        width, height = layout.tile
        put_block(canvas, x, y, width, height, "back", "card-edge")
        for row in range(y + 1, y + height - 1):
            canvas.put(x, row, " ▗▖ ▗▖ ▗▖ ▗▖ ", ink)
        x, y, text = x + 3, y + 2, f"{text:^5}"
    else:
        put_block(canvas, x, y, width, 2, "back", ink)
    if model.at == STACK:
        put_selected(canvas, x, y, text)
    else:
        canvas.put(x + 1, y, text, "strong")


def _paint_middle(canvas: Canvas, layout: _Layout, model: LuckyNumbersModel) -> None:
    """Paint the tiles of the middle, one of each number: in one row as long as there is room."""
    canvas.put(*layout.middle, _("Middle"), "faint")
    x, y = layout.tray
    if not model.numbers:
        canvas.put(x, y, _("no tiles yet"), "faint")
    width, step = layout.few if len(model.numbers) <= 6 else layout.many
    height = layout.tray_rows
    if len(model.numbers) > TRAY_ROW and height == 2:
        height = 1
    for index, tile in enumerate(model.numbers):
        left, top = x + step * (index % TRAY_ROW), y + height * (index // TRAY_ROW)
        put_tile(canvas, left, top, width, height, tile)
        canvas.places["middle", tile] = left, top, width, height
        _paint_middle_tile(canvas, left, top + (height == 3), width, tile, model)


def _paint_middle_tile(
    canvas: Canvas, x: int, y: int, width: int, tile: Tile, model: LuckyNumbersModel
) -> None:
    sign, copies = SIGNS[model.best_mark(tile)], model.view.middle.count(tile)
    count = f"×{copies}" if copies > 1 else ""
    if tile in {model.picked, model.tile_at_cursor}:
        text = f"{tile:>2}{sign}".ljust(width - 2)[: width - 2]
        put_selected(canvas, x, y, text, has_cursor=tile == model.tile_at_cursor)
        return
    number = canvas.put(x + (width > 4 and not (width == 5 and sign and count)), y, f"{tile:>2}", bold=True)
    number += width == 6 and not count
    end = canvas.put(number, y, sign, bold=True)
    canvas.put_right(x + width, y, count if x + width - end > 1 else count[1:], "faint")


def _paint_notes(canvas: Canvas, layout: _Layout, model: LuckyNumbersModel) -> None:
    """Say which game of a tournament it is, and that a pair has earned this turn."""
    (x, y), view = layout.notes, model.view
    if words := earned(model):
        x = canvas.put(x, y, words, "fresh", bold=True) + 2
    if view.options.tournament and view.number:
        game = _("Game {number} of {games}", number=view.number, games=view.seats)
        canvas.put(x, y, game, "faint")


def _paint_face_down(canvas: Canvas, layout: _Layout, model: LuckyNumbersModel) -> None:
    """Say of each number how many tiles are still face down, as all can work out."""
    x, y = layout.face_down
    canvas.put(x, y, _("Still face down"), "faint")
    step = min(4, (canvas.width - x - 18) // len(TILES))
    for place, (tile, left) in enumerate(zip(TILES, unseen(model.view)[1:], strict=True)):
        canvas.put(x + 18 + step * place, y, f"{tile:>2}", "faint")
        canvas.put(x + 18 + step * place, y + 1, " ▂▄▆█"[left] * 2, step_of(tile))
