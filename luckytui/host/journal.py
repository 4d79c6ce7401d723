"""A table's journal: the host writes down there what is about to happen, so that the table outlives the host.

It only grows, until it is rewritten with what is still needed. A table whose host was killed is resumed from
it; a table that closes in good order removes it.
"""

import asyncio
import errno
import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import msgspec

from luckytui.host.journal_format import Header, JournalContents, JournalError, JournalLine, encode_line
from luckytui.system.files import RENAMES_OPEN_FILES, new_file, remove_file, renamed, sync, sync_folder, write
from luckytui.system.state_folder import put_old_aside, state_folder
from luckytui.table.journal_entries import NotKept
from luckytui.table.spec import TableSpec
from luckytui.text import N_, system_reason
from net import Identity
from net.security import fingerprint
from net.tasks import in_background

log = logging.getLogger(__name__)

FOLDER = "tables"
SUFFIX = ".journal"

LARGEST = 16 * 1024 * 1024
"""How many bytes a journal may take. The longest game needs a fiftieth; some players undo for ever."""

_GROWTH = 32 * 1024
"""A journal is rewritten when it has this many bytes more than twice those that it needed the last time."""

_MOST_THREADS = 8
"""How many files are saved at the same time."""
_THREADS = ThreadPoolExecutor(_MOST_THREADS, thread_name_prefix="save")

CANNOT_KEEP = N_("The table cannot be saved in {folder}: {why}. Free some space there, or make it writable.")
_CANNOT_WRITE = N_(
    "The host cannot write to its disk: {why}. Free some space there, then try again; nothing was lost."
)
_DISK_FAILED = N_("The host's disk has failed, so the table closes. Check the disk, then resume the table.")


def journal_folder() -> Path:
    """Return the folder of all journals. Raises JournalError where it cannot be made."""
    try:
        return state_folder(FOLDER)
    except OSError as error:
        raise JournalError(CANNOT_KEEP, folder=error.filename, why=system_reason(error)) from None


async def new_tables(
    specs: Sequence[TableSpec], *, bind: str | None, port: int | None, owner_token: bytes | None = None
) -> "Sequence[Journal]":
    """Return journals for one host's new tables; without a port, the usual one. Raises JournalError.

    Tables that nobody has come back to for a month are put aside.
    """
    with suppress(OSError):
        put_old_aside(FOLDER)
    identity = await asyncio.to_thread(Identity.new, open=specs[0].open)
    owner = fingerprint(owner_token).hex() if owner_token else None
    return [
        Journal.new(Header(table=spec, identity=identity, bind=bind, port=port, owner=owner))
        for spec in specs
    ]


