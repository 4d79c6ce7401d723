"""How Super Mega Lucky Box is drawn: the number, the cards, everyone's scores beside or below them."""

from collections.abc import Iterator
from itertools import chain, count

from luckytui.games.interface import Seat
from luckytui.games.lucky_box import player as box
from luckytui.games.lucky_box import words
from luckytui.games.lucky_box.deck import SIDE
from luckytui.games.lucky_box.layout import (
    FLAT_LARGE,
    HUGE,
    LARGE,
    MEDIUM,
    MOST_WITH_TURNS,
    STUBS,
    Layout,
    layout_of,
    people_rows,
)
from luckytui.games.lucky_box.model import COUNTED, Counted, LuckyBoxModel, NumberTurning, Winning
from luckytui.games.lucky_box.names import (
    CROSS,
    LIGHTNING,
    MOON,
    NO_STAR,
    PARTS,
    RANKS,
    STAR,
    WINS,
    next_rank,
    sign,
    verdict,
)
from luckytui.games.lucky_box.player import BoxCard, Cell, Line
from luckytui.shown.words import columns, points_words
from luckytui.text import _, in_figures
from luckytui.tui.boards.standing import put_standing
from luckytui.tui.canvas import Canvas, Place, cut, put_back, put_edge, put_player
from luckytui.tui.themes import Ground, Ink, player_ink
from luckytui.tui.widgets.large import put_large, width_of

FITS, COSTS, NEAR_ROW, NEAR_COLUMN, FILLED, KEEPS = "=", LIGHTNING, "▸", "▾", "✓", "✓"
CHOOSING = "▸"

_PART_SIGNS = {"stars": STAR, "crosses": CROSS, "lightnings": LIGHTNING, "moons": MOON}
_NAME = 15
"""How many columns a name takes where the game is counted."""
_CROSS_POINTS = ".....", "#...#", ".#.#.", "..#..", ".#.#.", "#...#"


def paint(canvas: Canvas, model: LuckyBoxModel) -> None:
    """Paint the table."""
    if isinstance(model.moment, Counted):
        _paint_counted(canvas, model.moment, model)
        return
    places = next(most for most in (3, 4, 6) if len(model.cards) <= most)  # fewer cards keep their size
    layout = layout_of(canvas.width, canvas.height, model.view.seats, places)
    canvas.left = layout.left
    _paint_facts(canvas, layout, model)
    _paint_cards(canvas, layout, model)
    _paint_turn(canvas, layout, model)
    if layout.form == "below":
        _paint_grid(canvas, layout, model)
    else:
        _paint_list(canvas, layout, model)
        _paint_sheet(canvas, layout, model)


def _paint_facts(canvas: Canvas, layout: Layout, model: LuckyBoxModel) -> None:
    """Show the number with the round, the earlier numbers, and what the player on view has beside it."""
    view, player, is_beside = model.view, model.player(model.seat), layout.form == "beside"
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
    rounds, drawn = words.round_words(view), words.drawn_words(view)
    has = f"{LIGHTNING} {player.lightnings}  {MOON} {player.moons}  {_stars(player.stars[view.round - 1])}"
    pays = _("{points} points a card", points=box.CARD_POINTS[view.round - 1])
    facts = [*(rounds.split(" · ") if is_beside else (rounds, drawn)), has, pays]
    room = layout.turn_width - (width + 2) * is_beside
    for row, fact in enumerate(facts, y + (height > 6)):
        role: Ink = "strong" if fact in {facts[0], has} else "faint"
        canvas.put(x + width + 2, row, cut(fact, room), role)
    if is_beside:
        drawn = drawn if columns(drawn) <= layout.turn_width else " ".join(map(str, view.numbers[:-1]))
        canvas.put(x, y + height + 2, drawn, "faint")


# ── The cards ─────────────────────────────────────────────────────────────────────────────────────


