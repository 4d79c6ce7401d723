"""Attack a door without its code: `python -m tests.door.attacks` prints what that costs the others."""

# ruff: noqa: T201 - a command

import asyncio
import tempfile
import threading
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import NamedTuple

import asyncssh
from asyncssh.packet import String

from tests.door.doors import OpenDoor, by_ssh, connecting, opened
from tests.net.wire import LOOPBACK


class Figures(NamedTuple):
    """What is left of the door after an attack."""

    newcomers: int
    """How many of those who know the code came in while the attack went on."""
    threads: int
    mb: float
    """Resident memory of this process, the attacker included."""


async def channels(door: OpenDoor, stack: AsyncExitStack, size: int) -> None:
    """Open many terminals on one connection."""
    connection = await stack.enter_async_context(connecting(door, "Eve"))
    for _channel in range(size):
        with suppress(asyncssh.Error):
            await connection.create_session(asyncssh.SSHClientSession, term_type="xterm")


async def environment(door: OpenDoor, stack: AsyncExitStack, size: int) -> None:
    """Say a lot of the environment, 32 kB at a time."""
    eve = await stack.enter_async_context(by_ssh(door, "Eve"))
    for number in range(size):
        eve.channel._send_request(b"env", String(b"NAME%d" % number), String(b"x" * 30_000))
        await asyncio.sleep(0)


async def silence(door: OpenDoor, stack: AsyncExitStack, size: int) -> None:
    """Connect, and say nothing."""
    for _connection in range(size):
        _reader, writer = await asyncio.open_connection(LOOPBACK, door.ssh)
        stack.callback(writer.close)


ATTACKS = {"channels": channels, "environment": environment, "silence": silence}


async def attack(kind: str, size: int, folder: Path) -> Figures:
    """Attack a door of its own, and let two newcomers in meanwhile."""
    async with opened(folder) as door, AsyncExitStack() as stack:
        await ATTACKS[kind](door, stack, size)
        for number, name in enumerate(("Bea", "Cem"), 1):
            guest = await stack.enter_async_context(by_ssh(door, name))
            await guest.comes_in()
            await guest.sees(f"{number} of 3 seats taken")
        return Figures(len(door.players), threading.active_count(), resident_mb())


def resident_mb() -> float:
    """Return how much memory this process has now."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


async def main() -> None:
    """Print the figures of each attack, at two sizes."""
    for kind in ATTACKS:
        for size in (10, 1000):
            with tempfile.TemporaryDirectory() as folder:
                newcomers, threads, mb = await attack(kind, size, Path(folder))
            print(f"{kind:12} {size:5}: {newcomers} of 2 newcomers in, {threads:3} threads, {mb:.0f} MB")


if __name__ == "__main__":
    asyncio.run(main())
