"""How Super Mega Lucky Box is drawn: the number, the cards below it, everyone's scores beside them."""

from luckytui.games.lucky_box import player as box
from luckytui.games.lucky_box import words
from luckytui.games.lucky_box.deck import SIDE
from luckytui.games.lucky_box.layout import FLAT_LARGE, HUGE, LARGE, MEDIUM, MOST_WITH_TURNS, Layout, computed
from luckytui.games.lucky_box.model import ACROSS, Counted, LuckyBoxModel, NumberTurning, Scored, Winning
from luckytui.games.lucky_box.names import CROSS, LIGHTNING, MOON, NO_STAR, PARTS, STAR, WINS, sign
from luckytui.games.lucky_box.player import BoxCard, Cell, Line
from luckytui.games.lucky_box.scores import verdict
from luckytui.shown.words import columns
from luckytui.text import _, in_figures
from luckytui.tui.boards.paint import Place, centred, put_back, put_edge, put_player, table
from luckytui.tui.boards.standing import put_standing
from luckytui.tui.canvas import Canvas, Ground, Ink, cut
from luckytui.tui.themes import player_ink
from luckytui.tui.widgets.large import put_large

FITS, COSTS, NEAR_ROW, NEAR_COLUMN, FILLED, KEEPS = "=", LIGHTNING, "▸", "▾", "✓", "✓"
CHOOSING = "▸"

_CROSS_POINTS = ".....", "#...#", ".#.#.", "..#..", ".#.#.", "#...#"


def paint(canvas: Canvas, model: LuckyBoxModel) -> None:
    """Paint the table."""
    match model.moment:
        case Counted() as counted:
            _paint_counted(canvas, counted, model)
        case Scored() as scored:
            with centred(canvas) as picture:
                _paint_scored(picture, scored, model)
        case _:
            large = computed(canvas.width, canvas.height, model.view.seats, _places(model))
            with table(canvas, large, "lucky-box", Layout) as (felt, layout):
                _paint_table(felt, layout, model)


def _places(model: LuckyBoxModel) -> int:
    """Return for how many cards there must be room: a card keeps its size while they become fewer."""
    return next(most for most in (3, 4, 6) if len(model.cards) <= most)


def _paint_table(canvas: Canvas, layout: Layout, model: LuckyBoxModel) -> None:
    _paint_facts(canvas, layout, model)
    _paint_cards(canvas, layout, model)
    _paint_turn(canvas, layout, model)
    if layout.sheet:
        _paint_list(canvas, layout, model)
        _paint_sheet(canvas, layout.players[0], layout.sheet, layout.list_width, model)
    else:
        _paint_grid(canvas, layout.players, model)


