"""Timers for moves that no person makes: each waits a little, so that people can follow."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from luckytui.games.interface import Seat
from luckytui.table.clock import Alarm, Time
from luckytui.table.journal_entries import NotKept

_HASTE = (0.4, 2.0)
"""The least and the most of the pace that each waits when several are asked at once: sometimes a bot is
quicker, sometimes a person."""

RETRY = 2.0
"""How many seconds later a move that could not be kept is tried again."""


class MoveTimers:
    """Calls `move` with a seat and its prompt after `pace` seconds, varied by `chance`.

    If `move` raises NotKept, it is called again later.
    """

    def __init__(
        self, time: Callable[[], Time], pace: float, chance: Random, move: Callable[[Seat, int], None]
    ) -> None:
        self._time = time
        self._pace = pace
        self._chance = chance
        self._move = move
        self._waiting: dict[tuple[Seat, int], Alarm] = {}
        """By seat and prompt."""

    def wait_for(self, movers: Mapping[Seat, int], *, together: bool) -> None:
        """Wait before these decisions, a prompt for each seat, and no others.

        `together` says whether somebody else decides at the same time.
        """
        for decision in self._waiting.keys() - movers.items():
            self._waiting.pop(decision).cancel()
        for seat, prompt in movers.items():
            if (seat, prompt) not in self._waiting:
                haste = self._chance.uniform(*_HASTE) if together else 1
                self._wait(seat, prompt, self._pace * haste)

    def _wait(self, seat: Seat, prompt: int, seconds: float) -> None:
        is_over = partial(self._is_over, seat, prompt)
        self._waiting[seat, prompt] = self._time().call_later(seconds, is_over)

    def _is_over(self, seat: Seat, prompt: int) -> None:
        del self._waiting[seat, prompt]
        try:
            self._move(seat, prompt)
        except NotKept:
            self._wait(seat, prompt, RETRY)
