"""Text from strangers, made safe to show: names of people and rooms."""

import unicodedata
from collections.abc import Collection
from itertools import chain, count

from net import limits
from net.errors import NetError

# By category these are letters, marks or symbols, yet they are invisible; the ranges choose how others look.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(
    map(chr, range(0xFE00, 0xFE10)), map(chr, range(0xE0100, 0xE01F0))
)
# Letters of Cyrillic, Greek, Armenian and Latin, folded, and what they look like, small or capital. These are
# the common ones of Unicode's 6,000 confusables.
_ALIKE = str.maketrans(
    "авеһіїјкмнорстухѕԁԛԝѵӏαβεζηικμνορτυχϲօոսհցյıɑɡl1|0",
    "abehiïjkmhopctyxsdqwviabezhikmnoptyxconuhgjiagiiio",
)
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def printable(text: str) -> str:
    """The text on one line, without control, direction and other invisible characters."""
    spaced = "".join(" " if character.isspace() else character for character in text)
    seen = (each for each in spaced if unicodedata.category(each) not in _INVISIBLE_CATEGORIES)
    shown = "".join(each for each in seen if each not in _BLANKS)
    return " ".join(unicodedata.normalize("NFC", shown).split())


def person(text: str) -> str:
    """The name a person asked for, printable. Raises NetError `bad_name` if nothing or too much is left."""
    name = printable(text)
    # The second bound is against letters with a tower of marks, which take no width.
    if not 1 <= width(name) <= limits.NAME_WIDTH or len(name) > 2 * limits.NAME_WIDTH:
        raise NetError("bad_name", width=limits.NAME_WIDTH)
    return name


def unique(name: str, others: Collection[str]) -> str:
    """The name, numbered from 2 if one of the others looks like it."""
    taken = {look(other) for other in others}
    candidates = chain([name], (_numbered(name, number) for number in count(2)))
    return next(candidate for candidate in candidates if look(candidate) not in taken)


def look(name: str) -> str:
    """What names that look alike have in common: small and capital letters, and common lookalikes."""
    return unicodedata.normalize("NFKC", name).casefold().translate(_ALIKE)


def width(text: str) -> int:
    """How many cells of a terminal the text takes."""
    return sum(_cells(character) for character in text)


def _numbered(name: str, number: int) -> str:
    suffix = f" {number}"
    while width(name) + len(suffix) > limits.NAME_WIDTH:
        name = name[:-1]
    return name.rstrip() + suffix


def _cells(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
