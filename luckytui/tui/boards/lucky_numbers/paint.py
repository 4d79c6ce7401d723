"""How the table of Lucky Numbers is drawn, 80 columns by 17 rows."""

from luckytui.games.interface import Seat
from luckytui.games.lucky_numbers import SIDE, empty_cells
from luckytui.text import _, plural
from luckytui.tui.boards.lucky_numbers.model import LETTERS, TRAY_ROW, LuckyNumbersModel, Mark, Square
from luckytui.tui.boards.lucky_numbers.words import earned, listed
from luckytui.tui.boards.paint import put_choice
from luckytui.tui.boards.words import columns, seat_name
from luckytui.tui.canvas import Canvas, Role, cut

SIGNS: dict[Mark, str] = {"": "", "fits": "+", "swaps": "↔"}
NEW = "•"

_GRID_X, _GRID_Y = 4, 1
"""Where the own garden's frame begins; the row numbers are to its left, the letters above."""
_CELL_WIDTH, _CELL_HEIGHT = 7, 2
"""How far apart the own cells are, frames included."""
_OTHERS_X, _OTHERS_EACH_X, _OTHERS_EACH_Y = 38, 21, 6
"""Where the others' gardens begin, and how far apart they are: two in a row."""
_TRAY_Y, _MIDDLE_X, _MIDDLE_EACH = 12, 22, 6
"""Where the stack and the middle are, and how wide a tile of the middle is."""
_HAND_Y, _RIGHT = 15, 79


