"""Attack a door without its code: `python -m tests.door.attacks` prints what that costs the others."""

# ruff: noqa: T201 - a command

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import asyncssh
from aiohttp import ClientSession, CookieJar
from asyncssh.packet import String

from luckytui.door.admission import Progress
from tests.door.doors import CODE, OpenDoor, by_ssh, by_web, connecting, opened
from tests.net.wire import LOOPBACK

ADDRESSES = 3
SECONDS, A_SECOND = 60, 40


class Figures(NamedTuple):
    """What is left of the door after an attack."""

    newcomers: int
    """How many of the two who know the code came in while the attack went on."""
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


async def prompts(door: OpenDoor, stack: AsyncExitStack, size: int) -> None:
    """Come to the prompt again and again, and type, from three addresses."""
    for number in range(size):
        with suppress(asyncssh.Error, ConnectionError):
            eve = await stack.enter_async_context(_from_elsewhere(door, number))
            eve.send(b"Eve\r000-000\r")


async def pages(door: OpenDoor, stack: AsyncExitStack, size: int) -> None:
    """Open the page again and again, and hang up as soon as there is a terminal."""
    session = await stack.enter_async_context(ClientSession(cookie_jar=CookieJar(unsafe=True)))
    for _page in range(size):
        async with by_web(door, session) as eve:
            eve.send(b"Eve\r000-000\r")


ATTACKS = {each.__name__: each for each in (channels, environment, silence, prompts, pages)}


@asynccontextmanager
async def _from_elsewhere(door: OpenDoor, number: int) -> AsyncIterator:  # type: ignore[type-arg]
    """Come by ssh, from one of three addresses of the loopback's own."""
    async with by_ssh(door, "Eve", local_addr=(f"127.0.0.{2 + number % ADDRESSES}", 0)) as eve:
        yield eve


async def attack(kind: str, size: int, folder: Path) -> Figures:
    """Attack a door of its own, and let two newcomers in meanwhile."""
    async with opened(folder, ways="ssh web") as door, AsyncExitStack() as stack:
        await ATTACKS[kind](door, stack, size)
        for number, name in enumerate(("Bea", "Cem"), 1):
            guest = await stack.enter_async_context(by_ssh(door, name))
            await guest.comes_in()
            await guest.sees(f"{number} of 3 seats taken")
        return Figures(len(door.players), threading.active_count(), resident_mb())


async def slow_typist(seconds: float, a_second: int, folder: Path) -> tuple[Figures, int]:
    """Type for so long while others come to the prompt; return what is left, and how many came."""
    async with opened(folder) as door, AsyncExitStack() as stack:
        bea = await stack.enter_async_context(by_ssh(door, "Bea"))
        strangers = door.visits.strangers
        coming, came, began = set[asyncio.Task[None]](), 0, time.monotonic()

        async def come(number: int) -> None:
            with suppress(asyncssh.Error, ConnectionError, TimeoutError):
                async with _from_elsewhere(door, number) as eve:
                    eve.send(b"E")
                    await eve.ends()

        for key in f"\r{CODE}":
            bea.send(key.encode())
            for _stranger in range(round(seconds * a_second / (1 + len(CODE)))):
                task = asyncio.create_task(come(came))
                coming.add(task)
                task.add_done_callback(coming.discard)
                came += 1
                await asyncio.sleep(max(0.0, began + came / a_second - time.monotonic()))
        assert sum(each.progress == Progress.TYPED for each in strangers.all) > 3
        bea.send(b"\r")
        await bea.sees("1 of 3 seats taken")
        figures = Figures(len(door.players), threading.active_count(), resident_mb())
        for task in coming:
            task.cancel()
        await asyncio.gather(*coming, return_exceptions=True)
        return figures, came


def resident_mb() -> float:
    """Return how much memory this process has now."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


async def _one(kind: str, size: int) -> None:
    """Make one attack, and print its figures as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        if kind == "typist":
            figures, came = await slow_typist(SECONDS, A_SECOND, Path(folder))
        else:
            figures, came = await attack(kind, size, Path(folder)), size
    print(json.dumps([*figures, came]))


def main() -> None:
    """Print the figures of each attack, at two sizes: each in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m tests.door.attacks", description=__doc__)
    parser.add_argument("one", nargs="*", help=argparse.SUPPRESS)
    if one := parser.parse_args().one:
        asyncio.run(_one(one[0], int(one[1])))
        return
    for kind, size in [*((kind, size) for kind in ATTACKS for size in (10, 300)), ("typist", 0)]:
        command = [sys.executable, "-m", "tests.door.attacks", kind, str(size)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
        newcomers, threads, mb, came = json.loads(done.stdout or "[0, 0, 0, 0]")
        of = 1 if kind == "typist" else 2
        print(
            f"{kind:12} {came:5}: {newcomers} of {of} newcomers in, {threads:3} threads, {mb:.0f} MB",
            flush=True,
        )


if __name__ == "__main__":
    main()
