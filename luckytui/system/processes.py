"""Processes to work in: they leave Ctrl-C to the program that started them, and end when it does."""

import atexit
import os
import signal
from contextlib import redirect_stderr
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor


def cores() -> int:
    """Return how many cores this program may use; not every system says that of each program."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processes(number: int) -> "ProcessPoolExecutor":
    """Return an executor with at most this many processes, each started when there is work for it."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - slow, and most programs need none
    from multiprocessing import get_context, resource_tracker  # noqa: PLC0415

    if os.name == "posix":
        # Begun with the first process otherwise, it would be given Textual's stderr, which has no number.
        with redirect_stderr(None):
            resource_tracker.ensure_running()
    executor = ProcessPoolExecutor(number, get_context("spawn"), _begin)
    atexit.register(executor.shutdown, wait=False)  # else Python may complain about it when it ends
    return executor


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process  # noqa: PLC0415

    if parent := parent_process():
        parent.join()  # a program that was killed cannot say that there is no more work
        os._exit(1)
