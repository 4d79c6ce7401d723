"""The search for tables on the network."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Container, Sequence
from contextlib import asynccontextmanager, suppress

from luckytui.address import SERVICE_TYPE, Address, interfaces
from luckytui.client import saved_seats
from luckytui.client.listing import TableListing
from luckytui.text import Sentence, UserError, sentence_of
from net import Browser, NetError

_QUIET = 1.2
"""A search ends after this many seconds without news. Hosts answer within 0.2 s; if the question was lost on
the way, they are asked again after a second."""


@asynccontextmanager
async def look_around(
    changed: Callable[[Sequence[TableListing]], None], failed: Callable[[Sentence], None]
) -> AsyncIterator[None]:
    """Look for tables on the network for as long as the context lasts.

    `changed` is called with all tables whenever one comes, goes or changes: first those where a seat is kept
    for this player. `failed` is called once when the network cannot be searched.
    """
    kept = {(seat.room, seat.certificate) for seat in saved_seats.free()}
    wanted = {room for room, _certificate in kept}
    browser = Browser(
        SERVICE_TYPE, lambda: changed(_listings(browser, kept)), interfaces=interfaces(), wanted=wanted
    )
    try:
        await browser.start()
    except NetError as error:
        failed(sentence_of(error))
    try:
        yield
    finally:
        await browser.close()


async def look(seconds: float) -> Sequence[TableListing]:
    """Return the tables found within `seconds`, or sooner if nothing new comes. Raises UserError."""
    tables: list[TableListing] = []
    problems: list[Sentence] = []
    now = asyncio.get_running_loop().time
    end = now() + seconds

    def show(found: Sequence[TableListing]) -> None:
        tables[:] = found
        if not limit.expired():
            limit.reschedule(min(end, now() + _QUIET))

    async with look_around(show, problems.append):
        if problems:
            raise UserError(problems[0])
        with suppress(TimeoutError):
            async with asyncio.timeout_at(end) as limit:
                await asyncio.Event().wait()
    return tables


def _listings(browser: Browser, kept: Container[tuple[str, bytes]]) -> Sequence[TableListing]:
    """Return the tables, first those of a room and its host's certificate where a seat is `kept`."""
    rooms, unlisted = browser.rooms, browser.unlisted
    last = {found.address: found for found in rooms}
    names = Counter(found.info.name for found in rooms)
    listings = [
        TableListing(
            room=found.info.room,
            name=found.info.name,
            host=found.info.host,
            computer=found.info.computer,
            has_twin=names[found.info.name] > 1,
            game=found.info.game,
            state=found.info.status,
            seats=found.info.seats,
            taken=found.info.taken,
            address=Address(found.address, found.port),
            code=found.info.code,
            mine=(found.info.room, found.certificate) in kept,
            more=unlisted.get(found.address, 0) if last[found.address] is found else 0,
        )
        for found in rooms
    ]
    return sorted(listings, key=lambda table: not table.mine)
