"""A host without a screen: it serves a table, announces it, and ends in good order."""

import asyncio
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import BinaryIO

from luckytui.address import DEFAULT_PORT, SERVICE_TYPE, Address, interfaces
from luckytui.games.interface import Event, Sentence
from luckytui.host.application import TableApplication
from luckytui.host.opening import Opening
from luckytui.table.record import write
from net import Announcer, Host, NetError

log = logging.getLogger(__name__)

_FAREWELL = 5.0
"""How long to wait, in seconds, until everybody has been sent the end of the only game."""

_NEVER_SENT_TO = "192.0.2.1"
"""An address for documentation: asking for the way there sends nothing, but tells our own address."""


class NotRecorded(Exception):
    """A game's record could not be written; the cause says why."""


async def serve(
    opening: Opening,
    *,
    once: bool,
    record: BinaryIO | None,
    ready: Callable[[Address, str | None], None],
    warn: Callable[[Sentence], None],
) -> None:
    """Serve a table until it closes or the process is told to end (SIGINT, SIGTERM, SIGHUP).

    `once` closes the table after one game; `record` is an unbuffered file that takes each game's record.
    `ready` is told where people can join and with which code, `warn` what does not work as it should.

    Raises NetError when it cannot listen there, NoJournal when nothing can be kept of the table, or it cannot
    be made again of what was kept, and NotRecorded when a record cannot be written.
    """
    journal = opening.journal
    is_worth_keeping = not opening.is_new
    closing = asyncio.Event()
    keeper = _RecordKeeper(record, closing.set, may_have_it=not opening.is_new)
    try:
        table = opening.application(closing=closing.set, keep=keeper.keep)
        host = Host([table.room], opening.identity)
        try:
            await _listen(host, opening.bind, opening.port)
            journal.listens_on(host.port)
            await journal.safe()
            is_worth_keeping = True
            _call_on_signal(closing.set)
            async with _announced(host, table, opening.bind, warn):
                ready(Address(opening.bind or own_address(), host.port), opening.identity.code)
                await _first_of(closing.wait(), *([_one_game(table)] if once else []))
            is_worth_keeping = table.is_abandoned or journal.has_failed or keeper.failure is not None
        finally:
            table.close()
            await host.close()
    finally:
        await (journal.close() if is_worth_keeping else journal.remove())
    if keeper.failure:
        raise NotRecorded from keeper.failure


def own_address() -> str:
    """Return the address of this computer that others on its network can type.

    It is found without sending anything; where there is no network, it is the loopback address.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect((_NEVER_SENT_TO, 9))
        return str(asking.getsockname()[0])
    return "127.0.0.1"


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
        while record:
            record = record[file.write(record) :]


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
    host: Host, table: TableApplication, bind: str | None, warn: Callable[[Sentence], None]
) -> AsyncIterator[None]:
    """Announce the table for as long as the context lasts; where that cannot be, it is joined by address.

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
            table.is_not_announced(why)
            warn(why)

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


def _call_on_signal(callback: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, callback)
