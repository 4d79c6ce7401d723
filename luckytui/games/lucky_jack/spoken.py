"""Lucky Jack for the ear."""

from collections.abc import Iterator, Sequence

from luckytui.games.interface import Event
from luckytui.games.lucky_jack import rules
from luckytui.games.lucky_jack.model import LuckyJackModel
from luckytui.games.lucky_jack.names import card_name, hand_words
from luckytui.games.lucky_jack.rules import SYMBOLS, prize
from luckytui.games.lucky_jack.words import reshuffles_words, tell
from luckytui.shown.spoken import Sections, others
from luckytui.shown.words import by
from luckytui.text import N_, _, in_figures, plural


def heard(model: LuckyJackModel, before: object, news: Sequence[Event]) -> Iterator[str]:  # noqa: ARG001
    """Tell what is new; in one sentence that the pile was reshuffled, the last time, and what came of it."""
    turned = [place for place, event in enumerate(news) if isinstance(event, rules.Reshuffled)]
    for place, event in enumerate(news):
        match event:
            case rules.Drawn(reason="choice") | rules.Reshuffled():
                pass  # the question says the one, the card that is turned over the other
            case rules.Skipped() if turned:
                pass
            case rules.TurnedOver(card=card) if place - 1 in turned:
                words = N_("The stock was empty: the pile was reshuffled and begins with a {card}.")
                rest = N_("The stock was empty: the pile was a single {card}, and nothing is left to draw.")
                if place - 1 == turned[-1]:
                    yield _(rest if rules.Skipped in map(type, news) else words, card=card_name(card))
            case _ if told := tell(event, model):
                yield told


def sections(model: LuckyJackModel) -> Sections:
    """Return what there is to tell of the board."""
    view = model.view
    pile = [_("On top of the pile: {card}.", card=card_name(view.pile[-1]))] if view.pile else []
    stock = plural("The stock has {number} card.", "The stock has {number} cards.", view.stock)
    left = model.reshuffles_left
    words = N_("You have {points} points."), N_("{name} has {points} points.")
    return {
        _("hand"): [_("Your cards: {cards}.", cards=hand_words(view.hand))] if view.hand else [],
        _("pile"): [*pile, stock, *([] if left is None else [reshuffles_words(left) + "."])],
        _("others"): [
            plural(
                "{name} has {number} card.",
                "{name} has {number} cards.",
                view.sizes[seat],
                name=model.name_of(seat),
            )
            for seat in others(model)
        ],
        _("symbols"): [
            _("From the lowest to the highest, and what 3 or 4 of them score:"),
            *(
                _(
                    "{card}: {three} or {four}.",
                    card=card_name(card),
                    three=in_figures(prize(card, 3)),
                    four=in_figures(prize(card, 4)),
                )
                for card in SYMBOLS
            ),
        ],
        _("scores"): [
            by(model, seat, *words, points=in_figures(view.points[seat]))
            for seat in model.clockwise(model.owner)
        ],
    }
