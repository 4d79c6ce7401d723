"""Lucky Squares for the ear."""

from collections.abc import Iterator, Sequence

from luckytui.games.interface import Event, Seat
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.model import LuckySquaresModel
from luckytui.games.lucky_squares.names import color_name
from luckytui.games.lucky_squares.rules import COLORS, Color
from luckytui.games.lucky_squares.words import round_words, sentences_of_showdown, tell
from luckytui.shown.spoken import Sections
from luckytui.shown.words import seat_name
from luckytui.text import N_, _, plural


def heard(model: LuckySquaresModel, before: object, news: Sequence[Event]) -> Iterator[str]:  # noqa: ARG001
    """Tell what is new; of a showdown who takes what, and then what nobody gets."""
    for event in news:
        if isinstance(event, rules.Showdown):
            yield from sentences_of_showdown(event, model)
        elif told := tell(event, model):
            yield told


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
    cents, name = rules.on(model.view.squares, color), color_name(color).capitalize()
    return plural("{color}: {number} cent.", "{color}: {number} cents.", cents, color=name)


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
