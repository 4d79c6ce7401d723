"""How Lucky Squares is drawn: the squares with their coins, the order of play, the menu or the outcomes."""

from luckytui.games.interface import Move
from luckytui.games.lucky_squares import COLORS, COSTS, Color, on
from luckytui.text import _
from luckytui.tui.boards.lucky_squares import words
from luckytui.tui.boards.lucky_squares.model import ACTIONS, LuckySquaresModel, Outcome, Slot
from luckytui.tui.boards.lucky_squares.words import LEAD, SIGNS, signed
from luckytui.tui.boards.paint import put_choice, put_title
from luckytui.tui.boards.words import columns, seat_name
from luckytui.tui.canvas import Canvas, Role, cut

COIN, HIDDEN, CHANGED = "●", "▒", "*"
MARKS = {"done": "✓", "now": "▸", "to come": "·", "forbidden": "✗", "won": "★", "": ""}
ACTION_KEYS = "pvcosaf"
"""The key of each action: a letter of its name that no other key has."""

_SQUARE_WIDTH, _SQUARE_HEIGHT = 12, 7
"""How much room a square takes, its frame and the line below it included."""
_INSIDE = _SQUARE_WIDTH - 2
_COIN_ROWS = 2

_SQUARES_Y, _DICE_Y, _TITLES_Y = 1, 8, 9
"""Where the squares begin, and where the dice and the titles of the two lists are."""
_LIST_Y, _MARK_X, _LEAD_X, _NAME_X = 10, 1, 3, 5
_RIGHT_X = 1 + 3 * (_SQUARE_WIDTH + 1)
"""Where the right list begins: under the fourth square."""
_FACTS_WIDTH = len(" 100¢ [♥]")
"""How wide the cents and the card behind each name are."""
_LEAST_NAME = 12
"""How wide names may be beside long deeds before they are cut."""
_WORDS_X = 17
"""How far to the right in the menu the words for an action are."""


def paint(canvas: Canvas, model: LuckySquaresModel) -> None:
    """Paint the table."""
    canvas.put(1, 0, words.round_words(model))
    for index, color in enumerate(COLORS):
        _paint_square(canvas, 1 + index * (_SQUARE_WIDTH + 1), color, model)
    _paint_dice(canvas, model)
    _paint_players(canvas, model)
    if outcomes := model.outcomes:
        _paint_outcomes(canvas, model, outcomes)
    else:
        _paint_menu(canvas, model)


def _paint_square(canvas: Canvas, x: int, color: Color, model: LuckySquaresModel) -> None:
    """Draw a square: its number, sign and name, its cents, and these as coins; below it who is there."""
    y, cents, is_naming = _SQUARES_Y, on(model.view.squares, color), model.naming == "square"
    hue: Role = "faint" if model.is_closed(color) else color
    mark = MARKS["done"] if is_naming and color in model.cursor.named else "─"
    canvas.put(x, y, f"┌── {COLORS.index(color) + 1} {mark}".ljust(_INSIDE + 1, "─") + "┐", hue)
    for row in range(1, _SQUARE_HEIGHT - 2):
        canvas.put(x, y + row, f"│{' ' * _INSIDE}│", hue)
    canvas.put(x, y + _SQUARE_HEIGHT - 2, f"└{'─' * _INSIDE}┘", hue)
    canvas.put(x + 2, y + 1, signed(color), hue)
    if is_naming and color == model.color:
        canvas.put(x, y + 1, f"[ {signed(color):<{_INSIDE - 1}}]", "cursor")
        canvas.cursor = (x + 2, y + 1)
    canvas.put_right(
        x + 6, y + 2, f"{cents}¢" if cents else "·", "strong" if cents and hue == color else "faint"
    )
    if change := model.change(color):
        canvas.put(x + 7, y + 2, f"{change:+}".replace("-", "−"), "fresh")
    _paint_coins(canvas, x + 1, y + 3, cents, hue)
    canvas.put(x + 2, y + _SQUARE_HEIGHT - 1, cut(words.pickers(color, model), _INSIDE), hue)


def _paint_coins(canvas: Canvas, x: int, y: int, cents: int, hue: Role) -> None:
    """Draw a coin for each cent; a plus at the end is for those that find no room."""
    for row in range(_COIN_ROWS):
        canvas.put(x, y + row, COIN * min(max(cents - row * _INSIDE, 0), _INSIDE), hue)
    if cents > _COIN_ROWS * _INSIDE:
        canvas.put(x + _INSIDE - 1, y + _COIN_ROWS - 1, "+", hue)


def _paint_dice(canvas: Canvas, model: LuckySquaresModel) -> None:
    x = canvas.put(1, _DICE_Y, _("Rolled"), "faint") + 1
    for roll in model.course.rolls:
        x = canvas.put(x, _DICE_Y, f"[{signed(roll.color)} {roll.number}]", roll.color) + 1


