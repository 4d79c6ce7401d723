"""How the table of Lucky Jack is drawn: stock, pile and score sheet above, the own hand below.

Each symbol has a place of its own, whether the player has such cards or not; below the cards is what a
jackpot with them is worth.
"""

from collections.abc import Mapping, Sequence
from math import ceil

from luckytui.games.interface import Seat
from luckytui.games.lucky_jack import words
from luckytui.games.lucky_jack.jackpot import paint_jackpot
from luckytui.games.lucky_jack.layout import Layout, layout
from luckytui.games.lucky_jack.model import STOCK, Doing, Jackpot, LuckyJackModel
from luckytui.games.lucky_jack.names import card_name, rule_name
from luckytui.games.lucky_jack.pieces import NEW, Size, put_card
from luckytui.games.lucky_jack.rules import SYMBOLS, Claimed, Symbol, prize
from luckytui.shown.commands import key_sign
from luckytui.shown.words import Role, columns
from luckytui.text import _, in_figures, plural
from luckytui.tui.canvas import Canvas, cut, put_back, put_edge, put_player
from luckytui.tui.widgets.large import put_large

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


def paint(canvas: Canvas, model: LuckyJackModel) -> None:
    """Paint the table, or the animation of a jackpot."""
    if isinstance(model.moment, Jackpot):
        paint_jackpot(canvas, model.moment, model)
        return
    plan = layout(canvas.width, canvas.height, model.view.seats)
    canvas.left = plan.left
    if plan.backs:
        _paint_others(canvas, plan, plan.backs, model)
    _paint_stock(canvas, plan, model)
    _paint_pile(canvas, plan, model)
    _paint_sheet(canvas, plan, model)
    if claim := _claim(model):
        _paint_claim(canvas, plan, claim, model)
    _paint_titles(canvas, plan, model, has_claim=bool(claim))
    x, y, _width, height = plan.pieces["hand"]
    for place, card in enumerate(SYMBOLS):
        row, column = divmod(place, plan.across)
        rows = height // -(-len(SYMBOLS) // plan.across)
        _paint_place(canvas, plan, x + plan.each * column, y + rows * row, rows, card, model)


# ── Stock and pile ────────────────────────────────────────────────────────────────────────────────


def _paint_stock(canvas: Canvas, plan: Layout, model: LuckyJackModel) -> None:
    """Lay the stock, or the card that the player has just drawn from it."""
    view, (x, y, _width, _height), (width, height) = model.view, plan.pieces["stock"], plan.stock
    if plan.head:
        canvas.put(x, y, _("Drawn") if view.drawn else _("Stock"), "fresh" if view.drawn else "faint")
    y += plan.head
    if view.drawn:
        put_card(canvas, (x, y), plan.stock, view.drawn)
        return
    canvas.places[STOCK] = x, y, width, height
    put_back(canvas, x, y, width, height)
    put_edge(canvas, x, y + height, width, "card-edge")
    text = f"[{view.stock:^4}]" if model.at == STOCK else f" {view.stock} "
    left, middle = x + (width - len(text)) // 2, y + height // 2
    canvas.put(left, middle, text, "strong", "cursor" if model.at == STOCK else "back")
    if model.at == STOCK:
        canvas.cursor = (left + 2, middle)


def _paint_pile(canvas: Canvas, plan: Layout, model: LuckyJackModel) -> None:
    (x, y, _width, _height), pile = plan.pieces["pile"], model.view.pile
    if pile:
        canvas.put(x, y, _("Pile · {number}", number=len(pile)) if plan.head else "", "faint")
        put_card(canvas, (x, y + plan.head), plan.pile, pile[-1], is_new=model.news.top)


def _claim(model: LuckyJackModel) -> list[str]:
    """Return what is said beside a tossed card: whether the player takes it, or who does."""
    if isinstance(model.moment, Claimed):
        seat = model.moment.seat
        return [_("You"), _("take it")] if seat == model.me else [model.names[seat], _("takes it")]
    if model.view.stage == "claim" and model.asked:
        take, decline = key_sign("lucky-jack.take", "t"), key_sign("lucky-jack.decline", "n")
        return [_("I TAKE IT!"), _("{key} yes", key=take), _("{key} pass", key=decline)]
    return []


