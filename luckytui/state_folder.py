"""The player's own folder for what outlives a program: journals of tables, and tickets to seats.

A file there belongs to the program that has it open and locked; all others leave it alone.
"""

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path

from platformdirs import user_state_path

_KEPT_FOR = 30 * 24 * 3600.0
"""How many seconds a file is kept that nobody comes back to."""


def state_folder(name: str) -> Path:
    """Return a folder that nobody else may look into. Raises OSError where it cannot be made."""
    folder = user_state_path("luckytui", appauthor=False) / name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def new_file(path: Path) -> int:
    """Open a file that is empty, locked, and for nobody else's eyes. Raises OSError."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600)
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


def clear_away(folder: Path) -> None:
    """Delete the files that nobody has come back to for a month. Raises OSError."""
    for path in folder.iterdir():
        if path.stat().st_mtime < time.time() - _KEPT_FOR:
            with suppress(BlockingIOError):
                file = open_file(path)
                path.unlink()
                os.close(file)
