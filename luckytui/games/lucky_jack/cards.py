"""The cards of Lucky Jack: what they are worth, how one is discarded, and what a jackpot is."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, get_args

from luckytui.games.interface import Seat, replaced

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


def rule_of(card: Symbol, top: Symbol) -> Rule:
    """Return how a card is discarded on that top card."""
    if card == top:
        return "same"
    return "higher" if VALUE[card] > VALUE[top] else "lower"


def jackpot_of(hand: Cards) -> Literal[3, 4] | None:
    """Return how many cards of one symbol a hand is made of, when that is worth a jackpot."""
    if 3 in hand and sum(hand) == 3:
        return 3
    return 4 if 4 in hand and sum(hand) == 4 else None


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
