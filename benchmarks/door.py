"""The door for guests beside one that starts a process for each: first screen, memory, and waiting for a key.

    .venv/bin/python -m benchmarks.door [--guests 12] [--newcomers 5]

Both let guests in by ssh to the same tables of one host, each to a table with a bot. The other door is the
least that does: a pty and a `luckytui join` for each guest. Guests are clients of asyncssh in this process;
what a program takes to start natively is measured on a pty, in the same run.
"""

import argparse
import asyncio
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import asyncssh

from benchmarks.figures import machine

_LOOPBACK = "127.0.0.1"
_SIZE = 80, 24
_STARTS = 5
_PRESSES = 80
_PAUSE = 0.05
"""How many seconds pass between two keys of the one who plays."""
_MB = 1024 * 1024


class Served(NamedTuple):
    """A host that runs, with its door."""

    port: int
    code: str
    ssh: int
    door_code: str
    process: int
    """The door's."""


@contextmanager
def serving(tables: int) -> Iterator[Served]:
    """Host tables with a door, in processes of their own."""
    command = [sys.executable, "-m", "luckytui", "serve", "lucky-numbers", "--seats", "2", "--bots", "easy"]
    command += ["--bind", _LOOPBACK, "--port", "0", "--tables", str(tables), "--pace", "0"]
    command += ["--door", "--ssh-port", "0", "--web-port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as host:  # noqa: S603
        assert host.stdout  # noqa: S101 - it is a pipe
        at, by_ssh, _web, door = (host.stdout.readline().split() for _line in range(4))
        ports = [int(line[1].rpartition(":")[2]) for line in (at, by_ssh)]
        children = Path(f"/proc/{host.pid}/task/{host.pid}/children").read_text()
        try:
            yield Served(ports[0], at[-1], ports[1], door[-1], int(children.split()[-1]))
        finally:
            host.terminate()


class Guest(asyncssh.SSHClientSession[bytes]):
    """A guest's terminal, which only notes what came and when."""

    def __init__(self) -> None:
        self.data = b""
        self.channel: Any = None
        self._news = asyncio.Event()

    def data_received(self, data: bytes, datatype: int | None) -> None:  # noqa: ARG002
        self.data += data
        self._news.set()

    async def sees(self, words: bytes) -> None:
        """Wait for words on the screen."""
        while words not in self.data:
            await self.news()

    async def news(self) -> None:
        """Wait for anything."""
        self._news.clear()
        await self._news.wait()

    async def press(self, key: bytes) -> float:
        """Press a key, and return how many seconds pass until something shows."""
        began = time.perf_counter()
        self.channel.write(key)
        await self.news()
        return time.perf_counter() - began


class _Client(asyncssh.SSHClient):
    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *_challenge: object) -> list[str]:
        return []


async def guest(stack: AsyncExitStack, port: int, name: str) -> Guest:
    """Come to a door."""
    connection = await stack.enter_async_context(
        asyncssh.connect(
            _LOOPBACK, port, username=name, known_hosts=None, config=None, agent_path=None, client_keys=None,
            client_factory=_Client,
        )
    )  # fmt: skip
    channel, session = await connection.create_session(
        Guest, term_type="xterm-256color", term_size=_SIZE, encoding=None
    )
    assert isinstance(session, Guest)  # noqa: S101 - for the type
    session.channel = channel
    return session


async def player(stack: AsyncExitStack, port: int, name: str, code: str) -> Guest:
    """Come to a door, which asks for name and code if there is one, and on to the board."""
    session = await guest(stack, port, name)
    if code:
        session.channel.write(f"\r{code}\r".encode())
    await session.sees(b"Stack")
    return session


# ── The other door ────────────────────────────────────────────────────────────────────────────────────


