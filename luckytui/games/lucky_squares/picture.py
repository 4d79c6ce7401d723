"""How Lucky Squares is drawn: the squares with their coins, the order of play, the menu or the outcomes."""

from itertools import count

from luckytui.games.interface import Move, Seat
from luckytui.games.lucky_squares import words
from luckytui.games.lucky_squares.layout import Layout, computed
from luckytui.games.lucky_squares.model import LuckySquaresModel, Outcome, Slot, Turning
from luckytui.games.lucky_squares.names import (
    ACTIONS,
    GHOST,
    LEAD,
    SIGNS,
    action_words,
    color_name,
    name_of,
    signed,
)
from luckytui.games.lucky_squares.rules import COLORS, COSTS, Color, on
from luckytui.shown.words import Role, columns, with_sign, you_or_name
from luckytui.text import _
from luckytui.tui.boards.paint import Place, put_back, put_edge, put_player, put_selected, table
from luckytui.tui.canvas import Canvas, Ground, Ink, cut
from luckytui.tui.themes import player_ink, player_sign

_SMALL_ROWS = 20
"""How many rows the table of layout.toml takes."""
_ROOM_FOR_WHY = 12
"""From how many columns on there is room to say why an action cannot be chosen."""

CHANGED, NAMED = "*", "✓"
MARKS = {"done": "", "now": "▸", "to come": "", "forbidden": "✗", "won": "★", "": ""}

_PIPS = {1: "    ●    ", 2: "●       ●", 3: "●   ●   ●", 4: "● ●   ● ●", 5: "● ● ● ● ●", 6: "● ●● ●● ●"}


def paint(canvas: Canvas, model: LuckySquaresModel) -> None:
    """Paint the table."""
    large = computed(canvas.width, canvas.height, model.view.seats)
    state = "acting" if model.is_acting or isinstance(model.moment, Turning) else ""
    with table(canvas, large, "lucky-squares", Layout, state=state, rows=_SMALL_ROWS) as (felt, layout):
        _paint_table(felt, layout, model)


def _paint_table(canvas: Canvas, layout: Layout, model: LuckySquaresModel) -> None:
    for index, color in enumerate(COLORS):
        row, column = divmod(index, layout.across)
        x, y = layout.first[0] + layout.each[0] * column, layout.first[1] + layout.each[1] * row
        _paint_square(canvas, x, y, layout, color, model)
        _paint_cards_at(canvas, x, y + layout.size[1], layout, color, model)
    if layout.dice is not None and not model.results:
        _paint_dice(canvas, layout, layout.dice, model)
    _paint_players(canvas, layout, model)
    if layout.menu and not model.outcomes:
        _paint_menu(canvas, layout, layout.menu, model)
    elif layout.menu and layout.outcomes:
        top = layout.lists if layout.menu_row is None else layout.menu_row
        _paint_outcomes(canvas, layout.menu, top, layout, layout.outcomes, model)


# ── The squares ───────────────────────────────────────────────────────────────────────────────────


def _paint_square(
    canvas: Canvas, x: int, y: int, layout: Layout, color: Color, model: LuckySquaresModel
) -> None:
    """Lay a square: on its rim its number, sign and name; its cents, and these as coins."""
    (width, height), cents = layout.size, on(model.view.squares, color)
    is_closed = model.is_closed(color)
    ground, rim = ("dent", "dent") if is_closed else (f"square-{color}", f"rim-{color}")
    canvas.fill(x, y, width, height, ground)
    canvas.fill(x, y, width, 1, rim)
    canvas.places["square", color] = x, y, width, height
    is_named = color in model.named_squares
    title = f"{COLORS.index(color) + 1}{NAMED if is_named else ' '}{signed(color)}"
    canvas.put(x + 1, y, title, "faint" if is_closed else "strong")
    has_cursor, amount = color == model.under_cursor("square"), f"{cents}¢" if cents else "·"
    change = with_sign(model.change(color)) if model.change(color) else ""
    if layout.is_computed:
        facts = f"{change}   {amount}".strip()
        if has_cursor:
            put_selected(canvas, x, y, f"{title:{width - 2 - columns(facts)}}{facts}")
        canvas.put_right(x + width - 1, y, "" if has_cursor else facts, "strong")
        _paint_stacks(canvas, x, y, layout, cents)
        return
    if has_cursor:
        title = title if len(title) <= width - 2 else title.replace(" ", "", 1)
        put_selected(canvas, x, y, f"{cut(title, width - 2):{width - 2}}")
    canvas.put(x + 1, y + 1, amount, "strong" if cents else "faint")
    canvas.put_right(x + width - 1, y + 1, change, "strong")
    _paint_coins(canvas, x + 1, y + 2, width - 1, height - 2, cents)


