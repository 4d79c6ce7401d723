"""Makes the table of what hands of Lucky Jack are worth: `python -m benchmarks.lucky_jack_hands`.

One player plays alone, and each turn somebody else may end the round. A hand is worth the most that can be
expected of it; that follows from the worths of the hands a turn away, and they are found by repeating this.
"""

from array import array
from collections.abc import Callable
from operator import mul
from pathlib import Path

from luckytui.bots import lucky_jack_hard as bot
from luckytui.games import lucky_jack as rules
from luckytui.games.lucky_jack import changed

_TOPS = (0.24, 0.19, 0.13, 0.12, 0.115, 0.105, 0.1)
"""How often a card of each symbol is on top, among `normal`s."""
_CLAIMS = 0.1
"""How often somebody else tosses a card between two turns."""
_TURNS = 40
"""After how many turns the worths hardly change."""

HANDS = [*bot.hands(rules.FLOOR - 1)]
"""All of the table, and those of two cards, to which two are added."""
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
_ODDS = [[odds for _, odds in bot.odds(hand)] for hand in HANDS]


def turn_earlier(worths: list[float]) -> list[float]:
    """Return what the hands are worth when there is a turn more to come."""

    def with_more(values: list[float], place: int) -> list[float]:
        return [bot.HASTE * values[place] if more is None else values[more] for more in _MORE[place]]

    def mean(values: list[float]) -> list[float]:
        return [sum(map(mul, _ODDS[place], with_more(values, place))) for place in range(len(HANDS))]

    one_more = [
        sum(
            odds * max(worths[place], more)
            for odds, more in zip(_ODDS[place], with_more(worths, place), strict=True)
        )
        for place in range(len(HANDS))
    ]
    two_more = mean(mean(worths))
    stay = [(1 - _CLAIMS) * worth + _CLAIMS * more for worth, more in zip(worths, one_more, strict=True)]
    return [_best(place, stay, one_more, two_more) for place in range(len(HANDS))]


def _best(place: int, stay: list[float], one_more: list[float], two_more: list[float]) -> float:
    """Return what a hand is worth at the beginning of a turn, over all cards on top."""
    hand, draw = HANDS[place], bot.HASTE * one_more[place]
    sheds, lowers = [0.0] * 7, [0.0] * 7
    for symbol, less in enumerate(_LESS[place]):
        if less is None:
            continue
        lowers[symbol] = bot.HASTE * two_more[less]
        cards = rules.jackpot_of(HANDS[less])
        sheds[symbol] = bot.spoils(HANDS[less], cards) if cards else bot.HASTE * stay[less]
    if sum(hand) <= rules.FLOOR:
        sheds = [0.0] * 7
    return sum(odds * max(draw, *sheds[top:], *lowers[:top]) for top, odds in enumerate(_TOPS))


def table(progress: Callable[[str], None] = print) -> "array[int]":
    """Return the worths, in units."""
    worths = [0.0] * len(HANDS)
    for turn in range(_TURNS):
        before, worths = worths, turn_earlier(worths)
        progress(f"{turn}: {max(abs(x - y) for x, y in zip(before, worths, strict=True)):.0f}")
    kept = (worth for hand, worth in zip(HANDS, worths, strict=True) if sum(hand) >= rules.FLOOR)
    return array("H", (round(worth / bot.UNIT) for worth in kept))


if __name__ == "__main__":
    Path(bot.__file__).with_suffix("").with_name("lucky_jack_hands.bin").write_bytes(table().tobytes())
