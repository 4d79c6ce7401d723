"""The player's own folder: nobody else sees what is in it, and nothing in it leads elsewhere."""

import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from luckytui.system.files import new_file
from luckytui.system.state_folder import bring_back, put_aside, put_old_aside, state_folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for state that is not there yet, and a user who hides nothing."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "local" / "state"))
    before = os.umask(0)
    yield tmp_path
    os.umask(before)


def modes_below(folder: Path) -> dict[str, str]:
    return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in folder.rglob("*") if path.is_dir()}


def test_state_folders_are_for_their_owner_alone(home: Path) -> None:
    state_folder("tables")
    assert modes_below(home) == dict.fromkeys(("local", "state", "luckytui", "tables"), "0o700")


def test_a_folder_that_others_could_look_into_is_closed_to_them(home: Path) -> None:
    (home / "local" / "state" / "luckytui" / "tables").mkdir(parents=True)
    state_folder("tables")
    assert modes_below(home)["luckytui"] == modes_below(home)["tables"] == "0o700"


def test_a_new_file_does_not_follow_a_link(home: Path) -> None:
    elsewhere = home / "precious"
    elsewhere.write_text("precious")
    link = home / "x.new"
    link.symlink_to(elsewhere)
    os.close(new_file(link))
    assert elsewhere.read_text() == "precious"
    assert not link.is_symlink()


def test_a_new_file_takes_the_place_of_one_that_a_killed_program_left(home: Path) -> None:
    (home / "x.new").write_text("half of somethi")
    os.close(new_file(home / "x.new"))
    assert (home / "x.new").read_bytes() == b""
    assert stat.S_IMODE((home / "x.new").stat().st_mode) == 0o600


DAY = 24 * 3600.0


@pytest.mark.parametrize(
    ("age", "is_old"),
    [
        (29 * DAY, False),
        (31 * DAY, True),
        (2 * DAY, False),  # 30 hours would be a mistake
        (-40 * DAY, False),  # from the future
        (None, False),  # from 1970
    ],
)
def test_what_nobody_came_back_to_is_put_aside(home: Path, age: float | None, is_old: bool) -> None:
    file = state_folder("tables") / "x.journal"
    file.write_text("a game")
    os.utime(file, (0.0 if age is None else time.time() - age,) * 2)
    put_old_aside("tables")
    assert file.exists() != is_old
    (there,) = put_aside("tables") if is_old else [file]
    assert there.read_text() == "a game"
    if is_old:
        bring_back(there)
        put_old_aside("tables")
        assert file.read_text() == "a game"
        assert put_aside("tables") == []


def test_what_was_left_half_written_is_removed_when_it_is_old(home: Path) -> None:
    files = [state_folder("seats") / name for name in ("a.seat.1234.new", "b.seat.5678.new")]
    for file, days in zip(files, (31, 1), strict=True):
        file.write_text("half of somethi")
        os.utime(file, (time.time() - days * DAY,) * 2)
    put_old_aside("seats")
    assert [*state_folder("seats").iterdir()] == files[1:]
    assert put_aside("seats") == []
