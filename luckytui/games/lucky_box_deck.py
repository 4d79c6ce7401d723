"""The 60 cards of Super Mega Lucky Box: what a card is, and the text file that a deck is read from.

The built-in deck is `lucky_box.deck`, next to this file. Such a file is plain text: blanks separate the
words, `#` begins a comment, and empty lines do not count. A card takes five lines: its name, its rows with
the bonus at their end, and below them the bonuses of its columns:

    card 1
    3  5          8  star
    1  5          9  7
    2  4          6  moon
    ?  lightning  3
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, NoReturn, get_args

import msgspec

from luckytui.text import N_

SIDE = 3
BOX = 60
"""How many cards a deck has; they are numbered from 1."""

NUMBERS = range(1, 10)

Call = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9", "?"]
"""A bonus that is a cross to be made: on a cell with this number, or on any."""
Bonus = Literal[Call, "star", "lightning", "lightning2", "moon"]
BONUSES: tuple[Bonus, ...] = get_args(Bonus)

Number = Annotated[int, msgspec.Meta(ge=1, le=9)]
Row = tuple[Number, Number, Number]
Ends = tuple[Bonus, Bonus, Bonus]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Lucky Box card: a grid of numbers, and a bonus at the end of each row and each column."""

    id: int
    cells: tuple[Row, Row, Row]
    rows: Ends
    columns: Ends


Deck = tuple[Card, ...]
"""60 cards, numbered 1 to 60, in this order."""


class DeckError(ValueError):
    """A deck that cannot be read. `line` and `column` count from 1.

    `template` and `values` make the sentence, so that it can be translated.
    """

    def __init__(self, line: int, column: int, template: str, **values: str | int) -> None:
        self.line = line
        self.column = column
        self.template = template
        self.values = {"line": line, "column": column, **values}
        super().__init__(template.format(**self.values))


@cache
def built_in() -> Deck:
    """Return the deck that comes with the program."""
    return read(Path(__file__).with_name("lucky_box.deck").read_bytes())


def read(text: bytes) -> Deck:
    """Return the deck that is written in a file's text (UTF-8).

    Raises DeckError with the place of the first word that is wrong, or at which something is missing.
    """
    lines = _lines(_decoded(text))
    cards: dict[int, Card] = {}
    begun: dict[int, int] = {}
    for line in lines:
        number = _read_heading(line)
        if number in cards:
            line.words[1].fail(
                N_("Line {line}, column {column}: card {card} is already on line {other}."),
                card=number,
                other=begun[number],
            )
        begun[number] = line.number
        cards[number] = _read_card(number, lines, line)
    missing = next((number for number in range(1, BOX + 1) if number not in cards), None)
    if missing:
        raise DeckError(
            text.count(b"\n") + 1,
            1,
            N_(
                "Line {line}, column {column}: the deck ends and card {card} is missing; it needs 1 to {box}."
            ),
            card=missing,
            box=BOX,
        )
    return tuple(cards[number] for number in sorted(cards))


def write(deck: Deck) -> str:
    """Return a deck as `read` reads it, the words set in columns."""
    return "\n".join(map(_written, deck))


def _written(card: Card) -> str:
    table = [[*map(str, row), end] for row, end in zip(card.cells, card.rows, strict=True)]
    table.append([*card.columns, ""])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in table)
    return "\n".join((f"card {card.id}", *lines, ""))


class _Word(NamedTuple):
    """A word of the file, and its place."""

    text: str
    line: int
    column: int

    def fail(self, template: str, **values: str | int) -> NoReturn:
        raise DeckError(self.line, self.column, template, word=self.text, **values)


class _Line(NamedTuple):
    """A line of the file with its words, at least one."""

    number: int
    words: list[_Word]

    def check_length(self, length: int, template: str) -> None:
        """Fail at the first word too many, or behind the last one when there are too few."""
        if len(self.words) > length:
            self.words[length].fail(template)
        if len(self.words) < length:
            last = self.words[-1]
            raise DeckError(self.number, last.column + len(last.text), template)


def _decoded(text: bytes) -> str:
    text = text.removeprefix(BOM_UTF8)  # some editors put it there, and nobody sees it
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        column = error.start - text.rfind(b"\n", 0, error.start)
        raise DeckError(
            line, column, N_("Line {line}, column {column}: this is not text in UTF-8.")
        ) from None


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(text.split("\n"), 1):
        found = re.finditer(r"\S+", line.partition("#")[0])
        words = [_Word(match[0], number, match.start() + 1) for match in found]
        if words:
            yield _Line(number, words)


def _read_heading(line: _Line) -> int:
    """Return the number of the card that begins on this line."""
    first = line.words[0]
    if first.text != "card":
        first.fail(N_("Line {line}, column {column}: a card begins with the word card, not with {word}."))
    line.check_length(2, N_("Line {line}, column {column}: a card begins with card and its number."))
    name = line.words[1]
    if name.text not in map(str, range(1, BOX + 1)):
        name.fail(N_("Line {line}, column {column}: {word} is not a number from 1 to {box}."), box=BOX)
    return int(name.text)


def _read_card(number: int, lines: Iterator[_Line], heading: _Line) -> Card:
    last = heading
    cells, rows = [], []
    for _ in range(SIDE):
        last = _next_of(number, lines, last)
        last.check_length(
            SIDE + 1, N_("Line {line}, column {column}: a row has three numbers and then a bonus.")
        )
        cells.append([_read_number(word) for word in last.words[:SIDE]])
        rows.append(_read_bonus(last.words[SIDE]))
    last = _next_of(number, lines, last)
    last.check_length(SIDE, N_("Line {line}, column {column}: below the rows come three bonuses."))
    columns = [_read_bonus(word) for word in last.words]
    return msgspec.convert({"id": number, "cells": cells, "rows": rows, "columns": columns}, Card)


def _next_of(number: int, lines: Iterator[_Line], last: _Line) -> _Line:
    line = next(lines, None)
    if line is None:
        raise DeckError(
            last.number + 1,
            1,
            N_("Line {line}, column {column}: card {card} is not complete: its rows, then the bonuses."),
            card=number,
        )
    return line


def _read_number(word: _Word) -> int:
    if word.text not in map(str, NUMBERS):
        word.fail(N_("Line {line}, column {column}: {word} is not a number from 1 to 9."))
    return int(word.text)


def _read_bonus(word: _Word) -> str:
    if word.text not in BONUSES:
        word.fail(
            N_(
                "Line {line}, column {column}: {word} is not a bonus: "
                "write 1 to 9, ?, star, lightning, lightning2 or moon."
            )
        )
    return word.text
