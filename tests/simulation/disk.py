"""A disk that can be slow, full or broken, and whose power can be cut.

The files are real ones in a folder of the test's own; what is watched are the calls that change them. What
was synced outlives a power cut, with the entry of the folder that leads to it. Of everything else chance
decides, in pages of 512 bytes: all of it, nothing, the first part, or any pages.
"""

import errno
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from luckytui.system import files
from tests.net.virtual import PROCESS

PAGE: Final = 512

Effect = Callable[[], None]


class Inode:
    """A file's content, whatever it is called."""

    def __init__(self) -> None:
        self.content = bytearray()
        self.kept = b""
        """What is safe."""
        self.unsynced: list[tuple[int, bytes | None]] = []
        """The writes since, as offset and bytes; without bytes, the file was cut there."""
        self.written_at = self.safe_at = 0
        """How many lines of the journal there were when it was first written, and when it was last synced."""
        self.first_lines = 0
        """How many lines its first write had."""

    def write(self, data: bytes, mark: int) -> None:
        if not self.content and not self.unsynced:
            self.written_at, self.first_lines = mark, data.count(b"\n")
        self.unsynced.append((len(self.content), data))
        self.content += data

    def cut(self, size: int) -> None:
        self.unsynced.append((size, None))
        del self.content[size:]

    def lose_power(self, chance: Random) -> None:
        """Let chance decide what of the unsynced writes arrived."""
        pages = [*self._pages()]
        match chance.randrange(4):
            case 0:
                pages = []
            case 1:
                pages = pages[: chance.randint(0, len(pages))]
                if pages and (data := pages[-1][1]):  # the last of them is torn
                    pages[-1] = pages[-1][0], data[: chance.randint(0, len(data))]
            case 2:
                pages = [page for page in pages if chance.random() < 0.5]
        content = bytearray(self.kept)
        for offset, data in pages:
            if data is None:
                del content[offset:]
            else:
                content += bytes(max(0, offset - len(content)))
                content[offset : offset + len(data)] = data
        self.content, self.kept, self.unsynced = content, bytes(content), []

    def _pages(self) -> Iterator[tuple[int, bytes | None]]:
        for offset, data in self.unsynced:
            if data is None:
                yield offset, None
            else:
                end = offset + len(data)
                edges = [offset, *range(offset - offset % PAGE + PAGE, end, PAGE), end]
                yield from ((one, data[one - offset : other - offset]) for one, other in pairwise(edges))


class PowerCut(BaseException):
    """The power went in the middle of a call."""


