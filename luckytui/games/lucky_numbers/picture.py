"""How the table of Lucky Numbers is drawn, in four sizes: the tiles are colored by their number.

A good garden is a smooth slope of light from the upper left to the lower right.
"""

from dataclasses import replace
from string import ascii_lowercase

from luckytui.games.interface import Seat
from luckytui.games.lucky_numbers.layout import CHART_X, FLAT, FLAT_LARGE, HUGE, MEDIUM, Layout, computed
from luckytui.games.lucky_numbers.model import STACK, Full, LuckyNumbersModel, Mark, Square, TileTurning
from luckytui.games.lucky_numbers.rules import DIAGONAL, SIDE, TILES, Garden, Tile, empty_cells, unseen
from luckytui.games.lucky_numbers.words import earned, listed
from luckytui.shown.words import NOTHING, by, columns, points_words, seat_name
from luckytui.text import N_, _, plural
from luckytui.tui.boards.paint import Place, put_block, put_player, put_selected, table
from luckytui.tui.canvas import Canvas, Ground, cut
from luckytui.tui.widgets.large import put_large

SIGNS: dict[Mark, str] = {"": "", "fits": "+", "swaps": "↔"}
NEW = "•"
_SMALL_ROWS = 22
"""How many rows the table of layout.toml takes, with its chart."""


def paint(canvas: Canvas, model: LuckyNumbersModel) -> None:
    """Paint the table: as large as there is room for."""
    large = computed(canvas.width, canvas.height, model.view.seats)
    if large and isinstance(model.moment, Full) and model.moment.diagonal >= 0:
        model = replace(model, moment=model.moment._replace(is_large=True))
    with table(canvas, large, "lucky-numbers", Layout, rows=_SMALL_ROWS) as (felt, layout):
        _paint_table(felt, layout, model)


def _paint_table(canvas: Canvas, layout: Layout, model: LuckyNumbersModel) -> None:
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


