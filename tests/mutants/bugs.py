"""Small bugs that somebody could make, and the tests that must catch them: as the texts here list them.

@ FILE | TESTS      where the next bugs are, and the tests of which one must fail
# what goes wrong
-the lines that are there
+the lines that take their place
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]


class Bug(NamedTuple):
    """In this file, this text is replaced by another one."""

    what: str
    file: str
    text: str
    replacement: str
    tests: Sequence[str]


@cache
def bugs() -> Sequence[Bug]:
    """All bugs there are to plant."""
    return [bug for path in sorted(Path(__file__).parent.glob("*.txt")) for bug in _read(path)]


def _read(path: Path) -> Iterator[Bug]:
    file, tests = "", ""
    for is_blank, lines in groupby(path.read_text().splitlines(), lambda line: not line):
        if is_blank:
            continue
        texts = {"@": "", "#": "", "-": "", "+": ""}
        for line in lines:
            texts[line[0]] += f"{line[1:]}\n"
        if texts["@"]:
            file, tests = map(str.strip, texts["@"].split("|"))
        yield Bug(texts["#"].strip(), file, texts["-"], texts["+"], tests.split())
