"""Lucky Squares for the ear."""

from collections.abc import Iterator, Sequence

from luckytui.games.interface import Event, Move, Seat
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.model import LuckySquaresModel
from luckytui.games.lucky_squares.rules import COLORS, PAIRS, Color
from luckytui.games.lucky_squares.words import (
    action_words,
    color_name,
    round_words,
    sentences_of_showdown,
    tell,
)
from luckytui.shown.spoken import Part, Sections, alone
from luckytui.shown.words import seat_name, with_sign
from luckytui.text import N_, NN_, _, plural


def heard(model: LuckySquaresModel, before: object, news: Sequence[Event]) -> Iterator[str]:  # noqa: ARG001
    """Tell what is new; of a showdown who takes what, and then what nobody gets."""
    for event in news:
        if isinstance(event, rules.Showdown):
            yield from sentences_of_showdown(event, model)
        elif told := tell(event, model):
            yield told


def question(model: LuckySquaresModel) -> str:
    """Ask for the decision at hand."""
    if model.picks:
        return _("Which square do you pick in secret?")
    pick, cents = model.view.pick, model.view.cents[model.view.seat]
    card = color_name(pick) if pick else ""
    return plural(
        "Your action: your pick is {color}, and you have {number} cent. What do you do?",
        "Your action: your pick is {color}, and you have {number} cents. What do you do?",
        cents,
        color=card,
    )


def answer(model: LuckySquaresModel, move: Move) -> Sequence[Part]:
    """Return what a legal move is called."""
    match move:
        case rules.Pick(color=color):
            return (_square(color),)
        case rules.Pass():
            return alone(_("pass"))
        case rules.Reveal(target=seat):
            return _action(move, _("Whose card?")), _player(model, seat)
        case rules.Forbid(target=seat):
            return _action(move, _("Whose action?")), _player(model, seat)
        case rules.Change(color=color) | rules.Populate(square=color):
            return _action(move, _("Which square?")), _square(color)
        case rules.Split(source=source, targets=targets):
            onto = _("Onto which two squares does {color} go?", color=color_name(source))
            return _action(move, _("Which square do you halve?")), _square(source, onto), _pair(targets)
        case rules.Swap(squares=pair):
            return _action(move, _("Which two squares?")), _pair(pair)
    raise AssertionError(f"{move} has no words")  # pragma: no cover


def tries(model: LuckySquaresModel) -> Iterator[Move]:
    """Yield every action, one that costs too much, too, and every pick."""
    if model.picks:
        yield rules.Pass()
    else:
        yield from (
            action(seat) for action in (rules.Reveal, rules.Forbid) for seat in range(model.view.seats)
        )
    yield from (action(color) for action in (rules.Change, rules.Populate) for color in COLORS)
    yield from (rules.Split(source, pair) for source in COLORS for pair in PAIRS)
    yield from map(rules.Swap, PAIRS)


def _action(move: Move, asks: str) -> Part:
    words, cost = action_words(type(move)), rules.COSTS[type(move)]
    title, does = _(words.title), _(words.does)
    form = NN_("{action}, {number} cent: {does}", "{action}, {number} cents: {does}")
    return Part(plural(*form, cost, action=title, does=does), (title,), asks=asks, name=title)


def _player(model: LuckySquaresModel, seat: Seat) -> Part:
    return Part(seat_name(model, seat), (model.name_of(seat),))


def _square(color: Color, asks: str = "") -> Part:
    return Part(color_name(color), (color_name(color),), asks=asks)


def _pair(colors: Sequence[Color]) -> Part:
    first, second = map(color_name, colors)
    return Part(_("{first} and {second}", first=first, second=second), (first, second))


def sections(model: LuckySquaresModel) -> Sections:
    """Return what there is to tell of the board."""
    return {
        _("squares"): [_told(model, color) for color in COLORS],
        _("cards"): [_card(model, seat) for seat in model.clockwise(model.owner)],
        _("order"): [_order(model)] if model.view.pending else [],
        _("scores"): [_purse(model, seat) for seat in model.clockwise(model.owner)],
        _("round"): [_("{round}.", round=round_words(model))],
    }


def _told(model: LuckySquaresModel, color: Color) -> str:
    cents, change = rules.on(model.view.squares, color), model.change(color)
    name = color_name(color).capitalize()
    form = NN_("{color}: {number} cent.", "{color}: {number} cents.")
    if change:
        form = NN_("{color}: {number} cent, {change}.", "{color}: {number} cents, {change}.")
    return plural(*form, cents, color=name, change=with_sign(change))


def _purse(model: LuckySquaresModel, seat: Seat) -> str:
    cents = model.view.cents[seat]
    if model.is_me(seat):
        return plural("You have {number} cent.", "You have {number} cents.", cents)
    name = model.name_of(seat)
    return plural("{name} has {number} cent.", "{name} has {number} cents.", cents, name=name)


def _card(model: LuckySquaresModel, seat: Seat) -> str:
    name, card, pick = model.name_of(seat), model.cards[seat], model.view.pick
    if model.is_me(seat) and pick:
        mine = (
            N_("You have picked {color}, for all to see.")
            if card
            else N_("You have picked {color} in secret.")
        )
        return _(mine, color=color_name(pick))
    if card:
        return _("{name} has picked {color}, for all to see.", name=name, color=color_name(card))
    changed = N_("{name}'s card is hidden, and was changed in this round.")
    return _(changed if seat in model.view.changed else N_("{name}'s card is hidden."), name=name)


def _order(model: LuckySquaresModel) -> str:
    names = ", ".join(seat_name(model, seat) for seat in model.view.pending)
    return _("Actions to come: {names}.", names=names)
