"""A table in this process, with one person and bots around it."""

from collections.abc import Callable
from itertools import cycle

from msgspec.structs import replace

from luckytui.client.session import Refused, Session, SessionEvent
from luckytui.games.interface import Seat
from luckytui.table.record import Record, write
from luckytui.table.requests import Commit, Request, Reveal
from luckytui.table.spec import TableSpec
from luckytui.table.table import Table
from luckytui.table.views import RecordPiece
from luckytui.text import N_, UserError

ALONE = N_("at home")
"""What the table of a person who plays alone is called."""


class LocalSession(Session):
    """A game against bots: it begins when the session is opened."""

    def __init__(self, spec: TableSpec, player: str, *, seat: Seat = 0) -> None:
        """Seat the player and, on all other seats, bots."""
        super().__init__()
        self._seat = seat
        self._person = seat, player
        self._record: RecordPiece | None = None
        """The whole record of a game that has just ended."""
        self._table = Table(
            spec,
            owner=seat,
            changed=self._changed,
            ended=self._ended,
            contributors=lambda: [self._person],
        )
        self._table.sit(seat, player)
        for other, level in zip(self._table.seating.open_seats, cycle(spec.levels), strict=False):
            self._table.seat_bot(other, level)

    def open(self, listener: Callable[[SessionEvent], None]) -> None:
        self._listener = listener
        self._table.start()

    async def close(self) -> None:
        self._table.close()
        await super().close()

    def _ask(self, request: Request, prompt: int) -> None:
        try:
            self._table.request(self._seat, request, prompt=prompt)
        except UserError as refusal:
            self._listener(Refused(refusal.reason))

    def _ask_for_witness(self, request: Request) -> None:
        if isinstance(request, Commit | Reveal):
            self._table.contribute(self._person, request)

    def _ended(self, record: Record) -> None:
        written = write(record)
        self._record = RecordPiece(game=1, size=len(written), piece=written)

    def _changed(self) -> None:
        record, self._record = self._record, None
        dealing = self._table.dealing(self._person)
        table_view = self._table.view(self._seat, self._log.known)
        self._show(replace(table_view, dealing=dealing, record=record))
