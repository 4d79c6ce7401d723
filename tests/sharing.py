"""Which tests one worker runs: those that share something expensive, so that it is made only once."""

from typing import Final

from xdist.scheduler import LoadScopeScheduling

SHARED: Final = {
    "every text of the program, from its source": (
        "tests/plain/test_translated.py",
        "tests/test_rulebook.py",
        "tests/test_translations.py",
        "tests/tui/test_text.py",
    ),
    "the plays of the conformance suite": (
        "tests/bots/test_thinking.py",
        "tests/games/test_conformance.py",
        "tests/plain/test_heard.py",
        "tests/plain/test_table.py",
        "tests/tui/test_cursor.py",
        "tests/tui/test_fitting.py",
    ),
}
"""What is expensive, and the files whose tests need it."""

_OF_FILE: Final = {file: what for what, files in SHARED.items() for file in files}


class SharedWork(LoadScopeScheduling):
    """Gives a worker whole files, and all files that share something to the same one.

    The mark `xdist_group`, which is made for this, has no effect from pytest 9.2 on.
    """

    def _split_scope(self, nodeid: str) -> str:
        file, _, _ = nodeid.partition("::")
        return _OF_FILE.get(file, file)
