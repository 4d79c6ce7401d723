"""Programs that run on a computer of a test, which reads what they say and ends them with itself."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from luckytui.address import Address, parse
from luckytui.host.launch import READY

REPOSITORY = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds to wait for something that must come; a test that waits so long has failed."""

ONLY_HERE = ("--bind=127.0.0.1", "--port=0")
"""Flags of a host that nobody on another computer shall find."""

_T = TypeVar("_T")
_P = TypeVar("_P", bound="Program")


class Program:
    """A process, and the lines that it has said so far."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.pid = process.pid
        self.lines: list[str] = []
        self.complaints = ""
        """What it has said of its troubles: its standard error."""
        self._process = process
        self._news = asyncio.Event()
        self._listening = [asyncio.create_task(self._listen()), asyncio.create_task(self._hear_complaints())]

    async def until(self, found: Callable[[], _T]) -> _T:
        """Wait until this is something true, which is looked for whenever the program says a line."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not (wanted := found()):
                    assert not self.has_ended, f"It ended too early.\n{self}"
                    self._news.clear()
                    await self._news.wait()
                return wanted
        raise AssertionError(f"It did not come in {PATIENCE} seconds.\n{self}")

    async def end(self) -> int:
        """Wait until the program ends, and return its exit code."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*self._listening)
                return await self._process.wait()
        raise AssertionError(f"It did not end in {PATIENCE} seconds.\n{self}")

    async def kill(self) -> None:
        """End it as nothing can be ended more suddenly."""
        if self._process.returncode is None:
            self._process.kill()
        await self.end()

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    @property
    def has_ended(self) -> bool:
        return all(task.done() for task in self._listening)

    def __str__(self) -> str:
        return "\n".join([*self.lines[-40:], self.complaints])

    async def _listen(self) -> None:
        assert self._process.stdout
        async for line in self._process.stdout:
            self.lines.append(line.decode().rstrip("\n"))
            self._news.set()
        self._news.set()

    async def _hear_complaints(self) -> None:
        assert self._process.stderr
        async for line in self._process.stderr:
            self.complaints += line.decode()
        self._news.set()


class Table(Program):
    """A host: `luckytui serve`. It can be joined when `address` is asked for the first time."""

    async def ready(self) -> "Table":
        await self.until(lambda: self.lines)
        assert self.lines[0].startswith(READY), self
        return self

    @property
    def address(self) -> Address:
        return parse(self.lines[0].removeprefix(READY).split()[0])

    @property
    def code_flag(self) -> Sequence[str]:
        """What a command needs to join, besides the address."""
        _, _, code = self.lines[0].partition(" code ")
        return [f"--code={code}"] if code else []


class Player(Program):
    """Somebody who plays a seat and keeps a diary: `tests.faults.player`."""

    def noted(self, what: str) -> list[Any]:
        """All that was noted under this heading, in order."""
        entries = map(json.loads, self.lines)
        return [entry[what] for entry in entries if what in entry]

    async def notes(self, what: str, *, times: int = 1) -> Any:
        """Wait until this was noted so many times, and return what it was then."""
        return (await self.until(lambda: self.noted(what)[times - 1 :]))[0]


class Computer(NamedTuple):
    """Where programs run, with a home of their own."""

    address: str
    home: Path
    inside: Sequence[str]
    """What stands before a command that is to run there."""
    running: AsyncExitStack
    """What is ended with the test."""

    @property
    def record(self) -> Path:
        """Where a host leaves records that is told so by `record_flag`."""
        return self.home / "record.jsonl"

    @property
    def record_flag(self) -> Sequence[str]:
        return [f"--record={self.record}"]

    async def luckytui(self, *arguments: object) -> Program:
        """Run a command of luckytui."""
        return await self._run(Program, "hastened", *arguments)

    async def serve(self, game: str, *flags: object) -> Table:
        """Open a table; return when it can be joined."""
        return await (await self._run(Table, "hastened", "serve", game, *flags)).ready()

    async def resume(self) -> Table:
        """Go on with the only table whose host has not ended in good order."""
        (journal,) = self.journals()
        command = ("serve", "--resume", journal, *self.record_flag)
        return await (await self._run(Table, "hastened", *command)).ready()

    def journals(self) -> list[Path]:
        """The journals of tables that are kept here."""
        return list(self.home.glob("state/luckytui/tables/*.journal"))

    async def rogue(self, game: str, *flags: object) -> Table:
        """Open a table whose host tells what it likes."""
        return await (await self._run(Table, "rogue", "serve", game, *flags)).ready()

    async def play(self, table: Table, name: str, *flags: object) -> Player:
        """Let somebody join a table and play."""
        return await self._run(Player, "player", table.address, name, *table.code_flag, *flags)

    async def look_around(self) -> Player:
        """Let somebody look which tables there are, until the test ends."""
        return await self._run(Player, "looking", "-")

    async def _run(self, kind: type[_P], module: str, *arguments: object) -> _P:
        command = [*self.inside, sys.executable, "-P", "-m", f"tests.faults.{module}", *map(str, arguments)]
        return await self.running.enter_async_context(_running(kind, command, self._environment()))

    def _environment(self) -> dict[str, str]:
        # A computer on a LAN looks around on all of its networks; this one must keep to itself.
        here = {} if self.inside else {"LUCKYTUI_INTERFACES": self.address}
        return {
            **here,
            **{name: os.environ[name] for name in ("PATH", "REAL") if name in os.environ},
            "HOME": str(self.home),
            "XDG_STATE_HOME": str(self.home / "state"),
            "PYTHONPATH": str(REPOSITORY),
            "LANGUAGE": "en",
        }


@asynccontextmanager
async def _running(kind: type[_P], command: Sequence[str], environment: dict[str, str]) -> AsyncIterator[_P]:
    process = await asyncio.create_subprocess_exec(
        *command,
        env=environment,
        cwd=environment["HOME"],
        start_new_session=True,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    program = kind(process)
    try:
        yield program
    finally:
        await program.kill()