def _paint_own_garden(canvas: Canvas, layout: Layout, model: LuckyNumbersModel) -> None:
    (left, top), (width, height), (right, down) = layout.garden, layout.tile, layout.step
    facts = plural("{number} empty", "{number} empty", empty_cells(model.tiles(model.owner)))
    if model.view.options.tournament:
        facts += f" · {points_words(model.view.points[model.owner])}"
    put_player(canvas, *layout.name, model, model.owner, _room(canvas, layout, layout.name) - 1, facts)
    for place in range(SIDE):
        canvas.put(left - 2, top + (height - 1) // 2 + down * place, str(place + 1), "faint")
        canvas.put(left + width // 2 + right * place, top + down * SIDE, ascii_lowercase[place], "faint")
    for square in model.garden(model.owner):
        x, y = left + square.cell[1] * right, top + square.cell[0] * down
        canvas.places["cell", square.cell] = x, y, width, height
        has_cursor = square.cell == model.under_cursor("cell")
        _paint_tile(canvas, x, y, layout.tile, square, has_cursor=has_cursor)


def _paint_tile(
    canvas: Canvas, x: int, y: int, size: Place, square: Square, *, has_cursor: bool = False
) -> None:
    """Paint a tile of a garden, or the one in hand. One row is for the mark and for the cursor.

    Large figures are above that row; a small number is in it.
    """
    (width, height), sign, is_large = size, SIGNS[square.mark], size[1] > MEDIUM[1]
    if width < MEDIUM[0]:
        _paint_chip(canvas, x, y, size, square)
        return
    row = y + height - 2 if is_large else y + height // 2 - (height == 2)
    put_tile(canvas, x, y, width, height, square.tile, is_gold=square.cell in DIAGONAL)
    canvas.fill(x, row, width * square.is_lit, 1, "card-win")
    if square.tile and is_large:
        _put_figures(canvas, x, y, size, square.tile)
    number = str(square.tile or "")
    if has_cursor:
        text = f"{number} {sign}".strip() if is_large else f"{number or sign or '·':>3}{number and sign:1}"
        put_selected(canvas, x, row, f"{text or '·':^{width - 2}}")
    elif square.tile:
        canvas.put(x + is_large, row, NEW if square.is_new else "", bold=True)
        canvas.put(x + 2, row, "" if is_large else f"{number:>2}", bold=True)
        canvas.put(x + width - 1 - is_large, row, sign, bold=True)
    else:
        dent, above = "◇" if square.cell in DIAGONAL else "·", (height - 1) // 2
        canvas.put(
            x + width // 2,
            y + above if is_large else row,
            sign or dent,
            "act" if sign else "faint",
            bold=bool(sign),
        )


def _paint_garden(canvas: Canvas, layout: Layout, index: int, model: LuckyNumbersModel, seat: Seat) -> None:
    """Paint another's garden."""
    (left, top), (right, down), is_narrow = layout.others[index], layout.chip_step, layout.chip[0] < 4
    room = _room(canvas, layout, (left, top)) - 2 + is_narrow
    empty = empty_cells(model.tiles(seat))
    facts = str(empty) if is_narrow else plural("{number} empty", "{number} empty", empty)
    more = ""
    if dealt := model.view.dealt[seat]:
        more = listed(dealt) if is_narrow else _("to lay {tiles}", tiles=listed(dealt))
    elif model.view.options.tournament:
        more = points_words(model.view.points[seat])
    x, y = left + layout.small[0], top + layout.small[1]
    if layout.is_computed:
        room = SIDE * layout.chip[0]
        facts = more if dealt else " · ".join(filter(None, (facts, more)))
    else:
        canvas.put(left, y + SIDE * down if layout.small[1] == 1 else top + 1, more, "faint")
    put_player(canvas, left, top, model, seat, room, facts)
    for square in model.garden(seat):
        row, column = square.cell
        _paint_tile(canvas, x + column * right, y + row * down, layout.chip, square)


def _room(canvas: Canvas, layout: Layout, name: Place) -> int:
    """Return how many columns there are for what is beside a name, up to the next name in its row."""
    following = [x for x, y in layout.others if y == name[1] and x > name[0]]
    return min(following, default=canvas.width + 2) - 1 - name[0]


def _paint_chip(canvas: Canvas, x: int, y: int, size: Place, square: Square) -> None:
    """Paint a tile that has room for its number alone."""
    put_tile(canvas, x, y, *size, square.tile, is_gold=square.cell in DIAGONAL)
    if square.tile:
        canvas.fill(x, y, size[0] * square.is_lit, 1, "card-win")
        canvas.put(x, y, f"{NEW if square.is_new else ' '}{square.tile:>2}", bold=square.is_new)
    else:
        canvas.put(x + 2, y, "·", "faint")


def _paint_full(canvas: Canvas, layout: Layout, seat: Seat, model: LuckyNumbersModel) -> None:
    """Say where a garden's name is that it is full."""
    x, y = (layout.name, *layout.others)[model.clockwise(model.owner).index(seat)]
    is_own = seat == model.owner
    room = SIDE * (layout.step if is_own else layout.chip_step)[0] - is_own
    text = by(model, seat, N_(" ★ Your garden is full ★ "), N_(" ★ {name}'s garden is full ★ "))
    canvas.put(x, y, " " * room)  # over the name, and how much is empty
    short = cut(f" ★ {seat_name(model, seat)} ★ ", room)
    canvas.put(x, y, text if columns(text) <= room else short, "cursor")


# ── What lies on the table ────────────────────────────────────────────────────────────────────────


def _paint_hand(canvas: Canvas, layout: Layout, model: LuckyNumbersModel) -> None:
    """Paint the tile that is to be laid where the fourth garden would be, its title above it."""
    tile = model.held or model.view.hand
    if not tile:
        return
    (x, y), (left, top), size = layout.hand_title, layout.hand, layout.hand_tile or layout.tile
    width, height = size
    canvas.put(x, y, cut(_hand_title(model, is_short=layout.has_short_title), canvas.width - x))
    if model.view.stage == "set_up":
        canvas.put(x, top + height, listed(model.to_lay[1:]), "faint")
    match model.moment:
        case TileTurning(on_edge=True):
            put_block(canvas, left + width // 3, top, width // 3, height, "back", "back-light")
        case TileTurning():
            put_tile(canvas, left + 1, top, width - 2, height, tile)
        case _:
            _paint_tile(canvas, left, top, size, Square((0, 1), tile, "", is_new=False))


def _hand_title(model: LuckyNumbersModel, *, is_short: bool) -> str:
    if model.view.stage == "set_up":
        return _("To lay")
    if model.held or model.is_me(model.view.turn):
        return _("In hand") if is_short else _("In your hand")
    name = model.name_of(model.view.turn)
    return name if is_short else _("{name} holds", name=name)


def _paint_stack(canvas: Canvas, layout: Layout, model: LuckyNumbersModel) -> None:
    """Paint the stack as the back of a tile with how many there are."""
    (x, y), (width, height) = layout.stack_tile, layout.stack_size
    canvas.places[STACK] = x, y, width, height
    canvas.put(*layout.stack, _("Stack"), "faint")
    is_large = width > MEDIUM[0]
    put_block(canvas, x, y, width, height, "back", "card-edge" if is_large else "back-light")
    for row in range(y + 1, y + height - 1) if is_large else ():
        canvas.put(x + 1, row, ("▗▖ " * width)[: width - 2], "back-light")
    row, number = y + (height - 1) // 2, str(model.view.stack)
    if model.at == STACK:
        put_selected(canvas, x, row, f"{number:^{width - 2}}")
    else:
        text = f" {number} " if is_large else number
        canvas.put_centered(x, row, width, text, "strong")


def _paint_middle(canvas: Canvas, layout: Layout, model: LuckyNumbersModel) -> None:
    """Paint the tiles of the middle, one of each number: in one row as long as there is room."""
    canvas.put(*layout.middle, _("Middle"), "faint")
    x, y = layout.tray
    size, step, in_row = layout.tray_of(len(model.numbers))
    width, height = size
    if not model.numbers:
        canvas.put(x, y + (height == MEDIUM[1]), _("no tiles yet"), "faint")
    for index, tile in enumerate(model.numbers):
        left, top = x + step * (index % in_row), y + height * (index // in_row)
        put_tile(canvas, left, top, width, height, tile)
        canvas.places["middle", tile] = left, top, width, height
        if size == FLAT_LARGE:
            _put_figures(canvas, left, top, size, tile)
            top += 3
        _paint_middle_tile(canvas, left, top + (height == MEDIUM[1]), size, tile, model)


def _paint_middle_tile(
    canvas: Canvas, x: int, y: int, size: Place, tile: Tile, model: LuckyNumbersModel
) -> None:
    """Write a tile's number, where there is no larger one, how it can be laid, and how many there are."""
    sign, copies, width = SIGNS[model.best_mark(tile)], model.view.middle.count(tile), size[0]
    count = f"×{copies}" if copies > 1 else ""
    here = model.under_cursor("middle")
    if tile in {model.picked, here}:
        text = f"{tile:>2}{sign}".ljust(width - 2)[: width - 2]
        put_selected(canvas, x, y, text, has_cursor=tile == here)
        return
    if size == FLAT_LARGE:
        canvas.put(x + 1, y, sign, bold=True)
        canvas.put_right(x + width - 1, y, count)
        return
    number = canvas.put(x + (width > 4 and not (width == 5 and sign and count)), y, f"{tile:>2}", bold=True)
    number += width == 6 and not count
    end = canvas.put(number, y, sign, bold=True)
    canvas.put_right(x + width, y, count if x + width - end > 1 else count[1:], "faint")


def _paint_notes(canvas: Canvas, layout: Layout, model: LuckyNumbersModel) -> None:
    """Say which game of a tournament it is, and that a pair has earned this turn."""
    (x, y), view = layout.notes, model.view
    if words := earned(model):
        x = canvas.put(x, y, words, "fresh", bold=True) + 2
    if view.options.tournament and view.number:
        game = _("Game {number} of {games}", number=view.number, games=view.seats)
        canvas.put(x, y, game, "faint")


def _paint_face_down(canvas: Canvas, layout: Layout, model: LuckyNumbersModel) -> None:
    """Say of each number how many tiles are still face down, as all can work out."""
    x, y = layout.face_down
    canvas.put(x, y, cut(_("Still face down"), CHART_X - 1), "faint")
    step = layout.chart_step or min(4, (canvas.width - x - CHART_X) // len(TILES))
    for place, (tile, left) in enumerate(zip(TILES, unseen(model.view)[1:], strict=True)):
        canvas.put(x + CHART_X + step * place, y, f"{tile:>2}", "faint")
        canvas.put(x + CHART_X + step * place, y + 1, " ▂▄▆█"[left] * 2, step_of(tile))
