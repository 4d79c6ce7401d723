"""What happens in Lucky Jack, told in sentences."""

from luckytui.games.interface import Ended, Event
from luckytui.games.lucky_jack import (
    Claimed,
    Discarded,
    Drawn,
    Kept,
    LuckyJackOptions,
    Reshuffled,
    RoundEnded,
    RoundStarted,
    Skipped,
    Tossed,
    TurnedOver,
)
from luckytui.text import N_, _
from luckytui.tui.boards.base import Board
from luckytui.tui.boards.lucky_jack_cards import counted, name

_DISCARDED = {
    "same": (N_("You discarded a {card}, the same."), N_("{name} discarded a {card}, the same.")),
    "higher": (N_("You discarded a {card}, higher."), N_("{name} discarded a {card}, higher.")),
    "lower": (
        N_("You discarded a {card}, lower: two cards come in."),
        N_("{name} discarded a {card}, lower: two cards come in."),
    ),
}


def tell(event: Event, board: Board, options: LuckyJackOptions) -> str | None:
    """Say what happened, to whoever looks at the board; None for what needs no words."""
    match event:
        case RoundStarted(number=number, first=first):
            mine, theirs = (
                N_("Round {number} of {rounds}: you start."),
                N_("Round {number} of {rounds}: {name} starts."),
            )
            return board.by(first, mine, theirs, number=number, rounds=options.rounds)
        case TurnedOver(card=card):
            return _("The pile begins with a {card}.", card=name(card))
        case Discarded():
            return _tell_of_discard(event, board)
        case Drawn(seat=seat, card=str(card)):
            return board.by(seat, N_("You drew a {card}."), N_("{name} drew a {card}."), card=name(card))
        case Kept(seat=seat):
            return board.by(seat, N_("You kept it."), N_("{name} drew a card and kept it."))
        case Tossed(seat=seat, card=card):
            return board.by(
                seat,
                N_("You tossed the {card}."),
                N_("{name} drew a {card} and tossed it."),
                card=name(card),
            )
        case Claimed(seat=seat, card=card):
            return board.by(seat, N_("You took the {card}!"), N_("{name} took the {card}!"), card=name(card))
        case Reshuffled(cards=cards):
            return _("The stock was empty: the pile of {cards} is shuffled and is the new one.", cards=cards)
        case Skipped():
            return _("Nothing is left to draw.")
        case RoundEnded():
            return tell_of_round(event, board)
        case Ended(winners=winners):
            return board.tell_winners(winners)
    return None


def tell_of_round(event: RoundEnded, board: Board) -> str:
    """Say how a round ended."""
    if event.seat is None or event.symbol is None or event.cards is None:
        return _("No jackpot in this round: the cards had been shuffled often enough.")
    return board.by(
        event.seat,
        N_("JACKPOT! You had {cards}: {points} points."),
        N_("JACKPOT! {name} had {cards}: {points} points."),
        cards=counted(event.symbol, event.cards),
        points=f"{event.points:,}",
    )


def _tell_of_discard(event: Discarded, board: Board) -> str:
    if event.jackpot:
        mine, theirs = (
            N_("You discarded a {card} and called the jackpot."),
            N_("{name} discarded a {card} and called the jackpot."),
        )
    else:
        mine, theirs = _DISCARDED[event.rule]
    return board.by(event.seat, mine, theirs, card=name(event.card))
