"""What a process has of its system: cores, a clock that interrupts it, and somebody who reads its output."""

import errno
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


def cores() -> int:
    """Return how many cores this program may use; not every system says that of each program."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def lower_priority() -> None:
    """Let this process work only when nothing else does, where the system can do that."""
    if sys.platform != "win32":
        os.setpriority(os.PRIO_PROCESS, 0, 19)


def is_closed_pipe(error: BaseException) -> bool:
    """Return whether the program that reads our output has gone, as `head` does."""
    is_invalid = sys.platform == "win32" and isinstance(error, OSError) and error.errno == errno.EINVAL
    return is_invalid or isinstance(error, BrokenPipeError)


@contextmanager
def in_time(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in the middle of what takes longer: a bot that hangs.

    It works only in the main thread, and not on Windows: elsewhere there is no limit. An alarm that was set
    before is delayed by the time that this takes.
    """
    if sys.platform == "win32" or current_thread() is not main_thread():
        yield
        return
    handler = signal.signal(signal.SIGALRM, _too_long)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, left)
        signal.signal(signal.SIGALRM, handler)


def _too_long(_signal: int, _frame: object) -> None:
    raise TimeoutError("It took too long")
