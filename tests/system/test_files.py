"""The one way to write a file: whole or not at all, private, and through links."""

import errno
import fcntl
import os
import stat
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from luckytui.system import files
from luckytui.system.files import hold_written, is_held, open_file, write_file


def fails(*_: object, **__: object) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def open_files() -> int:
    return len([*Path("/proc/self/fd").iterdir()])


def test_short_writes_make_a_whole_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: write(file, data[:3]))
    write_file(tmp_path / "a.json", b"more than three bytes")
    assert (tmp_path / "a.json").read_bytes() == b"more than three bytes"


@pytest.mark.parametrize("call", ["write", "fdatasync", "replace"])
def test_what_fails_leaves_the_old_file_and_nothing_else(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_file(tmp_path / "a.json", b"old")
    before = open_files()
    monkeypatch.setattr(os, call, fails)
    with pytest.raises(OSError, match="No space left"):
        write_file(tmp_path / "a.json", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.json", b"old")]
    assert open_files() == before


def test_a_folder_that_cannot_be_synced_leaks_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = open_files()
    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="No space left"):
        write_file(tmp_path / "a.json", b"new")
    assert open_files() == before


def test_a_file_and_its_name_are_brought_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []

    def noted(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *given: (happened.append(name), real(*given))[1]

    for name in ("fdatasync", "replace", "fsync"):
        monkeypatch.setattr(os, name, noted(name, getattr(os, name)))
    write_file(tmp_path / "a.json", b"new")
    assert happened == ["fdatasync", "replace", "fsync"]


@pytest.mark.parametrize("is_there", [True, False])
def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path, is_there: bool) -> None:
    target, link = tmp_path / "dotfiles" / "settings.toml", tmp_path / "settings.toml"
    target.parent.mkdir()
    if is_there:
        target.write_bytes(b"old")
    link.symlink_to(target)
    write_file(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert [*target.parent.iterdir()] == [target]


def test_nobody_else_may_read_what_is_written(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(0o644)
    write_file(tmp_path / "a", b"new")
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600


def test_programs_that_write_the_same_file_write_all_of_it(tmp_path: Path) -> None:
    contents = [bytes([number]) * 5000 for number in range(20)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda content: write_file(tmp_path / "a", content), contents))
    (path,) = tmp_path.iterdir()
    assert path.read_bytes() in contents


def test_a_file_is_locked_before_anybody_can_find_it(tmp_path: Path) -> None:
    file = hold_written(tmp_path / "a", b"mine")
    assert is_held(tmp_path / "a")
    with pytest.raises(BlockingIOError):
        open_file(tmp_path / "a")
    os.close(file)
    assert not is_held(tmp_path / "a")


@pytest.mark.parametrize(("number", "is_serious"), [(errno.EINVAL, False), (errno.EIO, True)])
def test_a_file_system_that_syncs_no_folders_is_no_failure(
    number: int, is_serious: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_file: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", refuse)
    if is_serious:
        with pytest.raises(OSError, match="Input/output"):
            files.sync_folder(tmp_path)
    else:
        files.sync_folder(tmp_path)


def test_a_file_that_is_only_looked_at_can_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_file(tmp_path / "a", b"mine")
    looking = os.open(tmp_path / "a", os.O_RDONLY)
    fcntl.flock(looking, fcntl.LOCK_SH)
    monkeypatch.setattr(time, "sleep", lambda _seconds: os.close(looking))
    os.close(open_file(tmp_path / "a"))


def test_a_file_that_is_always_looked_at_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_file(tmp_path / "a", b"mine")
    with (tmp_path / "a").open() as looking:
        fcntl.flock(looking, fcntl.LOCK_SH)
        monkeypatch.setattr(files, "_PATIENCE", 0.0)
        with pytest.raises(BlockingIOError):
            open_file(tmp_path / "a")