def _paint_facts(canvas: Canvas, layout: Layout, model: LuckyBoxModel) -> None:
    """Lay the number, and write beside it the round, those drawn before, and what the player shown has."""
    view, player = model.view, model.player(model.seat)
    is_open = bool(view.numbers) and not isinstance(model.moment, NumberTurning)
    (x, y), (width, height) = layout.number, layout.number_size
    canvas.put(x, y, "▄" * width, "card" if is_open else "back")
    canvas.fill(x, y + 1, width, height, "card")
    scale = 2 if height > 6 else 1
    if is_open:
        top = y + 1 if scale > 1 else y + height // 2
        put_large(canvas, x + (width - 4 * scale) // 2, top, str(view.numbers[-1]), scale=scale)
    else:
        put_back(canvas, x, y + 1, width, height)
    put_edge(canvas, x, y + 1 + height, width, "card-edge")
    has = f"{LIGHTNING} {player.lightnings}   {MOON} {player.moons}   {_stars(player.stars[view.round - 1])}"
    pays = _("a card pays {points}", points=box.CARD_POINTS[view.round - 1])
    if layout.is_computed:
        worth = _("{points} for a card", points=box.CARD_POINTS[view.round - 1])
        facts = (*words.round_words(view).split(" · "), worth, has.replace("   ", "  "))
        for row, text in enumerate(facts):
            is_fact, at = row in {0, len(facts) - 1}, (x + width + 2, y + row + (height > 6))
            fitting = cut(text, layout.turn_width - width - 2)
            canvas.put(*at, fitting, "" if is_fact else "faint", bold=is_fact)
        drawn = cut(words.drawn_words(view), layout.turn_width)
        canvas.put(x, y + height + 2, drawn, "faint")
        return
    x += width + 2
    canvas.put(x, y, words.round_words(view), bold=True)
    canvas.put(x, y + 1, cut(words.drawn_words(view), canvas.width - x), "faint")
    end = canvas.put(x, y + layout.facts, has, "strong")
    canvas.put(end + 3, y + layout.facts, cut(pays, canvas.width - end - 3), "faint")


# ── The cards ─────────────────────────────────────────────────────────────────────────────────────


def _paint_cards(canvas: Canvas, layout: Layout, model: LuckyBoxModel) -> None:
    """Lay the cards; in one row there are three at a time, and the others are named above."""
    (left, top), (right, down), places = layout.cards, layout.each, range(len(model.cards))
    if not down:
        first = model.focus // ACROSS * ACROSS
        hidden = [str(model.cards[place].id) for place in places if place not in range(first, first + ACROSS)]
        places = places[first : first + ACROSS]
        if hidden:
            canvas.put_right(58, top - 1, _("more: {cards} ▸", cards=", ".join(hidden)), "faint")
    for place in places:
        row, column = divmod(place, layout.across)
        _paint_card(canvas, left + right * column, top + down * row, place, model, layout)


def _paint_card(canvas: Canvas, x: int, y: int, place: int, model: LuckyBoxModel, layout: Layout) -> None:
    """Lay a card of paper with a stub at the end of each line."""
    (width, height), card, (end, end_height) = layout.cell, model.cards[place], layout.stub
    canvas.places["card", card.id] = x, y, SIDE * width + end, 1 + SIDE * height + end_height
    title, ink = _title(place, model)
    canvas.put(x, y, title, ink, bold=height > 1)
    for row, column in box.CELLS:
        at = x + width * column, y + 1 + height * row
        _paint_cell(canvas, at, card, (row, column), model, layout.cell)
    right, below = x + SIDE * width, y + 1 + SIDE * height
    for line in box.LINES:
        index, is_won = int(line[-1]), model.moment == Winning(card.id, line)
        if line.startswith("row"):
            _paint_stub(canvas, (right, y + 1 + height * index), (end, height), card, line, is_won)
        else:
            _paint_stub(canvas, (x + width * index, below), (width, end_height), card, line, is_won)
    if canvas.scale != "compact":
        put_edge(canvas, right, below, end, "stub-edge")
        put_edge(canvas, x, below + end_height, SIDE * width, "stub-edge")


def _title(place: int, model: LuckyBoxModel) -> tuple[str, Ink]:
    card = model.cards[place]
    if card.face in model.view.offer and model.doing != "look":
        title = f"{KEEPS} " * (card.id in model.keeps) + _("card {number}", number=card.id)
        is_here = model.at == ("card", card.id)
        return (f"[{title}]", "cursor") if is_here else (title, "act")
    if card.complete:
        return _("{number} finished", number=card.id), "fresh"
    return _("card {number}", number=card.id), ""


def _paint_cell(
    canvas: Canvas,
    at: tuple[int, int],
    card: BoxCard,
    cell: Cell,
    model: LuckyBoxModel,
    size: tuple[int, int],
) -> None:
    """Paint a cell; what it costs is shown only at the cursor."""
    (x, y), (width, height), mark = at, size, model.marks(card.id, cell)
    if model.doing == "cross":  # else a click on a cell means its card
        canvas.places["cell", (card.id, cell)] = x, y, width, height
    number, is_free = card.number(cell), card.is_free(cell)
    lit = "paper-hit" if mark.is_fresh or (is_free and mark.price == 0) else ""
    ground: Ground = lit or ("paper-2" if sum(cell) % 2 else "paper")
    canvas.fill(x, y, width, height, ground)
    price = "" if mark.price is None else COSTS if mark.price else FITS
    if height > 2:
        _paint_large(canvas, x, y, size, str(number) if is_free else "")
        canvas.put(x + width - 1, y + height - 1, FITS if lit and is_free else "", bold=True)
    elif is_free:
        canvas.put(x + 1, y, f"{number}{FITS if lit else ''}", bold=bool(lit))
    else:
        canvas.put(x + 1, y, CROSS, "pen", bold=mark.is_fresh)
    if mark.has_cursor:
        canvas.cursor = (x + 1, y)
    if mark.has_cursor and height > 2:
        canvas.put(x + width - 2, y, price if mark.price else "", "strong")
        row = y + (height - 1) // 2
        canvas.put(x, row, "[", "cursor", "cursor-paper")
        canvas.put(x + width - 1, row, "]", "cursor", "cursor-paper")
    elif mark.has_cursor:
        text = f"{number}{price}" if is_free else CROSS
        canvas.put(x, y, f"[{text:{width - 2}}]", "cursor", "cursor-paper")


def _paint_large(canvas: Canvas, x: int, y: int, size: Place, number: str) -> None:
    """Draw a cell's number in large figures, or a cross."""
    scale, kind = 2 if size >= LARGE else 1, "medium" if size in {MEDIUM, LARGE} else "figures"
    if number:
        lower = size in {MEDIUM, FLAT_LARGE}
        put_large(canvas, x + 1 + (size == HUGE), y, number, kind=kind, scale=scale, lower=lower)
        return
    rows = _CROSS_POINTS[int(scale > 1) :]
    canvas.pixels(x + (size not in {MEDIUM, LARGE}), y + (size == HUGE), rows, {"#": "pen"}, scale=scale)


def _paint_stub(
    canvas: Canvas, at: tuple[int, int], size: tuple[int, int], card: BoxCard, line: Line, is_won_now: bool
) -> None:
    """Paint the end of a line: it glows where one cross is missing, and is dark when its bonus is won."""
    (x, y), (width, height) = at, size
    missing = 1 if is_won_now else (box.LINES[line] & ~card.crosses).bit_count()
    near = NEAR_ROW if line.startswith("row") else NEAR_COLUMN
    ground: Ground = {0: "stub-done", 1: "stub-hot"}.get(missing, "stub")
    canvas.fill(x, y, width, height, ground)
    ink = "" if missing else "faint"
    text = f" {FILLED}" if not missing else f"{near if missing == 1 else ' '}{sign(card.bonus(line))}"
    canvas.put(x + max(width > 4, (width - 4) // 2), y + (height - 1) // 2, text, ink, bold=missing == 1)
    if height > 2 and line != "row2":
        canvas.put(x, y + height - 1, "▁" * width, "stub-edge")


# ── The turn ──────────────────────────────────────────────────────────────────────────────────────


def _paint_turn(canvas: Canvas, layout: Layout, model: LuckyBoxModel) -> None:
    """Show a turn as chips: the step that is looked at in brackets, or the bonuses still to be used."""
    view, turn, is_looking, (x, y) = model.view, model.turn, model.doing == "look", layout.turn
    if not is_looking and not (model.shows_turn and words.chain(turn)):
        return
    title = _("This turn") if view.held and not is_looking else _("Last turn")
    right, x = x + layout.turn_width, canvas.put(x, y, title, "faint") + 2
    if not turn.steps:
        canvas.put(x, y, words.chain(turn) or "–")
    due = _("to use: {bonuses}", bonuses=" ".join(view.due)) if view.due and not is_looking else ""
    room = right - x - columns(due) - 2
    shown = list(enumerate(turn.steps, 1))
    while sum(columns(words.step_signs(step)) + 4 for _number, step in shown) > room:
        shown.pop(0)
    for number, step in shown:
        is_last = is_looking and number == model.steps_shown
        chip, ground = (f"[{step.number}]", "cursor") if is_last else (f" {step.number} ", "paper-hit")
        x = canvas.put(x, y, chip, "strong", ground if number <= model.steps_shown else "stub")
        won = "+".join(map(sign, step.won))
        x = canvas.put(x, y, f"{won and WINS}{won}", "fresh") + 1
    canvas.put(x + 1, y, due, "act", bold=True)


# ── The players ───────────────────────────────────────────────────────────────────────────────────


def _paint_list(canvas: Canvas, layout: Layout, model: LuckyBoxModel) -> None:
    """List everyone with what they have, and what they did last if there is room for it."""
    (x, y), has_room = layout.players, model.view.seats <= MOST_WITH_TURNS
    canvas.put(x, y, _("Players"), bold=True)
    end = layout.list_width
    ends = end - 12, end - 9, end - 6, end
    for right, title in zip(ends, (LIGHTNING, MOON, STAR, _("score")), strict=True):
        canvas.put_right(x + right, y, title, "faint")
    y += layout.many_rows
    for seat, turn in enumerate(model.turns):
        put_player(canvas, x, y, model, seat, end - 14, has_cursor=model.looks_at(seat))
        player = model.player(seat)
        has = player.lightnings, player.moons, player.stars[model.view.round - 1]
        for right, value in zip(ends, has, strict=False):
            canvas.put_right(x + right, y, str(value))
        canvas.put_right(x + end, y, in_figures(model.worths[seat].total), bold=True)
        canvas.put(x + 2, y + 1, cut(words.chain(turn), end - 2) if has_room else "", "fresh")
        y += layout.player_rows if has_room else layout.many_rows


def _paint_grid(canvas: Canvas, at: tuple[int, int], model: LuckyBoxModel) -> None:
    """List everyone in two columns with the score and what they did last; more than eight in three."""
    across = 2 if model.view.seats <= 8 else 3
    width = (min(canvas.width, 60) - 2) // across
    for seat, turn in enumerate(model.turns):
        x, y = at[0] + width * (seat % across), at[1] + seat // across
        put_player(canvas, x, y, model, seat, 10, has_cursor=model.looks_at(seat))
        canvas.put_right(x + 14, y, in_figures(model.worths[seat].total))
        canvas.put(x + 16, y, cut(words.chain(turn), width - 19) if across == 2 else "", "fresh")


def _paint_sheet(canvas: Canvas, x: int, y: int, width: int, model: LuckyBoxModel) -> None:
    """Draw a player's score sheet: for each round the finished cards and the stars."""
    player = model.player(model.seat)
    title = _("Your sheet") if model.is_me(model.seat) else model.name_of(model.seat)
    canvas.put(x, y, cut(title, 25), bold=True)
    for row, label in enumerate((_("cards"), _("stars")), y + 2):
        canvas.put(x, row, cut(label, 8), "faint")
    for index in range(box.ROUNDS):
        each = (width - 8) // box.ROUNDS
        right, points, stars = (
            x + width - each * (box.ROUNDS - 1 - index),
            player.points[index],
            player.stars[index],
        )
        canvas.put_right(right, y + 1, str(index + 1), "faint")
        canvas.put_right(right, y + 2, str(points or "·"), "strong" if points else "faint")
        canvas.put_right(right, y + 3, _stars(stars), "act" if stars else "faint")


def _stars(stars: int) -> str:
    """Return the three stars of a round, those that are circled full."""
    return STAR * stars + NO_STAR * (len(box.STAR_POINTS) - 1 - stars)


def _paint_counted(canvas: Canvas, moment: Counted, model: LuckyBoxModel) -> None:
    """Count the game: a bar for everyone with what this part brings; alone, the sheet itself."""
    width, is_last = min(canvas.width - 6, 140), moment.step == 3
    x, seats = (canvas.width - width) // 2, model.view.seats
    totals = model.counted(moment.step)
    before = model.counted(moment.step - 1) if moment.step else [0] * seats
    step = max(1, min(4, (canvas.height - 3) // seats))
    y = max(0, (canvas.height - 2 - step * seats) // 2) if seats > 1 else max(0, (canvas.height - 12) // 2)
    canvas.left = max(1, x)
    end = canvas.put(x, y, _("The end"), "strong")
    title = _("crosses and lightnings") if len(moment.parts) > 1 else _(PARTS[moment.parts[0]])
    canvas.put(end, y, f" · {title}", "act", bold=True)
    if seats > 1:
        gains = [total - was for total, was in zip(totals, before, strict=True)]
        last = {"is_last": True, "sorts": is_last}
        put_standing(canvas, (x, y + 2), width, model, gains, totals, in_figures, step=step, **last)
        return
    worth, row = model.worths[0], y + 2
    for each in range(moment.step + 1):
        for part in Counted(each).parts:
            canvas.put(x, row, cut(_(PARTS[part]), 16), "faint")
            ink = "fresh" if each == moment.step else ""
            canvas.put_right(x + 22, row, in_figures(getattr(worth, part)), ink)
            row += 1
    put_large(canvas, x + 28, y + 3, str(max(0, totals[0])), "act" if is_last else "strong")
    if is_last:
        canvas.put(x, y + 8, cut(_(verdict(totals[0])), width), "act", bold=True)
        canvas.put(x, y + 9, cut(words.rank_words(totals[0]), width), "faint")


def _paint_scored(canvas: Canvas, moment: Scored, model: LuckyBoxModel) -> None:
    """Draw what everyone's game is worth as a bar, which grows by what the round has brought."""
    canvas.put(2, 0, _("Round {number} is scored", number=moment.number), "strong")
    bars, most = canvas.width - 40, max(1, *moment.totals)
    for seat, (points, total) in enumerate(zip(moment.points, moment.totals, strict=True)):
        y = 2 + seat * (1 + (canvas.height >= 30))
        was, shown = total - points, total - points + points * moment.step // 3
        put_player(canvas, 4, y, model, seat, 16)
        lengths = [max(0, value) * bars // most for value in (was, shown)]
        x = canvas.put(21, y, "█" * lengths[0], player_ink(seat))
        canvas.put(x, y, "▓" * (lengths[1] - lengths[0]), player_ink(seat))
        canvas.put_right(canvas.width - 12, y, in_figures(shown), bold=True)
        gain = f"+{points}" if points and moment.step == 3 else ""
        canvas.put_right(canvas.width - 5, y, gain, "fresh")
