"""How the table of Lucky Jack is drawn: stock, pile and score sheet above, the own hand below.

Each symbol has a place of its own, whether the player has such cards or not; below the cards is what a
jackpot with them is worth.
"""

from collections.abc import Mapping
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from luckytui.games.interface import Seat
from luckytui.games.lucky_jack import words
from luckytui.games.lucky_jack.jackpot import paint_jackpot
from luckytui.games.lucky_jack.model import STOCK, Doing, Jackpot, LuckyJackModel
from luckytui.games.lucky_jack.names import card_name, rule_name
from luckytui.games.lucky_jack.pieces import NEW, Size, put_card
from luckytui.games.lucky_jack.rules import SYMBOLS, Claimed, Symbol, prize
from luckytui.shown.commands import key_sign
from luckytui.shown.words import Role, columns
from luckytui.text import _, in_figures, plural
from luckytui.tui.boards.paint import centred, layout_of, put_back, put_edge, put_player
from luckytui.tui.canvas import Canvas, cut

SIGN: Mapping[Doing, str] = {
    "same": "=",
    "higher": "↑",
    "lower": "↓",
    "tossed": "→",
    "taken": "+",
    "kept": "+ ?",
}
ASKED, JACKPOT = "?", "★"


_ROOM_FOR_WORDS = 18
"""From how many columns on there is room for a name and for what that player did last."""


class _Layout(Struct, frozen=True):
    """Where everything is at one size, and how large: layout.toml explains it."""

    stock: Size
    stock_card: Size
    pile: Size
    pile_card: Size
    sheet: Size
    words_end: int
    cards_end: int
    points_end: int
    sheet_rows: int
    title: Size
    note: int
    hand: Size
    each: int
    card: Size
    prizes: int
    across: int = len(SYMBOLS)
    down: int = 0
    claim: tuple[int, int, int, int] | None = None


def paint(canvas: Canvas, model: LuckyJackModel) -> None:
    """Paint the table, or the scene of a jackpot."""
    if isinstance(model.moment, Jackpot):
        paint_jackpot(canvas, model.moment, model)
        return
    with centred(canvas) as picture:
        _paint_table(picture, model)


def _paint_table(canvas: Canvas, model: LuckyJackModel) -> None:
    plan = layout_of("lucky-jack", canvas, _Layout)
    _paint_stock(canvas, plan, model)
    _paint_pile(canvas, plan, model)
    _paint_sheet(canvas, plan, model)
    _paint_claim(canvas, plan, model)
    _paint_titles(canvas, plan, model)
    for place, card in enumerate(SYMBOLS):
        row, column = divmod(place, plan.across)
        (x, y), down = plan.hand, plan.down * row
        here = replace(plan, hand=(x, y + down), prizes=plan.prizes + down)
        _paint_place(canvas, here, x + plan.each * column, card, model)


# ── Stock and pile ────────────────────────────────────────────────────────────────────────────────


def _paint_stock(canvas: Canvas, plan: _Layout, model: LuckyJackModel) -> None:
    """Lay the stock, or the card that the player has just drawn from it."""
    view, (x, y), (width, height) = model.view, plan.stock, plan.stock_card
    drawn = view.drawn if view.stage == "drawn" else None
    if canvas.scale != "compact":
        canvas.put(x, y - 1, _("Drawn") if drawn else _("Stock"), "fresh" if drawn else "faint")
    if drawn:
        put_card(canvas, plan.stock, plan.stock_card, drawn)
        return
    canvas.places[STOCK] = x, y, width, height
    put_back(canvas, x, y, width, height)
    put_edge(canvas, x, y + height, width, "card-edge")
    text = f"[{view.stock:^4}]" if model.at == STOCK else f" {view.stock} "
    left, middle = x + (width - len(text)) // 2, y + height // 2
    canvas.put(left, middle, text, "strong", "cursor" if model.at == STOCK else "back")
    if model.at == STOCK:
        canvas.cursor = (left + 2, middle)


def _paint_pile(canvas: Canvas, plan: _Layout, model: LuckyJackModel) -> None:
    (x, y), pile = plan.pile, model.view.pile
    if pile:
        if canvas.scale != "compact":
            canvas.put(x, y - 1, _("Pile · {number}", number=len(pile)), "faint")
        put_card(canvas, plan.pile, plan.pile_card, pile[-1], is_new=model.news.top)


