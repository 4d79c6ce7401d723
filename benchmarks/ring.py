"""How much of our code one move passes through, from the key until the board shows what came of it.

    .venv/bin/python -m benchmarks.ring [--list]

The app plays Lucky Numbers without a terminal: once in this process, once with a host, TLS and a journal. In
both games Enter lays the first tile. Then the connection to the host is cut, and comes back. Counted are our
own files and functions (no comprehensions and lambdas) and their calls, in the loop and in threads.
"""

import argparse
import asyncio
import os
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from types import FrameType

from textual.pilot import Pilot

from luckytui.address import Address
from luckytui.client.local import LocalSession
from luckytui.client.remote import RemoteSession
from luckytui.client.session import Session
from luckytui.games.lucky_numbers.rules import LUCKY_NUMBERS as GAME
from luckytui.host.journal import new_tables
from luckytui.host.serve import serve
from luckytui.shown.navigation import AtTable
from luckytui.table.requests import Start
from luckytui.table.spec import TableSpec
from luckytui.tui.app import LuckyApp

ROOT = Path(__file__).parents[1]
OURS = tuple(str(ROOT / folder) + os.sep for folder in ("luckytui", "net"))
SETTLING = 0.5
"""Seconds after which nothing is under way any more."""

RETURNING = 2.0
"""Seconds after which a lost connection is back."""

_TABLE = TableSpec(
    game=GAME.key, options=GAME.options(), name="ring", seats=2, bots=1, seed="ring", pace=3600.0
)


class Passed:
    """The functions of ours that were called: file, name, and how often."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a call, as `sys.setprofile` tells it."""
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OURS) and not code.co_name.startswith("<"):
            self.calls[code.co_filename.removeprefix(f"{ROOT}{os.sep}"), code.co_qualname] += 1

    def row(self, what: str) -> str:
        """Return what was counted as a row of a Markdown table."""
        files = {file for file, _ in self.calls}
        return f"| {what} | {len(files)} | {len(self.calls)} | {self.calls.total():,} |"


@contextmanager
def counting() -> Iterator[Passed]:
    """Count what is called within."""
    passed = Passed()
    sys.setprofile(passed.note)
    try:
        yield passed
    finally:
        sys.setprofile(None)


class Relay:
    """Passes bytes on between players and a host, until it is cut."""

    def __init__(self, host: Address) -> None:
        self._host = host
        self._writers: list[asyncio.StreamWriter] = []

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a connection."""
        back, forth = await asyncio.open_connection(self._host.host, self._host.port)
        self._writers += [writer, forth]
        await asyncio.gather(self._pass(reader, forth), self._pass(back, writer))

    def cut(self) -> None:
        """Cut the connections of now; new ones may come."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
        writer.close()


@asynccontextmanager
async def playing(session: Session) -> AsyncIterator[Pilot[None]]:
    """Show a game that has begun."""
    app = LuckyApp(AtTable(session))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        yield pilot
        await session.close()
        app.exit()


async def settle(pilot: Pilot[None], seconds: float = SETTLING) -> None:
    """Wait until nothing is under way any more."""
    await asyncio.sleep(seconds)
    await pilot.pause()


async def move(pilot: Pilot[None]) -> Passed:
    """Lay a tile, and return what that passed through."""
    with counting() as passed:
        await pilot.press("enter")
        await settle(pilot)
    return passed


@asynccontextmanager
async def hosting(token: bytes) -> AsyncIterator[tuple[Address, str | None]]:
    """Host a table whose owner has this token."""
    ready: asyncio.Future[tuple[Address, str | None]] = asyncio.get_running_loop().create_future()
    journals = await new_tables([_TABLE], bind="127.0.0.1", port=None, owner_token=token)
    serving = asyncio.create_task(
        serve(
            journals,
            once=False,
            record=None,
            ready=lambda address, code: ready.set_result((address, code)),
            warn=lambda _: None,
        )
    )
    yield await ready
    serving.cancel()
    with suppress(asyncio.CancelledError):
        await serving


async def measure() -> dict[str, Passed]:
    """Return what was counted for each of the three."""
    counted: dict[str, Passed] = {}
    async with playing(LocalSession(_TABLE, "Ana")) as pilot:
        counted["a move in this process"] = await move(pilot)
    token = secrets.token_bytes(32)
    async with hosting(token) as (host, code):
        relay = Relay(host)
        between = await asyncio.start_server(relay.take, "127.0.0.1")
        address = Address("127.0.0.1", between.sockets[0].getsockname()[1])
        session = RemoteSession(address, name="Ana", code=code, token=token)
        async with playing(session) as pilot:
            session.request(Start())
            await settle(pilot)
            counted["a move across the network"] = await move(pilot)
            with counting() as passed:
                relay.cut()
                await settle(pilot, RETURNING)
            counted["a lost connection and its return"] = passed
        between.close()
    return counted


def main() -> None:
    """Measure, as the command line says."""
    parser = argparse.ArgumentParser(description="how much of our code a move passes through")
    parser.add_argument("--list", action="store_true", help="name the functions")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"XDG_STATE_HOME": folder, "LUCKYTUI_INTERFACES": "127.0.0.1"}
        counted = asyncio.run(measure())
    print("| what | files | functions | calls |\n| --- | ---: | ---: | ---: |")
    for what, passed in counted.items():
        print(passed.row(what))
    if given.list:
        for what, passed in counted.items():
            print(f"\n{what}")
            for (file, name), calls in sorted(passed.calls.items()):
                print(f"    {file} {name} {calls}")


if __name__ == "__main__":
    main()
