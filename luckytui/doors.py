"""The ways to a table: alone in this process, as the one who opens it for others, or by joining it."""

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from luckytui.address import NOT_AN_ADDRESS, SERVICE_TYPE, interfaces, parse
from luckytui.client import saved_seats
from luckytui.client.local import LocalSession
from luckytui.client.remote import CodeWanted, RemoteSession, Unjoinable, reach, sentence
from luckytui.client.saved_seats import SavedSeat
from luckytui.client.session import Session
from luckytui.host.journal import NoJournal, Remains, look_into, path_of, unfinished
from luckytui.host.launch import NotLaunched, launch, launch_again
from luckytui.table.spec import TableSpec
from luckytui.text import N_, Sentence, _
from luckytui.tui.starts import CodeNeeded, DoorClosed, FoundTable, UnfinishedTable
from net import Browser, Found, NetError
from net.security import TOKEN_BYTES

_NOT_MINE = Sentence(
    N_("Nobody here has the owner's seat at this table. “luckytui serve --resume” opens it without.")
)


class LanDoors:
    """The doors from the home screen."""

    def play_alone(self, spec: TableSpec, player: str) -> Session:
        """Return a place at a table in this process, with bots on the other seats."""
        return LocalSession(spec, player)

    async def host(self, spec: TableSpec, player: str) -> Session:
        """Open a table for others and return the place of the one who opened it. Raises DoorClosed."""
        try:
            return await asyncio.to_thread(open_table, spec, player)
        except NotLaunched as failure:
            raise DoorClosed(failure.reason) from None

    async def join(
        self,
        address: str,
        name: str,
        code: str | None = None,
        *,
        room: str | None = None,
        watch: bool = False,
    ) -> Session:
        """Return a place at a table, or back the one that is held. Raises DoorClosed, or CodeNeeded."""
        try:
            session = await reach(parse(address), name=name, any_name=True, code=code, room=room, watch=watch)
            await session.join()
        except ValueError:
            raise DoorClosed(Sentence(NOT_AN_ADDRESS, {"text": address})) from None
        except CodeWanted as refusal:
            raise CodeNeeded(refusal.reason) from None
        except Unjoinable as refusal:
            raise DoorClosed(refusal.reason) from None
        return session

    def unfinished(self) -> Sequence[UnfinishedTable]:
        """Return the tables hosted here that can be gone on with, the latest first."""
        return [_unfinished_table(remains) for remains in resumable()]

    async def resume(self, table: UnfinishedTable) -> Session:
        """Open an unfinished table again, and return the owner's place at it. Raises DoorClosed."""
        try:
            return await asyncio.to_thread(reopen_table, table.room)
        except (NoJournal, NotLaunched) as failure:
            raise DoorClosed(failure.reason) from None

    def look_around(
        self, changed: Callable[[Sequence[FoundTable]], None], failed: Callable[[Sentence], None]
    ) -> AbstractAsyncContextManager[None]:
        """Look for tables on the network for as long as the context lasts, and tell what is there.

        `failed` is called once, with what to do instead, when there is no looking here.
        """
        return look_around(changed, failed)


def open_table(
    spec: TableSpec, name: str, *, bind: str | None = None, port: int | None = None
) -> RemoteSession:
    """Start a host and return the owner's place at its table. It blocks; raises NotLaunched."""
    token = secrets.token_bytes(TOKEN_BYTES)
    launched = launch(spec, token, bind=bind, port=port)
    return RemoteSession(
        spec.rules, launched.near, name=name, code=launched.code, token=token, shown=launched.address
    )


def reopen_table(table: str) -> RemoteSession:
    """Start a host for an unfinished table, named by its room or its journal; return the owner's place.

    It blocks; raises NoJournal or NotLaunched.
    """
    remains = look_into(path_of(table))
    saved_seat = _owners_saved_seat(remains)
    if saved_seat is None:
        raise NoJournal(_NOT_MINE)
    launched = launch_again(remains)
    return RemoteSession(
        remains.header.table.rules,
        launched.near,
        name=saved_seat.name,
        code=launched.code,
        room=remains.header.room,
        token=saved_seat.token,
        held=saved_seats.take(saved_seat),
        shown=launched.address,
    )


def resumable() -> Sequence[Remains]:
    """Return what is left of the tables that this player has opened and can go on with, the latest first."""
    return [remains for remains in unfinished() if _owners_saved_seat(remains)]


@asynccontextmanager
async def look_around(
    changed: Callable[[Sequence[FoundTable]], None], failed: Callable[[Sentence], None]
) -> AsyncIterator[None]:
    """Look for tables on the network for as long as the context lasts.

    `changed` is called with all tables that are there whenever one comes, goes or changes; `failed` once
    when there is no looking here.
    """
    browser = Browser(
        SERVICE_TYPE,
        lambda: changed(_found_tables(browser.rooms)),
        interfaces=interfaces(),
    )
    try:
        await browser.start()
    except NetError as error:
        failed(sentence(error))
    try:
        yield
    finally:
        await browser.close()


def table_of(name: str) -> str:
    """Return what the table of a person is called who has not named it."""
    return _("{name}'s table", name=name)


def _found_tables(rooms: Sequence[Found]) -> Sequence[FoundTable]:
    """Return the tables that were found, those first where a seat is held for this player."""
    held = {saved_seat.room for saved_seat in saved_seats.free()}
    tables = [_found_table(found, mine=found.info.room in held) for found in rooms]
    return sorted(tables, key=lambda table: not table.mine)


def _found_table(found: Found, *, mine: bool) -> FoundTable:
    return FoundTable(
        address=found.address,
        port=found.port,
        name=found.name,
        game=found.info.game,
        taken=found.info.taken,
        seats=found.info.seats,
        state=found.info.status,
        room=found.info.room,
        code=found.info.code,
        mine=mine,
    )


def _unfinished_table(remains: Remains) -> UnfinishedTable:
    header = remains.header
    return UnfinishedTable(header.room, header.table.game, header.table.name, remains.players, remains.when)


def _owners_saved_seat(remains: Remains) -> SavedSeat | None:
    """Return this player's ticket to the seat of the one who opened the table."""
    mine = saved_seats.of_room(remains.header.room)
    return next((saved_seat for saved_seat in mine if _is_the_owners(saved_seat, remains)), None)


def _is_the_owners(saved_seat: SavedSeat, remains: Remains) -> bool:
    return hashlib.sha256(saved_seat.token).hexdigest() == remains.header.owner
