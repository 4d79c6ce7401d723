"""Which table `join` means: the address that was typed, the one that keeps a seat, or the only one."""

import asyncio
from argparse import Namespace
from contextlib import suppress

from luckytui.address import Address
from luckytui.client.browse import TableListing, look
from luckytui.client.remote import RemoteSession, reach
from luckytui.client.saved_seats import SavedSeat, free
from luckytui.games import title_of
from luckytui.text import CodeNeeded, UserError, _, say
from net import NetError, peek

_PATIENCE = 2.0
"""How many seconds to wait for the answer of a table."""


async def join_table(given: Namespace, player: str) -> RemoteSession:
    """Return a seat at the table that is meant, or the one that is kept for this player. Raises UserError."""
    if given.address:
        address, room = given.address, None
    else:
        address, room = await _kept_seat(given) or await _only_table()
    try:
        return await reach(
            address,
            name=player if given.name is None else given.name,
            any_name=given.name is None,
            code=given.code,
            room=room,
            watch=given.watch,
        )
    except CodeNeeded as needed:
        if given.code is not None:
            raise
        raise UserError(
            "{reason} Then join with it: luckytui join --code CODE.", reason=say(needed.reason)
        ) from None


def table_line(table: TableListing) -> str:
    """Return a table that was found as a line of text."""
    return _(
        "{name}: {game}, {taken} of {seats} seats taken, {state}, at {address}",
        name=table.name,
        game=title_of(table.game),
        taken=table.taken,
        seats=table.seats,
        state=_(table.state),
        address=table.address,
    )


async def _kept_seat(given: Namespace) -> tuple[Address, str] | None:
    """Return the table that keeps a seat for this player, if there is one that answers."""
    seats = [] if given.watch else free(given.name)
    answers = await asyncio.gather(*map(_still_kept, seats))
    return next(((seat.address, seat.room) for seat, kept in zip(seats, answers, strict=True) if kept), None)


async def _still_kept(seat: SavedSeat) -> bool:
    with suppress(NetError, TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            return (await peek(*seat.address, seat.room)).room == seat.room
    return False


async def _only_table() -> tuple[Address, str]:
    match await look(_PATIENCE):
        case [TableListing(address=Address() as address, room=room)]:
            return address, room
        case []:
            raise UserError(
                "No table was found on this network. Join by its address: luckytui join HOST:PORT."
            )
        case tables:
            raise UserError(
                "There are several tables. Name one of these addresses:\n{tables}",
                tables="\n".join(map(table_line, tables)),
            )
