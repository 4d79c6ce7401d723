"""Programs that run by themselves: started apart from a terminal, and asked to end."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import FrameType
from typing import Any

_ENDING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""The signals that ask a program to end; no system has all of them."""


def command_for(module: str) -> list[str]:
    """Return how to run a module of ours. What it prints is UTF-8, whatever the system's own encoding is."""
    return [sys.executable, "-P", "-X", "utf8", "-m", module]


def apart() -> dict[str, Any]:
    """Return how to start a program that outlives this one's terminal, and hears nothing of its Ctrl-C."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}


def stop_event() -> asyncio.Event:
    """Return an event that is set when Ctrl-C or the system asks this program to end.

    It needs a running loop. On Windows only Ctrl-C and a console that closes ask; anything else kills.
    """
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def hear(*_: object) -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(stop.set)

    on_signals(_ENDING, hear)
    return stop


def on_signals(names: Iterable[str], handle: Callable[[int, FrameType | None], object]) -> None:
    """Handle these signals, as far as this system has them, as soon as they come, also while the loop waits.

    It needs a running loop. A handler alone may be late: nothing wakes a loop that is about to wait, nor one
    whose signal another thread was given.
    """
    loop = asyncio.get_running_loop()
    for number in (getattr(signal, name) for name in names if hasattr(signal, name)):
        if sys.platform != "win32":
            loop.add_signal_handler(number, lambda: None)  # from now on each signal wakes the loop
        signal.signal(number, handle)


def allow_files(wanted: int) -> None:
    """Raise this process's limit of open files to this many, as far as is allowed. Windows has none."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on Windows

        least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if resource.RLIM_INFINITY != least < wanted:
            most_wanted = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most_wanted, most))
