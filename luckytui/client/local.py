"""A table in this process, with one person and bots around it."""

from collections.abc import Callable
from itertools import cycle

from msgspec.structs import replace

from luckytui.address import Address
from luckytui.client.session import GameChecked, Refused, SessionEvent, TableChanged
from luckytui.client.witness import Witness
from luckytui.games.interface import Seat
from luckytui.table.record import Record, write
from luckytui.table.requests import Commit, Request, Reveal, Undo
from luckytui.table.spec import TableSpec
from luckytui.table.table import Table
from luckytui.text import N_, UserError

ALONE = N_("at home")
"""What the table of a person who plays alone is called."""


class LocalSession:
    """A game against bots: it begins when the session is opened."""

    def __init__(self, spec: TableSpec, player: str, *, seat: Seat = 0) -> None:
        """Seat the player and, on all other seats, bots."""
        self.address: Address | None = None
        self.code: str | None = None
        self._listener: Callable[[SessionEvent], None] = lambda _: None
        self._seat = seat
        self._person = seat, player
        self._witness = Witness()
        self._record = b""
        """That of a game that has just ended."""
        self._table = Table(
            spec,
            owner=seat,
            changed=self._show,
            ended=self._ended,
            contributors=lambda: [self._person],
        )
        self._table.sit(seat, player)
        for other, level in zip(self._table.seating.open_seats, cycle(spec.levels), strict=False):
            self._table.seat_bot(other, level)

    def open(self, listener: Callable[[SessionEvent], None]) -> None:
        self._listener = listener
        self._table.start()

    def request(self, request: Request, prompt: int = 0) -> None:
        if isinstance(request, Undo):
            self._witness.undoes()
        try:
            self._table.request(self._seat, request, prompt=prompt)
        except UserError as refusal:
            self._listener(Refused(refusal.reason))

    async def leave(self) -> None:
        self._table.close()

    close = leave

    def _ended(self, record: Record) -> None:
        self._record = write(record)

    def _show(self) -> None:
        table_view = replace(self._table.view(self._seat), dealing=self._table.dealing(self._person))
        self._listener(TableChanged(table_view))
        for gift in self._witness.hear(table_view):
            if isinstance(gift, Commit | Reveal):
                self._table.contribute(self._person, gift)
        if self._record:
            record, self._record = self._record, b""
            self._listener(GameChecked(record, self._witness.check(record)))
