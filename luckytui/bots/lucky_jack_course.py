"""Rounds of Lucky Jack played out from a view: what the others may hold, and how everyone goes on.

Others play as `normal` would if any symbol were as likely to come as any other, and the seat itself by its
tables. Others are likelier to hold what is worth much to `normal`, and more of what they took; they are less
likely to hold two of what they have just thrown.
"""

from collections.abc import Sequence
from functools import cached_property
from math import exp, fsum, log
from random import Random
from typing import NamedTuple

from luckytui.bots.lucky_jack import WEIGHTS
from luckytui.bots.lucky_jack_hands import LARGEST, Kind, spoils, table, worth
from luckytui.games import lucky_jack as rules
from luckytui.games.interface import Move, Seat
from luckytui.games.lucky_jack import Cards, LuckyJackView
from luckytui.games.shared import replaced

Place = int
"""A symbol, by its place among all: 0 is the lemon."""
_PLACES = range(len(rules.SYMBOLS))
_DRAW, _CALLED = -1, len(rules.SYMBOLS)
"""In a plan: draw; and added to the place of a card that is discarded with a jackpot."""

Ending = tuple[Seat | None, int]
"""Who hit the jackpot that ends a round, if anybody, and its points."""

# ── Hands ─────────────────────────────────────────────────────────────────────────────────────────


class Held:
    """A hand, and how it is played by what hands are worth in a table."""

    def __init__(self, cards: Cards, kind: Kind | None) -> None:
        self.cards = cards
        self.size = sum(cards)
        self.worth = worth(table(kind), cards) if self.size >= rules.FLOOR else 0.0
        self._kind = kind

    @cached_property
    def more(self) -> Sequence["Held"]:
        """For each symbol the hand with one more of it."""
        return [held(replaced(self.cards, place, self.cards[place] + 1), self._kind) for place in _PLACES]

    @cached_property
    def less(self) -> dict[Place, "Held"]:
        """For each symbol that it has the hand with one less of it."""
        return {
            place: held(replaced(self.cards, place, number - 1), self._kind)
            for place, number in enumerate(self.cards)
            if number
        }

    @cached_property
    def welcome(self) -> Sequence[bool]:
        """For each symbol whether a card of it is taken that need not be."""
        return [worth > self.worth for worth in self.worths_with]

    @cached_property
    def plan(self) -> Sequence[int]:
        """For each symbol on top what a turn begins with."""
        return [max(self._options(top))[1] for top in _PLACES]

    @cached_property
    def likely(self) -> float:
        """How much likelier others hold it than if all were dealt at random, as a logarithm."""
        slopes = WEIGHTS.likely
        return slopes[min(self.size - rules.FLOOR, len(slopes) - 1)] * log(self.worth)

    @cached_property
    def worths_with(self) -> Sequence[float]:
        """For each symbol what it is worth with one more of it."""
        if self.size >= LARGEST:
            return [WEIGHTS.too_large * self.worth] * len(_PLACES)
        return [more.worth for more in self.more]

    @cached_property
    def _one_more(self) -> float:
        """What it is worth with a card that need not be taken, on average."""
        return fsum(max(self.worth, worth) for worth in self.worths_with) / len(_PLACES)

    @cached_property
    def two_more(self) -> float:
        """What it is worth with two cards that have to be taken, on average."""
        if self.size >= LARGEST:
            return WEIGHTS.too_large**2 * self.worth
        return fsum(worth for more in self.more for worth in more.worths_with) / len(_PLACES) ** 2

    def _options(self, top: Place) -> list[tuple[float, int]]:
        """Return all a turn can begin with, with what it is worth."""
        options, kind = [(self._one_more, _DRAW)], self._kind
        hindrance = WEIGHTS.hindrance if kind is None else kind.hindrance
        for place, less in self.less.items():
            if place < top:
                options.append((less.two_more, place))
            elif self.size > rules.FLOOR:
                options.append((less.worth * (1 + hindrance * (place + 1)), place))
                if points := less.jackpot:
                    worth = spoils(points, kind.lead) if kind else points / _HIGHEST
                    options.append((worth, _CALLED + place))
        return options

    @cached_property
    def jackpot(self) -> int:
        """How many points it scores when it is called."""
        cards = rules.jackpot_of(self.cards)
        return rules.prize(rules.spread(self.cards)[0], cards) if cards else 0


