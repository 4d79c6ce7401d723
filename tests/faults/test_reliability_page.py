"""docs/reliability.md tells of every fault, and names tests that play it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.faults.programs import REPOSITORY

PAGE = REPOSITORY / "docs" / "reliability.md"
FAULTS = range(1, 47)


class Row(NamedTuple):
    """A fault, as the page tells of it."""

    number: int
    fault: str
    what_happens: str
    tests: list[str]


def rows() -> Iterator[Row]:
    for line in PAGE.read_text().splitlines():
        if match := re.fullmatch(r"\| (\d+) \| (.+) \| (.+) \| (.+) \|", line):
            number, fault, what_happens, tests = match.groups()
            yield Row(int(number), fault, what_happens, re.findall(r"`(test_fault_\w+)`", tests))


def fault_tests() -> set[str]:
    """The names of all tests that play a fault."""
    files: Iterator[Path] = (REPOSITORY / "tests").rglob("test_*.py")
    return {name for file in files for name in re.findall(r"def (test_fault_\w+)\(", file.read_text())}


def test_the_page_tells_of_every_fault_once() -> None:
    assert [row.number for row in rows()] == list(FAULTS)


def test_every_fault_has_a_test_that_has_its_number() -> None:
    for row in rows():
        assert row.tests, row
        assert all(test.startswith(f"test_fault_{row.number:02}_") for test in row.tests)


def test_the_page_names_tests_that_there_are() -> None:
    assert {test for row in rows() for test in row.tests} <= fault_tests()
