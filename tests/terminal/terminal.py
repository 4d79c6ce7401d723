"""A real terminal for tests: a program on a pty, with pyte as the screen."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "tab": "\t",
    "backspace": "\x7f",
}
PATIENCE = 60.0
"""Seconds to wait for something that must come; a test that waits so long has failed."""
_TAIL = 4096
_QUIET = 0.25
"""Seconds without a byte after which a program is taken to have nothing more to say."""


class Terminal:
    """Runs `luckytui`, or another program, on a pty of its own, 80×24, and ends it with the context."""

    def __init__(
        self,
        *arguments: str,
        program: Sequence[str] = (sys.executable, "-m", "luckytui"),
        environment: Mapping[str, str] = {},
        columns: int = 80,
        rows: int = 24,
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.received = 0
        """How many bytes the program has sent so far."""
        self.data = b""
        """All that it has sent."""
        self._stream = pyte.ByteStream(self.screen)
        self.pid, self._fd = pty.fork()
        if self.pid == 0:  # the child: it becomes the program
            os.execve(program[0], [*program, *arguments], _environment(environment))  # noqa: S606
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._exit_code: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._exit_code is None:
            self._end_its_host()
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._fd)

    @property
    def tail(self) -> bytes:
        """The last bytes that it has sent."""
        return self.data[-_TAIL:]

    @property
    def text(self) -> str:
        """What the screen shows."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, and its last moment is no more on the board."""
        return "What decided it" in self.text and "Enter: the results" not in self.text

    def press(self, *keys: str) -> None:
        """Press keys: named ones, or single characters."""
        for key in keys:
            os.write(self._fd, KEYS.get(key, key).encode())

    def wait_for(self, what: str | Callable[[str], bool]) -> str:
        """Read until the screen shows a text, or until it is as wanted; return the screen."""
        wanted: Callable[[str], bool] = what if callable(what) else lambda text: what in text
        deadline = time.monotonic() + PATIENCE
        while not wanted(self.text):
            if not self._read(1.0) and (self._ended() or time.monotonic() > deadline):
                raise AssertionError(f"{what!r} did not come; the screen shows:\n{self.text}")
        self.read_what_is_there()  # what was waited for may stand above the rest of a new screen
        return self.text

    def way_in(self) -> tuple[str, ...]:
        """Read until the lobby shows how others join, the whole of it; return that command."""
        self.wait_for("luckytui join ")
        self.settle()
        line = next(line for line in self.text.splitlines() if "luckytui join " in line)
        return tuple(line.split()[1:])

    def read_what_is_there(self) -> None:
        """Take in what has come, without waiting for more than what is on its way."""
        while self._read(0.03):
            pass

    def settle(self) -> int:
        """Read until nothing more comes; return how many bytes came."""
        before = self.received
        while self._read(_QUIET):
            pass
        return self.received - before

    def wait_for_exit(self) -> int:
        """Read until the program has ended; return its exit code."""
        deadline = time.monotonic() + PATIENCE
        while not self._ended():
            assert time.monotonic() < deadline, f"it does not end; the screen shows:\n{self.text}"
            self._read(0.1)
        assert self._exit_code is not None
        return self._exit_code

    def hang_up(self) -> None:
        """Close this side of the pty, as a terminal does whose window is closed."""
        os.close(self._fd)

    def _read(self, seconds: float) -> bool:
        """Read what comes within so many seconds; whether anything came."""
        readable, _, _ = select.select([self._fd], [], [], seconds)
        if not readable:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:  # the program has closed its side
            return False
        self.received += len(data)
        self.data += data
        self._stream.feed(data)
        return bool(data)

    def _end_its_host(self) -> None:
        """End a host that the program has started: it would outlive it, and be found by other tests."""
        for children in Path(f"/proc/{self.pid}/task").glob("*/children"):
            for child in children.read_text().split():
                os.kill(int(child), signal.SIGTERM)

    def _ended(self) -> bool:
        if self._exit_code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._exit_code = os.waitstatus_to_exitcode(status)
        return self._exit_code is not None


def _environment(more: Mapping[str, str]) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in {"PATH", "HOME", "VIRTUAL_ENV", "XDG_DATA_HOME"}
    }
    return {
        **kept,
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "LUCKYTUI_INTERFACES": "127.0.0.1",
        "XDG_CONFIG_HOME": "/nonexistent",
        "TEXTUAL_ANIMATIONS": "none",
        **more,
    }
