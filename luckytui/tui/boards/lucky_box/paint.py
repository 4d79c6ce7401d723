"""How Super Mega Lucky Box is drawn: the number, the cards below it, everyone's sheets beside them."""

from collections.abc import Sequence

from luckytui.games.interface import Seat
from luckytui.games.lucky_box_player import CELLS, LINES, ROUNDS, STAR_POINTS, BoxCard, Line
from luckytui.text import _, plural
from luckytui.tui.boards.lucky_box import words
from luckytui.tui.boards.lucky_box.model import ACROSS, LuckyBoxModel, Place
from luckytui.tui.boards.lucky_box.words import CROSS, LIGHTNING, MOON, NO_STAR, STAR, sign, signed
from luckytui.tui.boards.paint import put_choice, put_title
from luckytui.tui.boards.words import columns
from luckytui.tui.canvas import Canvas, Role, cut

FITS, NEAR_ROW, NEAR_COLUMN, FILLED, KEEPS = "=", "▸", "▾", "✓", "✓"
MARKS = {"choosing": "▸", "done": "✓", "won": "★", "lost": ""}

_CARDS_X, _CARDS_Y, _FACTS_X, _CHAIN_Y = 1, 3, 8, 16
_CARD_WIDTH, _CARD_HEIGHT = 17, 7
"""How far apart the cards are: two lightnings at the end of a row and a blank row below included."""
_CELL_WIDTH = 4
_EDGE_X = 3 * _CELL_WIDTH + 1
"""Where the line between the grid of a card and the bonuses of its rows is."""

_LIST_X, _SHEET_Y = 54, 13
"""Where the list of players is, and the sheet of one player below it."""
_MOST_WITH_CHAINS = 6
"""How many players there may be for each to have a second line, with what they did in the last turn."""
_LIST_RIGHTS = (68, 71, 74, 80)
"""Where the columns of the list end: lightnings, moons, stars of the round, score."""
_NAME_WIDTH = 10
_ROUNDS_RIGHT, _ROUND_WIDTH = 64, 5
"""Where the column of the first round ends on a sheet, and how wide each is."""

_FINAL_Y = 1
_FINAL_RIGHTS, _FINAL_MOONS = (31, 35, 39, 43, 48, 51, 54, 57, 61, 64, 72), 68
"""Where the columns of the final sheet end: cards and stars by round; crosses, lightnings and moons."""


def paint(canvas: Canvas, model: LuckyBoxModel) -> None:
    """Paint the table, or everyone's whole sheet when the game is over."""
    if model.view.stage == "over" and model.cursor.looked_at is None:
        _paint_final(canvas, model)
        return
    _paint_facts(canvas, model)
    for place in range(len(model.cards)):
        y, x = divmod(place, ACROSS)
        _paint_card(canvas, _CARDS_X + _CARD_WIDTH * x, _CARDS_Y + _CARD_HEIGHT * y, place, model)
    _paint_chain(canvas, model)
    _paint_list(canvas, model)
    _paint_sheet(canvas, model)


def _paint_facts(canvas: Canvas, model: LuckyBoxModel) -> None:
    """Write the number, those before it, the round, and what the player who is shown has."""
    view, player = model.view, model.player(model.seat)
    for y, text in enumerate(("┏━━━┓", f"┃ {view.numbers[-1] if view.numbers else '·'} ┃", "┗━━━┛")):
        canvas.put(_CARDS_X, y, text, "strong")
    stars = player.stars[view.round - 1]
    moons = plural("{number} moon", "{number} moons", player.moons)
    has = f"{LIGHTNING} {words.lightnings(player.lightnings)}   {MOON} {moons}   {_stars(stars)}"
    canvas.put(_FACTS_X, 0, words.round_words(view))
    canvas.put(_FACTS_X, 1, words.drawn_words(view))
    canvas.put(_FACTS_X, 2, f"{has} {STAR_POINTS[stars]}", "strong")


def _paint_card(canvas: Canvas, x: int, y: int, place: int, model: LuckyBoxModel) -> None:
    card = model.cards[place]
    canvas.rule(y, x, _EDGE_X + 1)
    title, role = _title(place, model)
    canvas.put(x + 2, y, f" {title} ", role)
    for cell in CELLS:
        _paint_cell(canvas, x + _CELL_WIDTH * cell[1], y + 1 + cell[0], (place, cell), model)
    for line in LINES:
        row = int(line[-1])
        if line.startswith("row"):
            canvas.put(x + _EDGE_X, y + 1 + row, "│", "faint")
            _paint_end(canvas, x + _EDGE_X + 1, y + 1 + row, card, line, NEAR_ROW)
        else:
            _paint_end(canvas, x + _CELL_WIDTH * row, y + 5, card, line, NEAR_COLUMN)
    canvas.put(x, y + 4, "─" * _EDGE_X + "┘", "faint")


