"""The player's own folder: journals, seats, what was played last. What is old is put aside, never removed."""

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_state_path

from luckytui.system.files import open_file, private_folder, remove_file, renamed

GUESTS = "guests"
"""Where the seats of a door's guests are: the door and what shows old files know it."""

_OLD = "old"

_KEPT_FOR = 30 * 24 * 3600.0
"""Seconds after which a file that nobody came back to is put aside."""

_FIRST = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""Files that seem older than luckytui come from a computer with a wrong clock: they may be new."""


def state_folder(name: str) -> Path:
    """Return a private folder. Raises OSError where it cannot be made."""
    return private_folder(private_folder(_state_path()) / name)


def _state_path() -> Path:
    return user_state_path("luckytui", appauthor=False)


def put_old_aside(name: str) -> None:
    """Move files that were not used for a month out of this folder, and remove half-written ones.

    Call it before writing a new file there: looking at a folder changes nothing. Raises OSError if there can
    be no such folder.
    """
    for path in state_folder(name).iterdir():
        with suppress(OSError):  # a program has it, say, and it stays
            if _FIRST < path.stat().st_mtime < time.time() - _KEPT_FOR:
                file = open_file(path)
                if path.suffix == ".new":
                    remove_file(path, file)
                else:
                    os.close(renamed(file, path, private_folder(state_folder(_OLD) / name) / path.name))


def put_aside(name: str) -> Sequence[Path]:
    """Return the files that were moved out of this folder, the latest first. Raises OSError."""
    folder = _state_path() / _OLD / name
    return latest_first(folder) if folder.is_dir() else []


def bring_back(path: Path) -> None:
    """Let a file that was put aside be found again, for another month. Raises OSError."""
    os.utime(path)
    path.replace(state_folder(path.parent.name) / path.name)


def latest_first(folder: Path) -> Sequence[Path]:
    """Return the regular files in a folder, the latest first. Raises OSError."""
    files = []
    for path in folder.iterdir():
        with suppress(OSError):
            if path.is_file():  # a pipe, say, may have no end
                files.append((path.stat().st_mtime, path))
    return [path for _when, path in sorted(files, reverse=True)]
