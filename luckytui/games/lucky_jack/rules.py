"""Lucky Jack: shed cards until the last three or four show one symbol, and call the jackpot first."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import sub
from random import Random
from typing import Annotated, Literal, get_args

from luckytui.games import interface
from luckytui.games.interface import (
    CHANCE,
    FOR_CHANCE,
    Event,
    FinalMove,
    IllegalMove,
    Move,
    Seat,
    TurnBegan,
    increased,
    replaced,
)
from luckytui.games.options import Options, option
from luckytui.text import N_

Symbol = Literal["lemon", "cherry", "diamond", "clover", "bell", "grape", "seven"]
"""What a card shows; there is nothing else to a card."""
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
"""Ascending in value."""
VALUE: dict[Symbol, int] = {symbol: value for value, symbol in enumerate(SYMBOLS, 1)}

Cards = tuple[int, ...]
"""Cards of which only the symbols matter: how many there are of each, lemon first."""

DECK: Cards = (12,) * len(SYMBOLS)
NONE: Cards = (0,) * len(SYMBOLS)

Rule = Literal["same", "higher", "lower"]
"""How a card may be discarded."""
Reason = Literal["choice", "lower"]
"""Why a card is drawn: instead of a discard, or after a lower one."""

DEALT = 7
FLOOR = 3
"""No turn may leave a player with fewer cards."""


def rule_of(card: Symbol, top: Symbol) -> Rule:
    """Return how a card is discarded on that top card."""
    return "same" if card == top else "higher" if VALUE[card] > VALUE[top] else "lower"


def jackpot_of(hand: Cards) -> Literal[3, 4] | None:
    """Return how many cards of one symbol a hand is made of, when that is worth a jackpot."""
    return 3 if 3 == max(hand) == sum(hand) else 4 if 4 == max(hand) == sum(hand) else None


def prize(symbol: Symbol, cards: int) -> int:
    """Return what a jackpot with 3 or 4 cards of a symbol scores."""
    return 1000 * VALUE[symbol] * (2 if cards == 4 else 1)


def prize_of(hand: Cards) -> int:
    """Return what a jackpot with a hand scores that is made of one symbol."""
    return prize(spread(hand)[0], sum(hand))


def count(symbols: Sequence[Symbol]) -> Cards:
    """Return how many cards there are of each symbol."""
    return tuple(symbols.count(symbol) for symbol in SYMBOLS)


@lru_cache(maxsize=256)  # in the view of each seat most are the same
def spread(cards: Cards) -> tuple[Symbol, ...]:
    """Return the cards one by one, ascending."""
    return tuple(symbol for symbol, held in zip(SYMBOLS, cards, strict=True) for _ in range(held))


def changed(cards: Cards, symbol: Symbol, by: int) -> Cards:
    """Return the cards with more of a symbol, or fewer: none at least."""
    place = VALUE[symbol] - 1
    return replaced(cards, place, max(0, cards[place] + by))


def moved(hands: tuple[Cards, ...], seat: Seat, card: Symbol, by: int) -> tuple[Cards, ...]:
    """Return the hands with more of a symbol in one of them, or fewer."""
    return replaced(hands, seat, changed(hands[seat], card, by))


class LuckyJackOptions(Options, frozen=True):
    """What can be chosen before a game of Lucky Jack. Raises ValueError for 1 or 2 seconds to claim."""

    rounds: Annotated[Literal[3, 5], option(N_("Rounds"), N_("how many rounds make a game"))] = 3
    claim_seconds: Annotated[
        int,
        option(
            N_("Seconds to claim"),
            N_("how long a tossed card can be claimed, 3 or more; 0: no limit"),
            (0, *range(3, 61)),
            helps={0: N_("until everyone has answered"), "": N_("how long a tossed card can be claimed")},
        ),
    ] = 8
    reshuffles: Annotated[
        int,
        option(
            N_("Reshuffles"),
            N_("our own rule: how often the pile is reshuffled before a round ends; 0: no limit"),
            range(10),
            helps={0: N_("as often as it takes"), "": N_("reshuffles of the pile in a round")},
        ),
    ] = 5

    def __post_init__(self) -> None:
        if self.claim_seconds in {1, 2}:
            raise ValueError(f"Seconds to claim: {self.claim_seconds} is too short")

    def decisions(self, seats: int) -> tuple[float, float]:
        return 0, (24 / seats + 3) * self.rounds


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


_DISCARDS = [Discard(card, called) for card in sorted(SYMBOLS) for called in (False, True)]
_NEXT_CARDS = [NextCard(card) for card in sorted(SYMBOLS)]


def discards(hand: Cards, top: Symbol) -> list[Discard]:
    """Return the legal discards of a hand on that top card, in `order`."""
    return [move for move in _DISCARDS if not _no_discard(hand, top, move)]


def _no_discard(hand: Cards, top: Symbol, move: Discard) -> str | None:
    """Say why a discard is not legal; None when it is."""
    if not hand[VALUE[move.card] - 1]:
        return N_("You have no such card ({card}).")
    if rule_of(move.card, top) == "lower":
        return N_("No jackpot with a lower card: you draw two more.") if move.jackpot else None
    if sum(hand) <= FLOOR:
        return N_("That leaves you 2 cards, but you need 3: discard a lower card, or draw.")
    if move.jackpot and not jackpot_of(changed(hand, move.card, -1)):
        return N_("No jackpot: that does not leave exactly 3 or 4 cards, all of one symbol.")
    return None


Stage = Literal["dealer", "deal", "turn_over", "turn", "draw", "drawn", "claim", "over"]
"""What comes next: drawing the dealer; a dealt card; the pile's first card; a turn; a drawn card; keeping or
tossing it; claiming a tossed one; nothing."""


class LuckyJackView(interface.View, frozen=True):
    """What a seat may know: its own hand, and what a careful player remembers of all that was open.

    While a card can be claimed, `active` holds all seats that were asked, without the seat itself once it has
    answered: whether the others have, and what, stays hidden until the claim is settled.
    """

    options: LuckyJackOptions
    stage: Stage
    number: int
    """Which round, from 1."""
    dealer: Seat
    first: Seat
    turn: Seat
    """Whose turn it is; -1 before the first turn of a round."""
    points: tuple[int, ...]
    hand: tuple[Symbol, ...]
    """The seat's cards, ascending; empty for a spectator."""
    sizes: tuple[int, ...]
    """How many cards each seat holds, the drawn one not counted."""
    drawn: Symbol | None
    """The card that the seat itself has drawn and neither kept nor tossed."""
    owed: int
    """How many cards `turn` still has to draw."""
    reason: Reason
    """Why the last draw was, or is, to be made."""
    pile: tuple[Symbol, ...]
    """The discard pile; its last card is on top, also one that can be claimed."""
    stock: int
    reshuffles: int
    """How often the pile became the stock in this round."""
    answer: bool | None
    """Whether the seat itself has called for the tossed card; None before it has answered."""
    known: tuple[tuple[Symbol, ...], ...]
    """For each seat the cards that everyone knows it holds: those it claimed and has not discarded, and those
    it called the jackpot with."""
    stock_at_most: Cards
    """How many of each symbol, lemon first, the stock can hold at most: what it was made of, without what
    this seat has seen leave it."""
    by_seat = ("points", "sizes", "known")

    def is_sound(self, moves: Sequence[Move], log: Sequence[Event]) -> bool:  # noqa: ARG002
        begins = self.stage in {"dealer", "deal", "turn_over", "over"}
        hand = self.seat < 0 or len(self.hand) == self.sizes[self.seat]
        claims_own = self.stage == "claim" and self.seat in self.active and self.turn == self.seat
        has_begun = bool(self.pile) and self.turn >= 0
        return (begins or has_begun) and hand and self.stock >= 0 and not claims_own


