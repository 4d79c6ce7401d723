"""Runs what a player does on a system that has neither fcntl nor the like, and prints what works.

`python -m tests.without_posix RECORD` takes away from this process what Windows lacks of what is used here.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

for _module in ("fcntl", "termios", "tty", "resource", "pwd", "grp"):
    sys.modules[_module] = None  # type: ignore[assignment]
for _owner, _names in (
    (signal, ("SIGHUP", "SIGALRM", "setitimer", "ITIMER_REAL")),
    (os, ("sched_getaffinity", "fdatasync", "O_NOFOLLOW")),
):
    for _name in _names:
        delattr(_owner, _name)
vars(os)["process_cpu_count"] = os.cpu_count  # since Python 3.13: without affinity it is the same

_LOCKED: dict[tuple[int, int], int] = {}
"""Who has which file locked, by device and inode."""


def _lock(file: int, _mode: int, _bytes: int) -> None:
    state = os.fstat(file)
    if (state.st_dev, state.st_ino) in _LOCKED:
        raise PermissionError(13, "Permission denied")
    _LOCKED[state.st_dev, state.st_ino] = file


def _close(file: int, real: Any = os.close) -> None:
    state = os.fstat(file)
    if _LOCKED.get((state.st_dev, state.st_ino)) == file:
        del _LOCKED[state.st_dev, state.st_ino]
    real(file)


def _keeps_open(real: Any) -> Any:
    """Return a way to rename or remove a file that fails, as on Windows, while it is open and locked."""

    def do(path: Any, *more: Any, **keywords: Any) -> Any:
        if os.path.exists(path):  # noqa: PTH110 - pathlib itself calls this
            state = os.stat(path)  # noqa: PTH116
            if (state.st_dev, state.st_ino) in _LOCKED:
                raise PermissionError(13, "Permission denied")
        return real(path, *more, **keywords)

    return do


def _no_handlers(*_: object) -> None:
    raise NotImplementedError


sys.modules["msvcrt"] = SimpleNamespace(LK_NBLCK=2, locking=_lock)  # type: ignore[assignment]
os.close, os.replace, os.unlink = _close, _keeps_open(os.replace), _keeps_open(os.unlink)
asyncio.SelectorEventLoop.add_signal_handler = _no_handlers  # type: ignore[assignment,method-assign]

from luckytui.bots.thinking import _choose  # noqa: E402 - only now nothing of it is there
from luckytui.cli import run  # noqa: E402
from luckytui.client import saved_seats  # noqa: E402
from luckytui.client.local import LocalSession  # noqa: E402
from luckytui.client.remote import reach  # noqa: E402
from luckytui.doctor.terminal import GLYPHS, judge_widths, measure  # noqa: E402
from luckytui.games import GAMES  # noqa: E402
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions  # noqa: E402
from luckytui.shown.navigation import AtTable, EntryPoint, Replay  # noqa: E402
from luckytui.system.processes import cores  # noqa: E402
from luckytui.table.record import Record, read, snapshots  # noqa: E402
from luckytui.table.spec import TableSpec  # noqa: E402
from luckytui.tui.app import LuckyApp  # noqa: E402
from tests.client.test_remote import Served  # noqa: E402
from tests.tui.running import rows  # noqa: E402


async def shown(start: EntryPoint, *keys: str) -> str:
    """Return what is on the screen, once these keys were pressed."""
    app = LuckyApp(start)
    async with app.run_test() as pilot:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
        await pilot.pause()
        text = " ".join(rows(app))
        app.exit()
    return text


async def play_alone() -> bool:
    game = GAMES["lucky-numbers"]
    spec = TableSpec(
        game=game.key, options=LuckyNumbersOptions(), name="home", seats=2, bots=1, levels=("random",)
    )
    return "Ana" in await shown(AtTable(LocalSession(spec, "Ana")), "enter")


async def join() -> bool:
    async with Served() as served:
        session = await reach(served.address, name="Ben")
        await session.join()
        [kept] = saved_seats.of_room(served.application.room.id)
        is_held = saved_seats.find(kept.room) is None
        seen = await shown(AtTable(session))
        await session.close()
        back = saved_seats.find(kept.room)
        is_free = back is not None
        if back:
            back.let_go(for_good=True)
        return all((is_held, is_free, "Ben" in seen, not saved_seats.of_room(kept.room)))


async def replay(record: Record) -> bool:
    return record.game.title in await shown(Replay(record), "right")


def think(record: Record) -> bool:
    """Whether a bot that thinks decides within its time; nothing but its own clock ends that here."""
    states = ((each.state, seat) for each in snapshots(record) for seat in each.state.active if seat >= 0)
    state, seat = next(each for each in states if len(each[0].moves(each[1])) > 1)
    view, moves = state.view(seat), state.moves(seat)
    return _choose(record.game.key, "hard", "seed", view, moves, seconds=0.1) in moves


def main() -> None:
    [record] = read(Path(sys.argv[1]).read_bytes())
    ways = {
        "play alone": lambda: asyncio.run(play_alone()),
        "join": lambda: asyncio.run(join()),
        "browse": lambda: run(["browse", "--seconds", "0.1"]) == 0,
        "rules": lambda: run(["rules", "lucky-jack"]) == 0,
        "replay": lambda: asyncio.run(replay(record)),
        "hosting is refused": lambda: run(["serve", "lucky-jack"]) == 1,
        "bots think": lambda: think(record),
        "cores": lambda: cores() > 0,
        "doctor": lambda: judge_widths(measure(GLYPHS, 0, 1)).mark.name == "UNSURE",
    }
    for way, works in ways.items():
        print(f"\n{way}: {works()}")  # noqa: T201 - the test reads it


if __name__ == "__main__":
    main()
