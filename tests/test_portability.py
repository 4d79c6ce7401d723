"""What runs where fcntl, termios, resource and some signals do not exist, and what macOS calls otherwise.

Nothing here runs on Windows or macOS: what these lack is taken away, and what they add is put there.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from luckytui.games import GAMES
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.lab.simulate import play
from luckytui.system import files
from luckytui.table.record import write

WAYS = (
    "play alone",
    "join",
    "browse",
    "rules",
    "replay",
    "hosting is refused",
    "bots think",
    "cores",
    "doctor",
)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("elsewhere")
    record = play(GAMES["lucky-numbers"], LuckyNumbersOptions(), ["random", "random"], "seed").record
    (folder / "record.jsonl").write_bytes(write(record))
    driver = "textual.drivers.headless_driver:HeadlessDriver"  # that for Windows needs Windows
    done = subprocess.run(
        [sys.executable, "-m", "tests.without_posix", folder / "record.jsonl"],
        env={**os.environ, "TEXTUAL_DRIVER": driver, "XDG_STATE_HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("way", WAYS)
def test_each_way_to_play_runs_without_what_windows_lacks(said: str, way: str) -> None:
    assert f"\n{way}: True\n" in said, said


def test_hosting_says_that_it_is_not_there_yet(said: str) -> None:
    assert re.search("Hosting does not work on Windows yet. You can play alone here, and join", said)


def test_on_macos_a_journal_reaches_the_disk_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    macos = SimpleNamespace(F_FULLFSYNC=51, fcntl=lambda file, what: asked.append((file, what)))
    monkeypatch.setattr(files, "fcntl", macos)
    files.sync(7)
    assert asked == [(7, 51)]


def test_a_file_system_that_cannot_do_that_is_synced_as_elsewhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    synced: list[int] = []

    def refuse(*_: object) -> None:
        raise OSError(45, "Operation not supported")

    monkeypatch.setattr(files, "fcntl", SimpleNamespace(F_FULLFSYNC=51, fcntl=refuse))
    monkeypatch.setattr(os, "fdatasync", synced.append)
    files.sync(7)
    assert synced == [7]
