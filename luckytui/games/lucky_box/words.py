"""What the board of Super Mega Lucky Box says: signs, prompts, sentences for the log, titles."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from luckytui.games.interface import CHANCE, Ended, Event, Seat
from luckytui.games.lucky_box import rules
from luckytui.games.lucky_box.deck import SIDE, Bonus
from luckytui.games.lucky_box.model import LuckyBoxModel, Step, Turn, number_on, turn_of
from luckytui.games.lucky_box.names import (
    CROSS,
    LIGHTNING,
    WINS,
    bonus_words,
    cards_words,
    lightnings,
    next_rank,
    sign,
    verdict,
)
from luckytui.games.lucky_box.player import ROUNDS, TURNS, BoxCard, Cell, Line, filled_lines
from luckytui.shown.words import (
    PROMPT_WIDTH,
    WIDTH,
    Sections,
    all_of,
    by,
    by_several,
    columns,
    in_one_line,
    others,
    seat_name,
    told,
    waiting,
    winners,
    with_boards,
    with_sign,
    you_or_name,
)
from luckytui.text import N_, NN_, _, in_a_row, in_figures, plural


def _line_words(line: Line) -> str:
    place, words = int(line[-1]), N_("row {number}") if line.startswith("row") else N_("column {number}")
    return _(words, number=place + 1 if line.startswith("row") else "abc"[place])


def chain(turn: Turn) -> str:
    """Return a turn in signs: each cross with its number, and after it what it won."""
    return " ".join([*map(step_signs, turn.steps), *[_("pass")] * turn.passed])


def step_signs(step: Step) -> str:
    """Return a cross and what it won in signs."""
    won = "+".join(map(sign, step.won))
    return f"{CROSS}{step.number}{won and f'{WINS}{won}'}"


def round_words(view: rules.LuckyBoxView) -> str:
    """Say which round and turn it is."""
    with_turn = N_("Round {round} of {rounds} · turn {turn} of {turns}")
    words = with_turn if view.numbers else N_("Round {round} of {rounds}")
    return _(words, round=view.round, rounds=ROUNDS, turn=len(view.numbers), turns=TURNS)


def drawn_words(view: rules.LuckyBoxView) -> str:
    """Say which numbers were drawn before this one."""
    before = " ".join(map(str, view.numbers[:-1]))
    return _("already drawn: {numbers}", numbers=before) if before else ""


def prompt(model: LuckyBoxModel) -> str:
    """Say what is asked of the player, and what Enter does."""
    if model.looked_at is not None:
        return _look_prompt(model)
    if model.view.stage == "over":
        return _("The game is over · o: look at everyone's cards")
    match model.doing:
        case "choose":
            return _choose_prompt(model)
        case "cross":
            return _cross_prompt(model)
        case "end" if model.view.held:
            undo = _("u: take the last cross back") if model.match_view.undo else ""
            return in_one_line((_("Enter: end your turn"), undo))
        case "end":
            return _("Nothing can be crossed · Enter: pass")
    return in_one_line((waiting(model),), (_("o: look at the others"),))


def _look_prompt(model: LuckyBoxModel) -> str:
    """Say whose cards are shown, which step of the last turn, and which keys lead on."""
    back, step, walk = _("Enter: back") if model.view.seat < 0 else _("Enter: your cards"), "", ""
    if steps := len(model.turn.steps):
        step, walk = _("step {step} of {steps}", step=model.steps_shown, steps=steps), _("←→: step by step")
    others = _("↑↓: others") if model.view.seats > 1 else ""
    return in_one_line((model.names[model.seat], step), (back, walk, others))


def _choose_prompt(model: LuckyBoxModel) -> str:
    card, marked = model.card.id, model.keeps
    left = model.to_keep - len(marked)
    if card in marked:
        return _("Enter: put card {card} back · {left} more to choose", card=card, left=left)
    if left == 1:
        keep = N_("Enter: keep {cards} and discard the others")
        keep = _(keep, cards=cards_words(sorted({*marked, card})))
        return in_one_line((keep,), (_("o: all your cards") if model.hides_cards else "",))
    more = N_("Enter: keep card {card} · {left} more to choose")
    words = more if marked else N_("Enter: keep card {card} · choose {left} of {offered}")
    return _(words, card=card, left=left, offered=len(model.view.offer))


def _cross_prompt(model: LuckyBoxModel) -> str:
    """Say what crossing the cell costs and wins, in signs where there is no room, or why it cannot be."""
    card, cell = model.card, model.cell
    cost = model.price(card.id, cell, model.use)
    costs = plural("costs {number} lightning", "costs {number} lightnings", cost)
    hints = (
        _("b: other") if len(model.uses) > 1 else "",
        _("x: pass") if rules.EndTurn() in model.moves else "",
    )
    bonus = "" if model.use == "number" else _("Bonus {bonus}", bonus=model.use)
    values: dict[str, object] = {"number": card.number(cell), "card": card.id}
    if model.at in model.prices:
        crossing = bonus, _("Enter: cross {number} on card {card}", **values)
        whole = in_one_line((*crossing, costs if cost else "", _fills(card, cell, bonus_words)), hints)
        if columns(whole) <= PROMPT_WIDTH:
            return whole
        return in_one_line((*crossing, f"{LIGHTNING}{cost}" if cost else "", _fills(card, cell, sign)))
    if not card.is_free(cell):
        return in_one_line((bonus, _("{number} on card {card} is crossed already", **values)), hints)
    what = bonus, _("{number} on card {card}", **values)
    if model.use != "number" and not model.view.options.lightning_changes_bonus:
        return in_one_line((*what, _("it has to be a {bonus}", bonus=model.use)), hints)
    have = _("you have {lightnings}", lightnings=lightnings(model.own.lightnings))
    return in_one_line((*what, costs, have), hints)


def _fills(card: BoxCard, cell: Cell, named: Callable[[Bonus], str]) -> str:
    lines = [(_line_words(line), named(card.bonus(line))) for line in filled_lines(card, cell)]
    told = ", ".join(_("{title}: {value}", title=line, value=bonus) for line, bonus in lines)
    return _("fills {lines}", lines=told) if told else ""


def tell(event: Event, model: LuckyBoxModel) -> str | None:
    """Say what happened; None for what needs no words."""
    match event:
        case rules.Offered(cards=tuple(cards)) if event.seat == model.me:
            return _("You drew {cards}.", cards=cards_words(cards))
        case rules.Chosen(kept=kept):
            return told(model, event, cards=cards_words(kept))
        case rules.NumberTurned():
            return told(model, event)
        case rules.Crossed():
            what, number = _paid_for(event), number_on(model.view, event)
            return told(model, event, "cross for" if what else "cross", number=number, what=what)
        case rules.Passed(reason=reason):
            return told(model, event, f"pass {reason}")
        case rules.BonusWon(line=line, bonus=bonus):
            return told(model, event, line=_line_words(line), bonus=bonus_words(bonus))
        case rules.BonusLost(bonus=bonus):
            return told(model, event, "lost star" if bonus == "star" else "lost")
        case rules.RoundEnded():
            return _tell_of_round(event, model)
        case Ended(winners=seats):
            return _won(model, seats)
        case rules.FinalScored():
            return told(model, event, total=in_figures(event.total), moons=with_sign(event.moons))
    return None


def _paid_for(event: rules.Crossed) -> str:
    """Say what paid for a cross besides the turn's number: a bonus, lightnings, or both."""
    cost = lightnings(event.lightnings) if event.lightnings else ""
    numbered = N_("the bonus {bonus} and {cost}") if cost else N_("the bonus {bonus}")
    words = N_("the bonus “any number”") if event.use == "?" else numbered
    return cost if event.use == "number" else _(words, bonus=event.use, cost=cost)


