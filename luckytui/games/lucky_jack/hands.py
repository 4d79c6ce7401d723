"""What hands of Lucky Jack are worth, by tables (hands.bin) from benchmarks/lucky_jack_hands.py.

They say what can be expected of every hand if others may end the round at any time; every way to every
jackpot counts.
"""

from bisect import bisect
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement, product, starmap
from math import exp
from struct import unpack_from
from typing import NamedTuple

from luckytui.games.lucky_jack import rules
from luckytui.games.lucky_jack.bots import WEIGHTS
from luckytui.games.lucky_jack.rules import Cards, changed

LARGEST = 8
"""The number of cards in the largest hand of a table."""
STEPS = 1000
"""The number of steps of a table in which a worth falls to 1/e."""
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

    @property
    def hindrance(self) -> float:
        """What it is worth to leave the next player a top card one symbol higher, as a part of the hand's."""
        return WEIGHTS.hindrance_near if self.near else WEIGHTS.hindrance_far


KINDS = [*starmap(Kind, product((False, True), LEADS, (False, True)))]
"""The tables, in the order of the file."""


def lead_of(behind: int) -> Lead:
    """Return the next lower lead that there is a table for; None if no jackpot makes up for this one."""
    leads = [lead for lead in LEADS if lead is not None]
    return leads[bisect(leads, max(0, behind)) - 1] if behind <= rules.prize("seven", 4) else None


def kind_for(sizes: Collection[int], behind: int | None) -> Kind:
    """Return the kind of table for a seat, by how many cards each of the others has.

    `behind` is how many points it is behind the best of them; None: more rounds are to come.
    """
    lead = None if behind is None else lead_of(behind)
    return Kind(len(sizes) + 1 >= CROWD, lead, min(sizes) <= WEIGHTS.near)


def of_jackpot(points: int, behind: int | None) -> float:
    """Return which part of the win a jackpot of this many points is; for `behind` see `kind_for`."""
    return spoils(points, None) if behind is None else (points > behind) + 0.5 * (points == behind)


def spoils(points: int, lead: Lead) -> float:
    """Return what a jackpot of this many points is worth: at most 1."""
    most = WEIGHTS.spoils + rules.prize("seven", 4)
    return (WEIGHTS.spoils + points) / most if lead is None else float(points > lead)


def hands(least: int = rules.FLOOR) -> Iterator[Cards]:
    """Yield all hands of this many cards and more, as far as a table goes, in its order."""
    for size in range(least, LARGEST + 1):
        yield from map(rules.count, combinations_with_replacement(rules.SYMBOLS, size))


Table = Sequence[int]
"""For each hand how many steps it is worth less than 1, when its move has been made."""


@cache
def table(kind: Kind) -> Table:
    """Return a table."""
    every = files(__package__).joinpath("hands.bin").read_bytes()
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
