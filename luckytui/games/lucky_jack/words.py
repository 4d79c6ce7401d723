"""What is said at a table of Lucky Jack."""

from collections.abc import Iterator, Sequence

from luckytui.games.interface import Ended, Event, Seat
from luckytui.games.lucky_jack import rules
from luckytui.games.lucky_jack.model import STOCK, LuckyJackModel
from luckytui.games.lucky_jack.names import card_name, counted, hand_words
from luckytui.games.lucky_jack.rules import SYMBOLS, prize
from luckytui.shown.words import Sections, by, enter, in_one_line, others, told, waiting, winners
from luckytui.text import N_, NN_, _, in_figures, plural


def goal_words(model: LuckyJackModel) -> str:
    """Say how far the player is from the best jackpot in reach: three or four cards alike."""
    if not model.goal or not model.goal[2]:
        return ""
    symbol, number, others = model.goal
    return plural(
        "{cards}: {number} more discard that is not lower, and you may call {points}.",
        "{cards}: {number} more discards, the last one not lower, and you may call {points}.",
        others,
        cards=counted(symbol, number),
        points=in_figures(prize(symbol, number)),
    )


def reshuffles_words(left: int) -> str:
    """Say how often the pile may still be reshuffled in this round."""
    return plural("{number} reshuffle left", "{number} reshuffles left", left)


def prompt(model: LuckyJackModel) -> str:
    """Say what is asked of the player, and what Enter does."""
    match model.view.stage:
        case "claim":
            return _claim_prompt(model)
        case "turn" if model.chooses:
            return _turn_prompt(model)
        case "drawn" if model.view.drawn:
            card = card_name(model.view.drawn)
            return _("You drew a {card} · Enter: keep it · x: toss it, anyone may take it", card=card)
    return waiting(model)


def _claim_prompt(model: LuckyJackModel) -> str:
    """Say what was tossed and who comes before the player."""
    view, card = model.view, card_name(model.view.pile[-1])
    if view.turn == model.me:
        return _("You tossed a {card}. Waiting for the others to decide.", card=card)
    if view.seat < 0:
        return waiting(model)
    if view.answer:
        return _("You called for the {card}. Waiting for the others.", card=card)
    if view.answer is False or not model.asked:
        return _("You passed on the {card}. Waiting for the others.", card=card)
    nearer = model.nearer
    first = plural("{number} comes before you", "{number} come before you", len(nearer))
    if len(nearer) < 2:
        first = _("{name} comes before you", name=model.names[nearer[0]]) if nearer else _("you come first")
    asks = _("Tossed: {card} · t: I TAKE IT! · n, Enter: pass", card=card)
    return in_one_line([asks], [first])


def _turn_prompt(model: LuckyJackModel) -> str:
    if model.at == STOCK:
        text = "" if model.view.stock else _("Nothing is left to draw")
        return in_one_line([text, enter(model)], [_("↓: your cards")])
    card = model.under_cursor("card") or model.view.hand[0]
    if not model.rule(card):
        return _("The {card} cannot be discarded now · Enter: why · d: draw a card", card=card_name(card))
    return in_one_line(
        [enter(model)], [_("s: do not call") if card in model.jackpots else _("d: draw instead")]
    )


def tell(event: Event, model: LuckyJackModel) -> str | None:
    """Say what happened; None for what needs no words."""
    match event:
        case rules.RoundStarted(first=first):
            return told(model, event, seat=first, rounds=model.view.options.rounds)
        case rules.Dealt(cards=tuple(cards)):
            return told(model, event, cards=hand_words(cards))
        case rules.Discarded(card=card):
            kind = "discard jackpot" if event.jackpot else f"discard {event.rule}"
            return told(model, event, kind, card=card_name(card))
        case rules.TurnedOver(card=card) | rules.Drawn(card=str(card)) | rules.Tossed(card=card):
            return told(model, event, card=card_name(card))
        case rules.Claimed(card=card):
            return told(model, event, card=card_name(card))
        case rules.Kept() | rules.Reshuffled() | rules.Skipped():
            return told(model, event)
        case rules.RoundEnded():
            return tell_of_round(event, model)
        case Ended():
            return winners(model, event.winners)
    return None


def tell_of_round(event: rules.RoundEnded, model: LuckyJackModel) -> str:
    """Say how a round ended. Limited reshuffles are a rule of ours, so that is said, too."""
    if event.symbol and event.cards:
        cards = counted(event.symbol, event.cards)
        return told(model, event, cards=cards, points=in_figures(event.points))
    return plural(
        "No jackpot: our own limit of {number} reshuffle is reached.",
        "No jackpot: our own limit of {number} reshuffles is reached.",
        model.view.options.reshuffles,
    )


def hidden(state: rules.LuckyJack, seat: Seat) -> str:
    """Say which cards a seat has."""
    return hand_words(rules.spread(state.hands[seat]))


def heard(model: LuckyJackModel, before: object, news: Sequence[Event]) -> Iterator[str]:  # noqa: ARG001
    """Tell what is new. The last reshuffle and what came of it are one sentence."""
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
    view, left = model.view, model.reshuffles_left
    pile = [_("On top of the pile: {card}.", card=card_name(view.pile[-1]))] if view.pile else []
    stock = plural("The stock has {number} card.", "The stock has {number} cards.", view.stock)
    cards = NN_("{name} has {number} card.", "{name} has {number} cards.")
    points = N_("You have {points} points."), N_("{name} has {points} points.")
    prizes = [(card_name(card), *(in_figures(prize(card, number)) for number in (3, 4))) for card in SYMBOLS]
    return {
        _("hand"): [_("Your cards: {cards}.", cards=hand_words(view.hand))] if view.hand else [],
        _("pile"): [*pile, stock, *([] if left is None else [reshuffles_words(left) + "."])],
        _("others"): [plural(*cards, view.sizes[seat], name=model.names[seat]) for seat in others(model)],
        _("round"): [_("Round {number} of {rounds}.", number=view.number, rounds=view.options.rounds)],
        _("symbols"): [
            _("From the lowest to the highest, and what 3 or 4 of them score:"),
            *(
                _("{card}: {three} or {four}.", card=card, three=three, four=four)
                for card, three, four in prizes
            ),
        ],
        _("scores"): [
            by(model, seat, *points, points=in_figures(view.points[seat]))
            for seat in model.clockwise(model.owner)
        ],
    }