def _title(place: int, model: LuckyBoxModel) -> tuple[str, Role]:
    card = model.cards[place]
    if card.face in model.view.offer and model.doing != "look":
        title = f"{KEEPS} " * (card.id in (model.view.kept or model.cursor.marked)) + _(
            "card {number}", number=card.id
        )
        is_here = model.doing == "choose" and place == model.cursor.place[0]
        return (f"[{title}]", "cursor") if is_here else (title, "act")
    if card.complete:
        return _("{number} finished", number=card.id), "fresh"
    return _("card {number}", number=card.id), ""


def _paint_cell(canvas: Canvas, x: int, y: int, place: Place, model: LuckyBoxModel) -> None:
    card, cell, doing = model.cards[place[0]], place[1], model.doing
    crossed = [(step.card, step.cell) for step in model.steps]
    cost = model.prices.get(place) if doing == "cross" else None
    price = "" if cost is None else f"{LIGHTNING}{cost}" if cost else FITS
    text = f"{card.number(cell)}{price}" if card.is_free(cell) else CROSS
    role: Role = "fresh" if (card.id, cell) in crossed else "act" if cost == 0 else ""
    if doing == "look" and (card.id, cell) in crossed[-1:]:
        canvas.put(x, y, f"[{text}]", role)
    else:
        has_cursor = doing == "cross" and place == model.cursor.place
        put_choice(canvas, x, y, f"{text:{_CELL_WIDTH - 1}}", role, has_cursor=has_cursor)


def _paint_end(canvas: Canvas, x: int, y: int, card: BoxCard, line: Line, near: str) -> None:
    """Write the bonus of a line: with a mark where one cross is missing, and ticked off when it is won."""
    match (LINES[line] & ~card.crosses).bit_count():
        case 0:
            canvas.put(x + 1, y, FILLED, "faint")
        case 1:
            canvas.put(x, y, f"{near}{sign(card.bonus(line))}", "warn")
        case _:
            canvas.put(x + 1, y, sign(card.bonus(line)))


def _paint_chain(canvas: Canvas, model: LuckyBoxModel) -> None:
    """Show a turn in signs: the step that is looked at in brackets, or the bonuses still to be used."""
    view, text, is_looking = model.view, words.chain(model.turn), model.doing == "look"
    if not is_looking and not (model.shows_turn and text):
        return
    title = _("This turn:") if view.held and not is_looking else _("The last turn:")
    x = canvas.put(_CARDS_X, _CHAIN_Y, title, "faint") + 1
    if not is_looking or not model.turn.steps:
        x = canvas.put(x, _CHAIN_Y, text or "–", "" if is_looking else "fresh")
        due = _(" · to use: {bonuses}", bonuses=" ".join(view.due)) if view.due and not is_looking else ""
        canvas.put(x, _CHAIN_Y, due, "act")
        return
    for number, step in enumerate(model.turn.steps, 1):
        is_last = number == model.steps_shown
        role: Role = "fresh" if is_last else "" if number < model.steps_shown else "faint"
        text = words.step_signs(step)
        x = canvas.put(x, _CHAIN_Y, f"[{text}]" if is_last else f" {text} ", role)


def _paint_list(canvas: Canvas, model: LuckyBoxModel) -> None:
    """List everyone with what they have; where there is room, with what they did last."""
    put_title(canvas, _LIST_X, 0, _NAME_WIDTH + 2, _("Players"))
    for right, title in zip(_LIST_RIGHTS, (LIGHTNING, MOON, STAR, _("score")), strict=True):
        canvas.put_right(right, 0, title, "faint")
    each = 2 if model.view.seats <= _MOST_WITH_CHAINS else 1
    for seat, turn in enumerate(model.turns):
        y = 1 + each * seat
        _paint_player(canvas, y, seat, model)
        if each == 2:
            canvas.put(_LIST_X + 2, y + 1, cut(words.chain(turn), canvas.width - _LIST_X - 2), "fresh")