_OPEN = (
    *("options", "stage", "number", "dealer", "first", "turn", "points"),
    *("owed", "reason", "pile", "reshuffles"),
)
"""The fields that everyone sees as they are in the state."""


class LuckyJack(interface.State, kw_only=True):
    """A position of Lucky Jack."""

    options: LuckyJackOptions
    stage: Stage = "dealer"
    number: int = 0
    dealer: Seat = CHANCE
    first: Seat = CHANCE
    turn: Seat = CHANCE
    points: tuple[int, ...]
    hands: tuple[Cards, ...]
    drawn: Symbol | None = None
    owed: int = 0
    reason: Reason = "choice"
    pile: tuple[Symbol, ...] = ()
    stock: Cards = DECK
    reshuffles: int = 0
    answers: tuple[bool | None, ...]
    """For each seat whether it has called for the tossed card, held back until the claim is settled."""
    known: tuple[Cards, ...]
    stock_at_most: tuple[Cards, ...]
    """For each seat, and last for a spectator, how many of each symbol it must think the stock may hold."""

    def clock(self) -> int:
        return self.options.claim_seconds if self.stage == "claim" else 0

    def choices(self, seat: Seat) -> Sequence[Move]:
        match self.stage:
            case "drawn":
                return [Keep(), Toss()]
            case "claim":
                return [Decline(), TakeIt()]
        return [*discards(self.hands[seat], self.pile[-1]), Draw()]

    def outcomes(self) -> Mapping[Move, int]:
        if self.stage == "dealer":
            return {BecomeDealer(seat): 1 for seat in range(self.seats)}
        return {move: held for move in _NEXT_CARDS if (held := self.stock[VALUE[move.card] - 1])}

    def occasion(self) -> str:
        return "dealer" if self.stage == "dealer" else f"round {self.number}/stock {self.reshuffles + 1}"

    def fallback(self, seat: Seat) -> Move:  # noqa: ARG002 - the same for every seat
        return {"turn": Draw(), "drawn": Toss(), "claim": Decline()}[self.stage]

    def waits_for(self, seat: Seat) -> str:
        if self.stage != "claim":
            return super().waits_for(seat)
        if seat == self.turn:
            return N_("The others are asked whether they want the card you tossed.")
        return N_("You have answered: wait for the others.")

    def refusal(self, seat: Seat, move: Move) -> IllegalMove | None:
        match self.stage, move:
            case ("turn", Draw()) | ("drawn", Keep() | Toss()) | ("claim", TakeIt() | Decline()):
                return None
            case "claim", _:
                ask = N_("First decide whether you take the tossed card ({card}).")
                return IllegalMove(ask, card=self.pile[-1])
            case "drawn", _:
                return IllegalMove(N_("You have drawn a card ({card}): keep it or toss it."), card=self.drawn)
            case "turn", Discard():
                reason = _no_discard(self.hands[seat], self.pile[-1], move)
                return IllegalMove(reason, card=move.card) if reason else None
            case "turn", TakeIt() | Decline():
                return IllegalMove(N_("There is no tossed card to take."))
        return IllegalMove(N_("You have not drawn a card: discard one of yours, or draw."))

    def play(self, seat: Seat, move: Move) -> list[Event]:
        match move:
            case BecomeDealer(seat=dealer):
                return self._start_round(dealer)
            case NextCard(card=card):
                self.stock = changed(self.stock, card, -1)
                received = {"deal": self._deal, "turn_over": self._turn_over, "draw": self._draw}
                return received[self.stage](card)
            case Draw():
                self.owed, self.reason = 1, "choice"
                return self._draw_owed()
            case Discard(card=card, jackpot=jackpot):
                return self._discard(seat, card, called=jackpot)
            case Keep() if self.drawn:
                self.hands, self.drawn = moved(self.hands, seat, self.drawn, +1), None
                return [Kept(seat=seat), *self._end_turn()]
            case Toss() if self.drawn:
                card, self.drawn = self.drawn, None
                return self._toss(card)
            case TakeIt() | Decline():
                return self._answer(seat, take=isinstance(move, TakeIt))
        raise AssertionError(f"{move} is legal and yet not known")  # pragma: no cover

    def _start_round(self, dealer: Seat) -> list[Event]:
        self.number += 1
        self.dealer, self.first, self.turn = dealer, (dealer + 1) % self.seats, CHANCE
        self.hands = self.known = (NONE,) * self.seats
        self.stock, self.pile, self.reshuffles = DECK, (), 0
        self.stock_at_most = (DECK,) * (self.seats + 1)
        self.stage, self.active = "deal", FOR_CHANCE
        return [RoundStarted(number=self.number, dealer=self.dealer, first=self.first)]

    def _deal(self, card: Symbol) -> list[Event]:
        seat = next(seat for seat, hand in enumerate(self.hands) if sum(hand) < DEALT)
        self._see_leave(card, witnesses={seat})
        self.hands = moved(self.hands, seat, card, +1)
        if sum(self.hands[seat]) < DEALT:
            return []
        if seat == self.seats - 1:
            self.stage, self.active = "turn_over", FOR_CHANCE
        return [Dealt(seat=seat, cards=spread(self.hands[seat]))]

    def _turn_over(self, card: Symbol) -> list[Event]:
        """Begin the pile, then resume what the new stock was needed for."""
        self._see_leave(card, witnesses=range(self.seats + 1))
        self.pile = (card,)
        turned = TurnedOver(card=card)
        if self.turn == CHANCE:
            return [turned, *self._begin_turn(self.first)]
        if not self.owed:
            self.stage, self.active = "turn", frozenset({self.turn})
            return [turned]
        if any(self.stock):
            return [turned, *self._draw_owed()]
        self.owed = 0
        return [turned, Skipped(seat=self.turn), *self._end_turn()]

    def _begin_turn(self, seat: Seat) -> list[Event]:
        self.stage, self.turn, self.active = "turn", seat, frozenset({seat})
        began = TurnBegan(seat=seat)
        return [began] if any(self.stock) else [began, *self._reshuffle()]

    def _end_turn(self) -> list[Event]:
        return self._begin_turn((self.turn + 1) % self.seats)

    def _discard(self, seat: Seat, card: Symbol, *, called: bool) -> list[Event]:
        rule = rule_of(card, self.pile[-1])
        self.pile = (*self.pile, card)
        self.hands, self.known = (moved(cards, seat, card, -1) for cards in (self.hands, self.known))
        jackpot = jackpot_of(self.hands[seat]) if called else None
        discarded = Discarded(seat=seat, card=card, rule=rule, jackpot=jackpot)
        if jackpot:
            symbol, points = spread(self.hands[seat])[0], prize_of(self.hands[seat])
            self.known = replaced(self.known, seat, self.hands[seat])
            self.points = increased(self.points, seat, points)
            ended = RoundEnded(seat=seat, symbol=symbol, cards=jackpot, points=points)
            return [discarded, *self._end_round(ended)]
        if rule != "lower":
            return [discarded, *self._end_turn()]
        self.owed, self.reason = 2, "lower"
        return [discarded, *self._draw_owed()]

    def _draw_owed(self) -> list[Event]:
        if not any(self.stock):
            return self._reshuffle()
        self.stage, self.active = "draw", FOR_CHANCE
        return []

    def _draw(self, card: Symbol) -> list[Event]:
        self.owed -= 1
        self._see_leave(card, witnesses={self.turn})
        drawn = Drawn(seat=self.turn, card=card, reason=self.reason)
        if self.reason == "choice":
            self.stage, self.active, self.drawn = "drawn", frozenset({self.turn}), card
            return [drawn]
        self.hands = moved(self.hands, self.turn, card, +1)
        return [drawn, *(self._draw_owed() if self.owed else self._end_turn())]

    def _toss(self, card: Symbol) -> list[Event]:
        self._see_leave(card, witnesses=set(range(self.seats + 1)) - {self.turn})
        self.pile = (*self.pile, card)
        self.stage, self.active = "claim", frozenset(range(self.seats)) - {self.turn}
        return [Tossed(seat=self.turn, card=card)]

    def _answer(self, seat: Seat, *, take: bool) -> list[Event]:
        """Hold the answer back; settle the claim when nobody nearer to the tosser can call any more."""
        self.answers = replaced(self.answers, seat, take)
        self.active -= {seat}
        from_the_left = [(self.turn + step) % self.seats for step in range(1, self.seats)]
        nearest = next((asked for asked in from_the_left if self.answers[asked] is not False), None)
        if nearest is not None and self.answers[nearest] is None:
            return []
        self.answers = (None,) * self.seats
        if nearest is None:
            return self._end_turn()
        *below, card = self.pile
        self.pile = tuple(below)
        self.hands, self.known = (moved(cards, nearest, card, +1) for cards in (self.hands, self.known))
        return [Claimed(seat=nearest, card=card), *self._end_turn()]

    def _reshuffle(self) -> list[Event]:
        """Make the whole pile the new stock, or end the round when that was done often enough."""
        if self.reshuffles == self.options.reshuffles > 0:
            return self._end_round(RoundEnded(seat=None, symbol=None, cards=None, points=0))
        self.reshuffles += 1
        self.stock, self.pile = count(self.pile), ()
        self.stock_at_most = (self.stock,) * (self.seats + 1)
        self.stage, self.active = "turn_over", FOR_CHANCE
        return [Reshuffled(cards=sum(self.stock))]

    def _end_round(self, ended: RoundEnded) -> list[Event]:
        self.owed = 0
        if self.number < self.options.rounds:
            return [ended, *self._start_round(self.first)]
        self.stage, self.turn = "over", CHANCE
        return [ended, self.end(interface.leaders(self.points), self.points)]

    def _see_leave(self, card: Symbol, witnesses: Iterable[int]) -> None:
        """Let the witnesses (places in `stock_at_most`) know that such a card has left the stock."""
        for place in witnesses:
            self.stock_at_most = moved(self.stock_at_most, place, card, -1)

    def view(self, seat: Seat) -> LuckyJackView:
        sits = seat >= 0
        known = interface.seen_by(self, seat, _OPEN)
        if self.stage == "claim":
            asked = set(range(self.seats)) - {self.turn}
            known["active"] = tuple(sorted(asked if seat in self.active else asked - {seat}))
        return LuckyJackView(
            **known,
            hand=spread(self.hands[seat]) if sits else (),
            sizes=tuple(map(sum, self.hands)),
            drawn=self.drawn if seat == self.turn else None,
            stock=sum(self.stock),
            answer=self.answers[seat] if sits else None,
            known=tuple(map(spread, self.known)),
            stock_at_most=self.stock_at_most[seat if sits else self.seats],
        )