def paint(canvas: Canvas, model: LuckyNumbersModel) -> None:
    """Paint the table."""
    _paint_own_garden(canvas, model)
    view = model.view
    for index in range(view.seats - 1):
        x, y = _OTHERS_X + _OTHERS_EACH_X * (index % 2), _OTHERS_EACH_Y * (index // 2)
        _paint_garden(canvas, x, y, model, (model.owner + 1 + index) % view.seats)
    _paint_tray(canvas, model)
    _paint_hand(canvas, model)
    if view.options.tournament and view.number:
        text = _("Game {number} of {games}", number=view.number, games=view.seats)
        canvas.put_right(_RIGHT, _HAND_Y, text, "faint")


def _paint_own_garden(canvas: Canvas, model: LuckyNumbersModel) -> None:
    _paint_name(canvas, 1, 0, model, model.owner, _OTHERS_X - 3)
    for column, letter in enumerate(LETTERS):
        canvas.put(_GRID_X + 4 + column * _CELL_WIDTH, _GRID_Y, letter, "faint")
    for row in range(SIDE + 1):
        left, join, right = "┌┬┐" if row == 0 else "└┴┘" if row == SIDE else "├┼┤"
        line = left + join.join(["─" * (_CELL_WIDTH - 1)] * SIDE) + right
        canvas.put(_GRID_X, _GRID_Y + 1 + row * _CELL_HEIGHT, line, "faint")
    for row in range(SIDE):
        y = _GRID_Y + 2 + row * _CELL_HEIGHT
        canvas.put(_GRID_X - 2, y, str(row + 1), "faint")
        canvas.put(_GRID_X + SIDE * _CELL_WIDTH, y, "│", "faint")
    for square in model.garden(model.owner):
        x, y = _GRID_X + square.cell[1] * _CELL_WIDTH, _GRID_Y + 2 + square.cell[0] * _CELL_HEIGHT
        canvas.put(x, y, "│", "faint")
        has_cursor = model.asked and model.cursor.in_garden and square.cell == model.cursor.cell
        _paint_cell(canvas, x + 1, y, square, has_cursor=has_cursor)


def _paint_cell(canvas: Canvas, x: int, y: int, square: Square, *, has_cursor: bool) -> None:
    tile, sign = square.tile, SIGNS[square.mark]
    text = f"{tile or sign or '·':>3}"
    role: Role = "fresh" if square.is_new else "strong" if tile else "act" if sign else "faint"
    canvas.put(x, y, f"{NEW if square.is_new else ' '}{text} ", role)
    if tile:
        canvas.put(x + 5, y, sign, "act")
    if has_cursor:
        canvas.put(x, y, f"[{text}]", "cursor")
        canvas.cursor = (x + 3, y)


def _paint_garden(canvas: Canvas, x: int, y: int, model: LuckyNumbersModel, seat: Seat) -> None:
    _paint_name(canvas, x, y, model, seat, _OTHERS_EACH_X - 1)
    for (row, column), tile, _mark, is_new in model.garden(seat):
        role: Role = "fresh" if is_new else "" if tile else "faint"
        canvas.put(x + column * 4, y + 1 + row, f"{NEW if is_new else ' '}{tile or '·':>2}", role)
    if dealt := model.view.dealt[seat]:
        canvas.put(x + 2, y + 5, _("to lay {tiles}", tiles=listed(dealt)), "faint")
    elif model.view.options.tournament:
        canvas.put(x + 2, y + 5, _points(model, seat), "faint")


def _points(model: LuckyNumbersModel, seat: Seat) -> str:
    return plural("{number} point", "{number} points", model.view.points[seat])


def _paint_name(canvas: Canvas, x: int, y: int, model: LuckyNumbersModel, seat: Seat, width: int) -> None:
    """Write who has a garden and how far it is, the name cut only where there is no room for it."""
    facts = " · " + plural("{number} empty", "{number} empty", empty_cells(model.tiles(seat)))
    if model.view.options.tournament and seat == model.owner:
        facts += f" · {_points(model, seat)}"
    is_to_move = seat in model.view.active
    x = canvas.put(x, y, "▸ " if is_to_move else "  ", "act")
    name = cut(seat_name(model, seat), width - 2 - columns(facts))
    x = canvas.put(x, y, name, "strong" if is_to_move or model.is_me(seat) else "")
    canvas.put(x, y, facts, "faint")


def _paint_tray(canvas: Canvas, model: LuckyNumbersModel) -> None:
    canvas.put(1, _TRAY_Y, _("Stack"), "faint")
    on_stack = model.on_tray and model.cursor.place == 0
    put_choice(canvas, 7, _TRAY_Y, f"{model.view.stack:>3}", "strong", has_cursor=on_stack, at=2)
    canvas.put(_MIDDLE_X - 8, _TRAY_Y, _("Middle"), "faint")
    if not model.numbers:
        canvas.put(_MIDDLE_X + 1, _TRAY_Y, _("no tiles yet"), "faint")
    for index, tile in enumerate(model.numbers):
        x, y = _MIDDLE_X + _MIDDLE_EACH * (index % TRAY_ROW), _TRAY_Y + index // TRAY_ROW
        sign, copies = SIGNS[model.best_mark(tile)], model.view.middle.count(tile)
        if tile in {model.cursor.picked, model.tile_at_cursor}:
            canvas.put(x, y, f"{sign or '['}{tile:>2}", "cursor")
            if not model.cursor.in_garden:
                canvas.cursor = (x + 2, y)
        else:
            canvas.put(x, y, f"{sign or ' '}{tile:>2}", "act" if sign else "")
        canvas.put(x + 3, y, f"×{copies}" if copies > 1 else "", "faint")


def _paint_hand(canvas: Canvas, model: LuckyNumbersModel) -> None:
    view, x = model.view, 1
    if view.stage == "set_up" and model.to_lay:
        x = canvas.put(1, _HAND_Y, _("To lay") + " ")
        x = canvas.put(x, _HAND_Y, f"( {model.to_lay[0]} )", "fresh")
        x = canvas.put(x + 1, _HAND_Y, listed(model.to_lay[1:]), "faint")
    elif view.hand:
        mine = model.is_me(view.turn)
        text = _("In your hand") if mine else _("{name} holds", name=model.name_of(view.turn))
        x = canvas.put(1, _HAND_Y, f"{text} ")
        x = canvas.put(x, _HAND_Y, f"( {view.hand} )", "fresh" if mine else "strong") + 2
    canvas.put(x, _HAND_Y, earned(model), "fresh")