def _paint_player(canvas: Canvas, y: int, seat: Seat, model: LuckyBoxModel) -> None:
    player = model.player(seat)
    canvas.put(_LIST_X, y, MARKS[model.status(seat)])
    role: Role = "strong" if model.is_me(seat) else ""
    is_looked_at = model.doing == "look" and seat == model.seat
    put_choice(canvas, _LIST_X + 1, y, _name(model, seat, _NAME_WIDTH), role, has_cursor=is_looked_at)
    values = player.lightnings, player.moons, player.stars[model.view.round - 1], model.worths[seat].total
    for right, value in zip(_LIST_RIGHTS, values, strict=True):
        canvas.put_right(right, y, signed(value))


def _paint_sheet(canvas: Canvas, model: LuckyBoxModel) -> None:
    """Draw a player's score sheet: for each round the finished cards and the stars."""
    player, width = model.player(model.seat), canvas.width - _LIST_X
    title = _("Your sheet") if model.is_me(model.seat) else model.name_of(model.seat)
    put_title(canvas, _LIST_X, _SHEET_Y, width, cut(title, width - 4))
    for row, label in enumerate((_("round"), _("cards"), _("stars")), _SHEET_Y + 1):
        canvas.put(_LIST_X, row, label, "faint")
    for index in range(ROUNDS):
        right = _ROUNDS_RIGHT + _ROUND_WIDTH * index
        role: Role = "" if index < model.view.round else "faint"
        canvas.put_right(right, _SHEET_Y + 1, str(index + 1), "faint")
        canvas.put_right(right, _SHEET_Y + 2, str(player.points[index] or "·"), role)
        canvas.put_right(right, _SHEET_Y + 3, _stars(player.stars[index]), role)


def _stars(stars: int) -> str:
    """Return the three stars of a round, those that are circled full."""
    return STAR * stars + NO_STAR * (len(STAR_POINTS) - 1 - stars)


def _paint_final(canvas: Canvas, model: LuckyBoxModel) -> None:
    """Draw everyone's whole sheet in points, the best first, and below it what decided."""
    for x, title in (27, _("cards of round")), (44, _("stars of round")), (60, _("other points")):
        canvas.put(x, _FINAL_Y, title, "strong")
    rounds = [str(number) for number in range(1, ROUNDS + 1)]
    _paint_final_row(canvas, _FINAL_Y + 1, [*rounds, *rounds, CROSS, LIGHTNING, MOON], "faint")
    canvas.put_right(canvas.width - 1, _FINAL_Y + 1, _("total"), "strong")
    canvas.rule(_FINAL_Y + 2, 1, canvas.width - 2)
    for y, seat in enumerate(model.best_first, _FINAL_Y + 3):
        _paint_final_player(canvas, y, seat, model)
    if model.view.seats == 1 or model.deciding_moons is not None:
        winners = [seat for seat in range(model.view.seats) if model.status(seat) == "won"]
        y = min(_FINAL_Y + 5 + model.view.seats, canvas.height - 1)
        canvas.put(3, y, cut(words.won(model, winners), canvas.width - 4), "strong")


def _paint_final_player(canvas: Canvas, y: int, seat: Seat, model: LuckyBoxModel) -> None:
    """Write a player's points; those for moons with a sign, and beside them how many moons these are for."""
    player, worth = model.player(seat), model.worths[seat]
    canvas.put(1, y, MARKS[model.status(seat)], "act")
    canvas.put(3, y, _name(model, seat, 24), "strong" if model.is_me(seat) else "")
    cards = [str(points or "·") for points in player.points]
    stars = [str(STAR_POINTS[number] or "·") for number in player.stars]
    others = str(worth.crosses), str(worth.lightnings), signed(worth.moons, plus=True)
    _paint_final_row(canvas, y, [*cards, *stars, *others])
    canvas.put_right(_FINAL_MOONS, y, f"{MOON}{player.moons}", "faint")
    canvas.put_right(canvas.width - 1, y, signed(worth.total), "strong")


def _paint_final_row(canvas: Canvas, y: int, texts: Sequence[str], role: Role = "") -> None:
    for right, text in zip(_FINAL_RIGHTS, texts, strict=True):
        canvas.put_right(right, y, text, role)


def _name(model: LuckyBoxModel, seat: Seat, width: int) -> str:
    """Return a name that is cut where there is no room for it; the player's own says so."""
    you = _(" (you)") if model.is_me(seat) else ""
    return cut(model.name_of(seat), width - columns(you)) + you
