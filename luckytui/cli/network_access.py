"""The ways to a table over the network: hosting one for others, joining one, or resuming one."""

import asyncio
import secrets
from collections.abc import Sequence

from luckytui.address import own_address, parse
from luckytui.client import saved_seats
from luckytui.client.browse import look_around
from luckytui.client.listing import TableListing
from luckytui.client.remote import RemoteSession, reach
from luckytui.client.saved_seats import SavedSeat
from luckytui.client.session import Session
from luckytui.host.door import DoorPorts
from luckytui.host.launch import LaunchRequest, launch
from luckytui.host.saved_tables import SavedTable, look_into, path_of, saved_tables
from luckytui.shown.navigation import JoinTarget
from luckytui.table.spec import TableSpec
from luckytui.text import UserError
from net.security import TOKEN_BYTES, fingerprint


async def host(
    spec: TableSpec,
    player: str,
    *,
    bind: str | None = None,
    port: int | None = None,
    door: DoorPorts | bool | None = None,
) -> Session:
    """Start a host and return the owner's seat at its table. Raises UserError.

    `door` lets guests in, too: at these ports, or at the usual ones.
    """
    token = secrets.token_bytes(TOKEN_BYTES)
    request = LaunchRequest(table=spec, token=token, bind=bind, port=port)
    launched = await asyncio.to_thread(launch, request, DoorPorts() if door is True else door or None)
    shown = None if bind else own_address
    return RemoteSession(
        launched.address, name=player, code=launched.code, token=token, shown=shown
    ).storing()


async def join(target: JoinTarget, player: str) -> Session:
    """Return a seat at a table, or the one that is kept for this player. Raises UserError, or CodeNeeded."""
    session = await reach(
        parse(target.address),
        name=player,
        any_name=True,
        code=target.code,
        room=target.room,
        watch=target.watch,
    )
    await session.join()
    return session.storing()


def own_tables(*, running: bool) -> Sequence[SavedTable]:
    """Return the tables of this player whose hosts are running, or those to resume; the latest first."""
    return [table for table in saved_tables(running=running) if _owners_seat(table)]


def unfinished() -> Sequence[TableListing]:
    """Return the tables of this player that can be resumed, the latest first."""
    return [
        TableListing(
            room=table.header.room,
            name=table.header.table.name,
            game=table.contents.choice(table.header.table).game,
            state="unfinished",
            seats=table.header.table.seats,
            taken=len(table.players),
            mine=True,
            players=table.players,
            when=table.when,
        )
        for table in own_tables(running=False)
    ]


async def resume(table: str, *, door: DoorPorts | None = None) -> Session:
    """Start a host for this room or journal, and return the owner's seat. Raises UserError."""
    saved = await asyncio.to_thread(look_into, path_of(table))
    if saved.is_running:
        raise UserError(saved.how_to_join)
    seat = _owners_seat(saved)
    if seat is None:
        raise UserError(
            "You are not the host of this table. “luckytui serve --resume” opens it for the others,"
            " without its host."
        )
    launched = await asyncio.to_thread(launch, saved, door)
    return RemoteSession(
        launched.address,
        name=seat.name,
        code=launched.code,
        room=saved.header.room,
        token=seat.token,
        held=saved_seats.find(seat.room, token=seat.token),
        shown=None if saved.header.bind else own_address,
    ).storing()


def _owners_seat(table: SavedTable) -> SavedSeat | None:
    seats = saved_seats.of_room(table.header.room)
    return next((seat for seat in seats if fingerprint(seat.token).hex() == table.header.owner), None)