def begin(seats: int, options: LuckyJackOptions) -> LuckyJack:
    """Return the position before the first dealer is drawn."""
    return LuckyJack(
        seats=seats,
        options=options,
        points=(0,) * seats,
        hands=(NONE,) * seats,
        answers=(None,) * seats,
        known=(NONE,) * seats,
        stock_at_most=(DECK,) * (seats + 1),
    )


def unseen(view: LuckyJackView) -> Cards:
    """Return the cards of which this seat cannot know where they are: in the stock or in a hand."""
    others = [cards for seat, cards in enumerate(view.known) if seat != view.seat]
    drawn = (view.drawn,) if view.drawn else ()
    return tuple(map(sub, DECK, count([*view.hand, *drawn, *view.pile, *chain(*others)])))


def imagine(view: LuckyJackView, rng: Random) -> LuckyJack:
    """Return a position that fits the view.

    What cannot be in the stock after a reshuffle is in the other hands, and claimed cards are where they
    were taken; the rest is dealt again. Nobody has answered to a claim yet but the seat itself.
    """
    hidden = unseen(view)
    loose = list(spread(tuple(map(min, hidden, view.stock_at_most))))
    rng.shuffle(loose)
    stock, loose = loose[: view.stock], loose[view.stock :]
    drawn = loose.pop() if view.stage == "drawn" and view.seat != view.turn else view.drawn
    held = [*loose, *spread(tuple(max(0, x - y) for x, y in zip(hidden, view.stock_at_most, strict=True)))]
    rng.shuffle(held)
    hands = [
        view.hand if seat == view.seat else (*known, *(held.pop() for _ in range(size - len(known))))
        for seat, (size, known) in enumerate(zip(view.sizes, view.known, strict=True))
    ]
    return LuckyJack(
        **interface.known_from(view, _OPEN),
        hands=tuple(map(count, hands)),
        drawn=drawn,
        stock=count(stock),
        answers=tuple(view.answer if seat == view.seat else None for seat in range(view.seats)),
        known=tuple(map(count, view.known)),
        stock_at_most=(view.stock_at_most,) * (view.seats + 1),
    )


LUCKY_JACK = interface.Game(
    key="lucky-jack",
    title="Lucky Jack",
    seats=range(2, 7),
    options=LuckyJackOptions,
    view=LuckyJackView,
    moves=Discard | Draw | Keep | Toss | TakeIt | Decline,
    chance=BecomeDealer | NextCard,
    events=interface.EVENTS
    | (RoundStarted | Dealt | TurnedOver | Discarded | Drawn | Kept | Tossed | Claimed)
    | (Reshuffled | Skipped | RoundEnded),
    begin=begin,
    imagine=imagine,
)
