"""Designs the deck of Super Mega Lucky Box from a seed, checks it, and measures it in solo games.

    .venv/bin/python -m benchmarks.lucky_box_deck design > luckytui/games/lucky_box/cards.deck
    .venv/bin/python -m benchmarks.lucky_box_deck report [--games 2000] [FILE]

`design` prints the deck that its seed makes, the same on every machine. `report` prints a page about the
built-in deck, or about the one in a file: what is on its cards, whether it keeps to the rules of its
design, and what players of every level score with it.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles
from typing import NamedTuple, TypeVar

from msgspec import convert

from luckytui.bots import ALL_LEVELS
from luckytui.games.lucky_box.deck import (
    BONUSES,
    BOX,
    NUMBERS,
    SIDE,
    Bonus,
    Card,
    Deck,
    built_in,
    read,
)
from luckytui.games.lucky_box.player import is_call
from luckytui.games.lucky_box.rules import LUCKY_BOX, FinalScored, LuckyBoxOptions
from luckytui.lab.simulate import play

SEED = "sixty cards"
OF_EACH_NUMBER = 60
BONUS_COUNTS: dict[Bonus, int] = {
    **dict.fromkeys(BONUSES[: len(NUMBERS)], 11),
    "?": 27,
    "star": 99,
    "lightning": 72,
    "lightning2": 9,
    "moon": 54,
}
"""How often each bonus is in the deck: 360 in all."""

GAMES = 2_000
RANDOM_AT_MOST = 44
"""The highest median total that a random player may reach alone."""
BEST_MEDIAN = (58, 66)
"""The lowest and the highest median of the best bot…"""
BEST_GREAT = (0.05, 0.20)
"""…and how often it may reach…"""
GREAT = 70

T = TypeVar("T")

Grid = tuple[int, ...]
"""The nine numbers of a card, row by row."""


# ── The design ────────────────────────────────────────────────────────────────────────────────────


def design(seed: str) -> Deck:
    """Return the deck that a seed makes. It keeps to all that `faults` looks at."""
    rng = Random(seed)
    numbers = [number for number in NUMBERS for _ in range(OF_EACH_NUMBER)]
    grids = _dealt(numbers, _is_good_grid, rng)
    while len(set(map(_shape, grids))) < BOX:
        grids = _dealt(numbers, _is_good_grid, rng)
    bonuses = [bonus for bonus, count in BONUS_COUNTS.items() for _ in range(count)]
    ends = _dealt(bonuses, _are_good_ends, rng)
    return tuple(map(_card, range(1, BOX + 1), grids, ends))


def _dealt(items: Sequence[T], is_good: Callable[[Sequence[T]], bool], rng: Random) -> list[list[T]]:
    """Deal the items to the cards, then exchange some until every card is good."""
    items = rng.sample(items, len(items))
    hands = [items[card::BOX] for card in range(BOX)]
    while bad := [hand for hand in hands if not is_good(hand)]:
        one, other = rng.choice(bad), rng.choice(hands)
        here, there = rng.randrange(len(one)), rng.randrange(len(other))
        was_good = is_good(other)
        one[here], other[there] = other[there], one[here]
        if was_good and not is_good(other):
            one[here], other[there] = other[there], one[here]
    return hands


def _is_good_grid(grid: Sequence[int]) -> bool:
    counts = Counter(grid)
    return 5 <= len(counts) <= 7 and max(counts.values()) <= 3


def _are_good_ends(ends: Sequence[Bonus]) -> bool:
    return any(map(is_call, ends)) and max(Counter(ends).values()) <= 2


def _shape(grid: Sequence[int]) -> Grid:
    """Return what is the same for a grid however it is turned or mirrored: the first of its eight looks."""
    looks = []
    for _ in range(4):
        grid = [grid[SIDE * (SIDE - 1 - column) + row] for row in range(SIDE) for column in range(SIDE)]
        looks += [
            tuple(grid),
            tuple(grid[SIDE * row + column] for column in range(SIDE) for row in range(SIDE)),
        ]
    return min(looks)


def _card(number: int, grid: Sequence[int], ends: Sequence[Bonus]) -> Card:
    rows = [tuple(grid[start : start + SIDE]) for start in range(0, len(grid), SIDE)]
    return convert([number, rows, ends[:SIDE], ends[SIDE:]], Card)


# ── The checks ────────────────────────────────────────────────────────────────────────────────────


def faults(deck: Deck) -> list[str]:
    """Return what in a deck does not keep to the rules of its design, a sentence each."""
    return [sentence for is_kept, sentence in _rules_kept(deck) if not is_kept]


def _rules_kept(deck: Deck) -> Iterator[tuple[bool, str]]:
    grids = [_grid(card) for card in deck]
    ends = [_ends(card) for card in deck]
    numbers = Counter(number for grid in grids for number in grid)
    bonuses = Counter(bonus for six in ends for bonus in six)
    yield set(numbers.values()) == {OF_EACH_NUMBER}, "Each number is 60 times in the deck."
    yield all(5 <= len(set(grid)) <= 7 for grid in grids), "A card has 5 to 7 different numbers."
    yield (
        all(max(Counter(grid).values()) <= 3 for grid in grids),
        "No number is on a card more than 3 times.",
    )
    yield len(set(map(_shape, grids))) == len(deck), "No two grids are alike, also not turned or mirrored."
    yield all(any(map(is_call, six)) for six in ends), "Every card has a number or ? among its bonuses."
    yield all(len(set(six)) > 1 for six in ends), "No card has the same bonus at all six ends."
    yield len({bonuses[call] for call in BONUSES[: len(NUMBERS)]}) == 1, "Bonus numbers have equal shares."


def _grid(card: Card) -> Grid:
    return tuple(number for row in card.cells for number in row)


def _ends(card: Card) -> tuple[Bonus, ...]:
    return card.rows + card.columns


# ── The measure ───────────────────────────────────────────────────────────────────────────────────


def solo_scores(deck: Deck, level: str, games: int) -> list[FinalScored]:
    """Return what a bot scores alone, game by game; the games' seeds are their numbers."""
    options = LuckyBoxOptions(cards="built-in" if deck == built_in() else deck)
    return [_solo_score(options, level, str(game)) for game in range(games)]


