"""A table's journal: what its host writes down before it happens, so that the table outlives the host.

A plain file of lines, each with its checksum. It only grows, until it is written anew with what matters.
A table whose host was killed comes back from it as it was; one that closes in good order takes it away.
"""

import asyncio
import logging
import os
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from enum import Enum, auto
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import msgspec

from luckytui import PROGRAM
from luckytui.games import GAMES
from luckytui.host.append_only_file import AppendOnlyFile, HalfWritten
from luckytui.host.journal_format import FORMAT, Header, JournalContents, JournalLine, header_type, line_type
from luckytui.state_folder import open_file, remove_old, state_folder
from luckytui.table.journal_entries import Began, NotKept
from luckytui.table.spec import TableSpec, game_key
from luckytui.text import N_, Sentence, UserError
from net import Identity

log = logging.getLogger(__name__)

LARGEST = 16 * 1024 * 1024
"""How many bytes a journal may take. A long game needs a hundredth: this is for those who move to and fro."""

_UNNEEDED_LINES = 500
"""A journal with so many lines more than are needed is rewritten."""

_SUFFIX = ".journal"

_CANNOT_WRITE = N_(
    "The host cannot write to its disk: {why}. Free some space there, then try again; nothing was lost."
)
_TOO_LONG = Sentence(
    N_("This game has become too long for its host to keep more of it. Leave the table and open another.")
)
_DISK_FAILED = Sentence(
    N_("The host's disk has failed, so the table closes. Look after the disk, then go on with the table.")
)
_CANNOT_KEEP = N_("The table cannot be kept in {folder}: {why}. Make room there, or let it be written to.")
_CANNOT_READ = N_("{file} cannot be read: {why}. Name the room of a table, or its journal.")
_IN_USE = Sentence(N_("This table is open: its host is running. Join it, as the others do."))
_DAMAGED = N_("{file} is damaged in line {line}, so the table cannot be opened again from it.")
_NEWER = N_("{file} was written by {program}, which is newer than this. Update luckytui to go on.")
_UNKNOWN_GAME = N_("In {file} a game is played that is not known here: {game}. Update luckytui to go on.")
_OTHER_RULES = N_(
    "{file} does not follow the rules as they are known here. Go on with what wrote it: {program}."
)


class NoJournal(UserError):
    """A journal that cannot be made, or not be gone on with: then it stays. `reason` says why."""


