"""Each game from its first to its last move: stock ssh, Chromium and a native terminal at one table.

    .venv/bin/python -m tests.door.plays [GAME …]

They play by keys alone: mostly Enter, sometimes another, as people who do not know the game. A second ssh
client watches, and is stopped (SIGSTOP) for a minute: nobody waits for it, and it sees the end as all do.
"""

# ruff: noqa: T201 - a command

import asyncio
import fcntl
import os
import pty
import re
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from random import Random

from screenshots.browser import Tab, browsing
from screenshots.door import come_in
from tests.door.doors import Screen

OVER = re.compile("the game is over|another game|The evening")
"""The title of a board, and what the results say: their title is soon the record's check words."""
KEYS = [b"\r"] * 6 + [b"\x1b[C", b"\x1b[B", b"\x1b[D", b"\x1b[A", b" ", b"s", b"\t", b"1", b"2"]
WEB_KEYS = {b"\x1b[C": "→", b"\x1b[B": "↓", b"\x1b[D": "←", b"\x1b[A": "↑", b"\r": "Enter", b"\t": "Tab"}
OPTIONS = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentityAgent=none", "LogLevel=ERROR")
MOST_SECONDS, STOPPED = 900.0, 60.0


@asynccontextmanager
async def on_pty(*command: str) -> AsyncIterator[tuple[Screen, int]]:
    """Run a program on a pty; yield its screen and its process."""
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LANG="C.UTF-8")
        os.execvp(command[0], command)  # noqa: S606
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    screen, loop = Screen(), asyncio.get_running_loop()
    screen.send = partial(os.write, fd)

    def read() -> None:
        try:
            screen.hear(os.read(fd, 65536))
        except OSError:
            screen.is_over = True
            loop.remove_reader(fd)

    loop.add_reader(fd, read)
    try:
        yield screen, pid
    finally:
        loop.remove_reader(fd)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)  # noqa: ASYNC222 - it is dead
        os.close(fd)


async def play_screen(screen: Screen, rng: Random) -> int:
    """Play on a terminal until the end; return how many keys were pressed."""
    pressed = 0
    while not OVER.search(screen.text):
        if "Enter: " in screen.text or "▸ your turn" in screen.text:
            screen.send(rng.choice(KEYS))
            pressed += 1
        await asyncio.sleep(0.15)
    return pressed


async def play_tab(tab: Tab, rng: Random) -> int:
    """Play in a browser, by the page's buttons and keys, until the end; return how many were pressed."""
    pressed = 0
    while not OVER.search(text := await tab.text()):
        if "Enter: " in text or "▸ your turn" in text:
            key = rng.choice(KEYS)
            await (tab.tap(WEB_KEYS[key]) if key in WEB_KEYS else tab.type(key.decode()))
            pressed += 1
        await asyncio.sleep(0.15)
    return pressed


async def play(game: str, environment: dict[str, str]) -> None:
    """Play one game, and print how it went."""
    own = ["--seats=3", "--bind=127.0.0.1", "--port=0", "--door", "--ssh-port=0", "--web-port=0"]
    host = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "luckytui", "serve", game, *own),
        stdout=asyncio.subprocess.PIPE,
        env=environment,
        start_new_session=True,
    )
    assert host.stdout
    lines = [(await host.stdout.readline()).decode().split() for _ in range(4)]
    (_, address, _, table_code), (_, ssh_address), (_, web), (*_, code) = lines
    code = code.replace("-", "")
    ssh = ("ssh", "-F", "none", *(f"-o{each}" for each in OPTIONS), "-p", ssh_address.rpartition(":")[2])
    native = (sys.executable, "-m", "luckytui", "join", address, "--code", table_code, "--as", "Nat")
    try:
        async with (
            on_pty(*ssh, "Sue@127.0.0.1") as (sue, _),
            browsing(web, 1280, 800) as tab,
            on_pty(*native) as (nat, _),
        ):
            await sue.comes_in(code=code)
            await sue.sees("1 of 3")
            await come_in(tab, "Web", code)
            await nat.sees("z pause")
            async with on_pty(*ssh, "Wes@127.0.0.1") as (wes, stopped), asyncio.timeout(MOST_SECONDS):
                await wes.comes_in(code=code)
                await wes.sees("you are watching")
                os.kill(stopped, signal.SIGSTOP)
                asyncio.get_running_loop().call_later(STOPPED, os.kill, stopped, signal.SIGCONT)
                began = time.monotonic()
                keys = await asyncio.gather(
                    play_screen(sue, Random(1)), play_tab(tab, Random(2)), play_screen(nat, Random(3))
                )
                took = time.monotonic() - began
                await until_over(lambda: wes.text)
            print(
                f"{game}: over after {took:.0f} s; keys by ssh, browser, native: {keys}; the watcher saw it"
            )
    finally:
        host.terminate()
        await host.wait()


async def until_over(text: Callable[[], str]) -> None:
    """Wait until a screen shows the end."""
    async with asyncio.timeout(STOPPED + 30):
        while not OVER.search(text()):  # noqa: ASYNC110 - a screen
            await asyncio.sleep(0.1)


async def main(games: Sequence[str]) -> None:
    """Play these games one after another."""
    with tempfile.TemporaryDirectory() as folder:
        homes = dict.fromkeys(("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), folder)
        os.environ.update(homes, LUCKYTUI_INTERFACES="127.0.0.1")
        for game in games:
            await play(game, dict(os.environ))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:] or ["lucky-numbers", "lucky-jack", "lucky-box", "lucky-squares"]))