_HIGHEST = rules.prize("seven", 4)
MOST = 2**15
"""How many hands are remembered."""
_all: dict[tuple[Cards, Kind | None], Held] = {}


def held(cards: Cards, kind: Kind | None = None) -> Held:
    """Return a hand, as it is played by the table of this kind: by `normal`'s measure if it is None."""
    if (cards, kind) not in _all:
        if len(_all) >= MOST:
            _all.clear()
        _all[cards, kind] = Held(cards, kind)
    return _all[cards, kind]


# ── Worlds ────────────────────────────────────────────────────────────────────────────────────────

_SETTLE, _STEPS = 30, 4
"""How many cards of each hand are proposed to be others before the first world, and between two."""
_LOOK_BACK = 4
"""How many of the cards that each seat has thrown are looked at."""


class World(NamedTuple):
    """What is hidden from a seat."""

    hands: Sequence[Held]
    stock: Sequence[Place]
    """The last card is drawn first."""
    seed: int
    """What later reshuffles follow from."""


class Worlds:
    """Worlds that fit a view, each likelier the better it fits how people play.

    Each follows from the one before (Metropolis and Hastings): cards of hands change places with cards of the
    stock wherever that makes the hands likelier, and sometimes where it does not.
    """

    def __init__(self, view: LuckyJackView) -> None:
        self._view = view
        self._others = [seat for seat in range(view.seats) if seat != view.seat]
        self._hands: list[Held] = []
        self._loose: list[list[Place]] = []
        """For each seat the cards that may be others."""
        self._stock: list[Place] = []
        self._favour = [self._favours(seat) for seat in range(view.seats)]

    def imagine(self, rng: Random) -> World:
        """Return the next world."""
        if not self._hands:
            self._deal(rng)
        for _ in range(_STEPS):
            self._step(rng)
        shuffled = sorted(self._stock, key=lambda _card: rng.random())
        return World(self._hands[:], shuffled, rng.getrandbits(32))

    def _deal(self, rng: Random) -> None:
        state = rules.imagine(self._view, rng)
        self._hands = [held(hand) for hand in state.hands]
        self._stock = _places(state.stock)
        self._loose = [
            _places([all_of - known for all_of, known in zip(hand, rules.count(cards), strict=True)])
            for hand, cards in zip(state.hands, self._view.known, strict=True)
        ]
        if self._stock:
            for _ in range(_SETTLE):
                self._step(rng)

    def _step(self, rng: Random) -> None:
        """Propose one change to each other seat's hand."""
        stock = self._stock
        for seat in self._others:
            loose = self._loose[seat]
            if not loose or not stock:
                continue
            here, there = int(rng.random() * len(loose)), int(rng.random() * len(stock))
            gone, come = loose[here], stock[there]
            if gone == come or stock.count(gone) >= self._view.stock_at_most[gone]:
                continue
            before, less = self._hands[seat], self._hands[seat].less[gone]
            after, favour = less.more[come], self._favour[seat]
            gain = after.likely - before.likely
            gain += favour[gone][less.cards[gone]] - favour[gone][before.cards[gone]]
            gain += favour[come][after.cards[come]] - favour[come][less.cards[come]]
            if gain >= 0 or rng.random() < exp(gain):
                self._hands[seat], loose[here], stock[there] = after, come, gone

    def _favours(self, seat: Seat) -> list[list[float]]:
        """Return by what a seat has thrown and taken how much likelier it is to hold so many of each symbol.

        As a logarithm, by the symbol's place and the number held.
        """
        view, favours = self._view, [[0.0] * (all_of + 1) for all_of in rules.DECK]
        last = view.turn if view.stage == "claim" else (view.turn - 1) % view.seats
        back = (last - seat) % view.seats
        thrown = view.pile[::-1][back :: view.seats][:_LOOK_BACK]
        for age, card in reversed([*enumerate(thrown)]):
            doubt = WEIGHTS.thrown * WEIGHTS.forgotten**age
            favours[rules.VALUE[card] - 1] = [0.0, 0.0, -doubt, *([-3 * doubt] * (rules.DECK[0] - 2))]
        for place, known in enumerate(rules.count(view.known[seat])):
            if known:
                for number in range(known, rules.DECK[place] + 1):
                    favours[place][number] += WEIGHTS.taken * min(2, number - known)
        return favours


