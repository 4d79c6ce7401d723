"""The log file."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from luckytui.system.log import keep_log, log_file


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    root = logging.getLogger()
    before, level = root.handlers, root.level
    yield
    for handler in root.handlers:
        if handler not in before:
            handler.close()
    root.handlers = before
    root.setLevel(level)
    logging.captureWarnings(capture=False)


def test_lines_of_every_library_go_to_a_file_for_the_players_eyes_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    keep_log()
    logging.getLogger("zeroconf").warning("no route")
    assert "WARNING zeroconf: no route\n" in log_file().read_text()
    assert log_file().stat().st_mode & 0o777 == 0o600
    assert capsys.readouterr() == ("", "")


def test_the_log_is_in_folders_that_nobody_else_can_look_into(tmp_path: Path) -> None:
    before = os.umask(0)
    keep_log()
    os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in (tmp_path / "luckytui", log_file().parent)] == [0o700] * 2


def test_a_file_that_is_full_is_put_aside() -> None:
    log_file().parent.mkdir(parents=True)
    log_file().write_bytes(b"x" * 2_000_000)
    keep_log()
    assert log_file().stat().st_size == 0
    assert log_file().with_suffix(".old.log").stat().st_size == 2_000_000


def test_where_no_file_can_be_written_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "luckytui").write_text("a file where the directory should be")
    code = "import logging; from luckytui.system.log import keep_log; keep_log(); logging.error('unheard')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
