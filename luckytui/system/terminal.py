"""A terminal that answers questions: what it is asked goes to the screen, its answer comes as keys."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

ANSWERS = sys.platform != "win32"
"""Whether a program can read an answer with a patience of its own."""


@contextmanager
def keys_unread(keyboard: int) -> Iterator[None]:
    """Neither show what the terminal answers nor wait for the end of a line while the context lasts."""
    if sys.platform == "win32":
        yield
        return
    import termios  # noqa: PLC0415 - not on Windows
    import tty  # noqa: PLC0415 - not on Windows

    before = termios.tcgetattr(keyboard)
    tty.setcbreak(keyboard)
    try:
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)
