"""A bot for Lucky Jack that looks up what hands are worth, and plays for the win instead of for points.

Its tables (lucky_jack_hands.bin) come from benchmarks/lucky_jack_hands.py: what can be expected of every hand
if others may end the round at any time. Every way to every jackpot counts in them.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import cache, partial
from importlib.resources import files
from itertools import combinations_with_replacement, product, starmap
from math import exp
from struct import unpack_from
from typing import NamedTuple

from msgspec.structs import replace

from luckytui.bots.lucky_jack import WEIGHTS, Hopes, stock_of, worth_after
from luckytui.bots.player import Bot
from luckytui.games import lucky_jack as rules
from luckytui.games.interface import Move
from luckytui.games.lucky_jack import Cards, LuckyJackView, Symbol, changed

LARGEST = 8
"""How many cards the largest hand of a table has."""
STEPS = 1000
"""In how many steps of a table a worth falls to 1/e."""
CROWD = 3
"""With this many seats or more, others are quicker together: there are other tables then."""

Lead = int | None
"""How many points others are ahead in the last round; None: points count, since more rounds are to come."""
LEADS: tuple[Lead, ...] = (None, 0, 2000, 4000, 6000, 8000)


class Kind(NamedTuple):
    """What a table of hands is for."""

    crowd: bool
    """Whether there are several others."""
    lead: Lead
    near: bool
    """Whether somebody else is near a jackpot."""


KINDS = [*starmap(Kind, product((False, True), LEADS, (False, True)))]
"""All tables there are, in the order of the file."""


class HardBot(Bot):
    """Makes the move after which it is most likely to win; the same view gets the same answer."""

    def choose(self, view: LuckyJackView, moves: Sequence[Move]) -> Move:
        is_next = view.stage == "claim" and (view.turn + 1) % view.seats == view.seat
        worth_of = _worth_of_turn if is_next else worth_after
        return max(moves, key=partial(worth_of, view, _Chances(view)))


def _worth_of_turn(view: LuckyJackView, hopes: Hopes, move: Move) -> float:
    """Return what one's turn will be worth, which comes right after an answer to a claim."""
    if isinstance(move, rules.TakeIt):
        view = replace(view, hand=(*view.hand, view.pile[-1]), pile=view.pile[:-1])
    return max(worth_after(view, hopes, later) for later in _moves_of_turn(view))


def _moves_of_turn(view: LuckyJackView) -> Iterator[Move]:
    yield rules.Draw()
    for card in sorted(set(view.hand)):
        is_lower = rules.rule_of(card, view.pile[-1]) == "lower"
        if is_lower or len(view.hand) > rules.FLOOR:
            yield rules.Discard(card)
        if not is_lower and rules.jackpot_of(changed(rules.count(view.hand), card, -1)):
            yield rules.Discard(card, jackpot=True)


class _Chances(Hopes):
    """What hands are worth by the tables, as things are."""

    def __init__(self, view: LuckyJackView) -> None:
        others = [seat for seat in range(view.seats) if seat != view.seat]
        self._behind = max(view.points[seat] for seat in others) - view.points[view.seat]
        self._is_last = view.number == view.options.rounds
        near = min(view.sizes[seat] for seat in others) <= WEIGHTS.near
        lead = _lead(self._behind) if self._is_last else None
        self._table = table(Kind(view.seats >= CROWD, lead, near))
        self.hindrance = WEIGHTS.hindrance_near if near else WEIGHTS.hindrance_far
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
    most = WEIGHTS.spoils + rules.prize("seven", 4)
    return (WEIGHTS.spoils + points) / most if lead is None else float(points > lead)


# ── The tables ────────────────────────────────────────────────────────────────────────────────────


def hands(least: int = rules.FLOOR) -> Iterator[Cards]:
    """Yield all hands of so many cards and more, as far as a table goes, in its order."""
    for size in range(least, LARGEST + 1):
        yield from map(rules.count, combinations_with_replacement(rules.SYMBOLS, size))


Table = Sequence[int]
"""For each hand how many steps it is worth less than 1, when its move has been made."""


@cache
def table(kind: Kind) -> Table:
    """Return a table."""
    every = files(__package__).joinpath("lucky_jack_hands.bin").read_bytes()
    size = len(_places())
    return unpack_from(f"<{size}H", every, 2 * size * KINDS.index(kind))


@cache
def _places() -> dict[Cards, int]:
    return {hand: place for place, hand in enumerate(hands())}


def worth(table: Table, hand: Cards) -> float:
    """Return what a hand is worth by a table."""
    if sum(hand) <= LARGEST:
        return exp(-table[_places()[hand]] / STEPS)
    fewest = min(cards for cards in hand if cards)
    return WEIGHTS.too_large * worth(table, changed(hand, rules.SYMBOLS[hand.index(fewest)], -1))
