"""What is new on a table of Lucky Jack since somebody's last move, and the signs that it is shown by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from luckytui.games.interface import Event, Seat
from luckytui.games.lucky_jack import (
    Claimed,
    Discarded,
    Drawn,
    Kept,
    RoundEnded,
    RoundStarted,
    Rule,
    Symbol,
    Tossed,
    TurnedOver,
)
from luckytui.tui.boards.lucky_jack_cards import name

SIGN: Mapping[Rule, str] = {"same": "=", "higher": "▲", "lower": "▼"}
TOSSED, TAKEN, KEPT = "→", "+", "+ ?"


@dataclass
class News:
    """What has changed."""

    doings: dict[Seat, str] = field(default_factory=dict)
    """What each seat did last in this round: a sign and, if all have seen it, the card."""
    cards: set[Symbol] = field(default_factory=set)
    """The symbols of which cards came into the player's own hand."""
    top: bool = False
    """Whether the pile has another top card, and not by the player."""
    ended: RoundEnded | None = None
    """The round that ended meanwhile."""


def news_for(seat: Seat, since_move_of: Seat, log: Sequence[Event]) -> News:
    """Return what is new to a seat since a seat's last move, which counts as well."""
    news = News()
    drawn: Symbol | None = None
    for event in _since_move_of(since_move_of, log):
        match event:
            case RoundStarted():
                news = News(ended=news.ended)
            case RoundEnded():
                news.ended = event
            case TurnedOver():
                news.top = True
            case Discarded() | Tossed() | Claimed():
                news.top = event.seat != seat
        match event:
            case Discarded() | Tossed() | Claimed() | Kept():
                news.doings[event.seat] = _doing(event)
        match event:
            case Drawn(reason="choice"):
                drawn = event.card
            case Drawn(card=str(card)) | Claimed(card=card) if event.seat == seat:
                news.cards.add(card)
            case Kept() if drawn and event.seat == seat:
                news.cards.add(drawn)
    return news


def _doing(event: Discarded | Tossed | Claimed | Kept) -> str:
    match event:
        case Discarded():
            return f"{SIGN[event.rule]} {name(event.card)}"
        case Tossed():
            return f"{TOSSED} {name(event.card)}"
        case Claimed():
            return f"{TAKEN} {name(event.card)}"
        case Kept():
            return KEPT


def _since_move_of(seat: Seat, log: Sequence[Event]) -> list[Event]:
    """Return the last events, from those on that tell of the seat's last move."""
    found: list[Event] = []
    for event in reversed(log):
        found.append(event)
        match event:
            case Discarded() | Tossed() | Claimed() | Drawn(reason="choice"):
                if event.seat == seat:
                    break
    return found[::-1]