def _claim(model: LuckyJackModel) -> tuple[str, str] | None:
    """Return what is said beside a tossed card, in two parts: whether the player takes it, or who does."""
    if isinstance(model.moment, Claimed):
        seat = model.moment.seat
        return (_("You"), _("take it")) if model.is_me(seat) else (model.name_of(seat), _("takes it"))
    if model.view.stage == "claim" and model.asked:
        keys = {"take": key_sign("lucky-jack.take", "t"), "decline": key_sign("lucky-jack.decline", "n")}
        return _("I TAKE IT!"), _("{take} yes  {decline} no", **keys)
    return None


def _paint_claim(canvas: Canvas, plan: _Layout, model: LuckyJackModel) -> None:
    """Ask near the tossed card whether the player takes it, and how long that can be, or say who does."""
    claim = _claim(model)
    if not claim:
        return
    x, y, width, height = plan.claim or (0, 0, 11, 0)
    left, limit = model.seconds or 0.0, model.view.options.claim_seconds
    above, below = (cut(each, width) for each in claim)
    line = "━" * ceil(width * left / limit) if limit and not model.moment else ""
    if not plan.claim:
        canvas.fill(1, plan.note, 58, 1, "glow")
        x = canvas.put(2, plan.note, above, "act", bold=True)
        x = canvas.put(x + 2, plan.note, below, "act")
        canvas.put(x + 2, plan.note, line, "act")
        return
    canvas.fill(x, y, width, height, "glow")
    canvas.put_centered(x, y + height // 2 - 1, width, above, "act", bold=True)
    canvas.put_centered(x, y + height // 2 + 1, width, below, "act")
    canvas.put(x, y + height - 1, line, "act")


def put_final(canvas: Canvas, x: int, y: int, board: tuple[Symbol, int], width: int, height: int) -> None:
    """Lay the card with which a round was won, with how many there were."""
    put_card(canvas, (x, y), (width, height), *board, won=True)


# ── The score sheet ───────────────────────────────────────────────────────────────────────────────


def _paint_sheet(canvas: Canvas, plan: _Layout, model: LuckyJackModel) -> None:
    x, y = plan.sheet
    end = canvas.put(x, y, words.round_title(model), bold=True) if model.view.number else x
    if end + 1 + columns(_("in hand")) < plan.cards_end:
        canvas.put_right(plan.cards_end, y, _("in hand"), "faint")
    canvas.put_right(plan.points_end, y, _("points"), "faint")
    for seat in range(model.view.seats):
        _paint_seat(canvas, plan, y + plan.sheet_rows * (1 + seat), seat, model)


def _paint_seat(canvas: Canvas, plan: _Layout, y: int, seat: Seat, model: LuckyJackModel) -> None:
    """Write a player's name, what they did last, how many cards they have, and their points."""
    view, x, words_end = model.view, plan.sheet[0], plan.words_end
    text, is_narrow = "", words_end - x < _ROOM_FOR_WORDS
    if seat in model.news.doings and not model.is_me(seat):
        doing, card = model.news.doings[seat]
        text = f"{SIGN[doing]} {card_name(card)}" if card and not is_narrow else SIGN[doing]
    width = 3 if is_narrow else 2 + max(columns(card_name(each)) for each in SYMBOLS)
    put_player(canvas, x, y, model, seat, words_end - x - (width + 1 if text else 0))
    is_asked = view.stage == "claim" and seat in view.active
    canvas.put(x - 2, y, "▸" if seat == view.turn else ASKED if is_asked else " ", "act", bold=True)
    canvas.put(words_end - width, y, text, "fresh")
    canvas.put_right(plan.cards_end, y, str(view.sizes[seat]))
    if canvas.scale == "large":
        backs = "▌" * min(view.sizes[seat], 12)
        canvas.put(words_end + 1, y, backs, "card" if model.is_me(seat) else "back-light")
    won = model.news.ended is not None and model.news.ended.seat == seat
    points = f"{NEW if won else ''}{in_figures(view.points[seat])}"
    canvas.put_right(plan.points_end, y, points, "fresh" if won else "")


# ── The hand ──────────────────────────────────────────────────────────────────────────────────────


def _paint_titles(canvas: Canvas, plan: _Layout, model: LuckyJackModel) -> None:
    """Write above the hand how many cards it has; how the last round ended, or how long this one may last."""
    x, y = plan.title
    if model.view.seat >= 0:
        x = canvas.put(x, y, _("Your hand"), bold=True)
        cards = plural("{number} card", "{number} cards", len(model.view.hand))
        x = canvas.put(x, y, f" · {cards}", "faint")
    room = plan.points_end - 2 - (x if plan.note == y else 1)
    if ended := model.news.ended:
        canvas.put_right(plan.points_end, plan.note, cut(words.tell_of_round(ended, model), room), "fresh")
    elif model.reshuffles_left is not None and not (plan.note > y and _claim(model)):
        canvas.put_right(plan.points_end, plan.note, words.reshuffles_words(model.reshuffles_left), "faint")
    if canvas.scale == "large":
        canvas.put(4, plan.prizes - 1, _("pays, three alike and four alike"), "faint")
        canvas.put(4, plan.prizes + 3, words.goal_words(model), "act")


def _paint_place(canvas: Canvas, plan: _Layout, x: int, card: Symbol, model: LuckyJackModel) -> None:
    """Lay the cards of a symbol; a dent where there are none."""
    (width, height), y, held = plan.card, plan.hand[1], model.view.hand.count(card)
    if held:
        canvas.places["card", card] = x, y, width, height
        put_card(canvas, (x, y), plan.card, card, held, is_new=card in model.news.cards)
        _paint_mark(canvas, plan, x, card, model)
    else:
        canvas.fill(x, y, width, height, "dent")
        name_y = y + height - 1 if canvas.scale == "compact" else y
        canvas.put_centered(x, name_y, width, cut(card_name(card), width), "faint")
        canvas.put_centered(x, y + (height - 1) // 2, width, "·", "faint")
    _paint_prizes(canvas, plan, x, card, model)


def _paint_mark(canvas: Canvas, plan: _Layout, x: int, card: Symbol, model: LuckyJackModel) -> None:
    """Say below a card how it can be discarded, or what taking the tossed one makes of it."""
    width, y = plan.card[0], plan.hand[1] + plan.card[1] + (canvas.scale != "compact")
    y, rule, view = y + (canvas.scale == "large"), model.rule(card), model.view
    text = ""
    if card in model.jackpots:
        text = _fitting(width, JACKPOT, _("jackpot"))
    elif rule:
        text = _fitting(width, SIGN[rule], rule_name(rule), "+2" if rule == "lower" else "")
    elif view.stage == "claim" and model.asked and view.pile[-1] == card:
        text = f"→ ×{view.hand.count(card) + 1}"
    if card == model.on_card:
        canvas.put(x - 1, y, f"[{text:^{width}}]", "cursor")
        canvas.cursor = (x, y)
    else:
        canvas.put_centered(x, y, width, text, "act", bold=card in model.jackpots)


def _fitting(width: int, sign: str, word: str, more: str = "") -> str:
    """Return as much of what is said of a card as there is room for."""
    texts = (f"{sign} {word}{more}", f"{sign}{word}{more}", f"{sign}{word}", sign)
    return next(text for text in texts if columns(text) <= width)


def _paint_prizes(canvas: Canvas, plan: _Layout, x: int, card: Symbol, model: LuckyJackModel) -> None:
    """Write below a symbol what a jackpot with three and with four of its cards is worth."""
    width, held = plan.card[0], model.view.hand.count(card)
    if canvas.scale == "compact":
        text = f"{prize(card, 3) // 1000}/{prize(card, 4) // 1000}k"
        canvas.put_centered(x, plan.prizes, width, text, "strong" if held >= 3 else "faint")
        return
    for row, cards in enumerate((3, 4)):
        reached = (card, cards) in model.jackpots.values()
        role: Role = "act" if reached else "strong" if held >= cards else "faint"
        text = f"{JACKPOT if reached else '×'}{cards} {in_figures(prize(card, cards))}"
        canvas.put_right(x + width, plan.prizes + row, text, role)