class Remains(NamedTuple):
    """What a journal tells of a table."""

    path: Path
    header: Header
    contents: JournalContents
    when: datetime
    """When it was last written to, in local time."""

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who sat there, bots too."""
        occupants = map(self.contents.occupant, range(self.header.table.seats))
        return tuple(occupant.name for occupant in occupants if occupant.name)


def unfinished() -> Sequence[Remains]:
    """Return what is left of the tables whose hosts have ended before their time, the latest first.

    Journals that cannot be read are left out, and those that nobody came back to are cleared away.
    """
    try:
        folder = _folder()
        remove_old(folder)
        return sorted(_all_in(folder), key=lambda remains: remains.when, reverse=True)
    except (NoJournal, OSError):
        return ()


def rooms_in_use() -> frozenset[str]:
    """Return the rooms of the tables whose hosts run now."""
    return frozenset(path.stem for path in _folder().glob(f"*{_SUFFIX}") if _is_in_use(path))


def look_into(path: Path) -> Remains:
    """Return what a journal tells that no host has. Raises NoJournal."""
    file = _open(path)
    try:
        return _read(path, file)
    finally:
        os.close(file)


def path_of(table: str) -> Path:
    """Return the journal that a person means who names a room or a file. Raises NoJournal."""
    is_file = table.endswith(_SUFFIX) or os.sep in table
    return Path(table) if is_file else _folder() / f"{table}{_SUFFIX}"


def against_the_rules(path: Path, program: str) -> NoJournal:
    """Return what to raise for a journal from which the table cannot be made again."""
    return NoJournal(Sentence(_OTHER_RULES, {"file": str(path), "program": program}))


async def new_tables(
    specs: Sequence[TableSpec], *, bind: str | None, port: int | None, owner_token: bytes | None = None
) -> "Sequence[Journal]":
    """Return journals for new tables of one host. Raises NoJournal.

    Without a port it will be the usual one, if that is free. An owner has the first seat.
    """
    identity = await asyncio.to_thread(Identity.new, open=specs[0].open)
    headers = [Header.new(spec, identity, bind=bind, port=port, owner_token=owner_token) for spec in specs]
    return [Journal.new(header) for header in headers]


async def resumed_tables(path: Path) -> "Sequence[Journal]":
    """Return a table's journal and, behind it, those of its host's other tables, by their names.

    Raises NoJournal; others that cannot be read are left out.
    """
    first = await asyncio.to_thread(Journal.reopen, path)
    others = []
    for sibling in await asyncio.to_thread(_siblings, first):
        with suppress(NoJournal):
            others.append(await asyncio.to_thread(Journal.reopen, sibling))
    return [first, *others]


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
        self.guard(hold=_do_nothing, release=_do_nothing, failed=_do_nothing)
        self.is_new = file is None
        self._file = AppendOnlyFile(path, file)
        self._lines = 0
        """How many lines the file has."""
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue()
        self._owner: asyncio.Task[None] | None = None

    @classmethod
    def new(cls, header: Header) -> "Journal":
        """Return the journal of a table that nobody sits at. Raises NoJournal."""
        return cls(_folder() / f"{header.room}{_SUFFIX}", header, JournalContents())

    @classmethod
    def reopen(cls, path: Path) -> "Journal":
        """Return the journal of a table whose host has ended. Raises NoJournal."""
        file = _open(path)
        try:
            remains = _read(path, file)
        except NoJournal:
            os.close(file)
            raise
        return cls(path, remains.header, remains.contents, file)

    def guard(
        self, *, hold: Callable[[], None], release: Callable[[], None], failed: Callable[[], None]
    ) -> None:
        """Call `hold` when something is written, and `release` when all is safe on the disk.

        Nobody may be sent anything in between. If the disk fails, `failed` is called instead of `release`.
        """
        self._hold, self._release, self._failed = hold, release, failed

    async def open(self, port: int) -> None:
        """Write all of it, with the port of the host: from now on the table can be resumed.

        Raises NoJournal; if that is for want of space, what was there is still there.
        """
        self.header = msgspec.structs.replace(self.header, port=port)
        try:
            self._rewrite()
        except OSError as error:
            raise NoJournal(_sentence(_CANNOT_KEEP, error, folder=self.path.parent)) from None
        self._owner = asyncio.create_task(self._own_file())
        self._jobs.put_nowait(_Job.SAVE)
        await self.safe()
        if self.has_failed:
            raise NoJournal(_DISK_FAILED)

    def keep(self, *lines: JournalLine) -> None:
        """Write down what is about to happen. Raises NotKept; then nothing was written."""
        if self._owner:
            self._append(b"".join(map(_written, lines)))
        for line in lines:
            self.contents.add(line)
        if self._owner:
            self._lines += len(lines)
            self._hold()
            self._jobs.put_nowait(_Job.REWRITE if self._is_long(lines) else _Job.SAVE)

    async def safe(self) -> None:
        """Wait until all that was kept is safe on the disk, or the disk has failed."""
        await self._jobs.join()

    async def close(self, *, remove: bool) -> None:
        """Write no more. A journal that is not removed can be reopened."""
        if self._owner:
            self._jobs.put_nowait(_Job.END)
            await asyncio.wait([self._owner])
        self._file.close(remove=remove)

    def _append(self, content: bytes) -> None:
        if self.has_failed:
            raise NotKept(_DISK_FAILED)
        if self._file.size + len(content) > LARGEST:
            raise NotKept(_TOO_LONG)
        try:
            self._file.append(content)
        except OSError as error:
            log.exception("The journal cannot be written")
            raise NotKept(_sentence(_CANNOT_WRITE, error)) from None
        except HalfWritten:
            self._fail()
            raise NotKept(_DISK_FAILED) from None

    def _is_long(self, added: Sequence[JournalLine]) -> bool:
        """Whether much in the file is not needed any more."""
        a_game_began = any(isinstance(line.entry, Began) for line in added)
        return a_game_began or self._lines > 2 * len(self.contents) + _UNNEEDED_LINES

    def _rewrite(self) -> None:
        """Begin the file again with what is needed. Raises OSError, and goes on as before."""
        lines = self.contents.lines()
        self._file.replace(_written(self.header) + b"".join(map(_written, lines)))
        self._lines = len(lines)

    async def _own_file(self) -> None:
        """Do the jobs of the queue, one after the other: nobody else replaces or saves the file."""
        jobs: set[_Job] = set()
        while _Job.END not in jobs:
            waiting = [await self._jobs.get()]
            while not self._jobs.empty():  # one round for all that came while the last one lasted
                waiting.append(self._jobs.get_nowait())
            jobs = set(waiting)
            await self._do(jobs)
            for _ in waiting:
                self._jobs.task_done()

    async def _do(self, jobs: "set[_Job]") -> None:
        if self.has_failed or jobs == {_Job.END}:
            return
        if _Job.REWRITE in jobs:
            with suppress(OSError):  # the longer file tells the same
                self._rewrite()
        try:
            await self._file.save()
        except OSError:
            self._fail()
        else:
            if self._jobs.empty():
                self._release()

    def _fail(self) -> None:
        log.exception("The disk has failed")
        self.has_failed = True
        self._failed()


class _Job(Enum):
    """What the task that owns a journal's file is asked to do."""

    SAVE = auto()
    REWRITE = auto()
    """And save it."""
    END = auto()


