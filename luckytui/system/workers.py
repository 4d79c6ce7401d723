"""Processes to work in: they leave Ctrl-C to the program that started them, and end when it does."""

import atexit
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, redirect_stderr
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def pool_of(number: int) -> ProcessPoolExecutor:
    """Return an executor with at most this many processes, each started when there is work for it."""
    if sys.platform != "win32":
        from multiprocessing import resource_tracker  # noqa: PLC0415 - not on Windows

        # Begun with the first process otherwise, it would be given Textual's stderr, which has no number.
        with redirect_stderr(None):
            resource_tracker.ensure_running()
    executor = _Workers(number, get_context("spawn"), _begin)
    atexit.register(executor.shutdown, wait=False)  # else Python may complain about it when it ends
    return executor


class _Workers(ProcessPoolExecutor):
    """Starts each process so that Ctrl-C does not reach it while it still imports."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with _ctrl_c_held_back():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Start processes that take no Ctrl-C until they say otherwise."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()  # a program that was killed cannot say that there is no more work
        os._exit(1)
