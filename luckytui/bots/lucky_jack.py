"""Bots for Lucky Jack: one collects and sheds as it comes, one counts the turns to each jackpot."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import exp
from random import Random
from typing import cast

from luckytui.games.interface import Move, View
from luckytui.games.lucky_jack import (
    SYMBOLS,
    VALUE,
    Cards,
    Decline,
    Discard,
    Draw,
    Keep,
    LuckyJackView,
    Symbol,
    TakeIt,
    Toss,
    count,
    prize,
    rule_of,
    unseen,
)

# ── Easy ──────────────────────────────────────────────────────────────────────────────────────────


class EasyBot:
    """Collects what it holds most of, sheds the rest as it comes, and calls the first jackpot there is."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return a jackpot; else any discard of what it does not collect; else a draw."""
        view = cast("LuckyJackView", view)
        match view.stage:
            case "claim":
                return TakeIt() if _collects(view, view.pile[-1]) else Decline()
            case "drawn":
                return Keep() if view.drawn and _collects(view, view.drawn) else Toss()
        discards = [move for move in moves if isinstance(move, Discard)]
        jackpots = [move for move in discards if move.jackpot]
        if jackpots:
            return self._rng.choice(jackpots)
        unwanted = [move for move in discards if not _collects(view, move.card)]
        gladly = [move for move in unwanted if rule_of(move.card, view.pile[-1]) != "lower"]
        return self._rng.choice(gladly or [Draw(), *unwanted])


def _collects(view: LuckyJackView, card: Symbol) -> bool:
    """Whether no symbol is in the hand more often than this one, which is there at least twice."""
    return view.hand.count(card) == max(map(view.hand.count, view.hand)) > 1


# ── Normal ────────────────────────────────────────────────────────────────────────────────────────

_TURNS_TO_SHED = (4.0, 3.0, 2.3, 1.8, 1.5, 1.25, 1.1)
"""How many turns it takes until a card can be discarded, lemon first: the lower, the longer it waits for a
top card that is no higher."""
_TURNS_TO_FIND = 5.0
"""How many turns it takes until a certain symbol comes."""
_TURNS_TO_SET_OUT = 2.0
"""How many turns it takes to draw a card and shed it, when only the card to call with is missing."""
_IMPATIENCE = 0.2
"""How fast a jackpot loses worth with every turn that it is away, since somebody else may be quicker.

These figures are from many games of this bot against itself with other ones.
"""


class NormalBot:
    """Makes the move after which its hand is worth most, on the average of what it may draw."""

    def __init__(self, rng: Random) -> None:
        """Take no notice of chance: the same view gets the same answer."""

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return the best move; of equal ones the first."""
        seen = cast("LuckyJackView", view)
        return max(moves, key=lambda move: _worth_after(seen, move))


def _worth_after(view: LuckyJackView, move: Move) -> float:
    """Return what a move makes of the hand, in points."""
    hand = count(view.hand)
    match move:
        case Discard(card=card, jackpot=True):
            left = _changed(hand, card, -1)
            return prize(SYMBOLS[left.index(sum(left))], sum(left))
        case Discard(card=card) if rule_of(card, view.pile[-1]) == "lower":
            return _with_two_more(_changed(hand, card, -1), _odds(view))
        case Discard(card=card):
            return _worth(_changed(hand, card, -1))
        case Draw():
            return sum(
                odds * max(_worth(hand), _worth(_changed(hand, card, +1))) for card, odds in _odds(view)
            )
        case Keep() if view.drawn:
            return _worth(_changed(hand, view.drawn, +1))
        case TakeIt():
            return _worth(_changed(hand, view.pile[-1], +1))
    return _worth(hand)


def _with_two_more(hand: Cards, odds: Sequence[tuple[Symbol, float]]) -> float:
    """Return what a hand will be worth, on average, with two cards that it has to take."""
    return sum(
        first_odds * second_odds * _worth(_changed(_changed(hand, first, +1), second, +1))
        for (first, first_odds), (second, second_odds) in product(odds, repeat=2)
    )


def _odds(view: LuckyJackView) -> list[tuple[Symbol, float]]:
    """Return how likely each symbol is to be drawn; after a reshuffle more is known about it."""
    left = [min(held) for held in zip(unseen(view), view.stock_at_most, strict=True)]
    return [(card, cards / max(1, sum(left))) for card, cards in zip(SYMBOLS, left, strict=True)]


@lru_cache(maxsize=2**14)
def _worth(hand: Cards) -> float:
    """Return the points of the best jackpot that can be made of a hand, less what its turns away cost."""
    return max(
        prize(card, cards) * exp(-_IMPATIENCE * _turns_to_jackpot(hand, card, cards))
        for card, cards in product(SYMBOLS, (3, 4))
    )


def _turns_to_jackpot(hand: Cards, card: Symbol, cards: int) -> float:
    """Return how many turns a hand is away from so many cards of one symbol and nothing else."""
    place = VALUE[card] - 1
    if hand[place] == sum(hand) == cards:
        return _TURNS_TO_SET_OUT
    to_shed = _changed(hand, card, -min(cards, hand[place]))
    shedding = sum(held * turns for held, turns in zip(to_shed, _TURNS_TO_SHED, strict=True))
    return shedding + _TURNS_TO_FIND * max(0, cards - hand[place])


def _changed(hand: Cards, card: Symbol, by: int) -> Cards:
    place = VALUE[card] - 1
    return (*hand[:place], hand[place] + by, *hand[place + 1 :])
