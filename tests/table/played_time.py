"""Time that passes when a test says so."""

from collections.abc import Callable


class PlayedTime:
    """Time that waits until a test lets it pass."""

    def __init__(self) -> None:
        self.now = 100.0
        self.alarms: list[PlayedAlarm] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[[], None], /) -> "PlayedAlarm":
        alarm = PlayedAlarm(self, self.now + delay, callback)
        self.alarms.append(alarm)
        return alarm

    def let_pass(self, seconds: float) -> None:
        """Let these seconds pass, and ring the alarms that are due in them."""
        end = self.now + seconds
        while due := [alarm for alarm in self.alarms if alarm.when <= end]:
            alarm = min(due, key=lambda alarm: alarm.when)
            self.alarms.remove(alarm)
            self.now = alarm.when
            alarm.callback()
        self.now = end


class PlayedAlarm:
    def __init__(self, time: PlayedTime, when: float, callback: Callable[[], None]) -> None:
        self._time = time
        self.when = when
        self.callback = callback

    def cancel(self) -> None:
        if self in self._time.alarms:
            self._time.alarms.remove(self)
