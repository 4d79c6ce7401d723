"""How Lucky Squares is drawn: the squares with their coins, the order of play, the menu or the outcomes."""

from itertools import count

from luckytui.games.interface import CHANCE, Move, Seat
from luckytui.games.lucky_squares import words
from luckytui.games.lucky_squares.layout import Layout, layout_of
from luckytui.games.lucky_squares.model import LuckySquaresModel, Outcome, Slot, Turning
from luckytui.games.lucky_squares.names import ACTIONS, GHOST, LEAD, SIGNS, action_words, color_name, name_of
from luckytui.games.lucky_squares.rules import COLORS, COSTS, Color, on
from luckytui.shown.words import Role, columns, with_sign, you_or_name
from luckytui.text import _
from luckytui.tui.boards.standing import put_standing
from luckytui.tui.canvas import Canvas, Place, cut, folded, put_back, put_edge, put_player, put_selected
from luckytui.tui.themes import Ground, Ink, player_ink, player_sign

_ROOM_FOR_WHY = 12
"""The fewest columns in which to say why an action cannot be chosen."""

CHANGED, NAMED = "*", "✓"
MARKS = {"done": "", "now": "▸", "to come": "", "forbidden": "✗", "won": "★", "": ""}

_PIPS = {1: "    ●    ", 2: "●       ●", 3: "●   ●   ●", 4: "● ●   ● ●", 5: "● ● ● ● ●", 6: "● ●● ●● ●"}


def paint(canvas: Canvas, model: LuckySquaresModel) -> None:
    """Paint the table."""
    layout = layout_of(*canvas.size, model.view.seats)
    canvas.left = layout.left
    for index, color in enumerate(COLORS):
        row, column = divmod(index, layout.across)
        at = layout.first[0] + layout.each[0] * column, layout.first[1] + layout.each[1] * row
        _paint_square(canvas, at, layout, color, model)
        _paint_cards_at(canvas, at, layout, color, model)
    if isinstance(model.moment, Turning) and layout.has_titles:
        _paint_standing(canvas, layout, model.moment, model)
    else:
        _paint_players(canvas, layout, model)
    if isinstance(model.moment, Turning):
        _paint_last_deed(canvas, layout, model)
        return
    if layout.has_titles or not model.is_acting:
        _paint_dice(canvas, layout, model)
    if layout.has_outcomes and model.outcomes and not model.is_acting:
        _paint_outcomes(canvas, layout, model)
    elif layout.has_outcomes or model.is_acting:
        _paint_menu(canvas, layout, model)


# ── The squares ───────────────────────────────────────────────────────────────────────────────────


def _paint_square(canvas: Canvas, at: Place, layout: Layout, color: Color, model: LuckySquaresModel) -> None:
    """Paint a square: number, sign and name on its rim, its cents, and a stack of coins."""
    (x, y), (width, height), cents = at, layout.size, on(model.view.squares, color)
    is_closed = model.is_closed(color)
    ground, rim = ("dent", "dent") if is_closed else (f"square-{color}", f"rim-{color}")
    canvas.fill(x, y, width, height, ground)
    canvas.fill(x, y, width, 1, rim)
    canvas.places["square", color] = x, y, width, height
    is_named = color in model.named_squares
    title = f"{COLORS.index(color) + 1}{NAMED if is_named else ' '}{SIGNS[color]} {color_name(color)}"
    has_cursor, amount = color == model.under_cursor("square"), f"{cents}¢" if cents else "·"
    while columns(title) > width - 1 - has_cursor and " " in title:
        title = title.replace(" ", "", 1)
    canvas.put(x + 1, y, title, "faint" if is_closed else "strong")
    change = with_sign(model.change(color)) if model.change(color) else ""
    on_rim = width >= 22
    facts = f"{change}   {amount}".strip() if on_rim else ""
    if has_cursor:
        room = width - 2 - columns(facts)
        put_selected(canvas, x, y, f"{cut(title, room):{room}}{facts}")
    elif on_rim:
        canvas.put_right(x + width - 1, y, facts, "strong")
    if not on_rim:
        canvas.put(x + 1, y + 1, amount, "strong" if cents else "faint")
        canvas.put_right(x + width - 1, y + 1, change, "strong")
    _paint_coins(canvas, x, y, layout, cents)


