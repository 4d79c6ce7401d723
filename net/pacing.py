"""How often something may be done, and who counts as one person: messages, bytes and guesses at a code.

No I/O and no clock: the caller gives times in monotonic seconds. A time that goes back counts as no change.
"""

import ipaddress
from contextlib import suppress
from functools import lru_cache


class Bucket:
    """Lets `burst` through at once, and `rate` a second in the long run. It starts full, at time `now`."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._filled = now

    def take(self, amount: float, now: float) -> bool:
        """Whether this amount may pass now; if so, it is taken."""
        self._fill(now)
        if amount > self._left:
            return False
        self._left -= amount
        return True

    def draw(self, amount: float, now: float) -> None:
        """Let this amount through in any case. What is too much is owed."""
        self._fill(now)
        self._left -= amount

    def owed(self, now: float) -> float:
        """How many seconds it takes until nothing is owed."""
        self._fill(now)
        return max(0.0, -self._left / self._rate)

    def _fill(self, now: float) -> None:
        if now > self._filled:
            self._left = min(self._burst, self._left + self._rate * (now - self._filled))
            self._filled = now


@lru_cache(1024)  # asked again and again while answers wait
def neighbourhood(address: str) -> str:
    """What an address is counted as: of IPv6 its /64, as one computer may have all of its addresses.

    That makes all link-local addresses one, on whatever interface.
    """
    with suppress(ValueError):  # every other kind of address stays as it is
        parsed = ipaddress.IPv6Address(address.partition("%")[0])
        return str(parsed.ipv4_mapped or ipaddress.IPv6Network((int(parsed) >> 64 << 64, 64)))
    return address


def is_loopback(address: str) -> bool:
    """Whether this is an address of the same computer."""
    return neighbourhood(address).startswith(("127.", "::/64"))