def _paint_claim(canvas: Canvas, plan: Layout, claim: Sequence[str], model: LuckyJackModel) -> None:
    """Ask near the tossed card whether the player takes it, and how long that can be, or say who does."""
    left, limit = model.seconds or 0.0, 0 if model.moment else model.view.options.claim_seconds
    x, y, width, height = plan.pieces.get("claim", plan.pieces["note"])
    above, *answers = (cut(each, width - 2 if height > 1 else 11) for each in claim)
    if height == 1:
        canvas.fill(x, y, width, height, "glow")
        x = canvas.put(x + 1, y, above, "act", bold=True)
        x = canvas.put(x + 2, y, "  ".join(answers), "act")
        canvas.put(x + 2, y, "━" * ceil(11 * left / limit) if limit else "", "act")
        return
    is_wide, y, height = width >= _ROOM_FOR_WORDS, y + plan.head, height - plan.head - 1
    canvas.fill(x, y, width, height, "glow")
    rows, air = [above, "      ".join(answers)] if is_wide else [above, *answers], 1 + (height > 7)
    steps = [air, height - 1 - air] if is_wide else range((height - len(rows)) // 2, height)
    for step, text in zip(steps, rows, strict=False):
        canvas.put_centered(x, y + step, width, text, "act", bold=is_wide or text == above)
    if limit:
        if is_wide:
            put_large(canvas, x + width // 2 - 2, y + (height - 3) // 2, str(ceil(left)), "act")
        end = canvas.put(x, y + height, "━" * ceil(width * left / limit), "act")
        canvas.put(end, y + height, "━" * (x + width - end), "faint")


def put_final(canvas: Canvas, x: int, y: int, board: tuple[Symbol, int], width: int, height: int) -> None:
    """Lay the card with which a round was won, with how many there were."""
    put_card(canvas, (x, y), (width, height), *board, won=True)


# ── The score sheet ───────────────────────────────────────────────────────────────────────────────


def _paint_sheet(canvas: Canvas, plan: Layout, model: LuckyJackModel) -> None:
    """Write which round it is, and for each player the name, what they did last, cards and points."""
    x, y, width, _height = plan.pieces["sheet"]
    ends = {_("points"): x + width} if plan.backs else {_("in hand"): x + width - 8, _("points"): x + width}
    number, rounds = model.view.number, model.view.options.rounds
    title = _("Round {number} of {rounds}", number=number, rounds=rounds) if number else ""
    end = canvas.put(x, y, title, bold=True)
    rows = [1 if seat == model.me and not plan.backs else plan.sheet_rows for seat in range(model.view.seats)]
    below = y + 2 + sum(rows)
    if end + sum(1 + columns(head) for head in ends) > x + width and below <= plan.pieces["hand"][1] - 1:
        end, y = x, y + 1
    for head, right in ends.items():
        if end + 1 + columns(head) <= right:
            canvas.put_right(right, y, head, "faint")
            end = right
    words_end = x + width - (9 if plan.backs else 12)
    for seat in range(len(rows)):
        _paint_seat(canvas, plan, (x, y + 1 + sum(rows[:seat])), words_end, seat, model)


def _doing_of(seat: Seat, model: LuckyJackModel, *, has_card: bool = True) -> str:
    """Return in signs what somebody did last; empty: nothing that is known, or it is the player."""
    doing, card = model.news.doings.get(seat, (None, None))
    if doing is None or seat == model.me:
        return ""
    return f"{SIGN[doing]} {card_name(card)}" if card and has_card else SIGN[doing]


def _put_awaited(canvas: Canvas, x: int, y: int, seat: Seat, model: LuckyJackModel) -> None:
    """Mark whose turn it is, and who is asked about a tossed card."""
    is_asked = model.view.stage == "claim" and seat in model.view.active
    canvas.put(x - 2, y, "▸" if seat == model.view.turn else ASKED if is_asked else " ", "act", bold=True)


def _paint_seat(
    canvas: Canvas, plan: Layout, at: Size, words_end: int, seat: Seat, model: LuckyJackModel
) -> None:
    view, (x, y), is_below = model.view, at, plan.sheet_rows > 1
    is_narrow = words_end - x < _ROOM_FOR_WORDS
    text = "" if plan.backs else _doing_of(seat, model, has_card=is_below or not is_narrow)
    width = 3 if is_narrow else 2 + max(columns(card_name(each)) for each in SYMBOLS)
    put_player(canvas, x, y, model, seat, words_end - x - (width + 1 if text and not is_below else 0))
    _put_awaited(canvas, x, y, seat, model)
    canvas.put(*((x + 2, y + 1) if is_below else (words_end - width, y)), text, "fresh")
    canvas.put_right(words_end + 4, y, "" if plan.backs else str(view.sizes[seat]))
    won = model.news.ended is not None and model.news.ended.seat == seat
    points = f"{NEW if won else ''}{in_figures(view.points[seat])}"
    canvas.put_right(x + plan.pieces["sheet"][2], y, points, "fresh" if won else "")


def _paint_others(canvas: Canvas, plan: Layout, backs: Size, model: LuckyJackModel) -> None:
    """Lay the others' cards at the far side of a large table, as backs that can be counted from there."""
    others = [seat for seat in model.clockwise(model.owner) if seat != model.me]
    (left, y, wide, _high), (width, height) = plan.pieces["others"], backs
    each = (wide + 2) // len(others)
    for place, seat in enumerate(others):
        x, size = left + each * place + 2, model.view.sizes[seat]
        cards = plural("{number} card", "{number} cards", size)
        put_player(canvas, x, y, model, seat, each - 4, cards)
        _put_awaited(canvas, x, y, seat, model)
        canvas.put(x + 2, y + 1, cut(_doing_of(seat, model), each - 6), "fresh")
        step = next(step for step in (4, 2, 1, 0) if width + step * (size - 1) <= each - 4)
        for card in range(size):
            put_back(canvas, x + step * card, y + 2, width, height)
            if card and step > 1:  # so that they can be counted
                canvas.fill(x + step * card, y + 2, 1, height, canvas.ground)
        put_edge(canvas, x, y + 2 + height, (width + step * (size - 1)) * (size > 0), "card-edge")


# ── The hand ──────────────────────────────────────────────────────────────────────────────────────


def _paint_titles(canvas: Canvas, plan: Layout, model: LuckyJackModel, *, has_claim: bool) -> None:
    """Write above the hand how many cards it has; how the last round ended, or how long this one may last."""
    x, y, width, _rows = plan.pieces["title"]
    left, note_y, wide, _rows = plan.pieces["note"]
    if model.view.seat >= 0:
        title, cards = _("Your hand"), plural("{number} card", "{number} cards", len(model.view.hand))
        has_room = columns(f"{title} · {cards}") <= width + 1
        x = canvas.put(x, y, title if has_room else cards, bold=True)
        x = canvas.put(x, y, f" · {cards}" if has_room else "", "faint")
    end = left + wide
    if ended := model.news.ended:
        room = end - 2 - (x if note_y == y else left)
        canvas.put_right(end, note_y, cut(words.tell_of_round(ended, model), room), "fresh")
    elif model.reshuffles_left is not None and ("claim" in plan.pieces or not has_claim):
        canvas.put_right(end, note_y, words.reshuffles_words(model.reshuffles_left), "faint")
    if "goal" in plan.pieces:
        left, y, width, height = plan.pieces["goal"]
        canvas.put(left, y, cut(words.goal_words(model), width) if height else "", "act")


def _paint_place(
    canvas: Canvas, plan: Layout, x: int, y: int, rows: int, card: Symbol, model: LuckyJackModel
) -> None:
    """Lay the cards of a symbol, a dent where there are none; below them their mark and the prizes."""
    (width, height), held = plan.card, model.view.hand.count(card)
    y += 1
    if held:
        canvas.places["card", card] = x, y, width, rows - 1
        put_card(canvas, (x, y), plan.card, card, held, is_new=card in model.news.cards)
        _paint_mark(canvas, plan, x, y + height + plan.head, card, model)
    else:
        canvas.fill(x, y, width, height, "dent")
        canvas.put_centered(
            x, y if plan.head else y + height - 1, width, cut(card_name(card, width), width), "faint"
        )
        canvas.put_centered(x, y + (height - 1) // 2, width, "·", "faint")
    is_short = rows - height - plan.head < 4
    _paint_prizes(canvas, x, y + height + plan.head + 1, width, card, model, is_short=is_short)


def _paint_mark(canvas: Canvas, plan: Layout, x: int, y: int, card: Symbol, model: LuckyJackModel) -> None:
    """Say below a card how it can be discarded, or what taking the tossed one makes of it."""
    width, rule, view, text = plan.card[0], model.rule(card), model.view, ""
    room = min(width, plan.each - 1)
    if card in model.jackpots:
        text = _fitting(room, JACKPOT, _("jackpot"))
    elif rule:
        text = _fitting(room, SIGN[rule], rule_name(rule), "+2" if rule == "lower" else "")
    elif view.stage == "claim" and model.asked and view.pile[-1] == card:
        text = f"→ ×{view.hand.count(card) + 1}"
    if card == model.under_cursor("card"):
        canvas.put(x - 1, y, f"[{text:^{width}}]", "cursor")
        canvas.cursor = (x, y)
    else:
        canvas.put_centered(x, y, width, text, "act", bold=card in model.jackpots)


def _fitting(width: int, sign: str, word: str, more: str = "") -> str:
    """Return the longest form of what is said of a card that fits."""
    texts = (f"{sign} {word} {more}".strip(), f"{sign}{word} {more}".strip(), f"{sign}{word}", sign)
    return next(text for text in texts if columns(text) <= width)


def _paint_prizes(
    canvas: Canvas, x: int, y: int, width: int, card: Symbol, model: LuckyJackModel, *, is_short: bool
) -> None:
    """Write below a symbol what a jackpot with three and with four of its cards is worth."""
    held = model.view.hand.count(card)
    if is_short:
        text = f"{prize(card, 3) // 1000}/{prize(card, 4) // 1000}k"
        canvas.put_centered(x, y, width, text, "strong" if held >= 3 else "faint")
    for row, cards in enumerate(() if is_short else (3, 4)):
        reached = (card, cards) in model.jackpots.values()
        role: Role = "act" if reached else "strong" if held >= cards else "faint"
        text = f"{JACKPOT if reached else '×'}{cards} {in_figures(prize(card, cards))}"
        canvas.put_right(x + width, y + row, text, role)
