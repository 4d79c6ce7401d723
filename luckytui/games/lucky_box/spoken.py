"""Super Mega Lucky Box for the ear."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from luckytui.games.interface import CHANCE, Event, Seat
from luckytui.games.lucky_box import rules
from luckytui.games.lucky_box.deck import SIDE
from luckytui.games.lucky_box.model import LuckyBoxModel, Step, turn_of
from luckytui.games.lucky_box.names import bonus_words, lightnings
from luckytui.games.lucky_box.player import BoxCard
from luckytui.games.lucky_box.words import drawn_words, round_words, tell
from luckytui.shown.spoken import WIDTH, Sections, others, with_boards
from luckytui.shown.words import all_of, seat_name
from luckytui.text import N_, NN_, _, plural


def heard(model: LuckyBoxModel, before: LuckyBoxModel | None, news: Sequence[Event]) -> Iterator[str]:
    """Tell what is new: what the player does at once, and of each other's turn the sum in one line."""
    known = before.view.held if before else ()
    lines = [tell(event, model) for event in _unheard(model.view.held, known)]
    for seat, group in groupby(news, _done_by):
        events = [*group]
        if seat != CHANCE and not model.is_me(seat):
            lines.append(_sum(model, seat, events))
        else:
            own = events if seat == CHANCE else _unheard(events, known)
            lines += [tell(event, model) for event in own if not _is_told_later(event, model)]
    yield from filter(None, lines)


def _unheard(events: Sequence[Event], known: Sequence[Event]) -> Sequence[Event]:
    """Return the player's events that were not told yet; none if one was taken back."""
    both = min(len(events), len(known))
    return events[both if [*events[:both]] == [*known[:both]] else 0 :]


def _done_by(event: Event) -> Seat:
    """Return who did something in a turn; nobody in any other event."""
    return event.seat if isinstance(event, rules.Happened) else CHANCE


def _is_told_later(event: Event, model: LuckyBoxModel) -> bool:
    """Whether the results say it: what the others have scored."""
    return isinstance(event, rules.FinalScored) and not model.is_me(event.seat)


def _sum(model: LuckyBoxModel, seat: Seat, events: Sequence[Event]) -> str:
    """Tell a whole turn in a line: where a seat crossed, or how many cells, and what it won."""
    steps = turn_of(events, seat, model.view).steps
    won = _won(steps, sum(isinstance(event, rules.BonusLost) and event.bonus == "star" for event in events))
    if not steps or (len(steps) == 1 and not won):
        return tell(events[0], model) or ""
    where = [_("the {number} on card {card}", number=each.number, card=each.card) for each in steps]
    values = {"name": model.name_of(seat), "won": won}
    words = N_("{name} crossed {crosses} and won {won}.") if won else N_("{name} crossed {crosses}.")
    whole = _(words, crosses=all_of(where), **values)
    if len(whole) <= WIDTH:
        return whole
    if won:
        form = NN_(
            "{name} crossed {number} cell and won {won}.", "{name} crossed {number} cells and won {won}."
        )
    else:
        form = NN_("{name} crossed {number} cell.", "{name} crossed {number} cells.")
    return plural(*form, len(steps), **values)


def _won(steps: Sequence[Step], lost_stars: int) -> str:
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
    own = model.own_cards if model.view.seat >= 0 else ()
    words = {
        _("cards"): [line for card in own for line in _card(card)],
        _("number"): _number(model.view),
        _("scores"): [_standing(model, seat) for seat in model.clockwise(model.owner)],
        _("others"): [_crosses(model, seat) for seat in others(model) if model.player(seat).cards],
    }
    return with_boards(words, {model.name_of(seat): _cards_of(model, seat) for seat in others(model)})


def _number(view: rules.LuckyBoxView) -> list[str]:
    """Tell the number that was drawn last, and those before it."""
    now = [_("The number is {number}", number=view.numbers[-1])] if view.numbers else []
    return [f"{words}." for words in (round_words(view), *now, drawn_words(view)) if words]


def _card(card: BoxCard) -> list[str]:
    """Tell a card row by row, a full one without its numbers; without crosses, in a single sentence."""
    bonuses = [*map(bonus_words, card.face.rows)]
    columns = ", ".join(map(bonus_words, card.face.columns))
    if not card.crosses:
        words = N_("{cells} wins {bonus}")
        parts = [_(words, cells=_cells(card, row), bonus=bonuses[row]) for row in range(SIDE)]
        words = N_("Card {card}: {rows}; columns a, b and c win {bonuses}.")
        return [_(words, card=card.id, rows="; ".join(parts), bonuses=columns)]
    rows = []
    for row in range(SIDE):
        is_full = not any(card.is_free((row, column)) for column in range(SIDE))
        words = N_("Card {card}, row {row}: {cells}; it wins {bonus}.")
        words = N_("Card {card}, row {row}: full.") if is_full else words
        rows.append(_(words, card=card.id, row=row + 1, cells=_cells(card, row), bonus=bonuses[row]))
    return [*rows, _("Card {card}, columns a, b and c win: {bonuses}.", card=card.id, bonuses=columns)]


def _cells(card: BoxCard, row: int) -> str:
    return ", ".join(_cell(card, row, column) for column in range(SIDE))


def _cell(card: BoxCard, row: int, column: int) -> str:
    number = card.number((row, column))
    return str(number) if card.is_free((row, column)) else _("crossed")


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
    crosses = [
        plural(
            "{number} cross on card {card}",
            "{number} crosses on card {card}",
            card.crosses.bit_count(),
            card=card.id,
        )
        for card in model.player(seat).cards
    ]
    return _("{name}: {what}.", name=model.name_of(seat), what=", ".join(crosses))


def _cards_of(model: LuckyBoxModel, seat: Seat) -> list[str]:
    return [line for card in model.player(seat).cards for line in _card(card)]
