"""Which strangers' connections are closed when too many are open: bookkeeping without I/O or a clock."""

from collections import Counter
from collections.abc import Callable
from enum import IntEnum

from net.addresses import neighbourhood
from net.protocol import Bucket

MOST, MOST_FROM_ONE_ADDRESS = 64, 24
"""How many strangers may have got equally far. A browser opens six connections; a family shares a router."""
_BYTES_A_SECOND, _BYTES_AT_ONCE = 16 * 1024, 256 * 1024
"""What a stranger may send: far more than a handshake and typing take, keystroke hiding included."""


class Progress(IntEnum):
    """How far a stranger has got."""

    CONNECTED = 0
    SPOKE = 1
    """Their program has said which protocol it speaks."""
    ASKED = 2
    """They have a terminal, where they are asked for name and code."""
    TYPED = 3
    ADMITTED = 4
    """They know the code, or proved a seat, and wait for their table."""


class Stranger:
    """A connection of somebody who has not come in. `abort` closes it at once; `left`: it counts no more."""

    def __init__(
        self,
        strangers: "Strangers",
        address: str,
        now: float,
        abort: Callable[[], None],
        left: Callable[[], None],
    ) -> None:
        self.source = neighbourhood(address)
        self.progress = Progress.CONNECTED
        self.abort = abort
        self._bytes = Bucket(_BYTES_A_SECOND, _BYTES_AT_ONCE, now)
        self._left = left
        self._strangers = strangers
        strangers.add(self)

    def reach(self, progress: Progress) -> None:
        """Note progress. From now on only strangers who got as far can displace this one."""
        if progress > self.progress and self in self._strangers.all:
            self.progress = progress
            self._strangers.add(self)

    def may_send(self, amount: int, now: float) -> bool:
        """Count received bytes. Abort the connection and return False if a stranger sends too many."""
        is_fine = self not in self._strangers.all or self._bytes.take(amount, now)
        if not is_fine:
            self.abort()
        return is_fine

    def leave(self) -> None:
        """Stop counting a stranger who has come in, or hung up."""
        self._strangers.all.pop(self, None)
        self._left()


class Strangers:
    """All connections whose guests have not come in yet.

    Only those who have got equally far compete: a flood of silent connections evicts no one who types.
    """

    def __init__(self) -> None:
        self.all: dict[Stranger, None] = {}
        """Those who reached their progress last are at the end."""

    def add(self, stranger: Stranger) -> None:
        """Add a stranger to those who have got equally far. If that is one too many, evict one of them:
        the oldest connection from the address that has the most.
        """
        self.all.pop(stranger, None)
        self.all[stranger] = None
        equals = [each for each in self.all if each.progress == stranger.progress]
        held = Counter(each.source for each in equals)
        if len(equals) > MOST or held[stranger.source] > MOST_FROM_ONE_ADDRESS:
            most = max(held.values())
            evicted = next(each for each in equals if held[each.source] == most)
            evicted.leave()
            evicted.abort()