def _solo_score(options: LuckyBoxOptions, level: str, seed: str) -> FinalScored:
    told = play(LUCKY_BOX, options, [level], seed).record.events
    return next(event for event in told if isinstance(event, FinalScored))


class Measured(NamedTuple):
    """What one level scores alone."""

    level: str
    scores: list[FinalScored]

    @property
    def totals(self) -> list[int]:
        """The total of each game."""
        return [score.total for score in self.scores]

    @property
    def great(self) -> float:
        """The share of the games that reach the highest verdict."""
        return mean(total >= GREAT for total in self.totals)


# ── The report ────────────────────────────────────────────────────────────────────────────────────


def report(deck: Deck, games: int) -> Iterator[str]:
    """Yield the lines of the report (Markdown)."""
    yield "## What is on the cards"
    yield ""
    yield from _table(("bonus", "of 360", "share"), _bonus_rows(deck))
    different = Counter(len(card.numbers) for card in deck)
    yield ""
    yield from _table(("different numbers on a card", "cards"), sorted(different.items()))
    yield ""
    yield "## The rules of the design"
    yield ""
    yield from (f"- {'kept' if is_kept else 'BROKEN'}: {sentence}" for is_kept, sentence in _rules_kept(deck))
    yield ""
    yield f"## {games:,} solo games a level"
    yield ""
    measured = [Measured(level, solo_scores(deck, level, games)) for level in ALL_LEVELS]
    heads = ("level", "median", "quartiles", "5 % to 95 %", f"{GREAT} and more")
    yield from _table(heads, map(_total_row, measured))
    yield ""
    parts = ("cards", "stars", "crosses", "lightnings", "moons")
    yield from _table(("mean points", *parts), (_part_row(each, parts) for each in measured))
    yield ""
    yield from (
        f"- {'kept' if is_kept else 'BROKEN'}: {sentence}" for is_kept, sentence in _bands_kept(measured)
    )


def _bonus_rows(deck: Deck) -> Iterator[tuple[object, ...]]:
    counts = Counter(bonus for card in deck for bonus in _ends(card))
    for bonus in BONUSES:
        yield bonus, counts[bonus], f"{counts[bonus] / counts.total():.1%}"


def _total_row(measured: Measured) -> tuple[object, ...]:
    low, _, high = quantiles(measured.totals, n=4)
    twentieths = quantiles(measured.totals, n=20)
    return (
        measured.level,
        f"{median(measured.totals):g}",
        f"{low:.0f} to {high:.0f}",
        f"{twentieths[0]:.0f} to {twentieths[-1]:.0f}",
        f"{measured.great:.1%}",
    )


def _part_row(measured: Measured, parts: Sequence[str]) -> tuple[object, ...]:
    means = (mean(getattr(score, part) for score in measured.scores) for part in parts)
    return measured.level, *(f"{value:.1f}" for value in means)


def _bands_kept(measured: Sequence[Measured]) -> Iterator[tuple[bool, str]]:
    floor = median(measured[0].totals)
    best = max(measured, key=lambda each: median(each.totals))
    low, high = BEST_MEDIAN
    least, most = BEST_GREAT
    yield floor <= RANDOM_AT_MOST, f"A random player's median is at most {RANDOM_AT_MOST}."
    yield low <= median(best.totals) <= high, f"The best bot's median is {low} to {high}."
    yield least <= best.great <= most, f"It reaches {GREAT} in {least:.0%} to {most:.0%} of its games."


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"| {' | '.join('---' for _ in heads)} |"
    yield from (f"| {' | '.join(map(str, row))} |" for row in rows)


# ── The command ───────────────────────────────────────────────────────────────────────────────────

_HEAD = """\
# The built-in deck of Super Mega Lucky Box, as `python -m benchmarks.lucky_box_deck design` makes it.
#
# A card takes five lines: its name, three rows of numbers, each with the bonus at its end, and the bonuses
# below the three columns. A bonus is 1 to 9, ?, star, lightning, lightning2 or moon.
"""


def write(deck: Deck) -> str:
    """Return a deck as the game reads it, the words set in columns."""
    return "\n".join(map(_written, deck))


def _written(card: Card) -> str:
    table = [[*map(str, row), end] for row, end in zip(card.cells, card.rows, strict=True)]
    table.append([*card.columns, ""])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in table)
    return "\n".join((f"card {card.id}", *lines, ""))


def main() -> None:
    """Print the deck or the report."""
    parser = argparse.ArgumentParser(description="Designs and measures the deck of Super Mega Lucky Box.")
    commands = parser.add_subparsers(dest="command", required=True)
    designing = commands.add_parser("design", help="print the deck that a seed makes")
    designing.add_argument("--seed", default=SEED)
    reporting = commands.add_parser("report", help="print what is on the cards and what they score")
    reporting.add_argument("--games", type=int, default=GAMES, help="solo games a level (%(default)s)")
    reporting.add_argument("file", type=Path, nargs="?", help="another deck than the built-in one")
    chosen = parser.parse_args()
    if chosen.command == "design":
        sys.stdout.write(f"{_HEAD}\n{write(design(chosen.seed))}")
        return
    deck = read(chosen.file.read_bytes()) if chosen.file else built_in()
    for line in report(deck, chosen.games):
        print(line)


if __name__ == "__main__":
    main()
