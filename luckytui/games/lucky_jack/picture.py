"""How the table of Lucky Jack is drawn: stock, pile and score sheet above, the own hand below.

Each symbol has a place of its own, whether the player has such cards or not; below the cards is what a
jackpot with them is worth.
"""

from collections.abc import Mapping
from math import ceil

from msgspec.structs import replace

from luckytui.games.interface import Seat
from luckytui.games.lucky_jack import words
from luckytui.games.lucky_jack.jackpot import paint_jackpot
from luckytui.games.lucky_jack.layout import Layout, computed
from luckytui.games.lucky_jack.model import STOCK, Doing, Jackpot, LuckyJackModel
from luckytui.games.lucky_jack.names import card_name, rule_name
from luckytui.games.lucky_jack.pieces import NEW, put_card
from luckytui.games.lucky_jack.rules import SYMBOLS, Claimed, Symbol, prize
from luckytui.shown.commands import key_sign
from luckytui.shown.words import Role, columns
from luckytui.text import _, in_figures, plural
from luckytui.tui.boards.paint import put_back, put_edge, put_player, table
from luckytui.tui.canvas import Canvas, cut
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
    """Paint the table, or the scene of a jackpot."""
    if isinstance(model.moment, Jackpot):
        paint_jackpot(canvas, model.moment, model)
        return
    large = computed(canvas.width, canvas.height, model.view.seats)
    with table(canvas, large, "lucky-jack", Layout) as (felt, plan):
        _paint_table(felt, plan, model)


def _paint_table(canvas: Canvas, plan: Layout, model: LuckyJackModel) -> None:
    _paint_others(canvas, plan, model)
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


def _paint_stock(canvas: Canvas, plan: Layout, model: LuckyJackModel) -> None:
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


def _paint_pile(canvas: Canvas, plan: Layout, model: LuckyJackModel) -> None:
    (x, y), pile = plan.pile, model.view.pile
    if pile:
        if canvas.scale != "compact":
            canvas.put(x, y - 1, _("Pile · {number}", number=len(pile)), "faint")
        put_card(canvas, plan.pile, plan.pile_card, pile[-1], is_new=model.news.top)


def _claim(model: LuckyJackModel) -> list[str]:
    """Return what is said beside a tossed card: whether the player takes it, or who does."""
    if isinstance(model.moment, Claimed):
        seat = model.moment.seat
        return [_("You"), _("take it")] if model.is_me(seat) else [model.name_of(seat), _("takes it")]
    if model.view.stage == "claim" and model.asked:
        take, decline = key_sign("lucky-jack.take", "t"), key_sign("lucky-jack.decline", "n")
        return [_("I TAKE IT!"), _("{key} yes", key=take), _("{key} pass", key=decline)]
    return []