class Disk:
    """The disks of all computers: each has a folder of its own, the hosts' one too."""

    def __init__(self, root: Path, host: Path, chance: Random, mark: Callable[[str], int]) -> None:
        """All files are below `root`, the host's below `host`. `mark` counts a journal's lines."""
        self.seconds = 0.0
        """How long it takes to sync."""
        self.broken = False
        """Whether the host's cannot sync any more."""
        self.full: set[Path] = set()
        """The computers on whose disks there is no space."""
        self.power_for = -1
        """After how many more calls the power goes; never, if negative."""
        self.dead: set[str] = set()
        """The processes that were killed: what they still do as they are unwound has no effect."""
        self.note: Callable[..., None] = lambda *_: None
        self._root, self._host = str(root), str(host)
        self._chance = chance
        self._mark = mark
        self._entries: dict[str, Inode] = {}
        self._kept_entries: dict[str, Inode] = {}
        self._changes: list[dict[str, Inode | None]] = []
        """Changes of folders that are not safe yet."""
        self._files: dict[int, tuple[str, str]] = {}
        """The process and the path of each open file."""
        self._inodes: dict[int, Inode] = {}
        self._effects: list[Effect] | None = None
        self._has_filled_up = False
        self._real: dict[str, Any] = {}

    # What a simulation asks

    def safe(self, path: Path) -> int:
        """How many lines of the journal at this path a power cut would leave at least."""
        inode = self._kept_entries.get(str(path))
        return inode.safe_at if inode else 0

    def inode(self, path: Path) -> Inode | None:
        """What is at this path now."""
        return self._entries.get(str(path))

    def in_thread(self, job: Callable[[], Any]) -> tuple[Callable[[], Any], list[Effect]]:
        """Do a thread's job now; return what gives its result, and what it does to the disk, for later."""
        self._effects = effects = []
        try:
            result = job()
        except Exception as failure:  # noqa: BLE001 - whatever it is, the one who waits gets it
            return partial(_throw, failure), effects
        else:
            return lambda: result, effects
        finally:
            self._effects = None

    def kill(self, process: str) -> None:
        """Close what this process had open."""
        for file, (owner, _) in list(self._files.items()):
            if owner == process:
                self._close(file)

    def cut_power(self, computer: Path) -> None:
        """Keep what is safe on this computer's disk, and of the rest what chance leaves."""
        changes = [change for change in self._changes if _is_in(computer, change)]
        self._changes = [change for change in self._changes if change not in changes]
        for change in changes[: self._chance.randint(0, len(changes))]:
            _apply(change, self._kept_entries)
        for path in sorted(self._entries.keys() - self._kept_entries.keys()):
            if _is_in(computer, [path]):
                self._real["unlink"](path)
                del self._entries[path]
        for path, inode in self._kept_entries.items():
            if _is_in(computer, [path]):
                inode.lose_power(self._chance)
                Path(path).write_bytes(inode.content)
                self._entries[path] = inode

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Let all files go over this disk."""
        names = ("open", "write", "fsync", "ftruncate", "close", "replace", "unlink")
        self._real = {name: getattr(os, name) for name in names}
        with pytest.MonkeyPatch.context() as patch:
            for name in names:
                patch.setattr(os, name, getattr(self, f"_{name}"))
            patch.setattr(os, "rename", self._replace)
            patch.setattr(os, "fdatasync", self._fsync, raising=False)
            patch.delattr(files.fcntl, "F_FULLFSYNC", raising=False)
            try:
                yield
            finally:
                for file in list(self._files):
                    self._close(file)

    # What programs call, under the names of `os`

    def _open(self, path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        is_new = flags & os.O_CREAT and not Path(path).exists()
        if is_new:
            self._use_power()
        file: int = self._real["open"](path, flags, mode, **more)
        name = os.fspath(path)
        if name.startswith(self._root):
            self._files[file] = PROCESS.get(), name
            if is_new and self._is_watched(name):
                self._change({name: Inode()})
            if name in self._entries:
                self._inodes[file] = self._entries[name]
        return file

    def _close(self, file: int) -> None:
        self._files.pop(file, None)
        self._inodes.pop(file, None)
        self._real["close"](file)

    def _write(self, file: int, data: bytes) -> int:
        inode = self._inodes.get(file)
        if inode is None:
            return int(self._real["write"](file, data))
        if self._is_dead():
            return len(data)
        self._use_power()
        if any(_is_in(computer, [self._files[file][1]]) for computer in self.full):
            data = self._what_fits(data)
        self._real["write"](file, data)
        inode.write(bytes(data), self._mark(self._files[file][1]))
        self.note("write", len(data))
        return len(data)

    def _what_fits(self, data: bytes) -> bytes:
        """The part of a write for which there is still space, every other time."""
        self._has_filled_up = not self._has_filled_up
        part = data[: self._chance.randrange(len(data))] if self._has_filled_up else b""
        if not part:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return part

    def _ftruncate(self, file: int, size: int) -> None:
        if file in self._inodes:
            if self._is_dead():
                return
            self._inodes[file].cut(size)
        self._real["ftruncate"](file, size)

    def _fsync(self, file: int) -> None:
        path = self._files.get(file, ("", ""))[1]
        if not self._is_watched(path):
            return
        self._use_power()
        if self.broken and path.startswith(self._host):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        inode = self._inodes.get(file)
        self._later(self._syncing_folder(path) if inode is None else self._syncing(inode, self._mark(path)))

    def _syncing(self, inode: Inode, mark: int) -> Effect:
        content, writes = bytes(inode.content), len(inode.unsynced)

        def sync() -> None:
            inode.kept, inode.safe_at = content, mark
            del inode.unsynced[:writes]
            self.note("synced", len(content))

        return sync

    def _syncing_folder(self, folder: str) -> Effect:
        def sync() -> None:
            changes = [change for change in self._changes if _is_in(Path(folder), change)]
            for change in changes:
                _apply(change, self._kept_entries)
                self._changes.remove(change)
            self.note("synced folder")

        return sync

    def _replace(self, source: Any, target: Any, **more: Any) -> None:
        old, new = os.fspath(source), os.fspath(target)

        self._use_power()

        def replace() -> None:
            self._real["replace"](old, new, **more)
            if self._is_watched(old):
                self._change({old: None, new: self._entries[old]})
                self.note("replaced")

        if self._is_watched(old):
            self._later(replace)
        else:
            replace()

    def _unlink(self, path: Any, **more: Any) -> None:
        name = os.fspath(path)
        if self._is_watched(name) and self._is_dead():
            return
        self._use_power()
        self._real["unlink"](path, **more)
        if name in self._entries:
            self._change({name: None})

    # Helpers

    def _use_power(self) -> None:
        if self.power_for == 0:
            raise PowerCut
        self.power_for -= 1

    def _is_watched(self, path: str) -> bool:
        return path.startswith(self._root)

    def _is_dead(self) -> bool:
        return PROCESS.get() in self.dead

    def _later(self, effect: Effect) -> None:
        """Let it happen in its time, if this is a thread's job; at once, if it keeps a loop waiting."""
        if self._is_dead():
            return
        if self._effects is None:
            effect()
        else:
            self._effects.append(effect)

    def _change(self, change: dict[str, Inode | None]) -> None:
        _apply(change, self._entries)
        self._changes.append(change)


def _is_in(folder: Path, paths: Iterable[str]) -> bool:
    return any(path.startswith(f"{folder}{os.sep}") for path in paths)


def _throw(error: Exception) -> None:
    raise error


def _apply(change: dict[str, Inode | None], entries: dict[str, Inode]) -> None:
    for path, inode in change.items():
        if inode is None:
            entries.pop(path, None)
        else:
            entries[path] = inode
