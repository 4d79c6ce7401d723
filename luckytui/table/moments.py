"""Whoever moves by itself waits a moment first, so that people can follow."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from luckytui.games.interface import Seat
from luckytui.table.clock import Alarm, Time
from luckytui.table.entries import NotKept

_HASTE = (0.4, 2.0)
"""When several are asked at once, each takes any part of the pace from the first to the second number, so
that now a bot is quicker and now a person."""

_RETRY = 2.0
"""How many seconds later a move that could not be kept is tried again."""


class Moments:
    """The moments that go by before decisions, known by their prompts, are made without a person.

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
        self._waiting: dict[int, Alarm] = {}

    def wait_for(self, movers: Mapping[int, Seat], *, together: bool) -> None:
        """Wait before these decisions and no others; whether somebody decides `together` with them."""
        for prompt in self._waiting.keys() - movers.keys():
            self._waiting.pop(prompt).cancel()
        for prompt, seat in movers.items():
            if prompt not in self._waiting:
                haste = self._chance.uniform(*_HASTE) if together else 1
                self._wait(prompt, seat, self.pace * haste)

    def _wait(self, prompt: int, seat: Seat, seconds: float) -> None:
        self._waiting[prompt] = self._time().call_later(seconds, partial(self._is_over, prompt, seat))

    def _is_over(self, prompt: int, seat: Seat) -> None:
        del self._waiting[prompt]
        try:
            self._move(seat, prompt)
        except NotKept:
            self._wait(prompt, seat, _RETRY)