def _tell_of_round(event: rules.RoundEnded, model: LuckyBoxModel) -> str:
    points = [f"{you_or_name(model, seat)} {scored}" for seat, scored in enumerate(event.points) if scored]
    finished = N_("Round {number} is over. Finished: {points}.")
    words = finished if points else N_("Round {number} is over. No one finished a card.")
    return _(words, number=event.number, points=", ".join(points))


def rank_words(total: int) -> str:
    """Say how many points the next higher rank of a solo game takes; empty at the highest."""
    points, words = next_rank(total) or (0, "")
    return words and _("The next rank is at {points} points: “{verdict}”", points=points, verdict=_(words))


def _won(model: LuckyBoxModel, seats: Sequence[Seat]) -> str:
    """Name the winners, and the moons if they broke a tie; return the verdict on the total of a solo game."""
    total = model.worths[seats[0]].total
    tied = {model.player(worth.seat).moons for worth in model.worths if worth.total == total}
    if model.view.seats == 1:
        return _(verdict(total))
    if len(tied) == 1 or model.view.stage != "over":
        return winners(model, seats)
    moons = max(tied)
    if len(seats) > 1:
        mine = N_("Tied at {total} points: you share the win with {names}, with {moons} moons each.")
        theirs = N_("Tied at {total} points: {names} share the win, with {moons} moons each.")
        return by_several(model, seats, mine, theirs, total=total, moons=moons)
    mine = N_("Tied at {total} points: you win with the most moons ({moons}).")
    theirs = N_("Tied at {total} points: {name} wins with the most moons ({moons}).")
    return by(model, seats[0], mine, theirs, total=total, moons=moons)


