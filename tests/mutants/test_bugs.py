"""The bugs that `python -m tests.mutants` plants are still bugs of this program."""

import ast
import re

import pytest

from tests.mutants.bugs import ROOT, Bug, bugs


@pytest.mark.parametrize("bug", bugs(), ids=lambda bug: bug.what)
def test_a_bug_can_be_planted(bug: Bug) -> None:
    content = (ROOT / bug.file).read_text()
    assert content.count(bug.text) == 1, (
        f"these lines of {bug.file} have changed: change tests/mutants as well"
    )
    assert bug.text != bug.replacement
    ast.parse(content.replace(bug.text, bug.replacement))
    assert bug.tests
    for test in bug.tests:
        file, _, name = test.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text() if name else (ROOT / file).exists(), test


def test_no_bug_is_listed_twice() -> None:
    assert len({bug.what for bug in bugs()}) == len(bugs())


def test_the_page_shows_twenty_of_them() -> None:
    page = (ROOT / "docs" / "testing.md").read_text()
    rows = re.findall(r"^\| (.+) \| `(.+)` \| `(.+)` \|$", page, re.MULTILINE)
    listed = {(bug.what, bug.file, bug.tests[0].rpartition("::")[2]) for bug in bugs()}
    assert len(rows) == 20
    assert set(rows) <= listed
