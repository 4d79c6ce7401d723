"""A table in this process, with one person and bots around it."""

from collections.abc import Callable, Iterator
from itertools import cycle

from luckytui.bots import USUAL
from luckytui.client.session import Refused, Session, SessionEvent
from luckytui.client.verdict import Finding
from luckytui.games.interface import CHANCE, Seat
from luckytui.records.deal import said_deal
from luckytui.table.journal_entries import Began, JournalEntry, Moved, Seated
from luckytui.table.record import Record, write
from luckytui.table.requests import Request
from luckytui.table.spec import TableSpec
from luckytui.table.table import Table, utc_now
from luckytui.table.views import Occupant
from luckytui.text import N_, Sentence, UserError, _

_NOT_FROM_THE_SEED = N_("This game cannot be played on: what chance brought does not follow from its seed.")
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


class Branch(LocalSession):
    """A seat where a finished game is played on from one of its steps, with other moves.

    Chance brings what it would have brought in the game itself. The record stays as it is.
    """

    def __init__(self, record: Record, made: int, seat: Seat) -> None:
        """Take a seat after this many steps. Raises UserError if these do not follow from the seed."""
        started = record.started
        spec = TableSpec(
            game=started.game,
            options=record.options,
            name=_("playing on"),
            seats=started.seats,
            seed=started.seed,
        )
        super().__init__(spec, started.names[seat], seat=seat)
        try:
            self._table.restore(_entries(record, made, seat))
        except (LookupError, UserError):
            raise UserError(_NOT_FROM_THE_SEED) from None

    def open(self, listener: Callable[[SessionEvent], object]) -> None:
        self._listener = listener
        self._table.returned(self._seat)


def _entries(record: Record, made: int, mine: Seat) -> Iterator[JournalEntry]:
    """Yield what leads a new table to a step of a record."""
    for seat, name in enumerate(record.started.names):
        bot = Occupant(kind="bot", name=name, level=USUAL)
        yield Seated(seat, Occupant(kind="person", name=name) if seat == mine else bot)
    yield Began(1, record.started.played or utc_now())
    yield from (Moved(step.seat, step.move) for step in record.steps[:made] if step.seat != CHANCE)