def _paint_players(canvas: Canvas, model: LuckySquaresModel) -> None:
    """List who acts in which order, with their cents, their cards, and what they have done."""
    put_title(canvas, 0, _TITLES_Y, _RIGHT_X - 1, _("Order of play"), at=2)
    slots = model.slots
    texts = [words.slot_words(slot, model) for slot in slots]
    room = _RIGHT_X - 2 - _NAME_X - _FACTS_WIDTH
    width = min(
        max(columns(seat_name(model, seat)) for seat in model.seats),
        max(_LEAST_NAME, room - 1 - max(map(columns, texts))),
    )
    for row, (slot, text) in enumerate(zip(slots, texts, strict=True)):
        _paint_slot(canvas, row, slot, width, model)
        x = _NAME_X + width + _FACTS_WIDTH + 1
        canvas.put(x, _LIST_Y + row, cut(text, room - 1 - width), "fresh" if slot.is_new else "faint")


def _paint_slot(canvas: Canvas, row: int, slot: Slot, width: int, model: LuckySquaresModel) -> None:
    y, seat, status = _LIST_Y + row, slot.seat, slot.status
    name = cut(seat_name(model, seat), width)
    canvas.put(_MARK_X, y, MARKS[status], "act" if status in {"now", "won"} else "faint")
    if seat == model.view.lead:
        canvas.put(_LEAD_X, y, LEAD, "act")
    if slot.is_second:
        canvas.put(_NAME_X, y, name, "" if status == "now" else "faint")
        return
    is_naming = model.naming == "player"
    is_closed = is_naming and seat not in model.targets
    if is_naming:
        canvas.put(0, y, str(row + 1), "act")
    role: Role = "faint" if is_closed else "strong" if model.is_me(seat) else ""
    put_choice(canvas, _NAME_X - 1, y, name, role, has_cursor=is_naming and seat == model.seat)
    x = _NAME_X + width + 1
    canvas.put_right(x + 4, y, f"{model.view.cents[seat]}¢", "faint" if is_closed else "")
    _paint_card(canvas, x + 5, y, slot, model)


def _paint_card(canvas: Canvas, x: int, y: int, slot: Slot, model: LuckySquaresModel) -> None:
    """Draw a card: open, known to its owner alone, or hidden; nothing before it is picked."""
    if card := model.cards[slot.seat]:
        canvas.put(x, y, f"[{SIGNS[card]}]", card)
    elif model.is_acting or (model.view.stage == "pick" and slot.status == "done"):
        if (own := model.view.pick) and model.is_me(slot.seat):
            canvas.put(x, y, f"({SIGNS[own]})", own)
        else:
            canvas.put(x, y, f"[{CHANGED if slot.seat in model.view.changed else HIDDEN}]", "faint")


def _paint_outcomes(canvas: Canvas, model: LuckySquaresModel, outcomes: list[Outcome]) -> None:
    number = model.view.number - (model.view.stage != "over")
    title = _("Round {number}, square by square", number=number)
    put_title(canvas, _RIGHT_X, _TITLES_Y, canvas.width - _RIGHT_X, title, at=2)
    for y, outcome in enumerate(outcomes, _LIST_Y):
        word, cents, who = words.outcome_words(outcome, model)
        role = _role(outcome, model)
        canvas.put(_RIGHT_X, y, signed(outcome.color), outcome.color)
        canvas.put(_RIGHT_X + 10, y, word, role)
        canvas.put_right(_RIGHT_X + 21, y, cents, role)
        canvas.put(_RIGHT_X + 22, y, cut(who, canvas.width - _RIGHT_X - 22), role)


def _role(outcome: Outcome, model: LuckySquaresModel) -> Role:
    if outcome.kind == "taken":
        return "fresh" if model.is_me(outcome.seats[0]) else "strong"
    return "faint" if outcome.kind == "stays" else "warn"


def _paint_menu(canvas: Canvas, model: LuckySquaresModel) -> None:
    """List the actions with their prices; one that is not to be had is grey and says why."""
    title = _("Your action") if model.acts else _("Actions")
    put_title(canvas, _RIGHT_X, _TITLES_Y, canvas.width - _RIGHT_X, title, at=2)
    for y, (action, key) in enumerate(zip(ACTIONS, ACTION_KEYS, strict=True), _LIST_Y):
        _paint_action(canvas, y, action, key, model)


def _paint_action(canvas: Canvas, y: int, action: type[Move], key: str, model: LuckySquaresModel) -> None:
    text, lacking = words.ACTIONS[action], words.lacking(model, action) if model.acts else ""
    title, is_here = _(text.title), action is model.action
    is_other = model.cursor.is_chosen and not is_here
    role: Role = "faint" if not model.acts or lacking or is_other else "act"
    if model.acts and is_here and not model.cursor.is_chosen:
        canvas.put(_RIGHT_X, y, f"[{key}] {title}", "cursor")
        canvas.cursor = (_RIGHT_X + 1, y)
    else:
        canvas.put(_RIGHT_X + 1, y, f"{key}  {title}", role)
    cost = f"{COSTS[action]}¢" if COSTS[action] else "–"
    canvas.put_right(_RIGHT_X + _WORDS_X - 1, y, cost, role)
    canvas.put(_RIGHT_X + _WORDS_X + 1, y, lacking or _(text.does), "faint")
