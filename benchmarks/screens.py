"""How soon a screen answers, in a real pseudo-terminal, beside small Textual programs in the same run.

    .venv/bin/python -m benchmarks.screens

`answers` is from a cursor key to the last byte that comes of it, at a board of Lucky Numbers and at one of
Textual's Line API: squares by eight, a prompt that says where the cursor is, and a footer. `begins` is from
the start of the program to the first content, beside a Textual app that shows a word. They take turns, so
that a busy machine slows down both alike; the ratios are of medians. All is compiled before, as an installer
leaves it.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
from statistics import median
from time import perf_counter, sleep
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Footer, Static

from benchmarks.figures import HEAD, machine, row

OURS = [sys.executable, "-m", "luckytui", "play", "lucky-numbers", "--seed=1"]
BOARD, WORD = ([sys.executable, "-m", "benchmarks.screens", name] for name in ("board", "word"))
COMPILED = f"{tempfile.gettempdir()}/luckytui-benchmark"
"""Where the compiled modules are."""
KEYS = (b"\x1b[C", b"\x1b[D")
TIMES, STARTS = 60, 9
_QUIET = 0.06
"""After how many seconds without a byte an answer has ended."""


class LineBoard(Widget, can_focus=True):
    """A table of eight by eight squares with a cursor, drawn by `render_line`."""

    DEFAULT_CSS = "LineBoard { height: 16; }"
    BINDINGS: ClassVar = [("right", "go(1)", "next"), ("left", "go(-1)", "back"), ("enter", "go(0)", "do")]

    place = 0

    def render_line(self, y: int) -> Strip:
        here = [8 * (y // 2) + x for x in range(8)]
        styles = [
            Style(color="black", bgcolor="yellow" if place == self.place else ("white", "green")[place % 2])
            for place in here
        ]
        return Strip([Segment(f"   {place:2}    ", style) for place, style in zip(here, styles, strict=True)])

    def action_go(self, by: int) -> None:
        self.place = (self.place + by) % 64
        self.refresh()
        self.screen.query_one(Static).update(f"Enter: lay it on {self.place}")


class BoardApp(App[None]):
    """The board, a prompt and a footer."""

    def compose(self) -> ComposeResult:
        yield LineBoard()
        yield Static("Enter: lay it on 0")
        yield Footer()


class WordApp(App[None]):
    """A word."""

    def compose(self) -> ComposeResult:
        yield Static("lucky")


class Program:
    """A program in a pseudo-terminal of 80×24."""

    def __init__(self, command: list[str]) -> None:
        self.began = perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            color = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "TEXTUAL_ANIMATIONS": "none"}
            compiled = {"PYTHONPYCACHEPREFIX": COMPILED, "PYTHONDONTWRITEBYTECODE": ""}
            os.execve(command[0], command, {**os.environ, **color, **compiled})  # noqa: S606
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def until(self, text: bytes) -> float:
        """Read until this is on the screen; return how many seconds after the start."""
        seen = b""
        while text not in seen:
            seen += os.read(self.fd, 65536)
        return perf_counter() - self.began

    def answer(self, key: bytes) -> float:
        """Press a key; return how many seconds later the last byte of the answer came."""
        os.write(self.fd, key)
        began = last = perf_counter()
        while select.select([self.fd], [], [], 1.0 if last == began else _QUIET)[0]:
            os.read(self.fd, 65536)
            last = perf_counter()
        return last - began

    def end(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def answers() -> dict[str, list[float]]:
    """Return how long each board took to answer a cursor key."""
    programs = {"a board of ours answers": Program(OURS), "a Line API board answers": Program(BOARD)}
    for program, text in zip(programs.values(), (b"Stack", b"15"), strict=True):
        program.until(text)
    sleep(1.0)
    for program in programs.values():
        program.answer(KEYS[0])
    times: dict[str, list[float]] = {name: [] for name in programs}
    for turn in range(TIMES):
        for name, program in programs.items():
            times[name].append(program.answer(KEYS[turn % 2]))
    for program in programs.values():
        program.end()
    return times


def begins() -> dict[str, list[float]]:
    """Return how long it took until there was something on the screen."""
    commands = {"ours begins": (OURS, b"Lucky"), "a Textual app of one word begins": (WORD, b"lucky")}
    times: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(STARTS + 1):
        for name, (command, text) in commands.items():
            program = Program(command)
            seconds = program.until(text)
            program.end()
            if number:  # the first ones compile
                times[name].append(seconds)
    return times


def main() -> None:
    """Print a table, as Markdown."""
    print(f"{machine()}\n\n{HEAD}")
    for times in (answers(), begins()):
        (_ours, mine), (_peer, peer) = times.items()
        print("\n".join(row(name, each) for name, each in times.items()))
        print(f"| ratio | {median(mine) / median(peer):.2f} | | |")


if __name__ == "__main__":
    {"board": BoardApp, "word": WordApp}[sys.argv[1]]().run() if sys.argv[1:] else main()
