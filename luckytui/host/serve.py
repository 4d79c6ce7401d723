"""A host without a screen: it serves tables, announces them, and ends in good order."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import BinaryIO

from luckytui.address import DEFAULT_PORT, SERVICE_TYPE, Address, interfaces, own_address
from luckytui.games.interface import Seat
from luckytui.host.application import TableApplication
from luckytui.host.door import DoorKeeper, DoorPorts, DoorRequest, new_digits
from luckytui.host.journal import Journal
from luckytui.host.journal_format import Header, JournalError
from luckytui.system.programs import allow_files, stop_event
from luckytui.table.record import Record, write
from luckytui.table.views import GuestDoor
from luckytui.text import N_, Sentence, UserError, sentence_of
from net import Announcer, Host, NetError, limits
from net.tasks import in_background

log = logging.getLogger(__name__)

Keep = Callable[[Record, Seat | None, Sequence[str]], None]
"""Stores a game, with the owner's seat and the bots' levels."""

_FAREWELL = 5.0
"""How long to wait, in seconds, until everyone has been sent the end of the only game."""

_WAITING = N_("Waiting up to {seconds} seconds for {names}, so that they learn how the table closed.")

_FILES = 64
_FILES_A_TABLE = 4
"""How many files a host needs open, besides connections: for itself, and for each table's journal."""


class NotRecorded(Exception):
    """A game's record could not be written; the cause says why."""


async def serve(
    journals: Sequence[Journal],
    *,
    once: bool,
    record: BinaryIO | None,
    ready: Callable[[Address, str | None], None],
    warn: Callable[[Sentence], None],
    door: DoorPorts | None = None,
    door_ready: Callable[[GuestDoor], None] = lambda _: None,
    keep: Keep = lambda *_: None,
) -> None:
    """Serve the tables of one host until all are closed, or a signal ends it: then games can be resumed.

    `once` closes each table after one game; each game's record is added to `record`, an unbuffered file.
    `ready` is called with the address to join at and the code, `warn` with what does not work as it should,
    and `keep` in a thread with each game's record, the owner's seat and the bots' levels: it may raise
    UserError. With a `door` guests get in, too: `door_ready` is called with how, each time when that changes.

    Raises NetError when it cannot listen there, JournalError when a journal cannot be written or the rules do
    not allow what is in the first, and NotRecorded when a record cannot be written.
    """
    header = journals[0].header
    tables = await _made(journals, record, warn, keep)
    host = Host([table.application.room for table in tables], header.identity)
    first = tables[0].application  # the only one where there is an owner, who may ask for another code
    host.change_code(first.admitting.code)
    _allow_files(len(tables))
    try:
        _take_port(host, header, is_new=journals[0].is_new)
        await _open_journals(tables, host.port)
        await host.start()
        stop = stop_event()
        async with (
            _announced(host, tables, header.bind, warn),
            _door(host, tables, door or DoorPorts(), door_ready, warn) as keeper,
        ):
            ready(Address(header.bind or own_address(), host.port), first.admitting.code)
            if door:
                keeper.switch(on=True)
            await asyncio.gather(*(table.serve(host, stop, once=once) for table in tables))
            if host.unaware and not stop.is_set():
                warn(
                    Sentence(_WAITING, {"names": ", ".join(host.unaware), "seconds": round(limits.FAREWELL)})
                )
                await _first_of(host.wait_for_unaware(), stop.wait())
    finally:
        still_open = [table for table in tables if not table.is_closed]
        for table in still_open:
            table.application.close()
        await host.close()
        for table in still_open:
            await table.close()
    for table in tables:
        if table.failure:
            raise NotRecorded from table.failure


class _ServedTable:
    """A table that is served, with its journal and its place in the file of records."""

    def __init__(
        self, journal: Journal, record: BinaryIO | None, warn: Callable[[Sentence], None], keep: Keep
    ) -> None:
        """Raises JournalError when the rules do not allow what is in the journal."""
        self._warn, self._keep = warn, keep
        self._keeping: set[asyncio.Task[None]] = set()
        self.journal = journal
        self.failure: OSError | None = None
        """Why a record could not be written."""
        self.is_closed = False
        self._closing = asyncio.Event()
        self._record_file = record
        self.is_resumable = not journal.is_new
        """Whether the journal stays when the table closes."""
        self.application = TableApplication(journal, closing=self._closing.set, keep=self._add_record)

    async def serve(self, host: Host, stop: asyncio.Event, *, once: bool) -> None:
        """Wait until the table is to close, and close it."""
        application = self.application
        await _first_of(self._closing.wait(), stop.wait(), *([_one_game(application)] if once else []))
        await self.journal.safe()  # then everyone has been sent what happened last
        farewell = "host_closing"
        if self.journal.has_failed or self.failure:
            farewell = "disk_failed"
        elif application.table.playing and not self._closing.is_set():
            farewell = "host_stopped"
        self.is_resumable = application.is_abandoned or farewell != "host_closing"
        application.close()
        await host.close_room(application.room, farewell)
        await self.close()

    async def close(self) -> None:
        """Close the journal, which stays if the table can be resumed, once all games are stored."""
        self.is_closed = True
        if self._keeping:
            await asyncio.wait(self._keeping)
        await self.journal.close(remove=not self.is_resumable)

    def _add_record(self, record: Record) -> None:
        """Store a game, and add its record to the file. If that fails, the table closes."""
        self._keeping.add(in_background(self._store(record)))
        if self._record_file is None:
            return
        try:
            _append_record(self._record_file, write(record), may_be_there=not self.journal.is_new)
        except OSError as error:
            log.exception("A record cannot be written")
            self.failure = error
            self._closing.set()

    async def _store(self, record: Record) -> None:
        levels = [occupant.level for occupant in self.application.table.seating.occupants]
        try:
            await asyncio.to_thread(self._keep, record, self.application.table.seating.owner, levels)
        except UserError as error:
            log.exception("A game cannot be stored")
            self._warn(error.reason)


