"""The board of Lucky Jack as plain data: the own hand, what is new, and how a move is put together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple, Self

from msgspec.structs import replace

from luckytui.games.interface import Event, Move, Seat, increased, replaced
from luckytui.games.lucky_jack import rules
from luckytui.games.lucky_jack.names import card_name, counted, rule_name
from luckytui.games.lucky_jack.rules import SYMBOLS, VALUE, LuckyJackView, Rule, Symbol, prize, rule_of
from luckytui.shown.model import Model, Part, Place, Still
from luckytui.text import N_, _, in_figures

Doing = Rule | Literal["tossed", "taken", "kept"]
"""What a seat did last: how it discarded a card, or what became of the one it drew or was offered."""

STOCK: Place = ("draw",)

_DISCARDS = {
    "same": N_("discard the {card}, the same"),
    "higher": N_("discard the {card}, higher"),
    "lower": N_("discard the {card}, lower, and draw two cards"),
}


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
    step: int
    """0: the discard; then how many winning cards are gold; one more: what comes of it."""

    @property
    def cards(self) -> int:
        """How many winning cards there are."""
        return self.ended.cards or 0

    @property
    def is_last(self) -> bool:
        return self.step > self.cards

    def share(self, gold: int) -> int:
        """Return what this many gold cards are worth: equal shares of all, rounded down to hundreds."""
        if gold >= self.cards:
            return self.ended.points
        return self.ended.points * gold // self.cards // 100 * 100


@dataclass(frozen=True)
class LuckyJackModel(Model[LuckyJackView]):
    """Lucky Jack before it is drawn."""

    seconds: float | None = None
    """How long the player may still think about the tossed card; None: not asked, or no limit."""

    @property
    def chooses(self) -> bool:
        """Whether the player is to discard or to draw."""
        return self.asked and self.view.stage == "turn"

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
        """The player's most valuable set of three or four, its size, and how many cards must still go."""
        hand = self.view.hand
        kept = {card: min(hand.count(card), 4) for card in SYMBOLS if hand.count(card) > 2}
        if not kept or self.view.stage == "over":
            return None
        card = max(kept, key=lambda card: (prize(card, kept[card]), card))
        return card, kept[card], len(hand) - kept[card]

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
        mover = self.me if self.me >= 0 else self.view.turn
        kinds = rules.Discarded | rules.Tossed | rules.Claimed | rules.Drawn
        return isinstance(event, kinds) and event.seat == mover and getattr(event, "reason", "") != "lower"

    def moments(self, before: Self, news: Sequence[Event]) -> Iterator[Still[Self]]:
        """Yield who takes a tossed card, and a jackpot."""
        for place, (event, following) in enumerate(pairwise([*news, None])):
            told = [*before.log, *news[:place]]
            match event, following:
                case rules.Claimed(), _:
                    yield Still(self.posed(before.view, told, event), 0.3)
                case rules.Discarded(), rules.RoundEnded(seat=int()):
                    yield from self._jackpot(before, told, event, following)

    def caption(self) -> str:
        return _("jackpot!") if isinstance(self.moment, Jackpot) else ""

    def _jackpot(
        self, before: Self, told: Sequence[Event], discarded: rules.Discarded, ended: rules.RoundEnded
    ) -> Iterator[Still[Self]]:
        """Yield the last discard on the pile, each winning card as it turns gold, and what comes of it."""
        view, cards, winner = before.view, ended.cards or 0, discarded.seat
        sizes, pile = replaced(view.sizes, winner, cards), (*view.pile, discarded.card)
        view = replace(view, active=(), sizes=sizes, pile=pile)
        for step in range(cards + 1):
            log = [*told, discarded] if step else told
            yield Still(self.posed(view, log, Jackpot(discarded, ended, step)), 0.3)
        view = replace(view, points=increased(view.points, winner, ended.points))
        yield Still(self.posed(view, [*told, discarded, ended], Jackpot(discarded, ended, cards + 1)), None)

    # ── How a move is put together ────────────────────────────────────────────────────────────────

    def parts(self, move: Move) -> Sequence[Part]:
        """Return a move's one part: the discards first, from the lowest card to the highest.

        A card's name alone fits both discards of it, so that nobody misses a jackpot by typing only that.
        """
        match move:
            case rules.Discard(card=card, jackpot=jackpot):
                text, words = self._discard(move)
                part = Part(text, words, 2 * SYMBOLS.index(card) + (not jackpot), places=(("card", card),))
                is_silent = card in self.jackpots and not jackpot
                return (part, Part("", places=(("silently",),))) if is_silent else (part,)
            case rules.Draw():
                text = _("draw a card, then keep it or toss it") if self.view.stock else _("pass")
                words = (_("draw"),) if self.view.stock else ()
                return (Part(text, words, 2 * len(SYMBOLS), places=(STOCK,)),)
            case rules.Keep():
                return (Part(_("keep it"), (_("keep"),), places=(("keep",),)),)
            case rules.Toss():
                toss = _("toss it: anyone may take it")
                return (Part(toss, (_("toss"),), whole=_("toss it"), places=(("toss",),)),)
            case rules.TakeIt():
                return (Part(_("I take it!"), (_("take"),), places=(("take",),)),)
        seconds = self.view.options.claim_seconds
        text = _("pass; after {number} seconds you pass anyway", number=seconds) if seconds else _("pass")
        return (Part(text, (_("pass"),), whole=_("pass"), places=(("decline",),)),)

    def _discard(self, move: rules.Discard) -> tuple[str, tuple[str, ...]]:
        """Return what a discard is called, and what can be typed for it."""
        card, name = move.card, card_name(move.card)
        if not move.jackpot:
            rule = rule_of(card, self.view.pile[-1])
            return _(_DISCARDS[rule], card=name), (name, rule_name(rule))
        if card not in self.jackpots:
            return _("discard the {card} and call the jackpot", card=name), ()
        cards, calls = self.jackpots[card], (name, _("jackpot"))
        text = N_("discard the {card} and call the jackpot with {cards} for {points}")
        return _(text, card=name, cards=counted(*cards), points=in_figures(prize(*cards))), calls

    def question(self) -> str:
        view = self.view
        if view.stage == "claim":
            card, first = card_name(view.pile[-1]), ", ".join(map(self.names.__getitem__, self.nearer))
            words = N_("Do you take the {card}? {names} would come first.")
            return _(words if first else N_("Do you take the {card}?"), card=card, names=first)
        if view.drawn:
            return _("You drew a {card}. What do you do with it?", card=card_name(view.drawn))
        return _("Your turn: a {card} is on the pile. What do you do?", card=card_name(view.pile[-1]))

    def tries(self) -> Iterator[Move]:
        """Yield the cards that may not be discarded now, or not with a jackpot, and the other answers."""
        yield from (rules.Discard(card, jackpot=jackpot) for jackpot in (False, True) for card in SYMBOLS)
        yield from (rules.Draw(), rules.Keep(), rules.Toss(), rules.TakeIt(), rules.Decline())

    @property
    def places(self) -> Mapping[Place, str]:
        """The cards by their values, and the stock; of the other decisions only the safe answer."""
        if self.chooses:
            held = (card for card in SYMBOLS if card in self.view.hand)
            return {**{("card", card): str(VALUE[card]) for card in held}, STOCK: ""}
        return {("keep",): ""} if self.view.drawn else {("decline",): ""} if self.asked else {}

    def start(self) -> Place | None:
        """Return a jackpot; else the lowest card that costs nothing, of the best set only if it is a pair.

        Where there is none, return the stock.
        """
        if not self.chooses:
            return next(iter(self.places), None)
        hand = self.view.hand
        best = max(hand, key=lambda card: (min(hand.count(card), 4), SYMBOLS.index(card)), default=None)
        free = [card for card in SYMBOLS if self.rule(card) in {"same", "higher"}]
        spare = [best] if best in free and hand.count(best) not in {3, 4} else []
        good = [*self.jackpots, *(card for card in free if card != best), *spare]
        return ("card", good[0]) if good else STOCK