def _places(cards: Sequence[int]) -> list[Place]:
    return [place for place, number in enumerate(cards) for _ in range(number)]


# ── The rest of a round ───────────────────────────────────────────────────────────────────────────

_LONGEST = 50
"""How many turns a seat has at most: nobody wins a round that is longer."""


def play_out(view: LuckyJackView, kind: Kind, move: Move, world: World) -> Ending:
    """Return how the round ends after this move. The seat itself plays by the tables of this kind."""
    course = _Course(view, kind, world)
    course.make(move)
    for turn in range(_LONGEST * view.seats):
        if course.ending:
            return course.ending
        course.turn((view.turn + 1 + turn) % view.seats)
    return None, 0


class _Course:
    """A round on its way to the end."""

    def __init__(self, view: LuckyJackView, kind: Kind, world: World) -> None:
        self.ending: Ending | None = None
        self._view = view
        self._kinds = kind._replace(near=False), kind._replace(near=True)
        self._hands = [*world.hands]
        self._stock = [*world.stock]
        self._pile = [rules.VALUE[card] - 1 for card in view.pile]
        self._seed = world.seed

    def make(self, move: Move) -> None:
        """Make the seat's own move, up to the next turn."""
        view, seat = self._view, self._view.seat
        match move:
            case rules.Discard(card=card, jackpot=is_called):
                self._discard(seat, rules.VALUE[card] - 1, is_called=is_called)
            case rules.Draw():
                self._draw(seat)
            case rules.Keep() if view.drawn:
                self._hands[seat] = self._hands[seat].more[rules.VALUE[view.drawn] - 1]
            case rules.Toss() if view.drawn:
                self._toss(seat, rules.VALUE[view.drawn] - 1)
            case rules.TakeIt() | rules.Decline():
                self._toss(view.turn, self._pile.pop(), takes=isinstance(move, rules.TakeIt))

    def turn(self, seat: Seat) -> None:
        """Have a seat take its turn."""
        if not self._stock:
            self._reshuffle()
        choice = self._held(seat).plan[self._pile[-1]]
        if choice == _DRAW:
            self._draw(seat)
        else:
            self._discard(seat, choice % _CALLED, is_called=choice >= _CALLED)

    def _held(self, seat: Seat) -> Held:
        """Return a seat's hand, as it plays it now."""
        hand = self._hands[seat]
        if seat != self._view.seat:
            return hand
        nearest = min(other.size for place, other in enumerate(self._hands) if place != seat)
        return held(hand.cards, self._kinds[nearest <= WEIGHTS.near])

    def _discard(self, seat: Seat, card: Place, *, is_called: bool) -> None:
        is_lower = card < self._pile[-1]
        self._pile.append(card)
        hand = self._hands[seat].less[card]
        if is_called:
            self.ending = seat, hand.jackpot
        elif is_lower:
            for drawn in (self._next_card(), self._next_card()):
                hand = hand if drawn is None else hand.more[drawn]
        self._hands[seat] = hand

    def _draw(self, seat: Seat) -> None:
        card = self._next_card()
        if card is None:
            return
        if self._held(seat).welcome[card]:
            self._hands[seat] = self._hands[seat].more[card]
        else:
            self._toss(seat, card)

    def _toss(self, tosser: Seat, card: Place, *, takes: bool | None = None) -> None:
        """Have the nearest seat take the card that does. `takes` is the own answer, if it is known."""
        seats = self._view.seats
        for step in range(1, seats):
            seat = (tosser + step) % seats
            if takes if takes is not None and seat == self._view.seat else self._held(seat).welcome[card]:
                self._hands[seat] = self._hands[seat].more[card]
                return
        self._pile.append(card)

    def _next_card(self) -> Place | None:
        if not self._stock:
            self._reshuffle()
        return self._stock.pop() if self._stock else None

    def _reshuffle(self) -> None:
        self._stock, self._pile = self._pile, []
        Random(self._seed).shuffle(self._stock)
        self._pile.append(self._stock.pop())
