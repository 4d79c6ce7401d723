"""An event loop whose clock moves only while nothing else can be done.

Timers of the screens ring in the same order on every computer, however slow it is, and nobody waits for them.
"""

import asyncio
import selectors
from collections.abc import Callable
from typing import Any

_A_MOMENT = 1e-5


class PlayedLoop(asyncio.SelectorEventLoop):
    """An event loop in played time.

    Its clock jumps to whatever is due next as soon as no callback can run, no file has anything to read and
    no thread works for the loop. While a thread works, the loop waits for it, as long as that takes.
    """

    def __init__(self) -> None:
        super().__init__(_PlayedSelector(self))
        self.now = 0.0
        self.jobs: set[asyncio.Future[Any]] = set()
        """What threads are doing."""

    def time(self) -> float:
        return self.now

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        job = super().run_in_executor(executor, func, *args)
        self.jobs.add(job)
        job.add_done_callback(self.jobs.discard)
        return job

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Wait for the threads as long as they take: Python 3.12 and later would count played seconds."""
        await super().shutdown_default_executor()

    def is_at_rest(self, seconds: float) -> bool:
        """Whether nothing is being done, and nothing is due within these seconds."""
        timers = self._scheduled  # type: ignore[attr-defined]
        is_due = any(timer.when() < self.now + seconds for timer in timers if not timer.cancelled())
        return not (self._ready or self.jobs or is_due)  # type: ignore[attr-defined]

    async def rest(self, seconds: float) -> None:
        """Wait until nothing is being done, and nothing is due within these seconds."""
        await asyncio.sleep(0)
        while not self.is_at_rest(seconds):  # noqa: ASYNC110 - any task at all, not one that somebody signals
            await asyncio.sleep(0 if self._ready else seconds)  # type: ignore[attr-defined]


class _PlayedSelector(selectors.DefaultSelector):
    """Moves the loop's clock instead of waiting for a timer, and a little in any case.

    Textual does not sleep at all for less than half a millisecond: it looks at the clock again.
    """

    def __init__(self, loop: PlayedLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or (timeout > 0 and self._loop.jobs):
            return super().select(None)
        events = super().select(0)
        self._loop.now += _A_MOMENT if events else max(timeout, _A_MOMENT)
        return events
