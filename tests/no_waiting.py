"""Catches what makes an event loop wait: a call that sleeps, starts a program, or asks another computer.

Everybody in a room waits when its host's loop does. What a test does in its own coroutines is its own affair.
"""

import asyncio
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

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
"""Audit events of calls that wait for something but the processor; sleeping is one since Python 3.13."""

_OURS: Final = tuple(str(Path(__file__).parent.parent / room) + "/" for room in ("net", "luckytui"))


class _Watch:
    """What goes on in the threads whose loop runs a call that is watched, and who was caught."""

    def __init__(self) -> None:
        self.offences: list[str] | None = None
        self._threads: set[int] = set()
        self._is_in_place = False

    def set_up(self) -> None:
        """Once in a process, as an audit hook stays for good."""
        if not self._is_in_place:
            self._is_in_place = True
            sys.addaudithook(self._hear)

    @contextmanager
    def call(self) -> Iterator[None]:
        """Watch what happens within."""
        thread = threading.get_ident()
        self._threads.add(thread)
        try:
            yield
        finally:
            self._threads.discard(thread)

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
        with _watch.call():
            run(handle)

    def watched_sleep(seconds: float) -> None:
        _watch.caught("time.sleep")
        sleep(seconds)

    offences: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", watched)
        patch.setattr(time, "sleep", watched_sleep)
        patch.setattr(_watch, "offences", offences)
        yield offences


def _is_a_tests_own(handle: asyncio.Handle) -> bool:
    """Whether the next step of a test's coroutine is what the handle runs."""
    owner = getattr(handle._callback, "__self__", None)  # type: ignore[attr-defined]
    if not isinstance(owner, asyncio.Task):
        return False
    code = getattr(owner.get_coro(), "cr_code", None)
    return code is None or not code.co_filename.startswith(_OURS)
