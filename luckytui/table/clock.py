"""The time that a decision may take."""

from collections.abc import Callable, Collection
from typing import Protocol


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
    """Runs while decisions with a limit are open; `time_is_up` is called when they took too long.

    `time` is asked for what it goes by, and not before it has to run.
    """

    def __init__(self, time: Callable[[], Time], time_is_up: Callable[[], None]) -> None:
        self._time = time
        self._time_is_up = time_is_up
        self._runs_for: set[int] = set()
        self._left: float | None = None
        """How many seconds were left when it last began to run; None while there is no limit."""
        self._began = 0.0
        self._alarm: Alarm | None = None

    def watch(self, prompts: Collection[int], seconds: int) -> None:
        """Run for these decisions, which have `seconds` together; 0 for no limit.

        As long as one of those that it was started for is open, it goes on and is not set back.
        """
        if not (seconds and self._runs_for.intersection(prompts)):
            self.stop()
            self._runs_for = set(prompts)
            self._left = seconds if seconds and prompts else None
        if self._left is not None and self._alarm is None:
            self._began = self._time().time()
            self._alarm = self._time().call_later(self._left, self._ring)

    def left(self) -> float | None:
        """Return how many seconds are left; None while there is no limit."""
        if self._left is None or self._alarm is None:
            return self._left
        return max(0.0, self._left - (self._time().time() - self._began))

    def pause(self) -> None:
        """Stand still: what is left stays until the same decisions are watched again."""
        self._left = self.left()
        if self._alarm:
            self._alarm.cancel()
        self._alarm = None

    def stop(self) -> None:
        """Stand still, and forget what it ran for."""
        self.pause()
        self._left = None
        self._runs_for = set()

    def _ring(self) -> None:
        self.stop()
        self._time_is_up()
