"""Makes the tables of what hands of Lucky Jack are worth: `python -m benchmarks.lucky_jack_hands`.

One player plays alone, and others may end the round whenever they have a turn. A hand is worth the most that
can be expected of it; that follows from the worths of the hands a turn later, from the last turn back to the
first.
"""

from collections.abc import Sequence
from functools import partial
from math import log
from operator import mul
from pathlib import Path
from struct import pack

from luckytui.games.lucky_jack import hands as bot
from luckytui.games.lucky_jack import rules
from luckytui.games.lucky_jack.bots import WEIGHTS
from luckytui.games.lucky_jack.rules import changed

_TOPS = (0.24, 0.19, 0.13, 0.12, 0.115, 0.105, 0.1)
"""How often a card of each symbol is on top, among `normal`s."""
_CLAIMS = {False: 0.1, True: 0.3}
"""How often somebody else tosses a card between two turns that one can claim; with several others."""
_HASTE = {False: 1.0, True: 1.6}
"""How much quicker others are; several others."""
_ENDS = {
    True: (0.9, 0.4, 0.4, 0.28, 0.27, 0.27, 0.25, 0.28),
    False: (0.0, 0.13, 0.57, 0.27, 0.36, 0.28, 0.32, 0.3),
}
"""How likely another `normal` that is near a jackpot (with 4 cards), and one that is not (with 6), ends the
round in its next turns, if it has not yet; times 1.4, which won most. Later ones are like the last."""
_SURELY = 0.99
"""How likely it is at most."""
_TURNS = 20

HANDS = [*bot.hands(rules.FLOOR - 1)]
"""All of a table, and those of two cards, to which two are added."""
_PLACES = {hand: place for place, hand in enumerate(HANDS)}
_MORE = [[_PLACES.get(changed(hand, card, +1)) for card in rules.SYMBOLS] for hand in HANDS]
"""For each hand the places of those with one card more."""
_LESS = [
    [
        _PLACES.get(changed(hand, card, -1)) if held else None
        for card, held in zip(rules.SYMBOLS, hand, strict=True)
    ]
    for hand in HANDS
]
_ODDS = [
    [(whole - held) / (sum(rules.DECK) - sum(hand)) for whole, held in zip(rules.DECK, hand, strict=True)]
    for hand in HANDS
]

Worths = Sequence[float]
"""What each hand is worth."""


def solve(kind: bot.Kind) -> Worths:
    """Return what hands are worth after a move, before the others have their turns."""
    ends, worths = [min(_SURELY, _HASTE[kind.crowd] * end) for end in _ENDS[kind.near]], [0.0] * len(HANDS)
    for turn in range(_TURNS, 0, -1):
        worths = _turn_earlier(worths, ends[min(turn, len(ends) - 1)], kind)
    return [(1 - ends[0]) * worth for worth in _between(worths, kind)[0]]


def _between(worths: Worths, kind: bot.Kind) -> tuple[Worths, Worths]:
    """Return what hands are worth before the others' turns, if nobody ends the round, as they are and with a
    card more that one need not take."""
    one_more = [
        sum(odds * max(worths[place], more) for odds, more in zip(_ODDS[place], cards, strict=True))
        for place, cards in enumerate(map(partial(_with_more, worths), range(len(HANDS))))
    ]
    claims = _CLAIMS[kind.crowd]
    stay = [(1 - claims) * worth + claims * more for worth, more in zip(worths, one_more, strict=True)]
    return stay, one_more


def _with_more(worths: Worths, place: int) -> Worths:
    return [WEIGHTS.too_large * worths[place] if more is None else worths[more] for more in _MORE[place]]


def _mean(worths: Worths) -> Worths:
    """Return what hands are worth with a card more that one has to take."""
    return [sum(map(mul, _ODDS[place], _with_more(worths, place))) for place in range(len(HANDS))]


def _turn_earlier(worths: Worths, ends: float, kind: bot.Kind) -> list[float]:
    """Return what hands are worth at the beginning of a turn, by what they are worth at that of the next."""
    goes_on, (stay, one_more) = 1 - ends, _between(worths, kind)
    draw, shed, lower = (
        [goes_on * worth for worth in after] for after in (one_more, stay, _mean(_mean(worths)))
    )
    return [_best(place, draw[place], shed, lower, kind.lead) for place in range(len(HANDS))]


def _best(place: int, draw: float, shed: Worths, lower: Worths, lead: bot.Lead) -> float:
    """Return what a hand is worth at the beginning of a turn, over all cards on top."""
    sheds, lowers = [0.0] * 7, [0.0] * 7
    for symbol, less in enumerate(_LESS[place]):
        if less is None:
            continue
        lowers[symbol] = lower[less]
        if sum(HANDS[place]) > rules.FLOOR:
            sheds[symbol] = max(shed[less], _called(HANDS[less], lead))
    return sum(odds * max(draw, *sheds[top:], *lowers[:top]) for top, odds in enumerate(_TOPS))


def _called(left: rules.Cards, lead: bot.Lead) -> float:
    """Return what it is worth to call a jackpot with the cards that are left, if it is one."""
    cards = rules.jackpot_of(left)
    return bot.spoils(rules.prize(rules.spread(left)[0], cards), lead) if cards else 0.0


def table(kind: bot.Kind) -> bytes:
    """Return a table as it is stored."""
    kept = [
        max(worth, _LEAST) for hand, worth in zip(HANDS, solve(kind), strict=True) if sum(hand) >= rules.FLOOR
    ]
    return pack(f"<{len(kept)}H", *(round(-bot.STEPS * log(worth)) for worth in kept))


_LEAST = 1e-6
"""What is worth less is all the same."""

if __name__ == "__main__":
    tables = b"".join(map(table, bot.KINDS))
    Path(bot.__file__).with_suffix(".bin").write_bytes(tables)
