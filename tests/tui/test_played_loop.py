"""The loop that the tests of the screens run in: what it waits for, and what it does not."""

import asyncio
import time

from textual.screen import UPDATE_PERIOD

from tests.tui.played_loop import PlayedLoop


def loop() -> PlayedLoop:
    running = asyncio.get_running_loop()
    assert isinstance(running, PlayedLoop)
    return running


async def test_an_hour_passes_at_once() -> None:
    before = loop().time()
    await asyncio.sleep(3600.0)
    assert 3600.0 <= loop().time() - before < 3600.1


async def test_while_a_thread_works_no_time_passes() -> None:
    job = asyncio.create_task(asyncio.to_thread(time.sleep, 0.01))
    await asyncio.sleep(0)
    assert not loop().is_at_rest(UPDATE_PERIOD)
    await asyncio.wait_for(job, timeout=0.001)
    assert loop().is_at_rest(UPDATE_PERIOD)


async def test_what_is_due_soon_keeps_it_from_rest() -> None:
    timer = loop().call_later(1.0, int)
    assert loop().is_at_rest(0.5)
    assert not loop().is_at_rest(1.5)
    timer.cancel()
    assert loop().is_at_rest(1.5)
