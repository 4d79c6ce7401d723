"""A terminal that answers questions: what it is asked goes to the screen, its answer comes as keys."""

import os
import re
import select
import sys
from collections.abc import Sequence


def answers(
    asking: str, answer: re.Pattern[bytes], number: int, patience: float, keyboard: int, screen: int
) -> Sequence[bytes]:
    """Return this many answers of a terminal, given by its file descriptors.

    If there are fewer after this many seconds without any, return none. On Windows they cannot be read.
    """
    if sys.platform == "win32":
        return ()
    import termios  # noqa: PLC0415 - not on Windows
    import tty  # noqa: PLC0415 - not on Windows

    before = termios.tcgetattr(keyboard)
    tty.setcbreak(keyboard)  # neither show the answer nor wait for the end of a line
    try:
        os.write(screen, asking.encode())
        read = b""
        while len(found := answer.findall(read)) < number:
            ready, _writable, _odd = select.select([keyboard], [], [], patience)
            if not (more := os.read(keyboard, 4096) if ready else b""):
                return ()
            read += more
        return found
    finally:
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)