def hidden(state: rules.LuckyBox, seat: Seat) -> str:
    """Say which cards are on offer to a seat; empty when no cards are."""
    return _("offered: {cards}", cards=", ".join(map(str, state.offers[seat]))) if any(state.offers) else ""


def heard(model: LuckyBoxModel, before: LuckyBoxModel | None, news: Sequence[Event]) -> Iterator[str]:
    """Tell the news: what the player did in full, and each other player's turn summed up in one line."""
    known = before.view.held if before else ()
    lines = [tell(event, model) for event in _unheard(model.view.held, known)]
    for seat, group in groupby(news, _done_by):
        events = [*group]
        if seat not in {CHANCE, model.me}:
            lines.append(_sum(model, seat, events))
        else:
            own = events if seat == CHANCE else _unheard(events, known)
            scores = (event for event in own if isinstance(event, rules.FinalScored))
            later = [event for event in scores if event.seat != model.me]  # the results tell these
            lines += [tell(event, model) for event in own if event not in later]
    yield from filter(None, lines)


def _unheard(events: Sequence[Event], known: Sequence[Event]) -> Sequence[Event]:
    """Return the player's events since `known`; none if one of those was taken back."""
    both = min(len(events), len(known))
    return events[both if [*events[:both]] == [*known[:both]] else 0 :]


def _done_by(event: Event) -> Seat:
    """Return who did something in a turn; nobody in any other event."""
    return event.seat if isinstance(event, rules.Happened) else CHANCE


def _sum(model: LuckyBoxModel, seat: Seat, events: Sequence[Event]) -> str:
    """Sum up a turn in one line: which cells a seat crossed, or only how many, and what it won."""
    steps = turn_of(events, seat, model.view).steps
    lost_stars = sum(isinstance(event, rules.BonusLost) and event.bonus == "star" for event in events)
    won = _winnings(steps, lost_stars)
    if not steps or (len(steps) == 1 and not won):
        return tell(events[0], model) or ""
    where = [_("the {number} on card {card}", number=each.number, card=each.card) for each in steps]
    values = {"name": model.names[seat], "won": won}
    words = N_("{name} crossed {crosses} and won {won}.") if won else N_("{name} crossed {crosses}.")
    whole = _(words, crosses=all_of(where), **values)
    if len(whole) <= WIDTH:
        return whole
    form = NN_("{name} crossed {number} cell.", "{name} crossed {number} cells.")
    if won:
        form = NN_(
            "{name} crossed {number} cell and won {won}.", "{name} crossed {number} cells and won {won}."
        )
    return plural(*form, len(steps), **values)


