"""How fast time runs in the fault tests: ten times as fast as in a room, so a minute passes in six seconds.

With REAL in the environment (`make faults REAL=1`), as fast as it does.
"""

import os
from typing import Final

from net import limits

TEMPO: Final = 1 if os.environ.get("REAL") else 10

# Deadlines for work that a busy computer needs its time for (handshakes, peeks) are left alone.
_HASTENED = ("PING", "SILENCE", "TCP_USER_TIMEOUT_MS", "RETRY_FIRST", "RETRY_LAST", "RECHECK")


def hasten() -> None:
    """Let the network's clock run at this tempo in this process."""
    for name in _HASTENED:
        value = getattr(limits, name)
        setattr(limits, name, type(value)(value / TEMPO))


def seconds(real: float) -> float:
    """So many seconds of a room, as they are here."""
    return real / TEMPO
