"""A table in this process, with one person and bots around it."""

from collections.abc import Callable
from itertools import cycle

from luckytui.client.session import Refused, Session, SessionEvent
from luckytui.client.verdict import Finding
from luckytui.games.interface import Seat
from luckytui.records.deal import said_deal
from luckytui.table.record import Record, write
from luckytui.table.requests import Request
from luckytui.table.spec import TableSpec
from luckytui.table.table import Table
from luckytui.text import N_, Sentence, UserError

_OWN = Sentence(N_("This was your own deal: nobody else played."))

ALONE = N_("at home")
"""What the table of a person who plays alone is called."""


class LocalSession(Session):
    """A game against bots: it begins when the session is opened."""

    def __init__(self, spec: TableSpec, player: str, *, seat: Seat = 0) -> None:
        """Seat the player and, on all other seats, bots."""
        super().__init__()
        self._seat = seat
        self._record: Record | None = None
        """That of a game that has just ended."""
        self._table = Table(
            spec,
            owner=seat,
            changed=self._changed,
            ended=self._ended,
        )
        self._table.sit(seat, player)
        for other, level in zip(self._table.seating.open_seats, cycle(spec.levels), strict=False):
            self._table.seat_bot(other, level)

    def open(self, listener: Callable[[SessionEvent], object]) -> None:
        self._listener = listener
        self._table.start()

    async def close(self) -> None:
        self._table.close()
        await super().close()

    def request(self, request: Request, prompt: int = 0) -> None:
        try:
            self._table.request(self._seat, request, prompt=prompt)
        except UserError as refusal:
            self._listener(Refused(refusal.reason))

    def _ended(self, record: Record) -> None:
        self._record = record

    def _changed(self) -> None:
        record, self._record = self._record, None
        self._show(self._table.view(self._seat, self._log.known))
        if record:
            finding = Finding("own", _OWN, self._table.games, deal=said_deal(record.started))
            self._checked(write(record), finding)
