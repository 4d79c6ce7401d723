"""Two computers of a test: one runs Windows, which is Wine here, and one Linux. Each has files of its own."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from luckytui.address import Address, parse
from luckytui.host.launch import CODE, READY

ROOT: Final = Path(__file__).parents[2]
WINDOWS: Final = ROOT / ".windows"
PATIENCE: Final = 200.0
"""Seconds to wait for something that must come, on a busy machine."""

ONLY_HERE: Final = ("--bind=127.0.0.1", "--port=0", "--pace=0")


class Program:
    """A program that runs: one can type into it, and read what it says, complaints included."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], encoding: str) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command,
            env=environment,
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._encoding = encoding
        self._heard = b""
        self._news = threading.Condition()
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    @property
    def said(self) -> str:
        """All that it has said so far."""
        return self._heard.decode(self._encoding, "replace").replace("\r\n", "\n")

    def type(self, *lines: str) -> None:
        """Type lines."""
        assert self._process.stdin
        self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self._process.stdin.flush()

    def until(self, pattern: str) -> re.Match[str]:
        """Wait until it has said this, and return where."""
        end = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.said)):
            assert time.monotonic() < end, self.said
            assert self._process.poll() is None, self.said
            with self._news:
                self._news.wait(1.0)
        return found

    def end(self) -> int:
        """Let nothing more be typed; wait until it ends, and return its exit code."""
        self._hang_up()
        code = self._process.wait(PATIENCE)
        self._listening.join(PATIENCE)
        return code

    def kill(self) -> None:
        """End it as nothing can be ended more suddenly."""
        self._process.kill()
        self._process.wait()
        self._hang_up()

    def _hang_up(self) -> None:
        assert self._process.stdin
        with suppress(BrokenPipeError):
            self._process.stdin.close()

    def _listen(self) -> None:
        assert self._process.stdout
        with self._process.stdout as pipe:
            while more := os.read(pipe.fileno(), 4096):
                with self._news:
                    self._heard += more
                    self._news.notify_all()


class Hosted(NamedTuple):
    """A table that is served."""

    program: Program
    address: Address
    code: str


class Computer(NamedTuple):
    """Where programs run."""

    python: Sequence[str]
    environment: Mapping[str, str]
    encoding: str
    state: Path
    """Where luckytui keeps tables and seats."""
    running: ExitStack
    """What is ended with the test."""

    def start(self, *arguments: object, python: bool = False) -> Program:
        """Start luckytui, or Python itself."""
        what = () if python else ("-m", "luckytui")
        program = Program(
            [*self.python, *what, *map(str, arguments)], {**os.environ, **self.environment}, self.encoding
        )
        self.running.callback(program.kill)
        return program

    def run(self, *arguments: object, python: bool = False) -> str:
        """Run it to its end, with nothing typed, and return what it says. It must succeed."""
        program = self.start(*arguments, python=python)
        assert program.end() == 0, program.said
        return program.said

    def serve(self, *arguments: object) -> Hosted:
        """Host a table, and return it when it can be joined."""
        program = self.start("serve", *arguments)
        line = program.until(f"{READY}.*\n")[0].strip()
        address, _, code = line.removeprefix(READY).partition(CODE)
        return Hosted(program, parse(address), code)

    def join(self, table: Hosted, name: str, *flags: str) -> Program:
        """Join a table under a name."""
        return self.start(*flags, "join", table.address, f"--code={table.code}", f"--as={name}")

    def autoplay(self, table: Hosted, name: str) -> Program:
        """Let a bot play a game at a table."""
        return self.start("join", table.address, f"--code={table.code}", f"--as={name}", "--autoplay=normal")

    def kill_all(self) -> None:
        """Kill each Python that runs here: also hosts, which nobody waits for."""
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended meanwhile
                is_of_test = os.fsencode(self.state.parent) in process.joinpath("environ").read_bytes()
                if is_of_test and b"python" in process.joinpath("cmdline").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)

    def journal_with(self, entry: str) -> Path:
        """Wait until a table's journal has an entry, and return it."""
        end = time.monotonic() + PATIENCE
        while True:
            for journal in self.state.glob("tables/*.journal"):
                if entry in journal.read_text("utf-8"):
                    return journal
            assert time.monotonic() < end, f"no journal has {entry}"
            time.sleep(0.05)


@contextmanager
def windows(folder: Path) -> Iterator[Computer]:
    """Yield a computer with Windows, whose files are in a folder."""
    environment = {
        "WINEPREFIX": str(WINDOWS / "prefix"),
        "WINEDEBUG": "-all",
        "WIN_PD_OVERRIDE_LOCAL_APPDATA": windows_path(folder),
    }
    python = ("wine", str(WINDOWS / "python" / "python.exe"))
    with _computer(python, environment, "cp1252", folder / "luckytui") as computer:
        yield computer


@contextmanager
def linux(folder: Path) -> Iterator[Computer]:
    """Yield a computer with Linux, whose files are in a folder."""
    environment = {f"XDG_{name}_HOME": str(folder) for name in ("STATE", "DATA", "CONFIG")}
    with _computer((sys.executable,), environment, "utf-8", folder / "luckytui") as computer:
        yield computer


@contextmanager
def _computer(
    python: Sequence[str], environment: Mapping[str, str], encoding: str, state: Path
) -> Iterator[Computer]:
    here = {"LUCKYTUI_INTERFACES": "127.0.0.1", "LUCKYTUI_NAME": "Ana", "LANGUAGE": "en"}
    environment = {**here, **environment, "HOME_OF_TEST": str(state.parent)}
    with ExitStack() as running:
        computer = Computer(python, environment, encoding, state, running)
        running.callback(computer.kill_all)
        yield computer


def windows_path(path: Path) -> str:
    """Return what Windows calls this path."""
    return "Z:" + str(path).replace("/", "\\")