class _Pty(asyncssh.SSHServerSession[bytes]):
    """A pty with a program of its own for a guest."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._channel: Any = None
        self.pid = self._fd = 0

    def connection_made(self, chan: Any) -> None:
        self._channel = chan

    def pty_requested(self, *_terminal: object) -> bool:
        return True

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        self.pid, self._fd = start(self._command)
        asyncio.get_running_loop().add_reader(self._fd, self._pass_on)

    def data_received(self, data: bytes, datatype: int | None) -> None:  # noqa: ARG002
        os.write(self._fd, data)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        asyncio.get_running_loop().remove_reader(self._fd)
        end(self.pid, self._fd)

    def _pass_on(self) -> None:
        data = os.read(self._fd, 65536)
        with suppress(BrokenPipeError):  # the guest has gone
            self._channel.write(data)


@asynccontextmanager
async def other_door(port: int, code: str, programs: list[_Pty]) -> AsyncIterator[int]:
    """Open a door that starts a program for each guest."""
    command = [sys.executable, "-m", "luckytui", "join", f"{_LOOPBACK}:{port}", "--code", code]

    class Server(asyncssh.SSHServer):
        def begin_auth(self, username: str) -> bool:  # noqa: ARG002
            return False

        def session_requested(self) -> _Pty:
            programs.append(program := _Pty(command))
            return program

    key = asyncssh.generate_private_key("ssh-ed25519")
    async with await asyncssh.listen(
        _LOOPBACK, 0, server_factory=Server, server_host_keys=[key], encoding=None, line_editor=False
    ) as listener:
        yield listener.get_port()


def start(command: Sequence[str]) -> tuple[int, int]:
    """Start a program on a pty; return its process and the pty."""
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(  # noqa: S606
            command[0], [*command], {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        )
    return pid, fd


def end(pid: int, fd: int) -> None:
    """End a program that was started on a pty."""
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(fd)


# ── What is measured ──────────────────────────────────────────────────────────────────────────────────


def native_start() -> float:
    """Return how many seconds `luckytui` takes to show its first screen."""
    began = time.perf_counter()
    pid, fd = start([sys.executable, "-m", "luckytui"])
    seen = b""
    while b"Play alone" not in seen and b"lay" not in seen:
        select.select([fd], [], [])
        seen += os.read(fd, 65536)
    taken = time.perf_counter() - began
    end(pid, fd)
    return taken


async def first_screen(port: int, code: str) -> float:
    """Return how many seconds a guest waits for the board, who has typed name and code at once."""
    async with AsyncExitStack() as stack:
        began = time.perf_counter()
        await player(stack, port, "Ana", code)
        return time.perf_counter() - began


def memory(pids: Sequence[int]) -> float:
    """Return how many MiB these processes take, what they share divided among those that share it."""
    rollups = (Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines() for pid in pids)
    return (
        sum(int(line.split()[1]) for rollup in rollups for line in rollup if line.startswith("Pss:")) / 1024
    )


def come(port: int, newcomers: int, code: str) -> None:
    """Let newcomers come, in a process of their own."""
    command = [sys.executable, "-m", "benchmarks.door", "--come", str(port), "--newcomers", str(newcomers)]
    subprocess.run([*command, "--door-code", code], check=True)  # noqa: S603


async def _come(port: int, newcomers: int, code: str) -> None:
    async with AsyncExitStack() as stack:
        await asyncio.gather(*(player(stack, port, f"New {number}", code) for number in range(newcomers)))


async def waits(one: Guest) -> list[float]:
    """Let somebody press keys for a while; return how long each took to show."""
    times = []
    for press in range(_PRESSES):
        times.append(await one.press((b"\x1b[C", b"\x1b[D")[press % 2]))
        await asyncio.sleep(_PAUSE)
    return times


async def measure(
    name: str, port: int, pids: Callable[[], Sequence[int]], guests: int, newcomers: int, code: str
) -> str:
    """Measure one door; return its row."""
    firsts = []
    for _start in range(_STARTS):
        firsts.append(await first_screen(port, code))
        await asyncio.sleep(1)  # the next app gets warm, as between guests who come one by one
    before = memory(pids())
    async with AsyncExitStack() as stack:
        all_ = [await player(stack, port, f"Guest {number}", code) for number in range(guests)]
        taken = memory(pids()) - before
        quiet = await waits(all_[0])
        coming = asyncio.create_task(asyncio.to_thread(come, port, newcomers, code))
        busy = await waits(all_[0])
        await coming
    cells = (median(firsts), max(quiet), max(busy))
    return f"| {name} | " + " | ".join(f"{1000 * cell:,.0f}" for cell in cells) + f" | {taken:,.1f} |"


async def run(guests: int, newcomers: int) -> None:
    """Measure everything, and print it."""
    native = [native_start() for _start in range(_STARTS)]
    tables = 3 * (guests + newcomers + _STARTS)
    programs: list[_Pty] = []
    with serving(tables) as served:
        ours = await measure(
            "in one process", served.ssh, lambda: [served.process], guests, newcomers, served.door_code
        )
        async with other_door(served.port, served.code, programs) as port:
            pids = lambda: [each.pid for each in programs if Path(f"/proc/{each.pid}").exists()]  # noqa: E731
            theirs = await measure("a process for each", port, pids, guests, newcomers, "")
    print(f"{machine()}\n\nNative start: {1000 * median(native):,.0f} ms (median of {_STARTS})\n")
    print(
        f"| door | first screen by ssh, ms | longest wait for a key, ms | while {newcomers} join, ms |"
        f" {guests} guests, MiB |\n| --- | ---: | ---: | ---: | ---: |\n{ours}\n{theirs}"
    )


def main() -> None:
    """Print a table, as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--guests", type=int, default=12)
    parser.add_argument("--newcomers", type=int, default=5)
    parser.add_argument("--come", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--door-code", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.come:
        asyncio.run(_come(given.come, given.newcomers, given.door_code))
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder,
            "LUCKYTUI_INTERFACES": _LOOPBACK,
        }  # fmt: skip
        asyncio.run(run(given.guests, given.newcomers))


if __name__ == "__main__":
    main()