def _paint_cards(canvas: Canvas, layout: Layout, model: LuckyBoxModel) -> None:
    """Lay the cards. If only one row of them fits, name the others above it."""
    (left, top), (right, down), places = layout.cards, layout.each, range(len(model.cards))
    if not down:
        first = model.focus // layout.across * layout.across
        shown = model.cards[first : first + layout.across]
        hidden = [str(card.id) for card in model.cards if card not in shown]
        places = places[first : first + layout.across]
        more = _("more: {cards} ▸", cards=", ".join(hidden)) if hidden else ""
        canvas.put_right(left + layout.list_width, top - 3, more, "faint")
    for place in places:
        row, column = divmod(place, layout.across)
        _paint_card(canvas, left + right * column, top + down * row, place, model, layout)


def _paint_card(canvas: Canvas, x: int, y: int, place: int, model: LuckyBoxModel, layout: Layout) -> None:
    """Lay a card of paper with a stub at the end of each line."""
    (width, height), card, (end, end_height) = layout.cell, model.cards[place], STUBS[layout.cell]
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
    put_edge(canvas, right, below, end, "stub-edge")
    put_edge(canvas, x, below + end_height, SIDE * width, "stub-edge")


def _title(place: int, model: LuckyBoxModel) -> tuple[str, Ink]:
    card = model.cards[place]
    if card.face in model.view.offer and model.doing != "look":
        title = f"{KEEPS} " * (card.id in model.keeps) + _("card {number}", number=card.id)
        return (f"[{title}]", "cursor") if model.at == ("card", card.id) else (title, "act")
    if card.complete:
        return _("{number} finished", number=card.id), "fresh"
    return _("card {number}", number=card.id), ""


def _paint_cell(
    canvas: Canvas, at: Place, card: BoxCard, cell: Cell, model: LuckyBoxModel, size: Place
) -> None:
    """Paint a cell; what it costs is shown only at the cursor."""
    (x, y), (width, height), here = at, size, (card.id, cell)
    crossed = [(step.card, step.cell) for step in model.steps]
    has_cursor = here in crossed[-1:] if model.doing == "look" else model.at == ("cell", here)
    cost = model.prices.get(("cell", here)) if model.doing == "cross" else None
    if model.doing == "cross":  # else a click on a cell means its card
        canvas.places["cell", (card.id, cell)] = x, y, width, height
    number, is_free = card.number(cell), card.is_free(cell)
    lit = "paper-hit" if here in crossed or (is_free and cost == 0) else ""
    ground: Ground = lit or ("paper-2" if sum(cell) % 2 else "paper")
    canvas.fill(x, y, width, height, ground)
    price = "" if cost is None else COSTS if cost else FITS
    if height > 2:
        _paint_large(canvas, x, y, size, str(number) if is_free else "")
        canvas.put(x + width - 1, y + height - 1, FITS if lit and is_free else "", bold=True)
    elif is_free:
        canvas.put(x + 1, y, f"{number}{FITS if lit else ''}", bold=bool(lit))
    else:
        canvas.put(x + 1, y, CROSS, "pen", bold=here in crossed)
    if has_cursor:
        canvas.cursor = (x + 1, y)
    if has_cursor and height > 2:
        canvas.put(x + width - 2, y, price if cost else "", "strong")
        row = y + (height - 1) // 2
        canvas.put(x, row, "[", "cursor", "cursor-paper")
        canvas.put(x + width - 1, row, "]", "cursor", "cursor-paper")
    elif has_cursor:
        text = f"{number}{price}" if is_free else CROSS
        canvas.put(x, y, f"[{text:{width - 2}}]", "cursor", "cursor-paper")


