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
        self._deadline = 0.0
        self._alarm: Alarm | None = None

    def watch(self, prompts: Collection[int], seconds: int) -> None:
        """Run for these decisions, which have `seconds` together; 0 for no limit.

        As long as one of those that it was started for is open, it goes on and is not set back.
        """
        if seconds and self._runs_for.intersection(prompts):
            return
        self.stop()
        if seconds:
            self._runs_for = set(prompts)
            time = self._time()
            self._deadline = time.time() + seconds
            self._alarm = time.call_later(seconds, self._ring)

    def left(self) -> float | None:
        """Return how many seconds are left; None while there is no limit."""
        return max(0.0, self._deadline - self._time().time()) if self._alarm else None

    def stop(self) -> None:
        """Stand still."""
        if self._alarm:
            self._alarm.cancel()
        self._alarm = None
        self._runs_for = set()

    def _ring(self) -> None:
        self.stop()
        self._time_is_up()
