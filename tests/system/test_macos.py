"""What macOS calls otherwise: it is put there, as nothing here runs on macOS."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from luckytui.system import files


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
