"""Which tests one worker runs: those that share what is expensive to make, and takes a worker once."""

from typing import Final

from xdist.scheduler import LoadScopeScheduling

ONE_CATALOGUE: Final = (
    "tests/plain/test_translated.py",
    "tests/test_rulebook.py",
    "tests/test_translations.py",
    "tests/tui/test_text.py",
)
"""The files whose tests look for every text of the program in its source."""


class SharedWork(LoadScopeScheduling):
    """Gives a worker whole files, and all that look for texts to the same one.

    The marks `xdist_group`, which are made for this, are without effect from pytest 9.2 on.
    """

    def _split_scope(self, nodeid: str) -> str:
        file, _, _ = nodeid.partition("::")
        return "texts" if file in ONE_CATALOGUE else file
