"""The player's own folder for journals and saved seats. A file belongs to the program that has it locked."""

import os
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

fcntl: Any
try:
    fcntl = import_module("fcntl")
except ImportError:  # Windows has other locks
    fcntl = None

_LOCKED = 2**30
"""Which byte of a file is locked on Windows, where nobody else can read that: one far behind the content."""
_MORE_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
"""What not every system knows: to follow no link, and to write lines as they are."""

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
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | _MORE_FLAGS, 0o600)
    _lock(file)
    return file


def new_file_with(content: bytes, path: Path) -> int:
    """Make a new file that is locked before anybody finds it, and has this content. Raises OSError."""
    hidden = path.with_suffix(".new")
    file = new_file(hidden)
    os.write(file, content)
    try:
        hidden.rename(path)
    except PermissionError:  # on Windows an open file keeps its name
        os.close(file)
        hidden.rename(path)
        return open_file(path)
    return file


def open_file(path: Path) -> int:
    """Open and lock a file. Raises OSError: BlockingIOError when another program has it."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        try:
            _lock(file)
            if os.path.samestat(os.fstat(file), path.stat()):
                return file
        except OSError:
            os.close(file)
            raise
        os.close(file)  # another file has its place by now


def _lock(file: int) -> None:
    """Lock a file that is open. Raises OSError: BlockingIOError when another program has it."""
    if fcntl:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    msvcrt = import_module("msvcrt")
    os.lseek(file, _LOCKED, os.SEEK_SET)
    try:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    except PermissionError as error:
        raise BlockingIOError(*error.args) from None


def remove_file(path: Path, file: int) -> None:
    """Remove a file that is open, and close it. Raises OSError; then it is closed, too."""
    try:
        path.unlink(missing_ok=True)
    except PermissionError:  # on Windows an open file stays
        os.close(file)
        path.unlink(missing_ok=True)
    else:
        os.close(file)


def remove_old(folder: Path) -> None:
    """Remove the files that nobody has come back to for a month. Raises OSError."""
    for path in folder.iterdir():
        if path.stat().st_mtime < time.time() - _KEPT_FOR:
            with suppress(BlockingIOError):
                remove_file(path, open_file(path))
