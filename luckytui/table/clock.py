"""The time that a decision may take."""

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable, Iterable
from functools import partial

from luckytui.games.interface import Seat


class Clock:
    """Gives each seat a time of its own to decide in, which runs while the seat is asked.

    So the time that a seat sees says nothing of what others do in secret. `time_is_up` is called with
    a seat that took too long.
    """

    def __init__(self, time: Callable[[], AbstractEventLoop], time_is_up: Callable[[Seat], None]) -> None:
        self._time = time
        self._time_is_up = time_is_up
        self._position = 0
        self._left: dict[Seat, float] = {}
        """How many seconds each seat that was asked in this position had left when it stopped running."""
        self._running: dict[Seat, tuple[float, TimerHandle]] = {}
        """When the time of each seat is up."""

    def watch(self, position: int, asked: Iterable[Seat], seconds: int) -> None:
        """Run for these seats alone: each has this many `seconds` in this position; 0 for no limit.

        A seat that is asked once more in the same position keeps what it had left: nobody wins time
        by taking a move back.
        """
        now = self._time().time()
        for seat, (end, alarm) in self._running.items():
            alarm.cancel()
            self._left[seat] = max(0.0, end - now)
        self._running = {}
        if position != self._position or not seconds:
            self._position = position
            self._left = {}
        for seat in asked if seconds else ():
            left = self._left.setdefault(seat, seconds)
            self._running[seat] = now + left, self._time().call_later(left, partial(self._ring, seat))

    def left(self, seat: Seat) -> float | None:
        """Return how many seconds a seat has left; None while there is no limit for it."""
        if seat not in self._running:
            return self._left.get(seat)
        end, _ = self._running[seat]
        return max(0.0, end - self._time().time())

    def give(self, seat: Seat, seconds: float) -> None:
        """Let a seat whose time is up have this many seconds more."""
        self._left[seat] = seconds

    def _ring(self, seat: Seat) -> None:
        del self._running[seat]
        self._left[seat] = 0.0
        self._time_is_up(seat)
