"""What the tests in real terminals share: terminals that end with the test."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal


@pytest.fixture
def terminals(tmp_path: Path):
    """Return a function that opens a terminal; all are ended with the test."""
    with ExitStack() as stack:

        def open_terminal(name: str, *arguments: str) -> Terminal:
            environment = {"LUCKYTUI_NAME": name, "XDG_STATE_HOME": str(tmp_path)}
            return stack.enter_context(Terminal(*arguments, environment=environment))

        yield open_terminal
