"""Whoever moves by itself waits a moment first, so that people can follow."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from luckytui.games.interface import Seat
from luckytui.table.clock import Alarm, Time
from luckytui.table.journal_entries import NotKept

_HASTE = (0.4, 2.0)
"""When several are asked at once, each takes any part of the pace from the first to the second number, so
that now a bot is quicker and now a person."""

RETRY = 2.0
"""How many seconds later a move that could not be kept is tried again."""


class MoveTimers:
    """The moments that go by before decisions are made without a person.

    When one is over, `move` is called with the seat and the prompt; if it raises NotKept, it is called again
    later. A moment takes `pace` seconds, or more or less by `chance`.
    """

    def __init__(
        self, time: Callable[[], Time], pace: float, chance: Random, move: Callable[[Seat, int], None]
    ) -> None:
        self._time = time
        self.pace = pace
        self._chance = chance
        self._move = move
        self._waiting: dict[tuple[Seat, int], Alarm] = {}
        """The decisions that are waited for: who makes each, and its prompt."""

    def wait_for(self, movers: Mapping[Seat, int], *, together: bool) -> None:
        """Wait before these decisions, a prompt for each seat, and no others.

        `together` says whether somebody else decides at the same time.
        """
        for decision in self._waiting.keys() - movers.items():
            self._waiting.pop(decision).cancel()
        for seat, prompt in movers.items():
            if (seat, prompt) not in self._waiting:
                haste = self._chance.uniform(*_HASTE) if together else 1
                self._wait(seat, prompt, self.pace * haste)

    def _wait(self, seat: Seat, prompt: int, seconds: float) -> None:
        is_over = partial(self._is_over, seat, prompt)
        self._waiting[seat, prompt] = self._time().call_later(seconds, is_over)

    def _is_over(self, seat: Seat, prompt: int) -> None:
        del self._waiting[seat, prompt]
        try:
            self._move(seat, prompt)
        except NotKept:
            self._wait(seat, prompt, RETRY)
