"""The doctor: each thing that may be wrong is found, and told with what to do."""

import ast
import errno
import os
import pty
import re
import socket
import threading
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyte
import pytest

from luckytui import doctor, games, tui
from luckytui.cli import run
from luckytui.doctor import examine_log, examine_state, network, terminal
from luckytui.doctor.diagnosis import Mark, well, wrong
from luckytui.doctor.network import examine_port, judge_addresses, try_out, where_to_try
from luckytui.doctor.terminal import GLYPHS, judge_colours, judge_encoding, judge_size, judge_widths, measure
from net import Announcer
from tests.net.wire import LOOPBACK, hosting

REPOSITORY = Path(__file__).parents[1]
HOME = {"127.0.0.1": "lo"}
AT_HOME = {**HOME, "192.168.1.5": "eth0"}


class Window:
    """A terminal window: pyte on the far side of a pty, which answers where the cursor is."""

    def __init__(self, *, answers: bool = True, wide: str = "") -> None:
        self.far, self.near = pty.openpty()
        self._answers = answers
        self._wide = wide
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def __enter__(self) -> "Window":
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.near)
        self._reader.join()
        os.close(self.far)

    def _read(self) -> None:
        """Draw what comes until the program's side is closed."""
        rest = b""
        try:
            while data := os.read(self.far, 4096):
                *asked, rest = (rest + data).split(b"\x1b[6n")
                for drawn in asked:
                    self._stream.feed(drawn)
                    self._answer(drawn.decode())
        except OSError:  # closed
            self._stream.feed(rest)

    def _answer(self, drawn: str) -> None:
        column = self._screen.cursor.x + 1 + (drawn[-1] in self._wide)
        if self._answers:
            os.write(self.far, f"\x1b[1;{column}R".encode())


def test_every_sign_that_a_screen_draws_is_measured() -> None:
    drawn: set[str] = set()
    for file in (*Path(tui.__file__).parent.rglob("*.py"), *Path(games.__file__).parent.rglob("*.py")):
        nodes = list(ast.walk(ast.parse(file.read_text())))
        documentation = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        texts = (node for node in nodes if isinstance(node, ast.Constant) and id(node) not in documentation)
        signs = {sign for text in texts for sign in str(text.value) if sign.isprintable()}
        drawn |= {sign for sign in signs if not sign.isascii()}
    assert drawn <= set(GLYPHS), "a sign has none of ASCII in its place"


def test_signs_that_are_drawn_wide_are_named() -> None:
    with Window(wide="★→") as window:
        found = judge_widths(measure(GLYPHS, window.near, window.near))
    assert found.mark is Mark.WRONG
    assert "→ ★" in found.words


def test_a_terminal_that_does_not_answer_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "_PATIENCE", 0.0)
    with Window(answers=False) as window:
        found = judge_widths(measure(GLYPHS, window.near, window.near))
    assert found.mark is Mark.UNSURE


@pytest.mark.parametrize(
    ("size", "mark"), [((60, 20), Mark.WELL), ((59, 24), Mark.WRONG), ((200, 19), Mark.WRONG)]
)
def test_a_board_needs_60_columns_and_20_lines(size: tuple[int, int], mark: Mark) -> None:
    found = judge_size(os.terminal_size(size))
    assert found.mark is mark
    assert f"{size[0]}×{size[1]}" in found.words


