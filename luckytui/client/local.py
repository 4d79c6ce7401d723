"""A table in this process, with one person and bots around it."""

import asyncio
from collections.abc import Callable, Sequence
from itertools import cycle

from luckytui.address import Address
from luckytui.client.session import Refused, SessionEvent, TableChanged
from luckytui.games.interface import Seat
from luckytui.table.record import Record
from luckytui.table.requests import Request
from luckytui.table.spec import TableSpec
from luckytui.table.table import Table
from luckytui.text import N_, UserError
from net.names import look

ALONE = N_("at home")
"""What the table of a person who plays alone is called."""


class LocalSession:
    """A game against bots: it begins when the session is opened."""

    def __init__(
        self,
        spec: TableSpec,
        player: str,
        *,
        seat: Seat = 0,
        keep: Callable[[Record, Seat, Sequence[str]], None] = lambda *_: None,
    ) -> None:
        """Seat the player and, on all other seats, bots.

        `keep` is called in a thread with the record of each game, the player's seat and the bots' levels; it
        may raise UserError.
        """
        self.address: Address | None = None
        self.code: str | None = None
        self._listener: Callable[[SessionEvent], None] = lambda _: None
        self._seat = seat
        self._keep = keep
        self._keeping: list[asyncio.Task[None]] = []
        self._table = Table(spec, owner=seat, changed=self._show, ended=self._ended, look=look)
        self._table.sit(seat, player)
        for other, level in zip(self._table.seating.open_seats, cycle(spec.levels), strict=False):
            self._table.seat_bot(other, level)

    def open(self, listener: Callable[[SessionEvent], None]) -> None:
        self._listener = listener
        self._table.start()

    def request(self, request: Request, prompt: int = 0) -> None:
        try:
            self._table.request(self._seat, request, prompt=prompt)
        except UserError as refusal:
            self._listener(Refused(refusal.reason))

    async def leave(self) -> None:
        self._table.close()
        if self._keeping:
            await asyncio.wait(self._keeping)

    close = leave

    def _ended(self, record: Record) -> None:
        levels = [occupant.level for occupant in self._table.seating.occupants]
        self._keeping.append(asyncio.create_task(self._keep_record(record, levels)))

    async def _keep_record(self, record: Record, levels: Sequence[str]) -> None:
        try:
            await asyncio.to_thread(self._keep, record, self._seat, levels)
        except UserError as error:
            self._listener(Refused(error.reason))

    def _show(self) -> None:
        self._listener(TableChanged(self._table.view(self._seat)))
