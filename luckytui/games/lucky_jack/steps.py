"""What is done and what happens in a game of Lucky Jack, as a record has it: moves and events."""

from typing import Literal

from luckytui.games.interface import Event, FinalMove, Move, Seat
from luckytui.games.lucky_jack.cards import Reason, Rule, Symbol


class Discard(FinalMove, frozen=True):
    """Discard a card of the hand, and call the jackpot with it or not."""

    card: Symbol
    jackpot: bool = False


class Draw(Move, frozen=True):
    """Draw a card from the stock and look at it."""


class Keep(Move, frozen=True):
    """Keep the drawn card in the hand."""


class Toss(FinalMove, frozen=True):
    """Toss the drawn card on the discard pile, for anybody to claim."""


class TakeIt(FinalMove, frozen=True):
    """Call "I take it!" for the tossed card."""


class Decline(FinalMove, frozen=True):
    """Pass: leave the tossed card."""


class BecomeDealer(Move, frozen=True):
    """Chance: this seat deals the first round."""

    seat: Seat


class NextCard(Move, frozen=True):
    """Chance: this is the next card of the stock."""

    card: Symbol


class RoundStarted(Event, frozen=True, tag="round_start"):
    """A round begins; `number` counts from 1."""

    number: int
    dealer: Seat
    first: Seat


class Dealt(Event, frozen=True, tag="deal"):
    """A seat is dealt its hand, in ascending order."""

    private = "cards"
    seat: Seat
    cards: tuple[Symbol, ...] | None


class TurnedOver(Event, frozen=True, tag="turn_over"):
    """The first card of a new stock begins the discard pile."""

    card: Symbol


class Discarded(Event, frozen=True, tag="discard"):
    """A seat discarded a card; `jackpot` is how many cards it called one with."""

    seat: Seat
    card: Symbol
    rule: Rule
    jackpot: Literal[3, 4] | None


class Drawn(Event, frozen=True, tag="draw"):
    """A seat drew a card."""

    private = "card"
    seat: Seat
    card: Symbol | None
    reason: Reason


class Kept(Event, frozen=True, tag="keep"):
    """A seat kept the card it had drawn."""

    seat: Seat


class Tossed(Event, frozen=True, tag="toss"):
    """A seat tossed the card it had drawn."""

    seat: Seat
    card: Symbol


class Claimed(Event, frozen=True, tag="claim"):
    """A seat got the tossed card. No event says who else called, or declined."""

    seat: Seat
    card: Symbol


class Reshuffled(Event, frozen=True, tag="reshuffle"):
    """The whole discard pile became the new stock, of this many cards."""

    cards: int


class Skipped(Event, frozen=True, tag="skip"):
    """A seat was to draw and nothing is left: it skips the rest of its draws."""

    seat: Seat


class RoundEnded(Event, frozen=True, tag="round_end"):
    """A round is over; without a winner `seat`, `symbol` and `cards` are None."""

    seat: Seat | None
    symbol: Symbol | None
    cards: Literal[3, 4] | None
    points: int
