"""A host without a screen: it serves a table, announces it, and ends in good order."""

import asyncio
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import BinaryIO

from luckytui.address import DEFAULT_PORT, SERVICE_TYPE, Address, interfaces
from luckytui.games.interface import Event
from luckytui.host.application import TableApplication
from luckytui.host.setup import Setup
from luckytui.table.record import write
from net import Announcer, Host, Identity, NetError

log = logging.getLogger(__name__)

_FAREWELL = 5.0
"""How long to wait, in seconds, until everybody has been sent the end of the only game."""

_NEVER_SENT_TO = "192.0.2.1"
"""An address for documentation: asking for the way there sends nothing, but tells our own address."""


class NotRecorded(Exception):
    """A game's record could not be written; the cause says why."""


async def serve(
    setup: Setup,
    *,
    bind: str | None,
    port: int | None,
    once: bool,
    record: BinaryIO | None,
    owner_token: bytes | None,
    ready: Callable[[Address], None],
) -> None:
    """Serve a table until it closes or the process is told to end (SIGINT, SIGTERM, SIGHUP).

    `bind` is the address to listen on, None for all; port None is the usual one if it is free. `once` closes
    the table after one game; `record` is an unbuffered file that takes each game's record. `owner_token`
    (32 bytes) lets the owner in. `ready` is told where people can join.

    Raises NetError when it cannot listen there, and NotRecorded when a record cannot be written.
    """
    closing = asyncio.Event()
    keeper = _RecordKeeper(record, closing.set)
    table = TableApplication(setup, owner_token=owner_token, closing=closing.set, keep=keeper.keep)
    host = Host([table.room], Identity.new(open=True))
    try:
        await _listen(host, bind, port)
        _call_on_signal(closing.set)
        async with _announced(host, bind):
            ready(Address(bind or own_address(), host.port))
            await _first_of(closing.wait(), *([_one_game(table)] if once else []))
    finally:
        table.close()
        await host.close()
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
    """Writes the record of each game. When that fails, the table closes, and `failure` says why."""

    def __init__(self, file: BinaryIO | None, closing: Callable[[], None]) -> None:
        self.failure: OSError | None = None
        self._file = file
        self._closing = closing

    def keep(self, record: Sequence[Event]) -> None:
        if self._file is None:
            return
        rest = write(record)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            log.exception("A record cannot be written")
            self.failure = error
            self._closing()


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
async def _announced(host: Host, bind: str | None) -> AsyncIterator[None]:
    """Announce the table for as long as the context lasts; where that cannot be, it is joined by address.

    The announcing takes a second or so, and nobody waits for it.
    """
    where = [bind] if bind else interfaces()
    announcer = Announcer(SERVICE_TYPE, host.infos()[0], host.port, interfaces=where)
    starting = asyncio.create_task(_start(announcer))
    try:
        yield
    finally:
        starting.cancel()
        await asyncio.wait([starting])
        await announcer.close()


async def _start(announcer: Announcer) -> None:
    try:
        await announcer.start()
    except NetError as error:
        log.warning("%s", error)


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
