"""Lucky Jack for the ear."""

from collections.abc import Iterator, Sequence

from luckytui.games.interface import Event, Move
from luckytui.games.lucky_jack import rules
from luckytui.games.lucky_jack.model import LuckyJackModel
from luckytui.games.lucky_jack.rules import SYMBOLS, prize
from luckytui.games.lucky_jack.words import (
    card_name,
    counted,
    hand_words,
    reshuffles_words,
    rule_name,
    tell,
)
from luckytui.shown.spoken import Part, Sections, alone, others
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


def question(model: LuckyJackModel) -> str:
    """Ask for the decision at hand."""
    view = model.view
    if view.stage == "claim":
        card, first = card_name(view.pile[-1]), ", ".join(map(model.name_of, model.nearer))
        words = N_("Do you take the {card}? {names} would come first.")
        return _(words if first else N_("Do you take the {card}?"), card=card, names=first)
    if view.drawn:
        return _("You drew a {card}. What do you do with it?", card=card_name(view.drawn))
    return _("Your turn: a {card} is on the pile. What do you do?", card=card_name(view.pile[-1]))


_DISCARDS = {
    "same": N_("discard the {card}, the same"),
    "higher": N_("discard the {card}, higher"),
    "lower": N_("discard the {card}, lower, and draw two cards"),
}


def answer(model: LuckyJackModel, move: Move) -> Sequence[Part]:
    """Return what a legal move is called: the discards first, from the lowest card to the highest.

    A card's name alone fits both discards of it, so that nobody misses a jackpot by typing only that.
    """
    match move:
        case rules.Discard(card=card, jackpot=True) if card not in model.jackpots:
            text = _("discard the {card} and call the jackpot", card=card_name(card))
            return alone(text, rank=SYMBOLS.index(card))
        case rules.Discard(card=card, jackpot=True):
            symbol, number = model.jackpots[card]
            words = _("discard the {card} and call the jackpot with {cards}: {points}")
            points = in_figures(prize(symbol, number))
            text = _(words, card=card_name(card), cards=counted(symbol, number), points=points)
            return alone(text, card_name(card), _("jackpot"), rank=SYMBOLS.index(card))
        case rules.Discard(card=card):
            rule = rules.rule_of(card, model.view.pile[-1])
            text = _(_DISCARDS[rule], card=card_name(card))
            return alone(text, card_name(card), rule_name(rule), rank=SYMBOLS.index(card))
        case rules.Draw() if model.view.stock:
            return alone(_("draw a card, then keep it or toss it"), _("draw"), rank=len(SYMBOLS))
        case rules.Keep():
            return alone(_("keep it"), _("keep"))
        case rules.Toss():
            return alone(_("toss it: anyone may take it"), _("toss"))
        case rules.TakeIt():
            return alone(_("I take it!"), _("take"))
        case rules.Decline() if seconds := model.view.options.claim_seconds:
            return alone(_("pass, as you do after {number} seconds", number=seconds), _("pass"))
    return alone(_("pass"), rank=len(SYMBOLS))


def tries(_model: LuckyJackModel) -> Iterator[Move]:
    """Yield the cards that may not be discarded now, or not with a jackpot, and the other answers."""
    yield from (rules.Discard(card, jackpot=jackpot) for jackpot in (False, True) for card in SYMBOLS)
    yield from (rules.Draw(), rules.Keep(), rules.Toss(), rules.TakeIt(), rules.Decline())


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