def _winnings(steps: Sequence[Step], lost_stars: int) -> str:
    """Say what the crosses of a turn have won, added up; the bonus numbers are in the crosses themselves."""
    won = [bonus for step in steps for bonus in step.won]
    stars, moons = won.count("star") - lost_stars, won.count("moon")
    flashes = won.count("lightning") + 2 * won.count("lightning2")
    parts = [
        plural("{number} star", "{number} stars", stars) if stars else "",
        plural("{number} moon", "{number} moons", moons) if moons else "",
        lightnings(flashes) if flashes else "",
    ]
    return all_of([*filter(None, parts)]) if any(parts) else ""


def sections(model: LuckyBoxModel) -> Sections:
    """Return what there is to tell of the board."""
    view = model.view
    now = _("The number is {number}", number=view.numbers[-1]) if view.numbers else ""
    words = {
        _("cards"): [line for card in (*map(BoxCard, view.offer), *model.own.cards) for line in _card(card)],
        _("number"): [f"{words}." for words in (round_words(view), now, drawn_words(view)) if words],
        _("scores"): [_standing(model, seat) for seat in model.clockwise(model.owner)],
        _("others"): [_crosses(model, seat) for seat in others(model) if model.player(seat).cards],
    }
    boards = {model.names[seat]: model.player(seat).cards for seat in others(model)}
    told = {name: [line for card in cards for line in _card(card)] for name, cards in boards.items()}
    return with_boards(words, told)


def _card(card: BoxCard) -> list[str]:
    """Tell a card row by row, a full one without its numbers; without crosses, in a single sentence."""
    bonuses = [*map(bonus_words, card.face.rows)]
    columns = ", ".join(map(bonus_words, card.face.columns))
    if not card.crosses:
        words = N_("{cells} wins {bonus}")
        parts = [_(words, cells=_cells(card, row), bonus=bonuses[row]) for row in range(SIDE)]
        words = N_("Card {card}: {rows}; columns a, b and c win {bonuses}.")
        return [_(words, card=card.id, rows=in_a_row(parts), bonuses=columns)]
    rows, is_open = [], N_("Card {card}, row {row}: {cells}; it wins {bonus}.")
    for row in range(SIDE):
        is_full = not any(card.is_free((row, column)) for column in range(SIDE))
        words = N_("Card {card}, row {row}: full.") if is_full else is_open
        rows.append(_(words, card=card.id, row=row + 1, cells=_cells(card, row), bonus=bonuses[row]))
    return [*rows, _("Card {card}, columns a, b and c win: {bonuses}.", card=card.id, bonuses=columns)]


def _cells(card: BoxCard, row: int) -> str:
    cells = [(row, column) for column in range(SIDE)]
    return ", ".join(str(card.number(cell)) if card.is_free(cell) else _("crossed") for cell in cells)


def _standing(model: LuckyBoxModel, seat: Seat) -> str:
    player = model.player(seat)
    return _(
        "{name}: {points} so far, {lightnings}, {moons}, {stars}.",
        name=seat_name(model, seat),
        points=plural("{number} point", "{number} points", model.worths[seat].total),
        lightnings=lightnings(player.lightnings),
        moons=plural("{number} moon", "{number} moons", player.moons),
        stars=plural("{number} star", "{number} stars", sum(player.stars)),
    )


def _crosses(model: LuckyBoxModel, seat: Seat) -> str:
    """Say how many cells of each card are crossed; typing the name tells them all."""
    words = NN_("{number} cross on card {card}", "{number} crosses on card {card}")
    cards = model.player(seat).cards
    crosses = (plural(*words, card.crosses.bit_count(), card=card.id) for card in cards)
    return _("{name}: {what}.", name=model.names[seat], what=", ".join(crosses))
