"""Catches what makes an event loop wait: a call that computes for long, sleeps, or asks another computer.

Everybody in a room waits when its host's loop does. Time is the processor's, spent in the loop's own thread
and not on collecting garbage: so a busy machine, or the heap of other tests, makes nobody an offender.
What a test does in its own coroutines is its own business.
"""

import asyncio
import gc
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

LIMIT: Final = 0.5
"""Seconds that one call may take. The calls that belong in a loop take 30 ms, but on a virtual machine the
processor's time contains what other machines take of it: 300 ms were seen."""

WAITS: Final = frozenset(
    {
        "socket.getaddrinfo",
        "socket.gethostbyname",
        "socket.gethostbyaddr",
        "subprocess.Popen",
        "os.system",
        "os.posix_spawn",
    }
)
"""Audit events of calls that wait for something but the processor. Sleeping is one since Python 3.13."""

_OURS: Final = tuple(str(Path(__file__).parent.parent / room) + "/" for room in ("net", "luckytui"))


class _Watch:
    """What goes on in the threads whose loop runs a call that is watched, and who was caught."""

    def __init__(self) -> None:
        self.offences: list[str] | None = None
        self._threads: set[int] = set()
        self._collecting = 0.0
        self._collected = 0.0
        self._is_in_place = False

    def set_up(self) -> None:
        """Once in a process, as an audit hook stays for good."""
        if not self._is_in_place:
            self._is_in_place = True
            sys.addaudithook(self._hear)

    @contextmanager
    def call(self, name: str) -> Iterator[None]:
        """Watch what happens within."""
        thread = threading.get_ident()
        self._threads.add(thread)
        self._collected = 0.0
        start = time.thread_time()
        try:
            yield
        finally:
            took = time.thread_time() - start - self._collected
            self._threads.discard(thread)
            if took > LIMIT and self.offences is not None:
                self.offences.append(f"{name} took {took * 1000:.0f} ms")

    def collect(self, phase: str, _info: object) -> None:
        """Python collects garbage: leave the time that it takes out."""
        if phase == "start":
            self._collecting = time.thread_time()
        else:
            self._collected += time.thread_time() - self._collecting

    def caught(self, event: str) -> None:
        """This is being called: is it in a loop?"""
        if self.offences is not None and threading.get_ident() in self._threads:
            where = "".join(traceback.format_stack(sys._getframe(2), limit=6))
            self.offences.append(f"{event} was called in the loop:\n{where}")

    def _hear(self, event: str, _arguments: object) -> None:
        if event in WAITS:
            self.caught(event)


_watch = _Watch()


@contextmanager
def no_waiting() -> Iterator[list[str]]:
    """Watch every loop of this process; gives the list that offences are added to."""
    _watch.set_up()
    run, sleep = asyncio.Handle._run, time.sleep

    def watched(handle: asyncio.Handle) -> None:
        if _is_a_tests_own(handle):
            run(handle)
            return
        with _watch.call(repr(handle)):
            run(handle)

    def watched_sleep(seconds: float) -> None:
        _watch.caught("time.sleep")
        sleep(seconds)

    offences: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", watched)
        patch.setattr(time, "sleep", watched_sleep)
        patch.setattr(_watch, "offences", offences)
        gc.callbacks.append(_watch.collect)
        try:
            yield offences
        finally:
            gc.callbacks.remove(_watch.collect)


def _is_a_tests_own(handle: asyncio.Handle) -> bool:
    """Whether the next step of a test's coroutine is what the handle runs."""
    owner = getattr(handle._callback, "__self__", None)  # type: ignore[attr-defined]
    if not isinstance(owner, asyncio.Task):
        return False
    code = getattr(owner.get_coro(), "cr_code", None)
    return code is None or not code.co_filename.startswith(_OURS)
