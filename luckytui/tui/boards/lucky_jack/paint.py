"""How the table of Lucky Jack is drawn: stock, pile and score sheet above, the own hand below.

Each symbol has a place of its own, whether the player has such cards or not; below the cards is what a
jackpot with them is worth.
"""

import tomllib
from collections.abc import Mapping
from math import ceil
from pathlib import Path
from typing import NamedTuple

from luckytui.games.interface import Seat
from luckytui.games.lucky_jack import SYMBOLS, VALUE, Symbol, prize
from luckytui.text import _, in_figures, plural
from luckytui.tui.boards.lucky_jack.model import Doing, Jackpot, LuckyJackModel, Taken
from luckytui.tui.boards.lucky_jack.words import (
    card_name,
    counted,
    goal_words,
    reshuffles_words,
    round_title,
    rule_name,
    tell_of_round,
)
from luckytui.tui.boards.paint import put_back, put_edge, put_player
from luckytui.tui.boards.words import columns, seat_name
from luckytui.tui.canvas import Canvas, Ground, Role, Scale, cut
from luckytui.tui.widgets.large import put_figures

SIGN: Mapping[Doing, str] = {
    "same": "=",
    "higher": "↑",
    "lower": "↓",
    "tossed": "→",
    "taken": "+",
    "kept": "+ ?",
}
NEW, ASKED, JACKPOT = "•", "?", "★"

DRAWN: Mapping[str, Mapping[Symbol, str]] = tomllib.loads(
    Path(__file__).with_name("symbols.toml").read_text(encoding="utf-8")
)
"""The points of the symbols, small and large, row by row. Shape and name say the same as the colors."""

_Size = tuple[int, int]


class _Plan(NamedTuple):
    """Where everything is at one size."""

    stock: _Size
    pile: _Size
    """Where they lie…"""
    large: tuple[_Size, _Size]
    """…and how large the cards of both are."""
    sheet: tuple[int, int, int, int, int]
    """The score sheet: its title's column, where words, cards and points end, and how far rows are apart."""
    hand: _Size
    """Where the cards of the first symbol lie…"""
    each: int
    """…how far apart the symbols are…"""
    card: _Size
    """…and how large a card is."""
    prize_y: int


_PLANS: Mapping[Scale, _Plan] = {
    "compact": _Plan((1, 1), (10, 0), ((7, 4), (11, 5)), (25, 46, 51, 59, 1), (2, 8), 8, (7, 4), 13),
    "ordinary": _Plan((2, 1), (15, 1), ((9, 5), (9, 5)), (40, 64, 70, 79, 1), (2, 9), 11, (9, 5), 16),
    "large": _Plan((4, 2), (25, 2), ((17, 9), (17, 9)), (58, 82, 98, 110, 2), (1, 18), 16, (15, 9), 31),
}


def paint(canvas: Canvas, model: LuckyJackModel) -> None:
    """Paint the table."""
    plan = _PLANS[canvas.scale]
    if canvas.scale == "ordinary" and canvas.height >= 30:
        plan = plan._replace(sheet=(*plan.sheet[:4], 2), hand=(2, 18), prize_y=26)
    _paint_stock(canvas, plan, model)
    _paint_pile(canvas, plan, model)
    _paint_sheet(canvas, plan, model)
    _paint_claim(canvas, plan, model)
    if isinstance(model.moment, Jackpot):
        _paint_jackpot(canvas, plan, model.moment, model)
        return
    _paint_titles(canvas, plan, model)
    for place, card in enumerate(SYMBOLS):
        _paint_place(canvas, plan, plan.hand[0] + plan.each * place, card, model)


# ── Stock and pile ────────────────────────────────────────────────────────────────────────────────


def _paint_stock(canvas: Canvas, plan: _Plan, model: LuckyJackModel) -> None:
    """Lay the stock, or the card that the player has just drawn from it."""
    view, (x, y), (width, height) = model.view, plan.stock, plan.large[0]
    is_drawn = view.drawn is not None and view.stage == "drawn"
    put_edge(canvas, x, y + height, width, "card-edge")
    if canvas.scale != "compact":
        canvas.put(x, y - 1, _("Drawn") if is_drawn else _("Stock"), "fresh" if is_drawn else "faint")
    if view.drawn and is_drawn:
        _paint_card(canvas, x, y, (width, height), view.drawn, "card")
        return
    put_back(canvas, x, y, width, height)
    text = f"[{view.stock:^4}]" if model.on_stock else f" {view.stock} "
    left, middle = x + (width - len(text)) // 2, y + height // 2
    canvas.put(left, middle, text, "strong", "cursor" if model.on_stock else "back")
    if model.on_stock:
        canvas.cursor = (left + 2, middle)


