"""What happens in a game of Lucky Jack, as a record has it."""

from typing import Literal

from luckytui.games.interface import Event, Seat
from luckytui.games.lucky_jack.cards import Reason, Rule, Symbol


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