async def _made(
    journals: Sequence[Journal], record: BinaryIO | None, warn: Callable[[Sentence], None], keep: Keep
) -> Sequence[_ServedTable]:
    """Return the tables, but for those that cannot be resumed. Raises JournalError if that is the first."""
    tables: list[_ServedTable] = []
    for journal in journals:
        try:
            tables.append(_ServedTable(journal, record, warn, keep))
        except JournalError as failure:
            await journal.close(remove=False)
            if not tables:
                raise
            warn(failure.reason)
    return tables


async def _open_journals(tables: Sequence[_ServedTable], port: int) -> None:
    """Open all journals, and wait for each. Raises JournalError."""
    opening = (table.journal.open(port) for table in tables)
    for failure in await asyncio.gather(*opening, return_exceptions=True):
        if failure:
            raise failure
    for table in tables:
        table.is_resumable = True


def _append_record(file: BinaryIO, record: bytes, *, may_be_there: bool) -> None:
    """Add a record to a file. After a restart, the end of a game may be there already."""
    file.seek(0)
    if may_be_there and record in file.read():
        return
    end = file.seek(0, os.SEEK_END)
    try:
        while record:
            record = record[file.write(record) :]
    except OSError:
        with suppress(OSError):
            file.truncate(end)  # half a record would spoil those that come after it
        raise


def _allow_files(tables: int) -> None:
    """Allow this process to open as many files as all connections may need."""
    strangers = limits.HANDSHAKES + limits.ANSWERS_WAITING
    allow_files(tables * (limits.CONNECTIONS + _FILES_A_TABLE) + strangers + _FILES)


def _take_port(host: Host, header: Header, *, is_new: bool) -> None:
    """Take the table's port, or the usual one. Unless somebody has just asked for it, it may be another if it
    is not free: those who have seats at a resumed table find it again. Raises NetError.
    """
    port = DEFAULT_PORT if header.port is None else header.port
    host.take_port(header.bind, port, or_any=header.port is None or not is_new)


@asynccontextmanager
async def _door(
    host: Host,
    tables: Sequence[_ServedTable],
    ports: DoorPorts,
    ready: Callable[[GuestDoor], None],
    warn: Callable[[Sentence], None],
) -> AsyncIterator[DoorKeeper]:
    """Yield what opens the door for guests, also when the owner asks for it; close it with the context."""
    first = tables[0].application

    def changed(guest_door: GuestDoor | None) -> None:
        for table in tables:
            table.application.door_changed(guest_door)
        if guest_door:
            warn(guest_door.trouble) if guest_door.trouble else ready(guest_door)

    header = tables[0].journal.header
    request = DoorRequest(
        host=Address(header.bind or "127.0.0.1", host.port),
        certificate=host.identity.fingerprint,
        secret=host.admit_gateway(),
        table_code=first.admitting.code,
        room=header.room,
        bind=header.bind,
        ports=ports,
        code=new_digits() if first.admitting.code else None,
        game=header.table.game,
    )
    keeper = DoorKeeper(request, changed)

    def change_code(code: str | None) -> None:
        host.change_code(code)
        keeper.change_table_code(code)

    first.change_code = change_code
    first.open_door = keeper.switch
    try:
        yield keeper
    finally:
        await keeper.close()


@asynccontextmanager
async def _announced(
    host: Host, tables: Sequence[_ServedTable], bind: str | None, warn: Callable[[Sentence], None]
) -> AsyncIterator[None]:
    """Announce the tables for as long as the context lasts. That takes a second, and nobody waits for it."""
    where = [bind] if bind else interfaces()
    announcer = Announcer(SERVICE_TYPE, host.infos(), host.port, interfaces=where)

    async def start() -> None:
        try:
            await announcer.start()
        except NetError as error:
            log.warning("%s", error)
            why = sentence_of(error)
            for table in tables:
                table.application.is_not_announced(why)
            warn(why)
        except Exception:
            log.exception("The announcing failed")

    starting = in_background(start())
    try:
        yield
    finally:
        starting.cancel()
        await asyncio.wait([starting])
        await announcer.close()


async def _one_game(table: TableApplication) -> None:
    """Wait until a game has ended and everyone has been sent its end, but not long for a slow member."""
    await table.ended.wait()
    with suppress(TimeoutError):
        async with asyncio.timeout(_FAREWELL):
            await table.end_shown.wait()


async def _first_of(*waits: Coroutine[None, None, object]) -> None:
    tasks = [in_background(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
