"""How often something may be done: messages and bytes on a connection, and guesses at a code.

No I/O and no clock: the caller gives times in monotonic seconds. A time that goes back counts as no change.
"""

import ipaddress
from collections import OrderedDict, deque
from contextlib import suppress

from net import limits


class Bucket:
    """Lets `burst` through at once, and `rate` a second in the long run. It starts full, at time `now`."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._filled = now

    def take(self, amount: float, now: float) -> bool:
        """Whether this amount may pass now; if so, it is taken."""
        if now > self._filled:
            self._left = min(self._burst, self._left + self._rate * (now - self._filled))
            self._filled = now
        if amount > self._left:
            return False
        self._left -= amount
        return True


class Lockout:
    """Counts the wrong codes of the last minute, by address and from all strangers together.

    An address from which the right code came is known. It is judged by its own mistakes alone, and may make
    many more: strangers who guess must not keep members from coming back, and may share their address.
    """

    def __init__(self) -> None:
        # This stays small: after WRONG_CODES from strangers the next one is not looked at.
        self._mistakes: deque[tuple[float, str]] = deque()
        self._known: OrderedDict[str, None] = OrderedDict()
        self._now = 0.0

    def hears(self, address: str, now: float) -> bool:
        """Whether a code from this address is looked at; if not, it is `locked_out`, right or wrong."""
        self._forget(now)
        if address in self._known:
            return self._count(address) < limits.WRONG_CODES_FROM_A_KNOWN_ADDRESS
        neighbours = self._count(neighbourhood(address))
        strangers = sum(source not in self._known for _, source in self._mistakes)
        return neighbours < limits.WRONG_CODES_FROM_ONE_ADDRESS and strangers < limits.WRONG_CODES

    def wrong(self, address: str, now: float) -> None:
        """A wrong code came from an address that was heard."""
        self._forget(now)
        source = address if address in self._known else neighbourhood(address)
        self._mistakes.append((self._now, source))

    def right(self, address: str) -> None:
        """The right code came from an address that was heard."""
        self._known[address] = None
        self._known.move_to_end(address)
        if len(self._known) > limits.KNOWN_ADDRESSES:
            self._known.popitem(last=False)

    def _forget(self, now: float) -> None:
        self._now = max(self._now, now)
        while self._mistakes and self._mistakes[0][0] <= self._now - limits.WRONG_CODES_FORGOTTEN:
            self._mistakes.popleft()

    def _count(self, source: str) -> int:
        return sum(mistaken == source for _, mistaken in self._mistakes)


def neighbourhood(address: str) -> str:
    """What an address is counted as: of IPv6 its /64, as one computer may have all of its addresses."""
    with suppress(ValueError):  # every other kind of address stays as it is
        parsed = ipaddress.IPv6Address(address)
        return str(parsed.ipv4_mapped or ipaddress.IPv6Network((int(parsed) >> 64 << 64, 64)))
    return address