def _paint_large(canvas: Canvas, x: int, y: int, size: Place, number: str) -> None:
    """Draw a cell's number in large figures, or a cross."""
    scale, kind = 2 if size >= LARGE else 1, "medium" if size in {MEDIUM, LARGE} else "figures"
    if number:
        lower = size in {MEDIUM, FLAT_LARGE}
        put_large(canvas, x + 1 + (size == HUGE), y, number, kind=kind, scale=scale, lower=lower)
    else:
        left, top, rows = (
            x + (size not in {MEDIUM, LARGE}),
            y + (size == HUGE),
            _CROSS_POINTS[int(scale > 1) :],
        )
        canvas.pixels(left, top, rows, {"#": "pen"}, scale=scale)


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
    """Show a turn as chips, with the step being looked at in brackets and the bonuses still to be used."""
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
    y += 1
    for seat, turn in enumerate(model.turns):
        put_player(canvas, x, y, model, seat, end - 14, has_cursor=model.looks_at(seat))
        player = model.player(seat)
        has = player.lightnings, player.moons, player.stars[model.view.round - 1]
        for right, value in zip(ends, has, strict=False):
            canvas.put_right(x + right, y, str(value))
        canvas.put_right(x + end, y, in_figures(model.worths[seat].total), bold=True)
        canvas.put(x + 2, y + 1, cut(words.chain(turn), end - 2) if has_room else "", "fresh")
        y += layout.player_rows