def _paint_coins(canvas: Canvas, x: int, y: int, layout: Layout, cents: int) -> None:
    """Stack the coins, one to a row; two to a row if there are many. A plus is for those that do not fit."""
    (width, height), (coin, most) = layout.size, layout.coin
    stacks, bottom = (width - 2) // (coin + 1), y + height - 1
    is_half = cents > most * stacks
    for stack in range(stacks):
        coins = min(max(cents - most * (1 + is_half) * stack, 0), most * (1 + is_half))
        for row in range(-(-coins // (1 + is_half))):
            look: tuple[str, Ink, Ground | None] = "▀", "coin", "coin-edge"
            if is_half:
                look = ("▀", "coin-edge", "coin") if coins > 2 * row + 1 else ("▄", "coin", None)
            canvas.put(x + 1 + (width > 12) + (coin + 1) * stack, bottom - row, look[0] * coin, *look[1:])
    if cents > 2 * most * stacks:
        canvas.put(x + width - 1, bottom, "+", "coin", bold=True)


def _paint_cards_at(
    canvas: Canvas, at: Place, layout: Layout, color: Color, model: LuckySquaresModel
) -> None:
    """Lay the cards known to be on a square, and after a showdown say below it what became of its cents."""
    (x, y), (width, height), (wide, high) = at, layout.size, layout.card
    cards = model.cards_at(color)
    room, below = height - 1 - high, y + height
    if layout.is_large and len(cards) <= 1 + room:  # else they would cover the names
        step = min(2 + (high > 3), room // max(1, len(cards) - 1))
        for above, (seat, is_open) in zip(reversed(range(len(cards))), cards, strict=True):
            card_at = x + width - wide - 1, below - high - step * above
            _paint_large_card(canvas, card_at, layout.card, seat, model, is_open=is_open)
    else:
        each = 4 if width > 18 else 3
        left, row = (x + width - each * len(cards), below - 1) if layout.is_large else (x + 1, below)
        for place, (seat, is_open) in enumerate(cards):
            if is_open is None:
                put_back(canvas, left + each * place, row, 3, 1)
            else:
                ground = "card" if is_open else "back"
                canvas.put(left + each * place, row, f" {_sign(seat)} ", "strong", ground)
    if isinstance(model.moment, Turning) and model.moment.is_last:
        left = x if layout.is_large or width < 18 else x + 4 * len(cards)
        text, role = _result_words(model.outcomes[COLORS.index(color)], model, x + width - left)
        canvas.put_centered(left, below + (width < 18), x + width - left, text, role, bold=role != "faint")


def _paint_large_card(
    canvas: Canvas, at: Place, size: Place, seat: Seat, model: LuckySquaresModel, *, is_open: bool | None
) -> None:
    """Lay a card with the name of the player who picked it, if that is known."""
    (x, y), (width, height) = at, size
    if is_open:
        canvas.fill(x, y, width, height, "card")
    else:
        put_back(canvas, x, y, width, height)
        canvas.put(x, y, "▀" * width, "card-edge", "back")
    if is_open is not None:
        name = _("ghost") if seat == CHANCE else model.names[seat]
        canvas.put(x + 1, y, cut(f"{_sign(seat)} {name}", width - 2), "strong", "card" if is_open else "back")


def _paint_dice(canvas: Canvas, layout: Layout, model: LuckySquaresModel) -> None:
    """Show what was rolled, each color beside its number, in a row if there is one, else in a column."""
    x, y = layout.dice
    canvas.put(x, y + layout.has_pieces, _("Rolled") if model.rolls and layout.has_titles else "", "faint")
    for index, (color, number) in enumerate(model.rolls):
        if layout.has_pieces:
            left, sign = x + 10 + 15 * index, f"    {SIGNS[color]}    "
            _paint_die(canvas, left, y, sign, f"rim-{color}", f"square-{color}")
            _paint_die(canvas, left + 7, y, _PIPS[number], "die", "card-edge")
        else:
            left, row = (x + 8 + 8 * index, y) if layout.has_titles else (x, y + index)
            canvas.put(left, row, f" {SIGNS[color]} ", "strong", f"rim-{color}")
            canvas.put(left + 3, row, f" {number} ", "strong", "die")


def _paint_last_deed(canvas: Canvas, layout: Layout, model: LuckySquaresModel) -> None:
    """Repeat the action that decided the showdown, so that nobody misses why a square emptied."""
    (x, y), width = (layout.left, layout.lists - 2), layout.width
    if not layout.has_titles:
        (x, y), width = layout.menu, canvas.width - layout.menu[0]
    if deed := words.last_deed(model):
        for row, line in enumerate(folded(deed, width - 2), y):
            canvas.fill(x, row, width, 1, "glow")
            canvas.put(x + 1, row, line, "fresh", bold=True)


def _paint_die(canvas: Canvas, x: int, y: int, points: str, ground: Ground, edge: Ink) -> None:
    for row in range(3):
        canvas.put(x, y + row, f" {' '.join(points[3 * row : 3 * row + 3])} ", "strong", ground)
    put_edge(canvas, x, y + 3, 7, edge)


def _paint_standing(canvas: Canvas, layout: Layout, turning: Turning, model: LuckySquaresModel) -> None:
    """Show everyone's cents as bars that grow by what the showdown brings."""
    (x, y), is_last = (layout.left, layout.lists), turning.is_last
    canvas.put(x, y, _("The standing"), bold=True)
    taken = {one.seat: one.cents for one in turning.shown.taken}
    gains = [taken.get(seat, 0) for seat in range(model.view.seats)]
    totals = [had + gain * (not is_last) for had, gain in zip(model.view.cents, gains, strict=True)]
    width, written, step = layout.width, "{}¢".format, layout.steps[0]
    put_standing(canvas, (x, y + 1), width, model, gains, totals, written, step=step, is_last=is_last)


# ── The lists ─────────────────────────────────────────────────────────────────────────────────────


def _paint_players(canvas: Canvas, layout: Layout, model: LuckySquaresModel) -> None:
    """List the players in the order in which they act, with cents, cards, and what each did this round."""
    slots, title = [*model.slots()], cut(words.round_words(model), _list_width(canvas, layout, model) - 1)
    if layout.has_titles:
        canvas.put(layout.left, layout.lists - 1, title, bold=True)
    elif len(slots) < canvas.height - layout.lists:
        canvas.put(layout.left, canvas.height - 1, title, "faint")
    for row, slot in enumerate(slots):
        _paint_slot(canvas, row, slot, layout, model)


def _list_width(canvas: Canvas, layout: Layout, model: LuckySquaresModel) -> int:
    """Return how many columns the order of play has: all of them if nothing is beside it."""
    is_alone = layout.has_titles and not layout.has_outcomes and not model.is_acting
    return (canvas.width if is_alone else layout.menu[0]) - layout.left


def _paint_slot(canvas: Canvas, row: int, slot: Slot, layout: Layout, model: LuckySquaresModel) -> None:
    x, y, seat, status = layout.left - 1, layout.lists + row * layout.steps[0], slot.seat, slot.status
    name_width, cents_end, card, deed = layout.list_ends
    is_naming = model.naming == "player" and not slot.is_second
    is_closed = is_naming and ("seat", seat) not in model.open_places
    is_lead = seat == model.view.lead
    has_cursor = is_naming and seat == model.under_cursor("seat")
    end = put_player(
        canvas, x + 2, y, model, seat, name_width - (2 + has_cursor) * is_lead, has_cursor=has_cursor
    )
    if is_naming:
        canvas.places["seat", seat] = x, y, name_width, 1
    mark: Role = "warn" if status == "forbidden" else "act"
    canvas.put(max(0, x - is_naming), y, str(row + 1) if is_naming else MARKS[status] or " ", mark)
    if is_lead:
        canvas.put(end + 1 + has_cursor, y, LEAD, "act")
    if not slot.is_second:
        role: Role = "faint" if is_closed else "strong"
        canvas.put_right(x + cents_end, y, f"{model.view.cents[seat]}¢", role)
        _paint_card(canvas, x + card, y, slot, model)
    text = cut(words.slot_words(slot, model), _list_width(canvas, layout, model) - deed)
    canvas.put(x + deed, y, text, "fresh" if slot.is_new else "faint")


def _paint_card(canvas: Canvas, x: int, y: int, slot: Slot, model: LuckySquaresModel) -> None:
    """Lay a player's card: open, the viewer's own, or hidden. Before the pick, leave an empty place."""
    is_open = model.cards[slot.seat]
    if card := is_open or (model.view.pick if slot.seat == model.me else None):
        sign = f" {SIGNS[card]} " if is_open else f"({SIGNS[card]})"
        canvas.put(x, y, sign, "strong", f"rim-{card}")
    elif model.is_acting or (model.view.stage == "pick" and slot.status == "done"):
        put_back(canvas, x, y, 3, 1)
        if slot.seat in model.view.changed:
            canvas.put(x + 1, y, CHANGED, "strong")
    elif model.view.stage == "pick":
        canvas.put(x, y, " · ", "faint", "dent")


def _paint_outcomes(canvas: Canvas, layout: Layout, model: LuckySquaresModel) -> None:
    """List what became of each square in the last showdown."""
    x, y = layout.menu
    word_x, cents_end, who_x = x + 13, x + 24, x + 27
    title = _("Round {number}, square by square", number=model.view.number - (model.view.stage != "over"))
    canvas.put(x, y - 1, title, bold=True)
    for row, outcome in zip(count(y, layout.steps[1]), model.outcomes, strict=False):
        color, (word, cents, role) = outcome.color, _outcome_words(outcome)
        canvas.put(x, row, f" {SIGNS[color]} ", "strong", f"rim-{color}")
        canvas.put(x + 4, row, cut(color_name(color), word_x - x - 5))
        canvas.put(word_x, row, cut(word, cents_end - len(cents) - word_x - 1), role)
        canvas.put_right(cents_end, row, cents, "strong" if role != "faint" else "")
        canvas.put(who_x, row, _("nobody") if not outcome.seats else "", "faint")
        for at, seat in zip(count(who_x, 2), outcome.seats, strict=False):
            canvas.put(at, row, _sign(seat), player_ink(seat))


def _sign(seat: Seat) -> str:
    return GHOST if seat == CHANCE else player_sign(seat)


def _paint_menu(canvas: Canvas, layout: Layout, model: LuckySquaresModel) -> None:
    """List the actions with their prices. One that cannot be chosen is gray, and says why or has a `✗`."""
    x, y = layout.menu
    if layout.has_titles:
        canvas.put(x, y - 1, _("Your action") if model.doing == "act" else _("Actions"), bold=True)
    width = max(10, *(columns(_(action_words(action)["title"])) + 2 for action in ACTIONS))
    for row, action in zip(count(y, layout.steps[1]), ACTIONS, strict=False):
        _paint_action(canvas, (x, row), width, action, model)


def _paint_action(
    canvas: Canvas, at: Place, width: int, action: type[Move], model: LuckySquaresModel
) -> None:
    (x, y), end, place = at, at[0] + width + 5, (name_of(action),)
    text, lacking = action_words(action), words.lacking(model, action) if model.doing == "act" else ""
    title = f"{model.places.get(place, ' ')} {_(text['title'])}"
    is_other = bool(model.selection.named) and action is not model.action
    role: Role = "faint" if model.doing != "act" or lacking or is_other else "act"
    canvas.places[place] = x, y, canvas.width - x, 1
    if model.at == place:
        put_selected(canvas, x, y, f"{title:{width}}")
    else:
        canvas.put(x + 1, y, title, role)
    cost = f"{COSTS[action]}¢" if COSTS[action] else "–"
    canvas.put_right(end, y, cost, role)
    if (room := canvas.width - end - 2) < _ROOM_FOR_WHY:
        canvas.put(end + 2, y, MARKS["forbidden"] if lacking else "", "faint")
    else:
        canvas.put(end + 2, y, cut(lacking or _(text["does"]), room), "faint")


def _outcome_words(outcome: Outcome) -> tuple[str, str, Role]:
    """Return what became of a square: a word, its cents, and the role that colors them."""
    cents = f"{outcome.cents}¢"
    if not outcome.cents or outcome.kind == "stays":
        return _("stays") if outcome.cents else _("empty"), cents, "faint"
    return (_("taken"), f"+{cents}", "fresh") if outcome.kind == "taken" else (_("lost"), f"−{cents}", "warn")


def _result_words(outcome: Outcome, model: LuckySquaresModel, room: int) -> tuple[str, Role]:
    """Return what has just become of a square, in at most `room` columns, to be written below it."""
    word, cents, role = _outcome_words(outcome)
    if outcome.kind == "stays":
        return word, role
    whole = _("push: {cents}¢ to the bank", cents=outcome.cents)
    if outcome.kind != "push":
        seat = outcome.seats[0]
        word = _("ghost") if seat == CHANCE else you_or_name(model, seat)
        whole = f"{_sign(seat)} {word} {cents}"
    return next((text for text in (whole, f"{word} {cents}", cents) if columns(text) <= room), ""), role