# ── Helpers ───────────────────────────────────────────────────────────────────────────────────────


def _written(line: Header | JournalLine) -> bytes:
    told = msgspec.json.encode(line)
    return b"%08x %b\n" % (zlib.crc32(told), told)


def _told(written: bytes) -> bytes | None:
    """Return what stands behind a line's checksum; None for a line that is not as it was written."""
    checksum, _, told = written.partition(b" ")
    return told if checksum == b"%08x" % zlib.crc32(told) else None


def _read(path: Path, file: int) -> Remains:
    """Read a journal. What was being written when the host ended is left out. Raises NoJournal."""
    try:
        with os.fdopen(os.dup(file), "rb") as reader:
            reader.seek(0)
            written = reader.read().split(b"\n")[:-1]
            when = datetime.fromtimestamp(os.fstat(file).st_mtime).astimezone()
    except OSError as error:
        raise NoJournal(_sentence(_CANNOT_READ, error, file=path)) from None
    lines = _undamaged(path, [_told(line) for line in written])
    header = _read_header(path, lines[0])
    try:
        kind = line_type(header.table.rules)
        contents = JournalContents(msgspec.json.decode(line, type=kind) for line in lines[1:])
        return Remains(path, header, contents, when)
    except msgspec.MsgspecError:
        raise against_the_rules(path, header.program) from None


def _undamaged(path: Path, lines: Sequence[bytes | None]) -> Sequence[bytes]:
    """Return the lines before the first that is none; if good ones come after it, the file is damaged."""
    good = list(takewhile(lambda line: line is not None, lines))
    if not good or any(line is not None for line in lines[len(good) :]):
        raise NoJournal(Sentence(_DAMAGED, {"file": str(path), "line": len(good) + 1}))
    return [line for line in good if line is not None]


def _read_header(path: Path, line: bytes) -> Header:
    try:
        stamp = msgspec.json.decode(line, type=_Stamp)
        if stamp.format > FORMAT:
            raise NoJournal(Sentence(_NEWER, {"file": str(path), "program": stamp.program}))
        game = game_key(line)
        if game not in GAMES:
            raise NoJournal(Sentence(_UNKNOWN_GAME, {"file": str(path), "game": game}))
        return msgspec.json.decode(line, type=header_type(GAMES[game]))
    except msgspec.MsgspecError:
        raise against_the_rules(path, PROGRAM) from None


def _is_in_use(path: Path) -> bool:
    try:
        os.close(open_file(path))
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def _open(path: Path) -> int:
    """Open a journal that no host has. Raises NoJournal."""
    try:
        return open_file(path)
    except BlockingIOError:
        raise NoJournal(_IN_USE) from None
    except OSError as error:
        raise NoJournal(_sentence(_CANNOT_READ, error, file=path)) from None


def _all_in(folder: Path) -> Sequence[Remains]:
    """Return what is left of the tables of a folder that no host has, as far as it can be read."""
    found = []
    for path in folder.glob(f"*{_SUFFIX}"):
        with suppress(NoJournal):
            found.append(look_into(path))
    return found


def _siblings(journal: Journal) -> Sequence[Path]:
    """Return the journals of the other tables of the same host, in the order of their names."""
    others = [
        (len(other.header.table.name), other.header.table.name, other.path)
        for other in _all_in(journal.path.parent)
        if other.header.certificate == journal.header.certificate
    ]
    return [path for _, _, path in sorted(others)]


def _folder() -> Path:
    try:
        return state_folder("tables")
    except OSError as error:
        raise NoJournal(_sentence(_CANNOT_KEEP, error, folder=error.filename)) from None


def _sentence(template: str, error: OSError, **values: object) -> Sentence:
    """Return a sentence with what the system says went wrong."""
    told = {name: str(value) for name, value in values.items()}
    return Sentence(template, {**told, "why": error.strerror or str(error)})


def _do_nothing() -> None:
    """Nobody guards the journal yet."""


class _Stamp(msgspec.Struct):
    """What the first line tells in every format."""

    format: int
    program: str
