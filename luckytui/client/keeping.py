"""A session whose games are stored when they are over; otherwise it is the session that it was made of."""

import asyncio
from collections.abc import Callable, Sequence

from luckytui.address import Address
from luckytui.client.session import GameChecked, Refused, Session, SessionEvent, TableChanged
from luckytui.games.interface import SPECTATOR, Seat
from luckytui.table.requests import Request
from luckytui.table.views import TableView
from luckytui.text import UserError

Keep = Callable[[bytes, Seat | None, Sequence[str]], object]
"""Stores a record, with the player's seat and the level of each seat's bot. It may take its time, and may
raise UserError."""


def store(record: bytes, seat: Seat | None, levels: Sequence[str]) -> None:
    """Store a game on this computer."""
    from luckytui.store import Store  # noqa: PLC0415 - a database, which nothing needs before a game is over

    Store().add(record, seat, levels)


class KeepingSession:
    """Stores each game that is played or watched. What goes wrong is said, and the table goes on."""

    def __init__(self, session: Session, keep: Keep = store, *, level: str = "") -> None:
        """`level` is that of the bot that plays in the player's place, if one does."""
        self._session, self._keep, self._level = session, keep, level
        self._table_view: TableView | None = None
        self._keeping: set[asyncio.Task[None]] = set()
        self._listener: Callable[[SessionEvent], None] = lambda _: None
        self.code = session.code

    @property
    def address(self) -> Address | None:
        return self._session.address

    def open(self, listener: Callable[[SessionEvent], None]) -> None:
        self._listener = listener
        self._session.open(self._hear)

    def request(self, request: Request, prompt: int = 0) -> None:
        self._session.request(request, prompt)

    async def leave(self) -> None:
        await self._session.leave()
        await self._kept()

    async def close(self) -> None:
        await self._session.close()
        await self._kept()

    async def _kept(self) -> None:
        if self._keeping:
            await asyncio.wait(self._keeping)

    def _hear(self, event: SessionEvent) -> None:
        self._listener(event)
        match event:
            case TableChanged(table_view=table_view):
                self._table_view = table_view
            case GameChecked(record=record) if self._table_view:
                self._keeping.add(asyncio.create_task(self._store(record, self._table_view)))

    async def _store(self, record: bytes, table_view: TableView) -> None:
        levels = [seat.level if seat.kind == "bot" else "" for seat in table_view.occupants]
        mine = None if table_view.seat == SPECTATOR else table_view.seat
        if mine is not None and self._level:
            levels[mine], mine = self._level, None
        try:
            await asyncio.to_thread(self._keep, record, mine, levels)
        except UserError as error:
            self._listener(Refused(error.reason))
