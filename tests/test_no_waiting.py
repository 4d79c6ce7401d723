"""The watch over event loops catches what makes one wait, and nothing else."""

import asyncio
import gc
import socket
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from tests.no_waiting import no_waiting

LIMIT = 0.25


@pytest.fixture(autouse=True)
def a_lower_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.no_waiting.LIMIT", LIMIT)


def compute() -> None:
    start = time.thread_time()
    while time.thread_time() < start + 1.2 * LIMIT:
        pass


async def call(callback: Callable[[], object]) -> None:
    """Let the loop call it, as it calls what a host does."""
    done = asyncio.Event()
    asyncio.get_running_loop().call_soon(callback)
    asyncio.get_running_loop().call_soon(done.set)
    await done.wait()


OFFENDERS = {
    "took": compute,
    "time.sleep": lambda: time.sleep(0.0),
    "socket.getaddrinfo": lambda: socket.getaddrinfo("127.0.0.1", 1),
    "socket.gethostbyname": lambda: socket.gethostbyname("127.0.0.1"),
    "subprocess.Popen": lambda: subprocess.run(
        [sys.executable, "--version"], capture_output=True, check=True
    ),
}


@pytest.mark.parametrize(("what", "offender"), OFFENDERS.items(), ids=OFFENDERS)
async def test_an_offender_is_caught(what: str, offender: Callable[[], object]) -> None:
    with no_waiting() as offences:
        await call(offender)
    assert any(what in offence for offence in offences)


@pytest.mark.parametrize("offender", [compute, OFFENDERS["time.sleep"]])
async def test_a_thread_may_wait_while_the_loop_goes_on(offender: Callable[[], object]) -> None:
    with no_waiting() as offences:
        await asyncio.to_thread(offender)
    assert offences == []


async def test_a_test_may_wait_itself() -> None:
    with no_waiting() as offences:
        await asyncio.sleep(0)
        compute()
        time.sleep(0.0)  # noqa: ASYNC251
    assert offences == []


async def test_collecting_garbage_is_nobodys_fault() -> None:
    async def litter() -> None:
        heap = [[number] for number in range(400_000)]
        await call(gc.collect)
        assert heap

    with no_waiting() as offences:
        await litter()
    assert offences == []
