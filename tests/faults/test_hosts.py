"""What a host outlives, and those who play at it: rows 24 and 39."""

import os
import signal
from pathlib import Path

import pytest

from tests.faults.programs import ONLY_HERE, Computer
from tests.faults.tempo import within

_TIME_WAIT = "06"
"""What the kernel calls a socket that is closed at both ends."""


def open_sockets(port: int) -> list[str]:
    """The TCP sockets of this computer that have to do with a port, as the kernel lists them."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return [line for line in lines if f":{port:04X} " in line and line.split()[3] != _TIME_WAIT]


async def test_fault_24_a_client_that_stops_reading(here: Computer) -> None:
    table = await here.serve("lucky-jack", "--seats=2", *ONLY_HERE)
    deaf = await here.play(table, "Deaf", "--watch", "--deaf")
    await deaf.notes("seat")
    players = await here.play(table, "Ana", "--times=2")
    assert await players.end() == 0
    assert await deaf.notes("over") == players.noted("over")[0]
    assert deaf.noted("lost")


async def test_fault_39_shutdown_with_12_clients(here: Computer) -> None:
    table = await here.serve("lucky-jack", "--seats=2", *ONLY_HERE)
    guests = await here.play(table, "Ana", "--watch", "--times=12")
    await guests.notes("seat", times=12)
    with within(2):
        table.send(signal.SIGTERM)
        assert await table.end() == 0
    assert await guests.end() == 0
    assert guests.noted("ended") == ["host_closing"] * 12
    assert open_sockets(table.address.port) == []
    with pytest.raises(ProcessLookupError):
        os.killpg(table.pid, 0)
