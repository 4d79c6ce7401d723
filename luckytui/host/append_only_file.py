"""A file that loses nothing: it grows by whole pieces and is replaced as a whole, never by halves."""

import asyncio
import errno
import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from luckytui.state_folder import fcntl, new_file

_MOST_THREADS = 8
"""How many files are brought to the disk at the same time."""


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

    def append(self, content: bytes) -> None:
        """Add a piece at the end. Raises OSError when it was not added, and HalfWritten."""
        file = self._opened()
        try:
            _write(file, content)
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
            _write(new, content)
        except OSError:
            _beside(self.path).unlink()
            os.close(new)
            raise
        self._file = new
        self.size = len(content)

    def save(self, then: Callable[[Exception | None], None]) -> None:
        """Bring all to the disk, in a thread, and call `then` in the running loop.

        It is given what went wrong, if anything did; then nobody knows what is on the disk.
        """
        file = self._opened()
        place = None if file == self._in_place else self.path
        in_thread(partial(_save, file, place), partial(self._saved, file, then))

    def _saved(self, file: int, then: Callable[[Exception | None], None], error: Exception | None) -> None:
        if error is None and self._in_place != file:
            if self._in_place is not None:
                os.close(self._in_place)
            self._in_place = file
        then(error)

    def close(self, *, remove: bool) -> None:
        """Let go of the file, or remove it: from now on, appending raises OSError."""
        if remove:
            for path in (self.path, _beside(self.path)):
                with suppress(OSError):
                    path.unlink()
        for file in {self._file, self._in_place}:
            if file is not None:
                os.close(file)
        self._file = self._in_place = None

    def _opened(self) -> int:
        if self._file is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return self._file


def in_thread(job: Callable[[], None], then: Callable[[Exception | None], None]) -> None:
    """Do a job in a thread; then tell the running loop what went wrong, if anything did."""
    loop = asyncio.get_running_loop()

    def work() -> None:
        error = None
        try:
            job()
        except Exception as failure:  # noqa: BLE001 - whatever it is, the one who waits is told
            error = failure
        with suppress(RuntimeError):  # nobody waits any more: the loop is closed
            loop.call_soon_threadsafe(then, error)

    _threads.do(work)


class _Threads:
    """As many threads as there were ever jobs at the same time, up to a limit.

    To pass a job to one of them takes a third of the computing that `ThreadPoolExecutor` needs for it.
    """

    def __init__(self) -> None:
        self._jobs = SimpleQueue[Callable[[], None]]()
        self._free = deque[None]()
        """One item for each thread that has nothing to do."""
        self._count = 0

    def do(self, job: Callable[[], None]) -> None:
        """Do a job, which must not raise anything."""
        try:
            self._free.pop()
        except IndexError:
            if self._count < _MOST_THREADS:
                self._count += 1
                Thread(target=self._work, name="save", daemon=True).start()
        self._jobs.put(job)

    def _work(self) -> None:
        while True:
            self._jobs.get()()
            if self._jobs.empty():
                self._free.append(None)


_threads = _Threads()


def _beside(path: Path) -> Path:
    return path.with_suffix(".new")


def _write(file: int, content: bytes) -> None:
    """Write all of it. Raises OSError when a part of it may have been written."""
    while content:
        content = content[os.write(file, content) :]


def _save(file: int, place: Path | None) -> None:
    """Bring a file to the disk; a new one takes its `place` then."""
    _sync(file)
    if place is None:
        return
    _beside(place).replace(place)
    folder = os.open(place.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # or a power cut brings the old file back
    finally:
        os.close(folder)


def _sync(file: int) -> None:
    """Bring a file's content to the disk itself, where macOS leaves it in the disk's memory at first."""
    if fcntl and hasattr(fcntl, "F_FULLFSYNC"):
        with suppress(OSError):  # not every file system can do that
            fcntl.fcntl(file, fcntl.F_FULLFSYNC)
            return
    getattr(os, "fdatasync", os.fsync)(file)  # not every system has the quicker one
