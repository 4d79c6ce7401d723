"""The watch over event loops catches what makes one wait, and nothing else."""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from tests.no_waiting import no_waiting


async def call(callback: Callable[[], object]) -> None:
    """Let the loop call it, as it calls what a host does."""
    done = asyncio.Event()
    asyncio.get_running_loop().call_soon(callback)
    asyncio.get_running_loop().call_soon(done.set)
    await done.wait()


OFFENDERS = {
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


async def test_a_thread_may_wait_while_the_loop_goes_on() -> None:
    with no_waiting() as offences:
        await asyncio.to_thread(OFFENDERS["time.sleep"])
    assert offences == []
