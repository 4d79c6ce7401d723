"""The board of Lucky Jack as plain data: the own hand by symbols, what is new, and what each key does."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple, Self

import msgspec

from luckytui.games.interface import Event, Move, Seat
from luckytui.games.lucky_jack import rules
from luckytui.games.lucky_jack.cards import Rule
from luckytui.games.lucky_jack.rules import SYMBOLS, VALUE, LuckyJackView, Symbol, rule_of
from luckytui.games.shared import replaced
from luckytui.shown.model import Model
from luckytui.shown.stage import Still

Doing = Rule | Literal["tossed", "taken", "kept"]
"""What a seat did last: how it discarded a card, or what became of the one it drew or was offered."""

_MOVES = {"take": rules.TakeIt(), "decline": rules.Decline(), "draw": rules.Draw(), "toss": rules.Toss()}
"""What the keys do that mean the same wherever the cursor is."""


class Cursor(msgspec.Struct, frozen=True):
    """Where the cursor is: on the stock, or on the own cards of a symbol."""

    card: Symbol = SYMBOLS[0]
    on_stock: bool = False


@dataclass
class News:
    """What is new since the player's last move; for a spectator, since the mover's."""

    doings: dict[Seat, tuple[Doing, Symbol | None]] = field(default_factory=dict)
    """What each seat did last in this round, and with which card if all have seen it."""
    cards: set[Symbol] = field(default_factory=set)
    """The symbols of the cards that came into the player's own hand."""
    top: bool = False
    """Whether the pile has another top card, and not from the player."""
    ended: rules.RoundEnded | None = None
    """The round that ended meanwhile."""


class Jackpot(NamedTuple):
    """The moment of a jackpot."""

    discarded: rules.Discarded
    ended: rules.RoundEnded
    sizes: tuple[int, ...]
    """How many cards everyone has left."""
    step: int
    """0: the discard; then how many cards are gold; one more: what they are; two more: their worth."""

    @property
    def over(self) -> int:
        """How many steps there are beyond the cards: negative while they turn gold."""
        return self.step - (self.ended.cards or 0)


