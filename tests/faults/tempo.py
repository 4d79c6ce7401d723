"""How fast time runs in the fault tests: ten times as fast as in a room, so a minute passes in six seconds.

With REAL in the environment (`make faults REAL=1`), as fast as it does.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from net import limits

TEMPO: Final = 1 if os.environ.get("REAL") else 10
_LESS: Final = min(TEMPO, 4)
"""For how long a program may say nothing: a busy computer may keep it from its turn for a second."""

# Deadlines for work that a busy computer needs its time for (handshakes, peeks) are left alone.
_HASTENED_LESS = ("PING", "SILENCE")
_HASTENED = ("STALL", "RETRY_FIRST", "RETRY_LAST", "RECHECK", "FAREWELL")
_RATES = ("MESSAGES_A_SECOND", "BYTES_A_SECOND")


def hasten() -> None:
    """Let the network's clock run at this tempo in this process."""
    for name in (*_HASTENED, *_HASTENED_LESS):
        value = getattr(limits, name)
        setattr(limits, name, type(value)(value / (_LESS if name in _HASTENED_LESS else TEMPO)))
    for name in _RATES:
        setattr(limits, name, getattr(limits, name) * TEMPO)


def seconds(real: float) -> float:
    """So many seconds of a room, as they are here."""
    return real / TEMPO


@contextmanager
def within(most: float) -> Iterator[None]:
    """Assert that this takes so many seconds at most. Only in real time: a hastened clock proves nothing."""
    began = time.monotonic()
    yield
    assert TEMPO > 1 or time.monotonic() < began + most
