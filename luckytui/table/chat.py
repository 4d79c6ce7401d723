"""What is said at a table: the latest lines, and how much one person may say."""

from asyncio import AbstractEventLoop
from collections import deque
from collections.abc import Callable

from luckytui.table.requests import Denied
from luckytui.table.views import LINE_LENGTH, LINES, ChatLine
from luckytui.text import N_

_AT_ONCE = 5
_WITHIN = 10.0
"""How many lines one person may say within how many seconds."""


class Chat:
    """Keeps the latest lines. `time` is called only when something is said."""

    def __init__(self, time: Callable[[], AbstractEventLoop]) -> None:
        self._time = time
        self.lines: deque[ChatLine] = deque(maxlen=LINES)
        """The latest lines, the newest last."""
        self._lately: deque[tuple[float, str]] = deque()
        """When somebody said something, and who, as long ago as it counts."""

    def say(self, name: str, text: str) -> None:
        """Add a line. Raises Denied for one that is empty, too long or not to be printed, or one too many."""
        if not 1 <= len(text) <= LINE_LENGTH or not text.isprintable():
            raise Denied(N_("A message can have 1 to {length} characters."), length=LINE_LENGTH)
        now = self._time().time()
        while self._lately and self._lately[0][0] <= now - _WITHIN:
            self._lately.popleft()
        if sum(speaker == name for _, speaker in self._lately) >= _AT_ONCE:
            raise Denied(N_("You are sending messages too fast. Wait a few seconds."))
        self._lately.append((now, name))
        number = self.lines[-1].number + 1 if self.lines else 1
        self.lines.append(ChatLine(number=number, name=name, text=text))
