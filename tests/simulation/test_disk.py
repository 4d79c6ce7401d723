"""The played disk keeps what was synced, and of the rest what chance leaves."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.simulation.disk import PAGE, Disk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with (disk := Disk(tmp_path, tmp_path, Random(1), lambda _path: 0)).watched():
        yield disk


def written(path: Path, *pieces: bytes) -> int:
    file = os.open(path, os.O_RDWR | os.O_CREAT)
    for piece in pieces:
        os.write(file, piece)
    return file


def sync_folder(path: Path) -> None:
    os.fsync(os.open(path, os.O_RDONLY))


def test_what_is_synced_stays(disk: Disk, tmp_path: Path) -> None:
    file = written(tmp_path / "a", b"one ", b"two")
    os.fsync(file)
    sync_folder(tmp_path)
    for _ in range(20):
        disk.cut_power(tmp_path)
        assert (tmp_path / "a").read_bytes() == b"one two"


def test_without_its_folders_entry_a_synced_file_may_be_gone(disk: Disk, tmp_path: Path) -> None:
    for number in range(20):
        os.fsync(written(tmp_path / str(number), b"x"))
    disk.cut_power(tmp_path)
    assert 0 < len(list(tmp_path.iterdir())) < 20


def test_what_is_not_synced_may_come_in_any_part(disk: Disk, tmp_path: Path) -> None:
    content = bytes([1]) * PAGE + bytes([2]) * PAGE + bytes([3]) * PAGE
    for number in range(60):
        os.fsync(written(tmp_path / str(number)))
    sync_folder(tmp_path)
    for number in range(60):
        written(tmp_path / str(number), content)
    disk.cut_power(tmp_path)
    left = {path.read_bytes() for path in tmp_path.iterdir()}
    assert b"" in left
    assert content in left
    assert any(one.startswith(bytes(PAGE)) for one in left), "a later page came, an earlier one did not"
    assert any(one and len(one) % PAGE for one in left), "a page was torn"


def test_a_replaced_file_may_be_the_old_one_until_the_folder_is_synced(disk: Disk, tmp_path: Path) -> None:
    seen = set()
    for number in range(20):
        path = tmp_path / str(number)
        for name, content in ((path, b"old"), (path.with_suffix(".new"), b"new")):
            os.fsync(written(name, content))
            sync_folder(tmp_path)
        path.with_suffix(".new").replace(path)
        assert path.read_bytes() == b"new"
        disk.cut_power(tmp_path)
        seen.add(path.read_bytes())
    assert seen == {b"old", b"new"}


def test_a_full_disk_may_take_the_first_part_of_a_write(disk: Disk, tmp_path: Path) -> None:
    file = written(tmp_path / "a", b"one")
    disk.full.add(tmp_path)
    taken = 0
    for _ in range(10):
        with suppress(OSError):
            taken += os.write(file, b"many bytes")
    assert taken < 100
    assert (tmp_path / "a").stat().st_size == 3 + taken
