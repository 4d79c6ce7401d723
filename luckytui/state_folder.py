"""The player's own folder for journals and saved seats. A file belongs to the program that has it locked."""

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path

from platformdirs import user_state_path

_KEPT_FOR = 30 * 24 * 3600.0
"""Seconds after which a file that nobody came back to is removed."""


def state_folder(name: str) -> Path:
    """Return a private folder. Raises OSError where it cannot be made."""
    return private_folder(private_folder(user_state_path("luckytui", appauthor=False)) / name)


def private_folder(folder: Path) -> Path:
    """Make a folder that nobody else may look into, and those above that are missing. Raises OSError."""
    for missing in [above for above in reversed(folder.parents) if not above.exists()]:
        missing.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    folder.chmod(0o700)
    return folder


def new_file(path: Path) -> int:
    """Make a new file that is locked and private, in place of what a killed program left. Raises OSError."""
    path.unlink(missing_ok=True)
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_APPEND, 0o600)
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return file


def open_file(path: Path) -> int:
    """Open and lock a file. Raises OSError: BlockingIOError when another program has it."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_APPEND)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(file), path.stat()):
                return file
        except OSError:
            os.close(file)
            raise
        os.close(file)  # another file has its place by now


def remove_old(folder: Path) -> None:
    """Remove the files that nobody has come back to for a month. Raises OSError."""
    for path in folder.iterdir():
        if path.stat().st_mtime < time.time() - _KEPT_FOR:
            with suppress(BlockingIOError):
                file = open_file(path)
                path.unlink()
                os.close(file)