class Journal:
    """The journal of one table. Until it is open, what it keeps is only remembered."""

    def __init__(
        self, path: Path, header: Header, contents: JournalContents, file: int | None = None
    ) -> None:
        """`file` is what is there already, open and locked; it stays as it is until `open`."""
        self.path = path
        self.header = header
        self.contents = contents
        self.has_failed = False
        """Whether the disk has failed, so that nothing more can be kept."""
        self.guard(hold_back=lambda: None, release=lambda: None, failed=lambda: None)
        self.is_new = file is None
        self._file = AppendOnlyFile(path, file)
        self._needed = 0
        """How many bytes it had when it was rewritten last."""
        self._saving: asyncio.Task[None] | None = None
        """Saves what was written; None until the journal is open."""
        self._is_written = asyncio.Event()
        """Something was written since the last look of that task."""
        self._is_safe = asyncio.Event()
        """All that was written is on the disk, or no more will be."""
        self._is_safe.set()

    @classmethod
    def new(cls, header: Header) -> "Journal":
        """Return the journal of a table that nobody sits at. Raises JournalError."""
        return cls(journal_folder() / f"{header.room}{SUFFIX}", header, JournalContents())

    def guard(
        self, *, hold_back: Callable[[], None], release: Callable[[], None], failed: Callable[[], None]
    ) -> None:
        """Call `hold_back` when something is written, and `release` when all is safe on the disk.

        Nobody may be sent anything in between. If the disk fails, `failed` is called instead of `release`.
        """
        self._hold_back, self._release, self._failed = hold_back, release, failed

    async def open(self, port: int) -> None:
        """Write all of it, with the port of the host: from now on the table can be resumed.

        Raises JournalError; if that is for want of space, what was there is still there.
        """
        self.header = msgspec.structs.replace(self.header, port=port)
        try:
            self._rewrite()
        except OSError as error:
            folder = self.path.parent
            raise JournalError(CANNOT_KEEP, folder=folder, why=system_reason(error)) from None
        self._saving = in_background(self._save())
        self._is_safe.clear()
        self._is_written.set()
        await self.safe()
        if self.has_failed:
            raise JournalError(_DISK_FAILED)

    def keep(self, *lines: JournalLine) -> None:
        """Write down what is about to happen. Raises NotKept; then nothing was written."""
        if self._saving:
            # None of them is safe before those that precede it are, in the file or in this very write.
            is_waiting = not self._is_safe.is_set()
            marked = [
                msgspec.structs.replace(line, waiting=bool(number) or is_waiting)
                for number, line in enumerate(lines)
            ]
            self._append(b"".join(map(encode_line, marked)))
        for line in lines:
            self.contents.add(line)
        if self._saving:
            self._hold_back()
            self._is_safe.clear()
            self._is_written.set()

    async def safe(self) -> None:
        """Wait until all that was kept is safe on the disk, or the disk has failed."""
        while not self._is_safe.is_set():
            await self._is_safe.wait()

    async def close(self, *, remove: bool) -> None:
        """Write no more. A journal that is not removed can be reopened."""
        await self.safe()
        if self._saving:
            self._saving.cancel()
        self._file.close(remove=remove)

    def _append(self, content: bytes) -> None:
        if self.has_failed:
            raise NotKept(_DISK_FAILED)
        if self._file.size + len(content) > LARGEST:
            raise NotKept(N_("This game has become too long for its host. Leave the table and open another."))
        try:
            self._file.append(content)
        except OSError as error:
            log.exception("The journal cannot be written")
            raise NotKept(_CANNOT_WRITE, why=system_reason(error)) from None
        except HalfWritten as error:
            self._fail(error)
            raise NotKept(_DISK_FAILED) from None

    def _rewrite(self) -> None:
        """Begin the file again with what is needed. Raises OSError, and goes on as before."""
        lines = map(encode_line, self.contents.lines())
        self._file.replace(b"".join([encode_line(self.header), *lines]))
        self._needed = self._file.size

    async def _save(self) -> None:
        """Bring to the disk what is written; what comes meanwhile is saved together in one more round."""
        try:
            while not self.has_failed:
                await self._is_written.wait()
                self._is_written.clear()
                self._rewrite_if_needed()
                await self._file.save()
                if not self._is_written.is_set():
                    self._is_safe.set()
                    self._release()
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody knows what is on the disk
            self._fail(error)
        self._is_safe.set()  # not if it was cancelled: then nothing is known to be on the disk

    def _rewrite_if_needed(self) -> None:
        """Write a journal that was removed again, and shorten a long one. Raises OSError."""
        if self._file.is_gone:
            log.warning("The journal was removed under its host, which writes it again: %s", self.path)
            self._rewrite()
        if self._file.size > 2 * self._needed + _GROWTH:
            with suppress(OSError):  # the long file is as good
                self._rewrite()

    def _fail(self, error: BaseException) -> None:
        log.error("The disk has failed", exc_info=error)
        self.has_failed = True
        self._failed()


class HalfWritten(Exception):
    """The file ends in half a piece, which cannot be cut off."""


class AppendOnlyFile:
    """A file that is locked while it is open, and never half written.

    Pieces are added whole, and it is replaced as a whole.
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
