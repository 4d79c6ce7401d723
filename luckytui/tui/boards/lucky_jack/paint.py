"""How the table of Lucky Jack is drawn, 80 columns by 17 rows.

Each symbol has a column of its own, whether the player has such cards or not; below the cards is what a
jackpot with them is worth. Another set of symbols is another table like `DRAWN`.
"""

from collections.abc import Mapping

from luckytui.games.interface import Seat
from luckytui.games.lucky_jack import SYMBOLS, VALUE, Draw, Rule, Symbol, prize
from luckytui.text import N_, _, plural
from luckytui.tui.boards.lucky_jack.model import Doing, LuckyJackModel
from luckytui.tui.boards.lucky_jack.words import card_name, round_title, tell_of_round
from luckytui.tui.boards.paint import put_choice
from luckytui.tui.boards.words import columns, seat_name
from luckytui.tui.canvas import Canvas, Role, cut

SIGN: Mapping[Doing, str] = {
    "same": "=",
    "higher": "▲",
    "lower": "▼",
    "tossed": "→",
    "taken": "+",
    "kept": "+ ?",
}
NEW, TURN, ASKED, JACKPOT = "•", "▸", "?", "★"

_RULES: Mapping[Rule, str] = {"same": N_("same"), "higher": N_("higher"), "lower": N_("lower+2")}


DRAWN: Mapping[Symbol, tuple[str, str, str, Role]] = {
    "lemon": (" ▄▀██▄ ", "▄█████▄", " ▀███▀ ", "yellow"),
    "cherry": ("  ▄▀▀▄ ", "▄█▄ ▄█▄", "▀█▀ ▀█▀", "red"),
    "diamond": ("▄█▀█▀█▄", "▀█████▀", "  ▀█▀  ", "blue"),
    "clover": ("  ███  ", "███▄███", "▀▀ █ ▀▀", "green"),
    "bell": ("  ▄█▄  ", " █████ ", "▀▀▀█▀▀▀", "yellow"),
    "grape": (" ●●●●● ", "  ●●●  ", "   ●   ", "magenta"),
    "seven": ("██████ ", "   ▄█▀ ", "  ██   ", "red"),
}
"""The rows of a symbol, and its color, an ornament: shape and name say the same."""

_LARGE, _SMALL = (11, 7), (9, 5)
"""How large a card of a pile is, and one of a hand, the frame included."""
_STOCK_X, _PILE_X, _SHEET_X = 1, 14, 30
_DOINGS_RIGHT, _CARDS_RIGHT, _POINTS_RIGHT = 67, 71, 79
"""Where the columns of the score sheet end: what a seat did last, how many cards it has, its points."""
_HAND_X, _EACH_X, _HAND_Y = 1, 11, 8
"""Where the first symbol's column begins, how far apart they are, and the row of the cards."""
_RULE_Y, _MARK_Y, _CALL_Y, _PRIZE_Y = 7, 13, 14, 15


def paint(canvas: Canvas, model: LuckyJackModel) -> None:
    """Paint the table."""
    _paint_stock(canvas, model)
    _paint_pile(canvas, model)
    _paint_sheet(canvas, model)
    _paint_rule(canvas, model)
    for place, card in enumerate(SYMBOLS):
        _paint_column(canvas, _HAND_X + _EACH_X * place, card, model)


def _paint_stock(canvas: Canvas, model: LuckyJackModel) -> None:
    """Paint the stock, or the card that the player has just drawn from it."""
    view, (width, height) = model.view, _LARGE
    if view.drawn and view.stage == "drawn":
        _paint_card(canvas, _STOCK_X, 0, _LARGE, view.drawn, f"{NEW}{_('drawn')}", "fresh")
        return
    _paint_frame(canvas, _STOCK_X, 0, _LARGE)
    canvas.put(_STOCK_X + 1, 0, _("stock"))
    canvas.put(_STOCK_X + 1, height - 1, _("d draw") if model.offered(Draw()) else "", "act")
    for y in range(1, height - 1):
        canvas.put(_STOCK_X + 1, y, "░" * (width - 2), "faint")
    x, y = _STOCK_X + 3, height // 2
    canvas.put(x, y, " " * 5)
    put_choice(canvas, x, y, f"{view.stock:^3}", "strong", has_cursor=model.on_stock, at=2)


def _paint_pile(canvas: Canvas, model: LuckyJackModel) -> None:
    if pile := model.view.pile:
        is_new = model.news.top
        foot = f"{NEW if is_new else ''}{_('pile {number}', number=len(pile))}"
        _paint_card(canvas, _PILE_X, 0, _LARGE, pile[-1], foot, "fresh" if is_new else "strong")


