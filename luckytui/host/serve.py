"""A host without a screen: it serves tables, announces them, and ends in good order."""

import asyncio
import logging
import os
import resource
import signal
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import BinaryIO

from luckytui.address import DEFAULT_PORT, SERVICE_TYPE, Address, interfaces
from luckytui.games.interface import Event
from luckytui.host.application import TableApplication
from luckytui.host.journal import NoJournal
from luckytui.host.opening import Opening
from luckytui.table.record import write
from luckytui.text import Sentence
from net import Announcer, Host, NetError, limits, own_addresses

log = logging.getLogger(__name__)

_FAREWELL = 5.0
"""How long to wait, in seconds, until everybody has been sent the end of the only game."""

_FILES = 64
_FILES_A_TABLE = 4
"""How many files a host needs open, besides connections: for itself, and for each table's journal."""

_NEVER_SENT_TO = "192.0.2.1"
"""An address for documentation: asking for the way there sends nothing, but tells our own address."""


class NotRecorded(Exception):
    """A game's record could not be written; the cause says why."""


async def serve(
    openings: Sequence[Opening],
    *,
    once: bool,
    record: BinaryIO | None,
    ready: Callable[[Address, str | None], None],
    warn: Callable[[Sentence], None],
) -> None:
    """Serve the tables of one host until all are closed or the process is told to end (by a signal).

    Tables in the middle of a game can be gone on with then, as after a host that was killed.

    `once` closes each table after one game; `record` is an unbuffered file that takes each game's record.
    `ready` is told where people can join and with which code, `warn` what does not work as it should.

    Raises NetError when it cannot listen there, NoJournal when nothing can be kept of the tables, or the
    first cannot be made again of what was kept, and NotRecorded when a record cannot be written.
    """
    tables = await _made(openings, record, warn)
    identity, bind = openings[0].identity, openings[0].bind
    host = Host([table.application.room for table in tables], identity)
    _let_many_in(len(tables))
    try:
        await _listen(host, bind, openings[0].port)
        for table in tables:
            await table.listens_on(host.port)
        told_to_end = _told_to_end()
        async with _announced(host, tables, bind, warn):
            ready(Address(bind or own_address(), host.port), identity.code)
            await asyncio.gather(*(table.serve(host, told_to_end, once=once) for table in tables))
    finally:
        left = [table for table in tables if not table.is_put_away]
        for table in left:
            table.application.close()
        await host.close(left[-1].farewell)
        for table in left:
            await table.put_away()
    for table in tables:
        if table.failure:
            raise NotRecorded from table.failure