def _paint_grid(canvas: Canvas, layout: Layout, model: LuckyBoxModel) -> None:
    """List everyone below the cards with the score and, if there is room, what they did last."""
    across = -(-model.view.seats // people_rows(model.view.seats))
    width = layout.list_width // max(2, across)
    if layout.has_heading:
        for x in range(layout.players[0], layout.players[0] + width * across, width):
            canvas.put_right(x + 14, layout.players[1] - 1, _("score"), "faint")
    for seat, turn in enumerate(model.turns):
        x, y = layout.players[0] + width * (seat % across), layout.players[1] + seat // across
        put_player(canvas, x, y, model, seat, 10, has_cursor=model.looks_at(seat))
        canvas.put_right(x + min(14, width - 3), y, in_figures(model.worths[seat].total))
        canvas.put(x + 16, y, cut(words.chain(turn), width - 19) if across < 3 else "", "fresh")


def _paint_sheet(canvas: Canvas, layout: Layout, model: LuckyBoxModel) -> None:
    """Draw a player's score sheet: for each round the finished cards and the stars."""
    x, y, player = layout.players[0], layout.sheet, model.player(model.seat)
    title = _("Your sheet") if model.seat == model.me else model.names[model.seat]
    canvas.put(x, y, cut(title, 25), bold=True)
    right, each = x + 8, (layout.list_width - 8) // box.ROUNDS
    right += (layout.list_width - 8) % box.ROUNDS
    for row, label in enumerate((_("cards"), _("stars")), y + 2):
        canvas.put(x, row, cut(label, right + each - 4 - x), "faint")
    for number, points, stars in zip(count(1), player.points, player.stars):
        right += each
        canvas.put_right(right, y + 1, str(number), "faint")
        canvas.put_right(right, y + 2, str(points or "·"), "strong" if points else "faint")
        canvas.put_right(right, y + 3, _stars(stars), "act" if stars else "faint")


def _stars(stars: int) -> str:
    """Return the three stars of a round, those that are circled full."""
    return STAR * stars + NO_STAR * (len(box.STAR_POINTS) - 1 - stars)


def _paint_counted(canvas: Canvas, counted: Counted, model: LuckyBoxModel) -> None:
    """Show the scoring of a round or the game: a bar for each player, or in a solo game the score sheet."""
    width, seats = min(canvas.width - 6, 140), model.view.seats
    step = max(1, min(7 if counted.parts else 5, (canvas.height - 3) // seats))
    x, y = (canvas.width - width) // 2, max(0, (canvas.height - 2 - max(13, step * seats)) // 2)
    canvas.left = max(1, x)
    canvas.put(x, y, counted.title, "strong")
    if not counted.parts or seats > 1:
        canvas.put_right(x + width - 8 * (not counted.parts), y, _("points"), "faint")
    if not counted.parts:
        gains, totals, is_last = counted.gains, counted.totals, counted.is_shown
        put_standing(canvas, (x, y + 2), width, model, gains, totals, in_figures, step=step, is_last=is_last)
    elif seats > 1:
        _paint_parts(canvas, (x, y + 2), width, counted, model, step)
    else:
        _paint_own_sheet(canvas, (x, y), width, counted, model)


def _paint_parts(
    canvas: Canvas, at: Place, width: int, counted: Counted, model: LuckyBoxModel, step: int
) -> None:
    """Paint a bar for each seat, made of the parts counted so far; at the end, rank the bars."""
    (x, y), totals, seats = at, counted.totals, range(model.view.seats)
    is_end, gap = len(counted.parts) == len(COUNTED), int(width >= 50)
    scale = 0 if step < 4 or not gap else 2 if step > 6 and width > 100 else 1
    standing = [(totals[seat], model.player(seat).moons) for seat in seats]
    ranked = sorted(seats, key=standing.__getitem__, reverse=True) if is_end else seats
    mark = _("★ shared") if standing.count(standing[ranked[0]]) > 1 else STAR
    most = max(1, *(worth.total - min(0, worth.moons) for worth in model.worths))
    room = width - _NAME - (width_of(str(most), scale=scale) or 3) - 8 * gap - 6
    for seat in ranked:
        put_player(canvas, x, y, model, seat, _NAME - 1)
        canvas.put(x + 2, y + 1, mark if is_end and step > 1 and seat == ranked[0] else "", "act")
        right = x + _NAME
        for label, points, is_new in _parts(counted, model, seat):
            wide = max(1 + gap, points * room // most)
            for row in range(y, y + max(1, step - 2)):
                canvas.put(right, row, "█" * wide * (points > 0), "fresh" if is_new else player_ink(seat))
            if points < 0:
                canvas.put(right + 1, y, f"{label} {in_figures(points)}", "warn")
            elif step > 1 and gap:
                canvas.put(right, y + max(1, step - 2), f"{label}{points}", "faint")
            right += wide + gap
        total = in_figures(totals[seat])
        if scale and (figures := width_of(total, scale=scale)):
            put_large(canvas, x + width - figures, y, total, "strong", scale=scale)
        else:
            canvas.put_right(x + width, y, total, "strong")
        y += step


def _parts(counted: Counted, model: LuckyBoxModel, seat: Seat) -> Iterator[tuple[str, int, bool]]:
    """Yield each part of a seat's sheet so far: its sign (none for cards), points, whether it is new."""
    for points in filter(None, model.player(seat).points):
        yield "", points, False
    for parts in counted.parts[1:]:
        for part in parts:
            if points := getattr(model.worths[seat], part):
                yield _PART_SIGNS[part], points, parts is counted.parts[-1]


def _paint_own_sheet(canvas: Canvas, at: Place, width: int, counted: Counted, model: LuckyBoxModel) -> None:
    """Fill in a solo player's sheet line by line; at the end, show the verdict."""
    (x, y), total, is_end = at, counted.totals[0], len(counted.parts) == len(COUNTED)
    for row, part in enumerate(chain(*counted.parts), y + 2):
        canvas.put(x, row, cut(_(PARTS[part]), 16), "faint")
        points = in_figures(getattr(model.worths[0], part))
        canvas.put_right(x + 22, row, points, "fresh" if part in counted.parts[-1] else "")
    put_large(canvas, x + 28, y + 3, str(max(0, total)), "act" if is_end else "strong")
    if is_end:
        _paint_ladder(canvas, (x, y + 8), width, total)
        if model.best is not None:
            best = _("Your best: {points}", points=points_words(model.best))
            canvas.put(x + 28, y + 1, _("Your new best!") if total > model.best else best, "act")


def _paint_ladder(canvas: Canvas, at: Place, width: int, total: int) -> None:
    """Paint the ranks of a solo game: the player's own in bold, and how many points the next one is away."""
    (x, y), (coming, _rank) = at, next_rank(total) or (0, "")
    for row, (least, rank) in enumerate(RANKS, y):
        is_own, is_next = rank == verdict(total), least == coming
        ink: Ink = "act" if is_own else "" if is_next else "faint"
        points = f"+{least - total}" if is_next else str(max(0, least))
        canvas.put_right(x + 4, row, f"{'▸' * is_own} {points}", ink)
        canvas.put(x + 6, row, cut(_(rank), width - 6), ink, bold=is_own)
