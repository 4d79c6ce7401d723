"""The 60 cards of Super Mega Lucky Box: what a card is, and the text file that a deck is read from.

The built-in deck is `cards.deck`, next to this file. Such a file is plain text: blanks separate the
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
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, NoReturn, get_args

import msgspec

from luckytui.text import N_, UserError

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


class Card(msgspec.Struct, frozen=True, array_like=True):
    """A Lucky Box card: a grid of numbers, and a bonus at the end of each row and each column."""

    id: int
    cells: tuple[Row, Row, Row]
    rows: Ends
    columns: Ends

    @property
    def numbers(self) -> set[int]:
        """The different numbers on it."""
        return {number for row in self.cells for number in row}


Deck = tuple[Card, ...]
"""60 cards, numbered 1 to 60, in this order."""


class DeckError(UserError):
    """A deck that cannot be read; the reason says at which line and column, each from 1."""


@cache
def built_in() -> Deck:
    """Return the deck that comes with the program."""
    return read(Path(__file__).with_name("cards.deck").read_bytes())


def read(text: bytes) -> Deck:
    """Return the deck that is written in a file's text (UTF-8).

    Raises DeckError with the place of the first word that is wrong, or at which something is missing.
    """
    lines, cards, begun = _lines(_decoded(text)), dict[int, Card](), dict[int, int]()
    for heading in lines:
        number = int(_words(heading, _HEADING, _NO_HEADING)[1])
        if number in cards:
            twice = N_("Line {line}, column {column}: card {card} is already on line {other}.")
            heading[1].fail(twice, card=number, other=begun[number])
        body = [*islice(lines, SIDE + 1)]
        rows = [_words(line, _ROW, _NO_ROW) for line in body[:SIDE]]
        if len(body) <= SIDE:
            cut = N_("Line {line}, column {column}: card {card} is not complete: its rows, then the bonuses.")
            raise DeckError(cut, line=[heading, *body][-1][0].line + 1, column=1, card=number)
        columns, cells = _words(body[SIDE], _COLUMNS, _NO_COLUMNS), [[*map(int, row[:SIDE])] for row in rows]
        cards[number] = msgspec.convert([number, cells, [row[SIDE] for row in rows], columns], Card)
        begun[number] = heading[0].line
    if missing := {*range(1, BOX + 1)}.difference(cards):
        ends = N_(
            "Line {line}, column {column}: the deck ends and card {card} is missing; it needs 1 to {box}."
        )
        raise DeckError(ends, line=text.count(b"\n") + 1, column=1, card=min(missing), box=BOX)
    return tuple(cards[number] for number in sorted(cards))


class _Word(NamedTuple):
    """A word of the file, and its place."""

    text: str
    line: int
    column: int

    def fail(self, template: str, **values: str | int) -> NoReturn:
        raise DeckError(template, line=self.line, column=self.column, word=self.text, **values)


_Line = list[_Word]
"""At least one word."""

_NO_HEADING = N_("Line {line}, column {column}: a card begins with card and its number.")
_NO_CARD = N_("Line {line}, column {column}: a card begins with the word card, not with {word}.")
_NOT_IN_BOX = N_("Line {line}, column {column}: {word} is not a number from 1 to {box}.")
_NO_ROW = N_("Line {line}, column {column}: a row has three numbers and then a bonus.")
_NO_COLUMNS = N_("Line {line}, column {column}: below the rows come three bonuses.")
_NO_NUMBER = N_("Line {line}, column {column}: {word} is not a number from 1 to 9.")
_NO_BONUS = N_(
    "Line {line}, column {column}: {word} is not a bonus: "
    "write 1 to 9, ?, star, lightning, lightning2 or moon."
)


_Kinds = Sequence[tuple[Collection[str], str]]
"""For each word of a line what it may be, and what is said of any other."""
_HEADING: _Kinds = (["card"], _NO_CARD), ([*map(str, range(1, BOX + 1))], _NOT_IN_BOX)
_COLUMNS: _Kinds = ((BONUSES, _NO_BONUS),) * SIDE
_ROW: _Kinds = *(([*map(str, NUMBERS)], _NO_NUMBER),) * SIDE, (BONUSES, _NO_BONUS)


def _decoded(text: bytes) -> str:
    text = text.removeprefix(BOM_UTF8)  # some editors put it there, invisibly
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        column = error.start - text.rfind(b"\n", 0, error.start)
        no_text = N_("Line {line}, column {column}: this is not text in UTF-8.")
        raise DeckError(no_text, line=line, column=column) from None


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(text.split("\n"), 1):
        found = re.finditer(r"\S+", line.partition("#")[0])
        if words := [_Word(match[0], number, match.start() + 1) for match in found]:
            yield words


def _words(line: _Line, kinds: _Kinds, template: str) -> list[str]:
    """Return the words. Raises DeckError for the first that is wrong or too many, or behind too few."""
    for word, (allowed, wrong) in zip(line, kinds, strict=False):
        if word.text not in allowed:
            word.fail(wrong, box=BOX)
    if len(line) != len(kinds):
        last = line[-1]
        behind = last._replace(column=last.column + len(last.text))
        [*line, behind][min(len(line), len(kinds))].fail(template)
    return [word.text for word in line]
