"""The threads that bring files to the disk."""

import asyncio
from functools import partial
from threading import Barrier

from luckytui.host.append_only_file import in_thread

PATIENCE = 30.0


async def test_several_files_are_saved_at_the_same_time() -> None:
    done = asyncio.Queue[Exception | None]()
    both_are_there = Barrier(2)
    for _ in range(2):
        in_thread(partial(both_are_there.wait, PATIENCE), done.put_nowait)
    assert [await done.get() for _ in range(2)] == [None, None]


async def test_each_of_many_jobs_is_done_once_and_tells_what_went_wrong() -> None:
    done = asyncio.Queue[tuple[int, str]]()

    def fail(number: int) -> None:
        raise OSError(str(number))

    def note(number: int, error: Exception | None) -> None:
        done.put_nowait((number, str(error)))

    for number in range(100):
        in_thread(partial(fail, number), partial(note, number))
    assert sorted([await done.get() for _ in range(100)]) == [(number, str(number)) for number in range(100)]
