"""A bot for Lucky Jack that looks up what hands are worth, and plays for the win instead of for points.

Its tables (lucky_jack_hands.bin) come from benchmarks/lucky_jack_hands.py: what can be expected of every hand
if others may end the round at any time. Every way to every jackpot counts in them.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import cache, partial
from importlib.resources import files
from itertools import combinations_with_replacement, product
from math import exp

from luckytui.bots.lucky_jack import Hopes, stock_of, worth_after
from luckytui.bots.player import Bot
from luckytui.games import lucky_jack as rules
from luckytui.games.interface import Move
from luckytui.games.lucky_jack import Cards, LuckyJackView, Symbol, changed

LARGEST = 8
"""How many cards the largest hand of a table has."""
STEPS = 25
"""In how many steps of a table a worth falls to 1/e."""
NEAR = 5
"""Somebody with at most this many cards may soon call a jackpot."""
SPOILS = 9000
"""What it is worth, besides its points, that nobody else gets the jackpot of a round, if others follow."""
TOO_LARGE = 0.8
"""What a hand is worth that has a card too many for the tables, as a part of what it is worth without it."""

Lead = int | None
"""How many points others are ahead in the last round; None: points count, since more rounds are to come."""
LEADS: tuple[Lead, ...] = (None, 0, 2000, 4000, 6000, 8000)
"""There is a table for each of these, if somebody else is near a jackpot, and if nobody is."""


class HardBot(Bot):
    """Makes the move after which it is most likely to win; the same view gets the same answer."""

    def choose(self, view: LuckyJackView, moves: Sequence[Move]) -> Move:
        return max(moves, key=partial(worth_after, view, _Chances(view)))


class _Chances(Hopes):
    """What hands are worth by the tables, as things are."""

    hindrance = 0.0

    def __init__(self, view: LuckyJackView) -> None:
        others = [seat for seat in range(view.seats) if seat != view.seat]
        self._behind = max(view.points[seat] for seat in others) - view.points[view.seat]
        self._is_last = view.number == view.options.rounds
        near = min(view.sizes[seat] for seat in others) <= NEAR
        self._table = table(_lead(self._behind) if self._is_last else None, near=near)
        super().__init__(stock_of(view))

    def of_jackpot(self, symbol: Symbol, cards: int) -> float:
        points = rules.prize(symbol, cards)
        if not self._is_last:
            return spoils(points, None)
        return 1.0 if points > self._behind else 0.5 * (points == self._behind)

    def _worth(self, hand: Cards) -> float:
        return worth(self._table, hand)


def _lead(behind: int) -> Lead:
    """Return the next lower lead that there is a table for; None if no jackpot makes up for this one."""
    leads = [lead for lead in LEADS if lead is not None]
    return leads[bisect(leads, max(0, behind)) - 1] if behind <= rules.prize("seven", 4) else None


def spoils(points: int, lead: Lead) -> float:
    """Return what a jackpot of so many points is worth: at most 1."""
    most = SPOILS + rules.prize("seven", 4)
    return (SPOILS + points) / most if lead is None else float(points > lead)


# ── The tables ────────────────────────────────────────────────────────────────────────────────────


def hands(least: int = rules.FLOOR) -> Iterator[Cards]:
    """Yield all hands of so many cards and more, as far as a table goes, in its order."""
    for size in range(least, LARGEST + 1):
        yield from map(rules.count, combinations_with_replacement(rules.SYMBOLS, size))


@cache
def table(lead: Lead, *, near: bool) -> bytes:
    """Return a table: for each hand how many steps it is worth less than 1, when its move has been made."""
    every = files(__package__).joinpath("lucky_jack_hands.bin").read_bytes()
    number, size = [*product(LEADS, (False, True))].index((lead, near)), len(_places())
    return every[number * size : (number + 1) * size]


@cache
def _places() -> dict[Cards, int]:
    return {hand: place for place, hand in enumerate(hands())}


def worth(table: bytes, hand: Cards) -> float:
    """Return what a hand is worth by a table."""
    if sum(hand) <= LARGEST:
        return _WORTHS[table[_places()[hand]]]
    fewest = min(cards for cards in hand if cards)
    return TOO_LARGE * worth(table, changed(hand, rules.SYMBOLS[hand.index(fewest)], -1))


_WORTHS = [exp(-steps / STEPS) for steps in range(256)]
