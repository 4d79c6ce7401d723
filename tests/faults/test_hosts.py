"""What a host outlives, and those who play at it: rows 2, 24 and 39."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from luckytui.address import Address
from tests.faults.programs import ONLY_HERE, Computer
from tests.faults.tempo import within

_BEFORE_THE_CUT = 12
"""How many times one end speaks before it is cut short: somewhere in the game."""
_TIME_WAIT = "06"
"""What the kernel calls a socket that is closed at both ends."""


@asynccontextmanager
async def cutting(host: Address) -> AsyncIterator[Address]:
    """Stand between a player and its host, and cut the line twice in the middle of what is said.

    Once it is the last byte of the host that does not arrive, once the last of the player.
    """
    still_to_cut = {"host", "player"}

    async def carry(speaker: str, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        chunks = 0
        while data := await source.read(65536):
            chunks += 1
            if chunks > _BEFORE_THE_CUT and speaker in still_to_cut:
                still_to_cut.remove(speaker)
                target.write(data[:-1])
                break
            target.write(data)
        target.close()

    async def pass_on(player: asyncio.StreamReader, to_player: asyncio.StreamWriter) -> None:
        from_host, to_host = await asyncio.open_connection(*host)
        await asyncio.gather(carry("player", player, to_host), carry("host", from_host, to_player))

    server = await asyncio.start_server(pass_on, "127.0.0.1", 0)
    async with server:
        yield Address("127.0.0.1", server.sockets[0].getsockname()[1])


def open_sockets(port: int) -> list[str]:
    """The TCP sockets of this computer that have to do with a port, as the kernel lists them."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return [line for line in lines if f":{port:04X} " in line and line.split()[3] != _TIME_WAIT]


async def test_fault_02_the_line_ends_inside_a_frame(here: Computer) -> None:
    table = await here.serve("lucky-numbers", "--seats=2", "--bots=normal", "--pace=0", "--once", *ONLY_HERE)
    async with cutting(table.address) as between:
        ana = await here.play(table, "Ana", between=between)
        assert await ana.end() == 0, ana
    assert ana.noted("lost") == ["host_lost"] * 2
    assert ana.noted("seat") == [0] * 3
    assert ana.noted("over")


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