def _paint_coins(canvas: Canvas, x: int, y: int, width: int, height: int, cents: int) -> None:
    """Stack the coins, half a row each; a plus is for those that find no room."""
    each = 4 if cents <= 2 * height * (width // 4) else 3
    stacks = width // each
    for stack in range(stacks):
        coins = min(max(cents - 2 * height * stack, 0), 2 * height)
        for row in range((coins + 1) // 2):
            pair = ("▀", "coin-edge", "coin") if coins > 2 * row + 1 else ("▄", "coin", None)
            canvas.put(x + each * stack, y + height - 1 - row, pair[0] * (each - 1), *pair[1:])
    if cents > 2 * height * stacks:
        canvas.put(x + width - 1, y, "+", "coin", bold=True)


def _paint_stacks(canvas: Canvas, x: int, y: int, layout: Layout, cents: int) -> None:
    """Stack the coins on a large square, a row each; a plus is for those that find no room."""
    (width, height), (coin, most) = layout.size, layout.coin
    stacks = (width - 3) // (coin + 1)
    for place in range(min(cents, most * stacks)):
        stack, row = divmod(place, most)
        canvas.put(x + 2 + (coin + 1) * stack, y + height - 1 - row, "▀" * coin, "coin", "coin-edge")
    if cents > most * stacks:
        canvas.put(x + width - 1, y + height - 1, "+", "coin", bold=True)


def _paint_cards_at(
    canvas: Canvas, x: int, y: int, layout: Layout, color: Color, model: LuckySquaresModel
) -> None:
    """Lay the cards that are known to be on a square; say below it what became of its cents."""
    width, left, cards = layout.size[0], x + 1, model.cards_at(color)
    if layout.is_computed:
        room = layout.size[1] - 1 - layout.card_size[1]
        step = min(2 + (layout.card_size[1] > 3), room // max(1, len(cards) - 1))
        for place, (seat, is_open) in enumerate(reversed(cards)):
            left = x + layout.size[0] - layout.card_size[0] - 1
            top = y - layout.card_size[1] - step * place
            _paint_large_card(canvas, left, top, layout.card_size, seat, model, is_open=is_open)
        if model.results:
            text, role = _result_words(model.results[color], model, width)
            canvas.put_centered(x, y, width, text, role, bold=True)
        return
    for seat, is_open in cards:
        if is_open is None:
            put_back(canvas, left, y, 3, 1)
        else:
            sign = GHOST if seat < 0 else player_sign(seat)
            canvas.put(left, y, f" {sign} ", "strong", "card" if is_open else "back")
        left += 4 if width > 18 else 3
    if model.results:
        below = canvas.scale == "ordinary"
        left += bool(cards) and width <= 18
        room = width if below else x + width - left
        text, role = _result_words(model.results[color], model, room)
        canvas.put(x + 1 if below else left, y + below, text, role)


def _paint_large_card(
    canvas: Canvas, x: int, y: int, size: Place, seat: Seat, model: LuckySquaresModel, *, is_open: bool | None
) -> None:
    """Lay a card with the name of who has played it, if that is known."""
    width, height = size
    if is_open:
        canvas.fill(x, y, width, height, "card")
    else:
        put_back(canvas, x, y, width, height)
        canvas.put(x, y, "▀" * width, "card-edge", "back")
    if is_open is not None:
        sign, name = (GHOST, _("ghost")) if seat < 0 else (player_sign(seat), model.name_of(seat))
        canvas.put(x + 1, y, cut(f"{sign} {name}", width - 2), "strong", "card" if is_open else "back")


def _paint_dice(canvas: Canvas, layout: Layout, y: int, model: LuckySquaresModel) -> None:
    """Lay what was rolled, each color beside its number."""
    left, is_large = max(1, layout.first[0]), layout.has_pieces
    canvas.put(left, y + is_large, _("Rolled") if model.rolls else "", "faint")
    for index, (color, number) in enumerate(model.rolls):
        if is_large:
            x, sign = left + 10 + 15 * index, f"    {SIGNS[color]}    "
            _paint_die(canvas, x, y, sign, f"rim-{color}", f"square-{color}")
            _paint_die(canvas, x + 7, y, _PIPS[number], "die", "card-edge")
        else:
            x = left + 8 + 8 * index
            canvas.put(x, y, f" {SIGNS[color]} ", "strong", f"rim-{color}")
            canvas.put(x + 3, y, f" {number} ", "strong", "die")


def _paint_die(canvas: Canvas, x: int, y: int, points: str, ground: Ground, edge: Ink) -> None:
    for row in range(3):
        canvas.put(x, y + row, f" {' '.join(points[3 * row : 3 * row + 3])} ", "strong", ground)
    put_edge(canvas, x, y + 3, 7, edge)


# ── The lists ─────────────────────────────────────────────────────────────────────────────────────


def _paint_players(canvas: Canvas, layout: Layout, model: LuckySquaresModel) -> None:
    """List who acts in which order, with their cents, their cards, and what they have done in this round."""
    x, across = layout.first[0] - (not layout.is_computed), layout.players_across
    last = layout.lists + (len(model.slots) - 1) // across
    if canvas.scale != "compact":
        deed = words.last_deed(model) if isinstance(model.moment, Turning) else ""
        title = cut(deed or words.round_words(model), (layout.menu or canvas.width) - x - 3)
        canvas.put(x + 1, layout.lists - 1, title, "fresh" if deed else "", bold=True)
    elif last < canvas.height - 1:
        is_beside = layout.lists + len(ACTIONS) >= canvas.height
        width = layout.menu - 3 if layout.menu and is_beside else canvas.width - 2
        canvas.put(1, canvas.height - 1, cut(words.round_words(model), width), "faint")
    for row, slot in enumerate(model.slots):
        at = x + 30 * (row % across), layout.lists + row // across * layout.steps[0]
        _paint_slot(canvas, at, row, slot, layout, model)


def _paint_slot(
    canvas: Canvas, at: tuple[int, int], row: int, slot: Slot, layout: Layout, model: LuckySquaresModel
) -> None:
    (x, y), seat, status = at, slot.seat, slot.status
    is_naming = model.naming == "player" and not slot.is_second
    is_closed = is_naming and ("seat", seat) not in model.selection.open
    is_lead = seat == model.view.lead
    has_cursor, room = is_naming and seat == model.under_cursor("seat"), layout.name_width - 2 * is_lead
    end = put_player(canvas, x + 2, y, model, seat, room, has_cursor=has_cursor)
    if is_naming:
        canvas.places["seat", seat] = x, y, layout.name_width, 1
    mark: Role = "warn" if status == "forbidden" else "act"
    canvas.put(x, y, str(row + 1) if is_naming else MARKS[status] or " ", mark)
    if is_lead:
        canvas.put(end + 1, y, LEAD, "act")
    if not slot.is_second:
        role: Role = "faint" if is_closed else "strong"
        canvas.put_right(x + layout.cents_end, y, f"{model.view.cents[seat]}¢", role)
        _paint_card(canvas, x + layout.card, y, slot, model)
    text = cut(words.slot_words(slot, model), (layout.menu or x + 30) - x - layout.deed - 1)
    canvas.put(x + layout.deed, y, text, "fresh" if slot.is_new else "faint")


def _paint_card(canvas: Canvas, x: int, y: int, slot: Slot, model: LuckySquaresModel) -> None:
    """Lay a card: open, known to its owner alone, or hidden; an empty place before it is picked."""
    own = model.view.pick if model.is_me(slot.seat) else None
    if card := model.cards[slot.seat] or own:
        sign = f" {SIGNS[card]} " if model.cards[slot.seat] else f"({SIGNS[card]})"
        canvas.put(x, y, sign, "strong", f"rim-{card}")
    elif model.is_acting or (model.view.stage == "pick" and slot.status == "done"):
        put_back(canvas, x, y, 3, 1)
        if slot.seat in model.view.changed:
            canvas.put(x + 1, y, CHANGED, "strong")
    elif model.view.stage == "pick":
        canvas.put(x, y, " · ", "faint", "dent")


def _paint_outcomes(
    canvas: Canvas, x: int, y: int, layout: Layout, ends: tuple[int, int, int], model: LuckySquaresModel
) -> None:
    """List what became of each square in the last showdown."""
    word_x, cents_end, who_x = ends
    last_round = model.view.number - (model.view.stage != "over")
    title = _("Round {number}, square by square", number=last_round)
    canvas.put(x, y - 1, title, bold=True)
    for row, outcome in zip(count(y, layout.steps[1]), model.outcomes, strict=False):
        color, (word, cents, role) = outcome.color, _outcome_words(outcome)
        canvas.put(x, row, f" {SIGNS[color]} ", "strong", f"rim-{color}")
        canvas.put(x + 4, row, cut(color_name(color), word_x - x - 5))
        canvas.put(word_x, row, cut(word, cents_end - len(cents) - word_x - 1), role)
        canvas.put_right(cents_end, row, cents, "strong" if role != "faint" else "")
        _paint_signs(canvas, who_x, row, outcome)


def _paint_signs(canvas: Canvas, x: int, y: int, outcome: Outcome) -> None:
    seats: list[Seat] = [*outcome.seats, *([-1] if outcome.by_ghost else [])]
    for seat in seats:
        x = canvas.put(x, y, GHOST if seat < 0 else player_sign(seat), player_ink(seat)) + 1
    if not seats:
        canvas.put(x, y, _("nobody"), "faint")


def _paint_menu(canvas: Canvas, layout: Layout, x: int, model: LuckySquaresModel) -> None:
    """List the actions with their prices; one that cannot be chosen is grey and says why, or `✗`."""
    y = layout.lists if layout.menu_row is None else layout.menu_row
    if canvas.scale != "compact":
        canvas.put(x, y - 1, _("Your action") if model.acts else _("Actions"), bold=True)
    width = max(10, *(columns(_(action_words(action).title)) + 2 for action in ACTIONS))
    for number, (row, action) in enumerate(zip(count(y, layout.steps[1]), ACTIONS, strict=False), 1):
        _paint_action(canvas, (x, row), width, action, number, model)


def _paint_action(
    canvas: Canvas, at: Place, width: int, action: type[Move], number: int, model: LuckySquaresModel
) -> None:
    (x, y), end = at, at[0] + width + 5
    text, lacking = action_words(action), words.lacking(model, action) if model.acts else ""
    is_typed, is_here = (name_of(action),) in model.places, action is model.action
    title = f"{number if is_typed else ' '} {_(text.title)}"  # else the squares or the players have numbers
    is_other = bool(model.selection.named) and not is_here
    role: Role = "faint" if not model.acts or lacking or is_other else "act"
    canvas.places[name_of(action),] = x, y, canvas.width - x, 1
    if model.at == (name_of(action),):
        put_selected(canvas, x, y, f"{title:{width}}")
    else:
        canvas.put(x + 1, y, title, role)
    cost = f"{COSTS[action]}¢" if COSTS[action] else "–"
    canvas.put_right(end, y, cost, role)
    if (room := canvas.width - end - 2) < _ROOM_FOR_WHY:
        canvas.put(end + 2, y, MARKS["forbidden"] if lacking else "", "faint")
    else:
        canvas.put(end + 2, y, cut(lacking or _(text.does), room), "faint")


def _outcome_words(outcome: Outcome) -> tuple[str, str, Role]:
    """Say what became of a square: a word, the cents, and how good that is."""
    cents = f"{outcome.cents}¢"
    if outcome.kind == "stays":
        return _("stays"), cents, "faint"
    if outcome.kind == "taken":
        return _("taken"), f"+{cents}" if outcome.cents else cents, "fresh"
    return _("lost"), f"−{cents}" if outcome.cents else cents, "warn"


def _result_words(outcome: Outcome, model: LuckySquaresModel, room: int) -> tuple[str, Role]:
    """Say below a square what has just become of it, in `room` columns."""
    word, cents, role = _outcome_words(outcome)
    if outcome.kind == "stays":
        return word, role
    if outcome.kind != "push":
        word = you_or_name(model, outcome.seats[0]) if outcome.seats else _("ghost")
    return next((text for text in (f"{word} {cents}", cents) if columns(text) <= room), ""), role