def own_address() -> str:
    """Return the address of this computer that others on its network can type.

    It is found without sending anything: the one that leads out of the local network, or else the first;
    where there is no network at all, it is the loopback address.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect((_NEVER_SENT_TO, 9))
        return str(asking.getsockname()[0])
    return own_addresses()[0]


class _Table:
    """A table that is served, with its journal."""

    def __init__(self, opening: Opening, record: BinaryIO | None) -> None:
        """Make the table. Raises NoJournal when that cannot be done with what was kept of it."""
        self._closing = asyncio.Event()
        self._keeper = _RecordKeeper(record, self._closing.set, may_have_it=not opening.is_new)
        self._journal = opening.journal
        self._is_worth_keeping = not opening.is_new
        self.is_put_away = False
        self.farewell = "host_closing"
        """Why the table closes, as a code of the network."""
        self.application = opening.application(closing=self._closing.set, keep=self._keeper.keep)

    @property
    def failure(self) -> OSError | None:
        """Why a record could not be written."""
        return self._keeper.failure

    async def listens_on(self, port: int) -> None:
        """Note the port of the host: from now on the table can be gone on with. Raises NoJournal."""
        self._journal.listens_on(port)
        await self._journal.safe()
        self._is_worth_keeping = True

    async def serve(self, host: Host, told_to_end: asyncio.Event, *, once: bool) -> None:
        """Wait until the table is to close, and close it; the last one closes with the host."""
        table = self.application
        await _first_of(self._closing.wait(), told_to_end.wait(), *([_one_game(table)] if once else []))
        await self._journal.safe()  # then everybody has been told what happened last
        if self._journal.has_failed or self.failure:
            self.farewell = "disk_failed"
        elif table.playing and not self._closing.is_set():
            self.farewell = "host_stopped"
        self._is_worth_keeping = table.is_abandoned or self.farewell != "host_closing"
        if len(host.rooms) > 1:
            table.close()
            await host.close_room(table.room, self.farewell)
            await self.put_away()

    async def put_away(self) -> None:
        """Let go of the journal. It stays if the table can be gone on with."""
        self.is_put_away = True
        await (self._journal.close() if self._is_worth_keeping else self._journal.remove())


class _RecordKeeper:
    """Writes the record of each game. When that fails, the table closes, and `failure` says why.

    The first game may have ended before the host was started anew, and then its record may be there.
    """

    def __init__(self, file: BinaryIO | None, closing: Callable[[], None], *, may_have_it: bool) -> None:
        self.failure: OSError | None = None
        self._file = file
        self._closing = closing
        self._may_have_it = may_have_it

    def keep(self, record: Sequence[Event]) -> None:
        if self._file is None:
            return
        try:
            self._write(self._file, write(record))
        except OSError as error:
            log.exception("A record cannot be written")
            self.failure = error
            self._closing()

    def _write(self, file: BinaryIO, record: bytes) -> None:
        if self._may_have_it:
            self._may_have_it = False
            file.seek(0)
            if record in file.read():
                return
        end = file.seek(0, os.SEEK_END)
        try:
            while record:
                record = record[file.write(record) :]
        except OSError:
            with suppress(OSError):
                file.truncate(end)  # half a record would spoil those that come after it
            raise


async def _made(
    openings: Sequence[Opening], record: BinaryIO | None, warn: Callable[[Sentence], None]
) -> Sequence[_Table]:
    """Return the tables. One of several that cannot be made again is told of and left out, but not the first.

    Raises NoJournal.
    """
    tables: list[_Table] = []
    for opening in openings:
        try:
            tables.append(_Table(opening, record))
        except NoJournal as failure:
            await opening.journal.close()
            if not tables:
                raise
            warn(failure.reason)
    return tables


def _let_many_in(tables: int) -> None:
    """Let this process have a file open for every connection that the tables may have, if the system does."""
    wanted = tables * (limits.CONNECTIONS + _FILES_A_TABLE) + _FILES
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if resource.RLIM_INFINITY != least < wanted:
        most_wanted = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most_wanted, most))


async def _listen(host: Host, bind: str | None, port: int | None) -> None:
    if port is not None:
        await host.start(bind, port)
        return
    try:
        await host.start(bind, DEFAULT_PORT)
    except NetError as error:
        if error.code != "port_in_use":
            raise
        await host.start(bind, 0)


@asynccontextmanager
async def _announced(
    host: Host, tables: Sequence[_Table], bind: str | None, warn: Callable[[Sentence], None]
) -> AsyncIterator[None]:
    """Announce the tables for as long as the context lasts; where that cannot be, they are joined by address.

    The announcing takes a second or so, and nobody waits for it.
    """
    where = [bind] if bind else interfaces()
    announcer = Announcer(SERVICE_TYPE, host.infos(), host.port, interfaces=where)

    async def start() -> None:
        try:
            await announcer.start()
        except NetError as error:
            log.warning("%s", error)
            why = Sentence(error.template, dict(error.values))
            for table in tables:
                table.application.is_not_announced(why)
            warn(why)
        except Exception:
            log.exception("The announcing failed")

    starting = asyncio.create_task(start())
    try:
        yield
    finally:
        starting.cancel()
        await asyncio.wait([starting])
        await announcer.close()


async def _one_game(table: TableApplication) -> None:
    """Wait until a game has ended and everybody was sent its end, but for a slow one not for long."""
    await table.ended.wait()
    with suppress(TimeoutError):
        async with asyncio.timeout(_FAREWELL):
            await table.end_shown.wait()


async def _first_of(*waits: Coroutine[None, None, object]) -> None:
    tasks = [asyncio.create_task(wait) for wait in waits]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


def _told_to_end() -> asyncio.Event:
    """Return what is set when the process is told to end: by SIGINT, SIGTERM or SIGHUP."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, told.set)
    return told
