"""How the program ends: the terminal as it was, the process gone, whatever happens to it."""

import asyncio
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import Mock

import pytest

from luckytui.tui.app import _terminate
from luckytui.tui.clicks import CLICKS_OFF
from tests.terminal.terminal import PATIENCE, Terminal

PLAY = ("play", "lucky-numbers", "--seed", "end", "--pace", "0")
MOTION = (1002, 1003)
"""The modes in which a terminal reports that its mouse moves."""
LEAVES_ALTERNATE_SCREEN = b"\x1b[?1049l"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_and_the_terminal_is_as_before(number: signal.Signals, tmp_path: Path) -> None:
    with Terminal(*PLAY, environment={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("▸ your turn")
        os.kill(terminal.pid, number)
        assert terminal.wait_for_exit() == 0
        assert LEAVES_ALTERNATE_SCREEN in terminal.tail


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_a_game_in_lines_with_its_exit_code(number: signal.Signals, tmp_path: Path) -> None:
    with playing_in_lines(tmp_path) as program:
        program.send_signal(number)
        assert program.wait(PATIENCE) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_another_thread_ends_a_game_in_lines(number: signal.Signals, tmp_path: Path) -> None:
    with playing_in_lines(tmp_path) as program:
        threads = [int(thread.name) for thread in Path(f"/proc/{program.pid}/task").iterdir()]
        while not is_waiting(program.pid):
            time.sleep(0.01)
        assert ctypes.CDLL(None).tgkill(program.pid, max(threads), number) == 0
        assert program.wait(PATIENCE) == 0


@contextmanager
def playing_in_lines(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a game in lines that has shown its first board."""
    environment = os.environ | {"XDG_STATE_HOME": str(folder)}
    command = [sys.executable, "-m", "luckytui", "--plain", *PLAY]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, text=True, env=environment) as program:
        while "row 4" not in program.stdout.readline():
            pass
        yield program


def is_waiting(program: int) -> bool:
    """Whether a program's main thread waits for something to happen."""
    return Path(f"/proc/{program}/stat").read_text().rpartition(")")[2].split()[0] == "S"


def test_ctrl_c_ends_an_arena_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "luckytui", "arena", "lucky-box", "--seats=2", "--bots=hard,normal"]
    command += ["--games=2", "--workers=2", "--think=100000"]
    environment = os.environ | {"XDG_STATE_HOME": str(tmp_path)}
    with subprocess.Popen(command, env=environment, start_new_session=True) as program:
        children = Path(f"/proc/{program.pid}/task/{program.pid}/children")
        while len(children.read_text().split()) < 3:  # the workers, and what cleans up after them
            time.sleep(0.05)
        os.killpg(program.pid, signal.SIGINT)
        assert program.wait(PATIENCE) == 130


def test_ctrl_c_does_not_end_a_game_by_accident(tmp_path: Path) -> None:
    with Terminal(*PLAY, environment={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("▸ your turn")
        terminal.press("\x03")
        terminal.wait_for("q: leave · esc: no")
        terminal.press("\x1b")
        terminal.wait_for("help")  # the keys of the table again
        terminal.press("s")
        terminal.wait_for("In your hand")
        assert not {mode << 5 for mode in MOTION} & terminal.screen.mode
        assert {1000 << 5, 1006 << 5} <= terminal.screen.mode
        terminal.press("q", "q")
        assert terminal.wait_for_exit() == 0
        assert LEAVES_ALTERNATE_SCREEN in terminal.tail
        assert CLICKS_OFF.encode() in terminal.tail


def test_a_program_whose_terminal_takes_nothing_any_more_can_be_ended(tmp_path: Path) -> None:
    terminal = Terminal(*PLAY, environment={"XDG_STATE_HOME": str(tmp_path)})
    terminal.wait_for("▸ your turn")
    for _ in range(60):  # nobody reads what these bring
        terminal.press("w", "q")
        time.sleep(0.02)
    os.kill(terminal.pid, signal.SIGTERM)
    assert ended(terminal) == 1
    terminal.hang_up()


def test_a_terminal_that_goes_away_takes_the_program_along(tmp_path: Path) -> None:
    terminal = Terminal(*PLAY, environment={"XDG_STATE_HOME": str(tmp_path)})
    terminal.wait_for("▸ your turn")
    terminal.hang_up()
    ended(terminal)


def ended(terminal: Terminal) -> int:
    """Wait until the program has ended, without reading what it says; return its exit code."""
    deadline = time.monotonic() + PATIENCE
    while (waited := os.waitpid(terminal.pid, os.WNOHANG)) == (0, 0):
        assert time.monotonic() < deadline, "the program runs on without a terminal"
        time.sleep(0.05)
    return os.waitstatus_to_exitcode(waited[1])


def test_a_signal_that_comes_when_the_app_has_ended_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threading.Timer", Mock())
    loop = asyncio.new_event_loop()
    loop.close()
    app = Mock()
    _terminate(app, loop)
    app.close.assert_not_called()