@dataclass(frozen=True)
class LuckyJackModel(Model[LuckyJackView, Cursor]):
    """Lucky Jack before it is drawn."""

    cursor: Cursor = field(default_factory=Cursor)
    seconds: float | None = None
    """How long the player may still think about the tossed card; None: not asked, or no limit."""

    @property
    def chooses(self) -> bool:
        """Whether the player is to discard or to draw."""
        return self.asked and self.view.stage == "turn"

    @property
    def on_stock(self) -> bool:
        return self.chooses and self.cursor.on_stock

    @property
    def on_card(self) -> Symbol | None:
        """The own cards that the cursor is on."""
        return self.cursor.card if self.chooses and not self.cursor.on_stock else None

    @property
    def discards(self) -> list[Symbol]:
        """The symbols that can be discarded, the lowest first."""
        return [card for card in SYMBOLS if rules.Discard(card) in self.moves]

    @cached_property
    def jackpots(self) -> dict[Symbol, tuple[Symbol, int]]:
        """For each card whose discard may call a jackpot: with what symbol, and with how many cards of it."""
        hand = self.view.hand
        return {
            card: (next((other for other in hand if other != card), card), len(hand) - 1)
            for card in SYMBOLS
            if rules.Discard(card, jackpot=True) in self.moves
        }

    @property
    def goal(self) -> tuple[Symbol, int, int] | None:
        """Three or four alike that the player has, of most worth, how many, and how many cards must go."""
        hand = self.view.hand
        alike = [(rules.prize(card, min(hand.count(card), 4)), card) for card in hand if hand.count(card) > 2]
        if not alike or self.view.stage == "over":
            return None
        card = max(alike)[1]
        kept = min(hand.count(card), 4)
        return card, kept, len(hand) - kept

    @property
    def reshuffles_left(self) -> int | None:
        """How often the pile may still become the stock in this round; None: there is no limit."""
        limit = self.view.options.reshuffles
        return limit - self.view.reshuffles if limit else None

    @property
    def nearer(self) -> list[Seat]:
        """The seats whose call for the tossed card would come before the player's."""
        after_tosser = self.clockwise(self.view.turn)[1:]
        return after_tosser[: after_tosser.index(self.view.seat)]

    def rule(self, card: Symbol) -> Rule | None:
        """Return how a card can be discarded now; None: it cannot."""
        return rule_of(card, self.view.pile[-1]) if rules.Discard(card) in self.moves else None

    @cached_property
    def news(self) -> News:
        news, me, drawn = News(), self.view.seat, None
        for event in self.since(self._is_last_move):
            match event:
                case rules.RoundStarted():
                    news = News(ended=news.ended)
                case rules.RoundEnded():
                    news.ended = event
                case rules.TurnedOver():
                    news.top = True
                case rules.Discarded(seat=seat, card=card, rule=rule):
                    news.top, news.doings[seat] = seat != me, (rule, card)
                case rules.Tossed(seat=seat, card=card):
                    news.top, news.doings[seat] = seat != me, ("tossed", card)
                case rules.Claimed(seat=seat, card=card):
                    news.top, news.doings[seat] = seat != me, ("taken", card)
                    news.cards |= {card} if seat == me else set()
                case rules.Kept(seat=seat):
                    news.doings[seat] = "kept", None
                    news.cards |= {drawn} if drawn and seat == me else set()
                case rules.Drawn(seat=seat, card=str(card), reason=reason) if seat == me:
                    drawn = card
                    news.cards |= {card} if reason == "lower" else set()
        return news

    def _is_last_move(self, event: Event) -> bool:
        """Whether that is a move of the player, or of the one whose turn it is if the player only watches."""
        mover = self.view.seat if self.view.seat >= 0 else self.view.turn
        match event:
            case rules.Discarded() | rules.Tossed() | rules.Claimed() | rules.Drawn(reason="choice"):
                return event.seat == mover
        return False

    def moments(self, before: Self, news: Sequence[Event]) -> Iterator[Still[Self]]:
        """Yield who takes a tossed card, and a jackpot."""
        for event, following in pairwise([*news, None]):
            match event, following:
                case rules.Claimed(), _:
                    yield Still(self.posed(before.view, before.log, event), 0.3)
                case rules.Discarded(), rules.RoundEnded(seat=int()):
                    yield from self._jackpot(before, event, following)

    def _jackpot(
        self, before: Self, discarded: rules.Discarded, ended: rules.RoundEnded
    ) -> Iterator[Still[Self]]:
        """Yield the hand with the discard, then the winning cards turning gold one by one, then the prize."""
        cards = ended.cards or 0
        sizes = replaced(before.view.sizes, discarded.seat, cards)
        for step in range(cards + 3):
            moment = Jackpot(discarded, ended, sizes, step)
            seconds = 0.15 if step < cards + 2 else None
            yield Still(self.posed(before.view, before.log, moment), seconds)

    def settled(self, *, asked_again: bool) -> Self:
        """Return the model with the cursor on a jackpot; else on the lowest card that costs nothing."""
        hand, card = self.view.hand, self.cursor.card
        if hand and card not in hand:
            card = hand[0]
        if not asked_again or not self.chooses:
            return self.at(card=card)
        good = [*self.jackpots, *(card for card in self.discards if self.rule(card) != "lower")]
        return self.at(card=good[0] if good else card, on_stock=not good)

    def does(self, command: str) -> Move | Self | None:
        match command:
            case "take" | "decline" | "draw" | "toss":
                return self.offered(_MOVES[command])
            # Enter never answers a claim: that may come at any time.
            case "act":
                if not self.chooses:
                    return self.offered(rules.Keep())
                card = self.on_card
                return rules.Discard(card, jackpot=card in self.jackpots) if card else rules.Draw()
            case "silently" if self.on_card in self.jackpots:
                return rules.Discard(self.cursor.card)
            case "up" if self.chooses:
                return self.at(on_stock=True)
            case "down" | "left" | "right" if self.on_stock or (self.chooses and command == "down"):
                return self.at(on_stock=False)
            case "left" | "right" if self.chooses:
                return self._go(-1 if command == "left" else 1)
            case "next" if self.chooses:
                return self._next()
        return None

    def pointing_at(self, move: Move) -> Self:
        match move:
            case rules.Draw():
                return self.at(on_stock=True)
            case rules.Discard(card=card):
                return self.at(card=card, on_stock=False)
        return self

    def typed(self, character: str) -> Self | None:
        """Go to the card whose value is typed."""
        held = (card for card in set(self.view.hand) if character == str(VALUE[card]))
        card = next(held, None) if self.chooses else None
        return self.at(card=card, on_stock=False) if card else None

    def _go(self, by: int) -> Self:
        held = sorted(set(self.view.hand), key=SYMBOLS.index)
        place = held.index(self.cursor.card) + by
        return self.at(card=held[max(0, min(place, len(held) - 1))])

    def _next(self) -> Self:
        """Go to the next card that can be discarded; after the last one comes the stock."""
        beyond = 0 if self.cursor.on_stock else VALUE[self.cursor.card]
        card = next((card for card in self.discards if VALUE[card] > beyond), None)
        return self.at(on_stock=True) if card is None else self.at(card=card, on_stock=False)