def _paint_sheet(canvas: Canvas, model: LuckyJackModel) -> None:
    if model.view.number:
        canvas.put(_SHEET_X, 0, round_title(model), "strong")
    canvas.put_right(_CARDS_RIGHT, 0, _("cards"), "faint")
    canvas.put_right(_POINTS_RIGHT, 0, _("points"), "faint")
    for seat in range(model.view.seats):
        _paint_seat(canvas, 1 + seat, seat, model)


def _paint_seat(canvas: Canvas, y: int, seat: Seat, model: LuckyJackModel) -> None:
    view, is_to_move = model.view, seat == model.view.turn
    is_asked = view.stage == "claim" and seat in view.active
    canvas.put(_SHEET_X, y, TURN if is_to_move else ASKED if is_asked else " ", "act")
    text = ""
    if seat in model.news.doings and not model.is_me(seat):
        doing, card = model.news.doings[seat]
        text = f"{SIGN[doing]} {card_name(card)}" if card else SIGN[doing]
    name = cut(seat_name(model, seat), _DOINGS_RIGHT - _SHEET_X - 3 - columns(text))
    canvas.put(_SHEET_X + 2, y, name, "strong" if is_to_move or model.is_me(seat) else "")
    canvas.put_right(_DOINGS_RIGHT, y, text, "fresh")
    canvas.put_right(_CARDS_RIGHT, y, str(view.sizes[seat]))
    won = model.news.ended is not None and model.news.ended.seat == seat
    points = f"{NEW if won else ''}{view.points[seat]:,}"
    canvas.put_right(_POINTS_RIGHT, y, points, "fresh" if won else "")


def _paint_rule(canvas: Canvas, model: LuckyJackModel) -> None:
    canvas.rule(_RULE_Y)
    if model.view.seat >= 0:
        cards = plural("{number} card", "{number} cards", len(model.view.hand))
        canvas.put(_HAND_X, _RULE_Y, _(" Your hand · {cards} ", cards=cards), "strong")
    if ended := model.news.ended:
        canvas.put_right(_POINTS_RIGHT, _RULE_Y, f" {tell_of_round(ended, model)} ", "fresh")


def _paint_column(canvas: Canvas, x: int, card: Symbol, model: LuckyJackModel) -> None:
    held, is_new = model.view.hand.count(card), card in model.news.cards
    if held:
        foot = f"{NEW if is_new else ''}{f'×{held}' if held > 1 else ''}"
        _paint_card(canvas, x, _HAND_Y, _SMALL, card, foot, "fresh" if is_new else "")
        rule = model.rule(card)
        mark = cut(f"{SIGN[rule]} {_(_RULES[rule])}", _EACH_X - 2) if rule else ""
        padding = " " * (_EACH_X - 2 - columns(mark))
        put_choice(canvas, x, _MARK_Y, mark + padding, "act", has_cursor=card == model.on_card)
    else:
        canvas.put(x + 1, _HAND_Y, card_name(card), "faint")
        canvas.put(x + 4, _HAND_Y + 2, "·", "faint")
    canvas.put(x + _SMALL[0] - 3, _MARK_Y - 1, str(VALUE[card]), "" if held else "faint")
    if card in model.jackpots:
        canvas.put(x + 1, _CALL_Y, f"{JACKPOT} {_('JACKPOT')}", "warn")
    for row, cards in enumerate((3, 4)):
        reached = (card, cards) in model.jackpots.values()
        role: Role = "warn" if reached else "" if held >= cards else "faint"
        text = f"{JACKPOT if reached else '×'}{cards} {prize(card, cards):,}"
        canvas.put(x + 1, _PRIZE_Y + row, text, role)


def _paint_card(
    canvas: Canvas, x: int, y: int, size: tuple[int, int], card: Symbol, foot: str, role: Role
) -> None:
    """Paint a card, its name in the upper edge and a text in the lower one; the role is that of both."""
    width, height = size
    _paint_frame(canvas, x, y, size)
    canvas.put(x + 1, y, card_name(card), role)
    canvas.put(x + 1, y + height - 1, foot, role)
    *rows, hue = DRAWN[card]
    for row, text in enumerate(rows, (height - len(rows)) // 2):
        canvas.put(x + (width - len(text)) // 2, y + row, text, hue)


def _paint_frame(canvas: Canvas, x: int, y: int, size: tuple[int, int]) -> None:
    """Paint an empty frame. Its role never changes: all of its rows would be sent again."""
    width, height = size
    edge = "─" * (width - 2)
    canvas.put(x, y, f"┌{edge}┐")
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, "│")
        canvas.put(x + width - 1, row, "│")
    canvas.put(x, y + height - 1, f"└{edge}┘")
