"""A file that loses nothing: what is saved is on the disk, and nothing stands there by halves."""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from luckytui.state_folder import new_file

_CLOSED = -1
"""What no file that is open is numbered."""


class Spoilt(Exception):
    """The file ends in half of something, and that cannot be cut off."""


class AppendOnlyFile:
    """A file that grows by whole pieces, and now and then is written anew. It is locked while it is open.

    A new one is written beside the old one, and takes its place when it is saved: until then the old stands.
    """

    def __init__(self, path: Path, content: bytes, old: int | None = None) -> None:
        """Write it anew and save it, which blocks; `old` is the file, open, of which it takes the place.

        Raises OSError; then what was there is still there.
        """
        self.path = path
        self.size = 0
        """In bytes."""
        self._old = old
        self._is_in_place = False
        """Whether what is written to stands under its name."""
        self._file = self._new(content)
        _save(self._file, path)
        self._take_place()

    def append(self, content: bytes) -> None:
        """Add something at the end. Raises OSError when it was not added, and Spoilt."""
        try:
            _write(self._file, content)
        except OSError:
            self._cut_off()
            raise
        self.size += len(content)

    def write_anew(self, content: bytes) -> None:
        """Go on with this content instead. Raises OSError, and goes on as before."""
        self._old, self._file = self._file, self._new(content)
        self._is_in_place = False

    async def save(self) -> None:
        """Bring what is written by now to the disk, in a thread.

        Raises OSError; then nobody knows what is there.
        """
        place = None if self._is_in_place else self.path
        await asyncio.get_running_loop().run_in_executor(None, _save, self._file, place)
        if place:
            self._take_place()

    def close(self) -> None:
        """Write no more: whoever tries to is told so by an OSError."""
        self._take_place()
        os.close(self._file)
        self._file = _CLOSED

    def remove(self) -> None:
        """Close the file and take it away."""
        with suppress(OSError):
            self.path.unlink()
        self.close()

    def _new(self, content: bytes) -> int:
        file = new_file(_beside(self.path))
        try:
            _write(file, content)
        except OSError:
            _beside(self.path).unlink()
            os.close(file)
            raise
        self.size = len(content)
        return file

    def _take_place(self) -> None:
        """The file is the only one from now on."""
        self._is_in_place = True
        if self._old is not None:
            os.close(self._old)
            self._old = None

    def _cut_off(self) -> None:
        try:
            os.ftruncate(self._file, self.size)
        except OSError as error:
            raise Spoilt from error


def _beside(path: Path) -> Path:
    return path.with_suffix(".new")


def _write(file: int, content: bytes) -> None:
    """Write all of it. Raises OSError when a part of it may have been written."""
    while content:
        content = content[os.write(file, content) :]


def _save(file: int, place: Path | None) -> None:
    """Bring a file to the disk; a new one takes its `place` then."""
    if place is None:
        _sync(file)
        return
    os.fsync(file)
    _beside(place).replace(place)
    folder = os.open(place.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # the new name has to be there as well
    finally:
        os.close(folder)


_sync: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)
"""Brings a file's content to the disk; not every system has the quicker of the two."""
