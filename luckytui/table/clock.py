"""The time that a decision may take."""

from collections.abc import Callable, Collection
from typing import Protocol

from luckytui.games.interface import Seat


class Alarm(Protocol):
    """Something that will happen later."""

    def cancel(self) -> None:
        """Let it not happen."""


class Time(Protocol):
    """What there is to know of time. A running asyncio loop is one."""

    def time(self) -> float:
        """Return the time in seconds since some moment; it never goes back."""

    def call_later(self, delay: float, callback: Callable[[], None], /) -> Alarm:
        """Call the callback in `delay` seconds."""


class Clock:
    """Gives each seat a time of its own to decide in, which runs while the seat is asked.

    So the time that a seat sees says nothing of what others do in secret. `time_is_up` is called with
    a seat that took too long. `time` is asked for what it goes by, and not before it has to run.
    """

    def __init__(self, time: Callable[[], Time], time_is_up: Callable[[Seat], None]) -> None:
        self._time = time
        self._time_is_up = time_is_up
        self._position = 0
        self._left: dict[Seat, float] = {}
        """How many seconds each seat had left at `_noted`: all that were asked in this position."""
        self._noted = 0.0
        self._running: frozenset[Seat] = frozenset()
        self._alarm: Alarm | None = None

    def watch(self, position: int, asked: Collection[Seat], seconds: int) -> None:
        """Run for these seats: each has this many `seconds` in this position; 0 for no limit.

        A seat that is asked once more in the same position goes on with what it had left: nobody wins time
        by taking a move back.
        """
        self._note()
        if position != self._position or not seconds:
            self._position = position
            self._left = {}
        self._running = frozenset(asked) if seconds else frozenset()
        for seat in self._running:
            self._left.setdefault(seat, seconds)
        self._wind_up()

    def left(self, seat: Seat) -> float | None:
        """Return how many seconds a seat has left; None while there is no limit for it."""
        if seat not in self._running:
            return self._left.get(seat)
        return max(0.0, self._left[seat] - (self._time().time() - self._noted))

    def give(self, seat: Seat, seconds: float) -> None:
        """Let a seat whose time is up have so much more."""
        self._left[seat] = seconds

    def pause(self) -> None:
        """Stand still: what is left stays until the same position is watched again."""
        self._note()
        self._running = frozenset()
        self._wind_up()

    def stop(self) -> None:
        """Stand still, and forget what it ran for."""
        self.pause()
        self._left = {}

    def _note(self) -> None:
        """Note what each seat has left now."""
        if self._running:
            self._left |= {seat: self.left(seat) or 0.0 for seat in self._running}
            self._noted = self._time().time()

    def _wind_up(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        if self._running:
            time = self._time()
            self._noted = time.time()
            self._alarm = time.call_later(min(self._left[seat] for seat in self._running), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._note()
        for seat in sorted(seat for seat in self._running if not self._left[seat]):
            # The move made for one seat may have asked another again.
            if seat in self._running and not self._left[seat]:
                self._time_is_up(seat)
