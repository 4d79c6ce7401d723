"""How much of our code one move passes through, from the key until the board shows what came of it.

    .venv/bin/python -m benchmarks.ring [--list]

The app plays each game in this process, without a terminal, and Lucky Numbers with a host, TLS and a journal,
too. Enter makes the first legal move. Then the connection to the host is cut, and comes back. Counted are our
own files and functions (no comprehensions and lambdas) and their calls, in the loop and in threads, and how
often the board was painted and the prompt worded: medians of five games with different seeds.
"""

import argparse
import asyncio
import os
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median_low
from types import FrameType
from typing import Any
from unittest.mock import patch

from textual.pilot import Pilot

from luckytui.address import Address
from luckytui.client.local import LocalSession
from luckytui.client.remote import RemoteSession
from luckytui.client.session import ConnectionChanged, Session, SessionEvent, TableChanged
from luckytui.games import GAMES
from luckytui.host.journal import new_tables
from luckytui.host.serve import serve
from luckytui.shown.navigation import AtTable
from luckytui.table.requests import Start
from luckytui.table.spec import TableSpec
from luckytui.tui.app import LuckyApp
from luckytui.tui.boards.base import Board
from luckytui.tui.screens.lobby import LobbyScreen

ROOT = Path(__file__).parents[1]
OURS = tuple(str(ROOT / folder) + os.sep for folder in ("luckytui", "net"))
A_MOMENT = 0.01
"""Seconds between two looks at what is waited for."""

TIMES = 5
"""How many games each figure is the median of."""


def table(game: str, number: int) -> TableSpec:
    """Return a table of one person and bots that never get to move, for one of many games."""
    rules = GAMES[game]
    seats = max(2, rules.seats.start)
    return TableSpec(
        game=game,
        options=rules.options(),
        name="ring",
        seats=seats,
        bots=seats - 1,
        seed=f"ring {number}",
        pace=3600.0,
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

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        """Files, functions, calls, paintings of the board, and prompts."""
        paints = sum(calls for (_, name), calls in self.calls.items() if name == "Board.paint")
        prompts = sum(
            calls
            for (file, name), calls in self.calls.items()
            if (Path(file).name, name) == ("words.py", "prompt")
        )
        return len({file for file, _ in self.calls}), len(self.calls), self.calls.total(), paints, prompts


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


class Noted(RemoteSession):
    """A session that notes when a lost connection is back, and the table was shown again."""

    is_back = has_returned = False

    def open(self, listener: Callable[[SessionEvent], object]) -> None:
        """Note what the listener is told."""

        def hear(event: SessionEvent) -> None:
            listener(event)
            self.is_back = self.has_returned and isinstance(event, TableChanged)
            self.has_returned |= event == ConnectionChanged(None)

        super().open(hear)


@asynccontextmanager
async def playing(session: Session) -> AsyncIterator[Pilot[None]]:
    """Show a game that has begun."""
    app = LuckyApp(AtTable(session))
    async with app.run_test(size=(80, 24)) as pilot:
        yield pilot
        await session.close()
        app.exit()


async def until(pilot: Pilot[None], holds: Callable[[], object]) -> None:
    """Wait until something holds, and the app has shown what came of it."""
    while not holds():  # noqa: ASYNC110 - not everything that is waited for is signalled
        await asyncio.sleep(A_MOMENT)
    await pilot.pause()


async def board_of(pilot: Pilot[None]) -> Board[Any]:
    """Return the board, once it shows what has happened so far."""
    await until(pilot, lambda: pilot.app.screen.query(Board))
    board = pilot.app.screen.query_one(Board)
    await until(pilot, lambda: not board.animation.is_playing)
    return board


async def move(pilot: Pilot[None]) -> Passed | None:
    """Make the first legal move, and return what that passed through; None if it is somebody else's turn."""
    board = await board_of(pilot)
    if not board.model.moves:
        return None
    board.point_at(board.model.moves[0])
    await pilot.pause()
    prompt = board.model.match_view.prompt
    with counting() as passed:
        await pilot.press("enter")
        await until(pilot, lambda: board.model.match_view.prompt != prompt and not board.animation.is_playing)
    return passed


@asynccontextmanager
async def hosting(spec: TableSpec, token: bytes) -> AsyncIterator[tuple[Address, str | None]]:
    """Host this table, whose owner has this token. Nobody on the network is told of it, so nobody calls."""
    ready: asyncio.Future[tuple[Address, str | None]] = asyncio.get_running_loop().create_future()
    journals = await new_tables([spec], bind="127.0.0.1", port=None, owner_token=token)
    serving = asyncio.create_task(
        serve(
            journals,
            once=False,
            record=None,
            ready=lambda address, code: ready.set_result((address, code)),
            warn=lambda _: None,
        )
    )
    with patch("luckytui.host.serve._announced", lambda *_: nullcontext()):
        yield await ready
    serving.cancel()
    with suppress(asyncio.CancelledError):
        await serving


async def local(game: str, number: int) -> Sequence[Passed]:
    """Return what a move of a game in this process passed through, if the player may make one."""
    async with playing(LocalSession(table(game, number), "Ana")) as pilot:
        moved = await move(pilot)
    return [moved] if moved else []


async def remote(number: int) -> Sequence[Passed]:
    """Return the same across the network, and what the loss and return of the connection passed through."""
    token, spec = secrets.token_bytes(32), table("lucky-numbers", number)
    async with hosting(spec, token) as (host, code):
        relay = Relay(host)
        between = await asyncio.start_server(relay.take, "127.0.0.1")
        address = Address("127.0.0.1", between.sockets[0].getsockname()[1])
        session = Noted(address, name="Ana", code=code, token=token)
        async with playing(session) as pilot:
            await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
            session.request(Start())
            moved = await move(pilot)
            with counting() as passed:
                relay.cut()
                await until(pilot, lambda: session.is_back)
        between.close()
    return [moved, passed] if moved else []


async def five(play: Callable[[int], Awaitable[Sequence[Passed]]]) -> list[tuple[Passed, ...]]:
    """Play games until five have counted something; return, for each thing that was counted, those of all."""
    games: list[Sequence[Passed]] = []
    for number in count():
        games += filter(None, [await play(number)])
        if len(games) == TIMES:
            break
    return list(zip(*games, strict=True))


async def measure() -> dict[str, tuple[Passed, ...]]:
    """Return what was counted, by what was done."""
    counted = {f"a move of {GAMES[game].title}": (await five(partial(local, game)))[0] for game in GAMES}
    moved, returned = await five(remote)
    return counted | {"the first across the network": moved, "a lost connection and its return": returned}


def main() -> None:
    """Measure, as the command line says."""
    parser = argparse.ArgumentParser(description="how much of our code a move passes through")
    parser.add_argument("--list", action="store_true", help="name the functions, of the last game of each")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"XDG_STATE_HOME": folder, "LUCKYTUI_INTERFACES": "127.0.0.1"}
        counted = asyncio.run(measure())
    print("| what | files | functions | calls | board paints | prompts |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for what, times in counted.items():
        medians = map(median_low, zip(*(passed.counts for passed in times), strict=True))
        print(f"| {what} |", " | ".join(f"{each:,}" for each in medians), "|")
    if given.list:
        for what, times in counted.items():
            print(f"\n{what}")
            for (file, name), calls in sorted(times[-1].calls.items()):
                print(f"    {file} {name} {calls}")


if __name__ == "__main__":
    main()
