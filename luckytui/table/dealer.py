"""The dealer: draws what chance decides, from a seed."""

import hashlib
import hmac
from collections.abc import Mapping
from itertools import count

from luckytui.games.interface import Move, order

_SPAN = 2**256
"""How many numbers an HMAC-SHA256 can be."""


class Dealer:
    """Turns a seed and the number of the draw into an outcome.

    The n-th draw depends on nothing but the seed, n and the weights: not on Python's version, not on
    its random generator, not on what was drawn before.
    """

    def __init__(self, seed: str) -> None:
        self._key = seed.encode()
        self._draws = 0

    def draw(self, outcomes: Mapping[Move, int]) -> Move:
        """Return one of the outcomes (at least one), each as likely as its weight (at least 1) says."""
        ticket = self._number_below(sum(outcomes.values()))
        for move in sorted(outcomes, key=order):
            ticket -= outcomes[move]
            if ticket < 0:
                return move
        raise AssertionError  # pragma: no cover - the ticket is below the sum of the weights

    def _number_below(self, total: int) -> int:
        """Return a number from 0 to total - 1, all equally likely: what would favour some is thrown away."""
        self._draws += 1
        for attempt in count():
            text = f"{self._draws}/{attempt}".encode()
            number = int.from_bytes(hmac.digest(self._key, text, hashlib.sha256))
            if number < _SPAN - _SPAN % total:
                return number % total
        raise AssertionError  # pragma: no cover - count() does not end
