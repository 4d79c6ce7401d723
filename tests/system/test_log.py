"""The log file."""

import errno
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from luckytui.system.log import keep_log, log_file


@pytest.fixture(autouse=True)
def _own_state(own_state: Path) -> Iterator[None]:
    root = logging.getLogger()
    before, level = root.handlers, root.level
    yield
    for handler in root.handlers:
        if handler not in before:
            handler.close()
    root.handlers = before
    root.setLevel(level)
    logging.captureWarnings(capture=False)


def test_lines_of_every_library_go_to_a_file_for_the_player_only(capsys: pytest.CaptureFixture[str]) -> None:
    keep_log()
    logging.getLogger("zeroconf").warning("no route")
    assert "WARNING zeroconf: no route\n" in log_file().read_text()
    assert log_file().stat().st_mode & 0o777 == 0o600
    assert capsys.readouterr() == ("", "")


def test_the_log_is_in_folders_that_nobody_else_can_look_into(tmp_path: Path) -> None:
    before = os.umask(0)
    keep_log()
    logging.warning("something")
    os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in (tmp_path / "luckytui", log_file().parent)] == [0o700] * 2


def test_a_file_that_is_full_is_put_aside_also_while_the_program_runs() -> None:
    keep_log()
    for number in range(40):
        logging.warning("%s %s", number, "x" * 100_000)
        assert log_file().stat().st_size < 1_200_000
    assert log_file().read_bytes().count(b"WARNING root: 39 ") == 1
    assert log_file().with_suffix(".old.log").stat().st_size < 1_200_000


def test_of_an_endless_entry_only_the_beginning_is_written() -> None:
    keep_log()
    logging.warning("endless %s", "x" * 5_000_000)
    assert log_file().stat().st_size < 1_200_000


@pytest.mark.parametrize("entry", [("a line",), ("%d", "no number"), ("\ud800",)])
def test_what_cannot_be_logged_is_not_said_on_the_screen(
    entry: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    keep_log()
    monkeypatch.setattr(os, "write", refuse)
    logging.getLogger("luckytui").warning(*entry)
    assert capsys.readouterr() == ("", "")


def test_a_log_that_is_removed_is_begun_again() -> None:
    keep_log()
    logging.warning("first")
    log_file().unlink()
    logging.warning("second")
    assert "second" in log_file().read_text()


def test_where_no_file_can_be_written_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "luckytui").write_text("a file where the directory should be")
    code = "import logging; from luckytui.system.log import keep_log; keep_log(); logging.error('unheard')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
