"""The bugs that `python -m tests.mutants` plants are still bugs of this program."""

import ast
import re

import pytest

from tests.mutants.bugs import ROOT, bugs


@pytest.mark.parametrize("file", dict.fromkeys(bug.file for bug in bugs()))
def test_bugs_can_be_planted(file: str) -> None:
    content = (ROOT / file).read_text()
    for bug in (bug for bug in bugs() if bug.file == file):
        assert content.count(bug.text) == 1, f"{bug.what}: these lines have changed, so change them here too"
        assert bug.text != bug.replacement
        ast.parse(content.replace(bug.text, bug.replacement))
        assert bug.tests
        for test in bug.tests:
            path, _, name = test.partition("::")
            assert f"def {name}(" in (ROOT / path).read_text() if name else (ROOT / path).exists(), test


def test_no_bug_is_listed_twice() -> None:
    assert len({bug.what for bug in bugs()}) == len(bugs())


def test_the_page_shows_some_of_them() -> None:
    page = (ROOT / "docs" / "testing.md").read_text()
    rows = re.findall(r"^\| (.+) \| `(.+)` \| `(.+)` \|$", page, re.MULTILINE)
    listed = {(bug.what, bug.file, bug.tests[0].rpartition("::")[2]) for bug in bugs()}
    assert rows
    assert {*rows} <= listed
