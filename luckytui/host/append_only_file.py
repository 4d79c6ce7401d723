"""A file that is never half written: pieces are added whole, and it is replaced as a whole."""

import asyncio
import errno
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from luckytui.system.files import RENAMES_OPEN_FILES, new_file, remove_file, renamed, sync, sync_folder, write

_MOST_THREADS = 8
"""How many files are saved at the same time."""
_THREADS = ThreadPoolExecutor(_MOST_THREADS, thread_name_prefix="save")


class HalfWritten(Exception):
    """The file ends in half a piece, which cannot be cut off."""


class AppendOnlyFile:
    """A file that is locked while it is open.

    `replace` and `save` are for one task alone: the file must not be replaced while it is being saved.
    """

    def __init__(self, path: Path, file: int | None = None) -> None:
        """`file` is what is there, open and locked; the first thing to do is to replace it."""
        self.path = path
        self.size = 0
        """In bytes."""
        self._file = self._in_place = file
        """The file that is written to; it takes the place of the other when it is saved."""

    @property
    def is_gone(self) -> bool:
        """Whether somebody has removed the file under us, or put another in its place."""
        if self._file is None or self._file != self._in_place:
            return False  # it has no place yet
        try:
            return not os.path.samestat(os.fstat(self._file), self.path.stat())
        except OSError:
            return True

    def append(self, content: bytes) -> None:
        """Add a piece at the end. Raises OSError when it was not added, and HalfWritten."""
        file = self._opened()
        try:
            write(file, content)
        except OSError:
            try:
                os.ftruncate(file, self.size)
            except OSError as error:
                raise HalfWritten from error
            raise
        self.size += len(content)

    def replace(self, content: bytes) -> None:
        """Write a new file, which takes this one's place when it is saved. Raises OSError; all stays then."""
        new = new_file(_beside(self.path))
        try:
            write(new, content)
        except OSError:
            remove_file(_beside(self.path), new)
            raise
        self._file = new
        self.size = len(content)

    async def save(self) -> None:
        """Bring all to the disk, in a thread. Raises OSError; then nobody knows what is on the disk."""
        file = self._opened()
        place = None if file == self._in_place else self.path
        await asyncio.get_running_loop().run_in_executor(_THREADS, _save, file, place)
        if place is None:
            return
        if self._in_place is not None:
            os.close(self._in_place)
        self._in_place = file
        if not RENAMES_OPEN_FILES:  # nobody may have either file open while the new one gets its place
            self._file = self._in_place = None
            self._file = self._in_place = renamed(file, _beside(self.path), self.path)

    def close(self, *, remove: bool) -> None:
        """Let go of the file, or remove it: from now on, appending raises OSError."""
        files = {self._file: _beside(self.path), self._in_place: self.path}
        self._file = self._in_place = None
        for file, path in files.items():
            if file is None:
                continue
            if not remove:
                os.close(file)
                continue
            with suppress(OSError):
                remove_file(path, file)

    def _opened(self) -> int:
        if self._file is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return self._file


def _beside(path: Path) -> Path:
    return path.with_suffix(".new")


def _save(file: int, place: Path | None) -> None:
    """Bring a file to the disk; a new one takes its `place` then."""
    sync(file)
    if place is None or not RENAMES_OPEN_FILES:
        return
    _beside(place).replace(place)
    sync_folder(place.parent)
