"""`python inside.py WHAT FOLDER`: does on Windows what a test asks for, and prints what came of it."""

# ruff: noqa: T201 - a command

import asyncio
import contextlib
import io
import os
import signal
import sys
import threading
from concurrent.futures import Future
from pathlib import Path

from luckytui.cli import run
from luckytui.client.local import LocalSession
from luckytui.games import GAMES
from luckytui.host.journal import AppendOnlyFile
from luckytui.host.launch import READY
from luckytui.shown.navigation import AtTable, EntryPoint, Replay
from luckytui.system import files
from luckytui.system.workers import pool_of
from luckytui.table.record import read
from luckytui.table.spec import TableSpec
from net import NetError
from net.connection import listen

LOOPBACK = "127.0.0.1"


def hold(folder: Path) -> None:
    """Have a file locked until this program is killed."""
    files.hold_written(folder / "file", b"mine")
    print("held")
    sys.stdin.read()


def take(folder: Path) -> None:
    """Say whether somebody has the file, and take it."""
    path = folder / "file"
    print("read", path.read_bytes(), "held", files.is_held(path))
    try:
        os.close(files.open_file(path))
        print("taken")
    except BlockingIOError:
        print("not to be had")


def replace(folder: Path) -> None:
    """Let a file be written, read by somebody, and replaced meanwhile."""
    file = AppendOnlyFile(folder / "file")

    async def save(content: bytes) -> None:
        file.replace(content)
        saving = asyncio.create_task(file.save())
        await asyncio.sleep(0)  # it begins
        file.append(b", and more")  # while the other is on its way to the disk
        print("saved", await saving, (folder / "file").read_bytes(), "gone", file.is_gone)

    async def go() -> None:
        await save(b"the first")
        reading = (folder / "file").open("rb")
        threading.Timer(0.2, reading.close).start()
        await save(b"the second")
        print("held", files.is_held(folder / "file"))
        file.close(remove=True)

    asyncio.run(go())
    print("left", [*folder.iterdir()])


def ports(_folder: Path) -> None:
    """Listen twice at one port."""
    with listen(LOOPBACK, 0) as first:
        port = first.getsockname()[1]
        try:
            listen(LOOPBACK, port)
        except NetError as error:
            print(error.code)
        with listen(LOOPBACK, port, or_any=True) as second:
            print("another", second.getsockname()[1] != port)


def work(_folder: Path) -> None:
    """Work in another process."""
    print("worked", pool_of(1).submit(abs, -7).result())


def screens(folder: Path) -> None:
    """Play and review a game on screens that nobody sees."""
    spec = TableSpec(
        game="lucky-numbers", options=GAMES["lucky-numbers"].options(), name="home", seats=2, bots=1
    )
    print(asyncio.run(_shown(AtTable(LocalSession(spec, "Ana")), "enter")))
    [record] = read((folder / "record.jsonl").read_bytes())
    print(asyncio.run(_shown(Replay(record), "right")))


async def _shown(start: EntryPoint, key: str) -> str:
    from luckytui.lab import analysis  # noqa: PLC0415 - no other needs it
    from luckytui.tui.app import LuckyApp  # noqa: PLC0415 - as above

    analysis.later = lambda _: Future()  # Wine stops a pool of processes that gets a second job
    app = LuckyApp(start)
    async with app.run_test() as pilot:
        await pilot.press(key)
        await pilot.pause()
        rows = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        app.exit()
    return rows


class _Told(io.StringIO):
    """Hears when a host is ready, and then asks this process to end."""

    def write(self, text: str) -> int:
        if text.startswith(READY):
            threading.Timer(0.5, signal.raise_signal, [signal.SIGBREAK]).start()  # type: ignore[attr-defined]
        return super().write(text)


def stop(_folder: Path) -> None:
    """Host a table until Windows asks the host to end, as it does when a console closes."""
    with contextlib.redirect_stdout(_Told()):
        code = run(["serve", "lucky-jack", f"--bind={LOOPBACK}", "--port=0"])
    print("ended", code)


if __name__ == "__main__":
    ways = {way.__name__: way for way in (hold, take, replace, ports, work, screens, stop)}
    ways[sys.argv[1]](Path(sys.argv[2]))