@pytest.mark.parametrize(
    ("environment", "mark", "words"),
    [
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, Mark.WELL, "16 million colors"),
        ({"TERM": "xterm-256color"}, Mark.WELL, "256 colors"),
        ({"TERM": "linux"}, Mark.WELL, "The terminal reports 16 colors."),
        ({"TERM": "xterm", "NO_COLOR": "1"}, Mark.WELL, "without colors"),
        ({"TERM": "dumb"}, Mark.WRONG, "TERM is “dumb”, which cannot be drawn on"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else "",
)
def test_colours_are_those_that_the_environment_tells(
    environment: dict[str, str], mark: Mark, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    found = judge_colours()
    assert found.mark is mark
    assert words in found.words


@pytest.mark.parametrize(
    ("encoding", "mark"), [("utf-8", Mark.WELL), ("UTF8", Mark.WELL), ("ANSI_X3.4-1968", Mark.UNSURE)]
)
def test_without_utf_8_the_boards_are_drawn_in_ascii(encoding: str, mark: Mark) -> None:
    assert judge_encoding(encoding).mark is mark


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the program's state, which is not there yet."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "luckytui"


def test_a_state_folder_that_cannot_be_written(state: Path) -> None:
    state.touch()
    found = examine_state()
    assert found.mark is Mark.WRONG
    assert f"cannot be saved in {state}: File exists" in found.words


def test_a_disk_that_is_full(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    found = examine_state()
    assert found.mark is Mark.WRONG
    assert f"{state}: No space left on device. Free some space there" in found.words


def test_a_disk_that_hides_nothing_from_others(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "chmod", lambda _path, _mode: None)
    for name in ("tables", "seats"):
        (state / name).mkdir(parents=True)
        os.chmod(state / name, 0o755)  # noqa: PTH101, S103 - a disk without rights looks like this
    found = examine_state()
    assert found.mark is Mark.WRONG
    assert f"Others on this computer can read {state / 'tables'}, {state / 'seats'}" in found.words


def test_a_log_file_that_cannot_be_written(tmp_path: Path) -> None:
    assert examine_log(tmp_path / "log" / "luckytui.log").mark is Mark.WELL
    found = examine_log(tmp_path)
    assert found.mark is Mark.WRONG
    assert "Is a directory" in found.words


@pytest.mark.parametrize(
    ("own", "named", "marks", "tried"),
    [
        (AT_HOME, None, [Mark.WELL], ["192.168.1.5"]),
        ({**HOME, "fe80::1%eth0": "eth0"}, None, [Mark.WELL, Mark.WELL], ["fe80::1%eth0"]),
        (HOME, None, [Mark.WRONG], ["127.0.0.1"]),
        (AT_HOME, ("127.0.0.1",), [Mark.WELL], ["127.0.0.1"]),
        (AT_HOME, ("127.0.0.1", "10.0.0.1"), [Mark.WRONG, Mark.WELL], ["127.0.0.1"]),
    ],
    ids=["on a network", "on one with IPv6 alone", "on none", "one named", "one named that is not there"],
)
def test_addresses(
    own: Mapping[str, str], named: Sequence[str] | None, marks: Sequence[Mark], tried: Sequence[str]
) -> None:
    assert [found.mark for found in judge_addresses(own, named)] == marks
    assert where_to_try(own, named) == tried


async def test_the_usual_port_has_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hosting() as host:
        monkeypatch.setattr(network, "DEFAULT_PORT", host.port)
        found = await examine_port(LOOPBACK)
    assert found.mark is Mark.WELL
    assert "is used by a table, “Ana's table”" in found.words


async def test_the_usual_port_has_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "_PATIENCE", 0.01)
    with socket.create_server((LOOPBACK, 0)) as other:
        monkeypatch.setattr(network, "DEFAULT_PORT", other.getsockname()[1])
        found = await examine_port(LOOPBACK)
    assert found.mark is Mark.UNSURE
    assert "does not answer as a table" in found.words


async def test_an_address_that_cannot_be_listened_on() -> None:
    assert (await examine_port("192.0.2.1")).mark is Mark.WRONG
    (found,) = await try_out("192.0.2.1")
    assert found.mark is Mark.WRONG
    assert found.words.startswith("No table can be hosted on 192.0.2.1: This computer cannot listen")


async def test_a_network_without_multicast(monkeypatch: pytest.MonkeyPatch) -> None:
    async def register(*_arguments: object) -> None:
        """Nobody hears of it."""

    monkeypatch.setattr(network, "_PATIENCE", 0.01)
    monkeypatch.setattr(Announcer, "start", register)
    joined, heard = await try_out(LOOPBACK)
    assert (joined.mark, heard.mark) == (Mark.WELL, Mark.WRONG)
    assert "Let UDP port 5353 through" in heard.words


def test_the_command_tells_everything_and_nothing_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    lines = told.out.splitlines()
    assert {line.split()[0] for line in lines[:-1]} == {"ok", "?"}
    assert any("There is no terminal here" in line for line in lines)
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    assert all(f" {re.split('[^a-z]', needed)[0]} " in lines[0] for needed in project["dependencies"])
    assert lines[-1] == "Nothing is wrong: luckytui can be played here."


def test_the_command_fails_when_something_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "examine", lambda: iter([well("Well."), wrong("Bad. Do this.")]))
    assert run(["doctor"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "ok     Well.",
        "wrong  Bad. Do this.",
        "1 thing is wrong.",
    ]