def _paint_pile(canvas: Canvas, plan: _Plan, model: LuckyJackModel) -> None:
    (x, y), size = plan.pile, plan.large[1]
    if not (pile := model.view.pile):
        return
    if canvas.scale != "compact":
        canvas.put(x, y - 1, _("Pile · {number}", number=len(pile)), "faint")
    _paint_card(canvas, x, y, size, pile[-1], "card")
    put_edge(canvas, x, y + size[1], size[0], "card-edge")
    canvas.put(x + size[0] - 2, y, NEW if model.news.top else "", "strong")


def _paint_claim(canvas: Canvas, plan: _Plan, model: LuckyJackModel) -> None:
    """Ask beside the tossed card whether the player takes it, or say who does."""
    if isinstance(model.moment, Taken):
        above, below = cut(seat_name(model, model.moment.seat), 11), _("takes it")
        above, below = (_("You"), _("take it")) if model.is_me(model.moment.seat) else (above, below)
    elif model.view.stage == "claim" and model.asked:
        above, below = _("I TAKE IT!"), _("t yes  n no")
    else:
        return
    left, limit = model.seconds or 0.0, model.view.options.claim_seconds
    line = "━" * ceil(11 * left / limit) if limit and not model.moment else ""
    if canvas.scale == "compact":
        canvas.fill(1, 14, 58, 1, "glow")
        x = canvas.put(2, 14, above, "act", bold=True)
        x = canvas.put(x + 2, 14, below, "act") + 2
        canvas.put(x, 14, line, "act")
        return
    x, y, height = plan.pile[0] + plan.large[1][0] + 1, plan.pile[1], plan.large[1][1]
    canvas.fill(x, y, 11, height, "glow")
    canvas.put_centered(x, y + height // 2 - 1, 11, above, "act", bold=True)
    canvas.put_centered(x, y + height // 2 + 1, 11, below, "act")
    canvas.put(x, y + height - 1, line, "act")


def _paint_card(
    canvas: Canvas, x: int, y: int, size: _Size, card: Symbol, ground: Ground, held: int = 1
) -> None:
    """Lay a card: its name, its symbol, its value, and how many of them there are.

    The name is above the symbol; on cards of four rows it is below, and there is no room for the value.
    """
    (width, height), is_large, is_low = size, size[0] > 14, size[1] < 5
    canvas.fill(x, y, width, height, ground)
    rows = DRAWN["large" if is_large else "small"][card].split()
    inks = {"a": card, "b": f"{card}-2", "c": f"{card}-3", "g": "clover-2"}
    canvas.pixels(x + (width - len(rows[0])) // 2, y + (not is_low) + is_large, rows, inks)
    canvas.put(x + (not is_low), y + height - 1 if is_low else y, card_name(card), bold=is_large)
    foot = y + height - 1
    canvas.put(x + 1, foot, "" if is_low else str(VALUE[card]), "faint")
    count_at = (x + width, y - 1) if is_low else (x + width - 1, foot)
    canvas.put_right(*count_at, f"×{held}" if held > 1 else "", "strong")


# ── The score sheet ───────────────────────────────────────────────────────────────────────────────


def _paint_sheet(canvas: Canvas, plan: _Plan, model: LuckyJackModel) -> None:
    x, _words, cards_right, points_right, each = plan.sheet
    top = 1 if canvas.scale == "large" else 0
    if model.view.number:
        canvas.put(x, top, round_title(model), bold=True)
    canvas.put_right(cards_right, top, _("cards"), "faint")
    canvas.put_right(points_right, top, _("points"), "faint")
    for seat in range(model.view.seats):
        _paint_seat(canvas, plan, top + each * (1 + seat), seat, model)


def _paint_seat(canvas: Canvas, plan: _Plan, y: int, seat: Seat, model: LuckyJackModel) -> None:
    """Write a player's name, what they did last, how many cards they have, and their points."""
    view, (x, words_right, cards_right, points_right, _each) = model.view, plan.sheet
    text = ""
    if seat in model.news.doings and not model.is_me(seat):
        doing, card = model.news.doings[seat]
        text = f"{SIGN[doing]} {card_name(card)}" if card else SIGN[doing]
    put_player(canvas, x, y, model, seat, words_right - x - (10 if text else 0))
    is_asked = view.stage == "claim" and seat in view.active
    canvas.put(x - 2, y, "▸" if seat == view.turn else ASKED if is_asked else " ", "act", bold=True)
    canvas.put(words_right - 9, y, cut(text, 9), "fresh")
    canvas.put_right(cards_right, y, str(view.sizes[seat]))
    if canvas.scale == "large":
        backs = "▌" * min(view.sizes[seat], 12)
        canvas.put(words_right + 1, y, backs, "card" if model.is_me(seat) else "back-light")
    won = model.news.ended is not None and model.news.ended.seat == seat
    points = f"{NEW if won else ''}{in_figures(view.points[seat])}"
    canvas.put_right(points_right, y, points, "fresh" if won else "")


# ── The hand ──────────────────────────────────────────────────────────────────────────────────────


def _paint_titles(canvas: Canvas, plan: _Plan, model: LuckyJackModel) -> None:
    """Write above the hand how many cards it has; how the last round ended, or how long this one may last."""
    y = plan.hand[1] - (2 if canvas.scale != "large" else 4)
    x = 4 if canvas.scale == "large" else plan.stock[0]
    if model.view.seat >= 0:
        x = canvas.put(x, y, _("Your hand"), bold=True)
        cards = plural("{number} card", "{number} cards", len(model.view.hand))
        x = canvas.put(x, y, f" · {cards}", "faint")
    right = plan.sheet[3]
    x, y = (1, 14) if canvas.scale == "compact" else (x, y)
    if ended := model.news.ended:
        canvas.put_right(right, y, cut(tell_of_round(ended, model), right - x - 2), "fresh")
    elif model.reshuffles_left is not None:
        canvas.put_right(right, y, reshuffles_words(model.reshuffles_left), "faint")
    if canvas.scale == "large":
        canvas.put(4, plan.prize_y - 1, _("pays, three alike and four alike"), "faint")
        canvas.put(4, plan.prize_y + 3, goal_words(model), "act")


def _paint_jackpot(canvas: Canvas, plan: _Plan, moment: Jackpot, model: LuckyJackModel) -> None:
    """Lay the winning cards where the own hand was, and below them what they are worth."""
    (width, height), (x, y), ended = plan.card, plan.hand, moment.ended
    seat, cards, symbol = moment.discarded.seat, ended.cards or 0, ended.symbol or SYMBOLS[0]
    left = plural("{number} card", "{number} cards", cards + (moment.step == 0))
    put_player(canvas, 4, y - 2, model, seat, 60, left)
    shown = [(symbol, "card-win" if place < moment.step else "card") for place in range(cards)]
    for card, ground in [*shown, (moment.discarded.card, "card")][: cards + (moment.step == 0)]:
        _paint_card(canvas, x, y, (width, height), card, ground)
        put_edge(canvas, x, y + height, width if canvas.scale != "compact" else 0, "card-edge")
        x += plan.each
    x, below = plan.hand[0] + 1, y + height + (canvas.scale != "compact")
    if moment.over >= 2:
        x = put_figures(canvas, x, below, in_figures(ended.points), "act") + 2
        canvas.put(x, below, _("JACKPOT"), "act", bold=True)
        others = ", ".join(
            f"{model.name_of(other)} {size}" for other, size in enumerate(moment.sizes) if other != seat
        )
        canvas.put(x, below + 2, cut(others, canvas.width - x - 1), "faint")
    if moment.over >= 1:
        canvas.put(x, below + 1, counted(symbol, cards), "strong" if moment.over > 1 else "act")


def _paint_place(canvas: Canvas, plan: _Plan, x: int, card: Symbol, model: LuckyJackModel) -> None:
    """Lay the cards of a symbol, the edges of those behind above them; a dent where there are none."""
    (width, height), y, held = plan.card, plan.hand[1], model.view.hand.count(card)
    if held:
        if held > 1:
            canvas.put(x, y - 1, "▄" * width, "card-edge", "card-edge-2" if held > 2 else None)
        _paint_card(canvas, x, y, plan.card, card, "card", held)
        canvas.put(x + width - 2, y, NEW if card in model.news.cards else "", "strong")
        if canvas.scale != "compact":
            put_edge(canvas, x, y + height, width, "card-edge")
        _paint_mark(canvas, plan, x, card, model)
    else:
        canvas.fill(x, y, width, height, "dent")
        name_y = y + height - 1 if canvas.scale == "compact" else y
        canvas.put_centered(x, name_y, width, card_name(card), "faint")
        canvas.put_centered(x, y + (height - 1) // 2, width, "·", "faint")
    _paint_prizes(canvas, plan, x, card, model)


def _paint_mark(canvas: Canvas, plan: _Plan, x: int, card: Symbol, model: LuckyJackModel) -> None:
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


def _paint_prizes(canvas: Canvas, plan: _Plan, x: int, card: Symbol, model: LuckyJackModel) -> None:
    """Write below a symbol what a jackpot with three and with four of its cards is worth."""
    width, held = plan.card[0], model.view.hand.count(card)
    if canvas.scale == "compact":
        text = f"{prize(card, 3) // 1000}/{prize(card, 4) // 1000}k"
        canvas.put_centered(x, plan.prize_y, width, text, "strong" if held >= 3 else "faint")
        return
    for row, cards in enumerate((3, 4)):
        reached = (card, cards) in model.jackpots.values()
        role: Role = "act" if reached else "strong" if held >= cards else "faint"
        text = f"{JACKPOT if reached else '×'}{cards} {in_figures(prize(card, cards))}"
        canvas.put_right(x + width, plan.prize_y + row, text, role)