def _paint_claim(canvas: Canvas, plan: Layout, model: LuckyJackModel) -> None:
    """Ask near the tossed card whether the player takes it, and how long that can be, or say who does."""
    claim = _claim(model)
    if not claim:
        return
    x, y, width, height = plan.claim or (1, plan.note, 58, 1)
    left, limit = model.seconds or 0.0, model.view.options.claim_seconds
    timed, room = limit and not model.moment, width - 2 if plan.claim else 11
    above, *answers = (cut(each, room) for each in claim)
    canvas.fill(x, y, width, height, "glow")
    if not plan.claim:
        x = canvas.put(x + 1, y, above, "act", bold=True)
        x = canvas.put(x + 2, y, "  ".join(answers), "act")
        canvas.put(x + 2, y, "━" * ceil(11 * left / limit) if timed else "", "act")
        return
    if plan.width:
        answers = ["      ".join(answers)]
    is_large, rows = bool(plan.width), len(answers) + 1
    top = y + 1 + (height > 7) if is_large else y + (height - rows - (rows > 2)) // 2
    canvas.put_centered(x, top, width, above, "act", bold=True)
    for row, text in enumerate(answers, 1):
        at = y + height - 2 - (height > 7) if is_large else top + row
        canvas.put_centered(x, at, width, text, "act", bold=is_large)
    if plan.width and height > 8 and timed:
        put_large(canvas, x + width // 2 - 2, y + (height - 3) // 2, str(ceil(left)), "act")
    below = y + height - (not plan.width)
    if timed:
        end = canvas.put(x, below, "━" * ceil(width * left / limit), "act")
        canvas.put(end, below, "━" * (x + width - end) * bool(plan.width), "faint")


def put_final(canvas: Canvas, x: int, y: int, board: tuple[Symbol, int], width: int, height: int) -> None:
    """Lay the card with which a round was won, with how many there were."""
    put_card(canvas, (x, y), (width, height), *board, won=True)


# ── The score sheet ───────────────────────────────────────────────────────────────────────────────


def _paint_sheet(canvas: Canvas, plan: Layout, model: LuckyJackModel) -> None:
    x, y = plan.sheet
    end = canvas.put(x, y, words.round_title(model), bold=True) if model.view.number else x
    if end + 1 + columns(_("in hand")) < plan.cards_end:
        canvas.put_right(plan.cards_end, y, _("in hand"), "faint")
    if end + 1 + columns(_("points")) < plan.points_end:
        canvas.put_right(plan.points_end, y, _("points"), "faint")
    for seat in range(model.view.seats):
        _paint_seat(canvas, plan, y + plan.sheet_rows * (1 + seat), seat, model)


def _doing_of(seat: Seat, model: LuckyJackModel, *, has_card: bool = True) -> str:
    """Return in signs what somebody did last; empty: nothing that is known, or it is the player."""
    if seat not in model.news.doings or model.is_me(seat):
        return ""
    doing, card = model.news.doings[seat]
    return f"{SIGN[doing]} {card_name(card)}" if card and has_card else SIGN[doing]


def _put_awaited(canvas: Canvas, x: int, y: int, seat: Seat, model: LuckyJackModel) -> None:
    """Mark whose turn it is, and who is asked about a tossed card."""
    is_asked = model.view.stage == "claim" and seat in model.view.active
    canvas.put(x - 2, y, "▸" if seat == model.view.turn else ASKED if is_asked else " ", "act", bold=True)


def _paint_seat(canvas: Canvas, plan: Layout, y: int, seat: Seat, model: LuckyJackModel) -> None:
    """Write a player's name, what they did last, how many cards they have, and their points."""
    view, x, words_end = model.view, plan.sheet[0], plan.words_end
    is_narrow, is_below = words_end - x < _ROOM_FOR_WORDS, bool(plan.width) and plan.sheet_rows > 1
    text = "" if plan.backs[0] else _doing_of(seat, model, has_card=is_below or not is_narrow)
    width = 3 if is_narrow else 2 + max(columns(card_name(each)) for each in SYMBOLS)
    put_player(canvas, x, y, model, seat, words_end - x - (width + 1 if text and not is_below else 0))
    _put_awaited(canvas, x, y, seat, model)
    at = (x + 2, y + 1) if is_below else (words_end - width, y)
    canvas.put(*at, text, "fresh")
    if plan.cards_end:
        canvas.put_right(plan.cards_end, y, str(view.sizes[seat]))
    won = model.news.ended is not None and model.news.ended.seat == seat
    points = f"{NEW if won else ''}{in_figures(view.points[seat])}"
    canvas.put_right(plan.points_end, y, points, "fresh" if won else "")


def _paint_others(canvas: Canvas, plan: Layout, model: LuckyJackModel) -> None:
    """Lay the others' cards at the far side of a large table, as backs that can be counted from there."""
    others = [seat for seat in model.clockwise(model.owner) if not model.is_me(seat)]
    if not plan.backs[0]:
        return
    (width, height), each = plan.backs, (plan.width + 2) // len(others)
    for place, seat in enumerate(others):
        x, y, size = plan.left + each * place + 2, plan.backs_y, model.view.sizes[seat]
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


def _paint_titles(canvas: Canvas, plan: Layout, model: LuckyJackModel) -> None:
    """Write above the hand how many cards it has; how the last round ended, or how long this one may last."""
    x0, y = plan.title
    x = x0
    if model.view.seat >= 0:
        x = canvas.put(x0, y, _("Your hand"), bold=True)
        cards = plural("{number} card", "{number} cards", len(model.view.hand))
        x = canvas.put(x, y, f" · {cards}", "faint")
    end = x0 + plan.width if plan.width else plan.points_end
    room = end - 2 - (x if plan.note == y else 1)
    if ended := model.news.ended:
        canvas.put_right(end, plan.note, cut(words.tell_of_round(ended, model), room), "fresh")
    elif model.reshuffles_left is not None and not (plan.claim is None and _claim(model)):
        canvas.put_right(end, plan.note, words.reshuffles_words(model.reshuffles_left), "faint")
    if plan.width:
        canvas.put(x0, plan.prizes + 2, cut(words.goal_words(model), plan.width), "act")


def _paint_place(canvas: Canvas, plan: Layout, x: int, card: Symbol, model: LuckyJackModel) -> None:
    """Lay the cards of a symbol; a dent where there are none."""
    (width, height), y, held = plan.card, plan.hand[1], model.view.hand.count(card)
    if held:
        below = plan.prizes + 1 + (canvas.scale != "compact") - y  # its mark and prizes, too
        canvas.places["card", card] = x, y, width, below
        put_card(canvas, (x, y), plan.card, card, held, is_new=card in model.news.cards)
        _paint_mark(canvas, plan, x, card, model)
    else:
        canvas.fill(x, y, width, height, "dent")
        name_y = y + height - 1 if canvas.scale == "compact" else y
        canvas.put_centered(x, name_y, width, cut(card_name(card), width), "faint")
        canvas.put_centered(x, y + (height - 1) // 2, width, "·", "faint")
    _paint_prizes(canvas, plan, x, card, model)


def _paint_mark(canvas: Canvas, plan: Layout, x: int, card: Symbol, model: LuckyJackModel) -> None:
    """Say below a card how it can be discarded, or what taking the tossed one makes of it."""
    width, y = plan.card[0], plan.hand[1] + plan.card[1] + (canvas.scale != "compact")
    rule, view, text, room = model.rule(card), model.view, "", min(width, plan.each - 1)
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
    texts = (f"{sign} {word}{more}", f"{sign}{word}{more}", f"{sign}{word}", sign)
    return next(text for text in texts if columns(text) <= width)


def _paint_prizes(canvas: Canvas, plan: Layout, x: int, card: Symbol, model: LuckyJackModel) -> None:
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
