"""Tasks in the background: started in one place, so that none ends with an exception that nobody sees."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")

log = logging.getLogger(__name__)


def in_background(work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
    """Start a coroutine in the running loop, and return its task. If it fails, the log says how.

    Keep the task: the loop has only a weak reference to it.
    """
    task = asyncio.create_task(work)
    task.add_done_callback(_tell)
    return task


def _tell(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()):
        log.error("A task in the background failed: %s", task.get_coro(), exc_info=error)
