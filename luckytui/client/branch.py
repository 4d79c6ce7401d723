"""A table that plays on from a step of a finished game, with other moves; the record stays as it is."""

from collections.abc import Callable, Iterator

from luckytui.bots import USUAL
from luckytui.client.local import LocalSession
from luckytui.client.session import SessionEvent
from luckytui.games.interface import CHANCE, Seat
from luckytui.table.journal_entries import Began, JournalEntry, Moved, Seated
from luckytui.table.record import Record
from luckytui.table.spec import TableSpec
from luckytui.table.table import utc_now
from luckytui.table.views import Occupant
from luckytui.text import N_, UserError, _

_NOT_FROM_THE_SEED = N_("This game cannot be played on: what chance brought does not follow from its seed.")


class Branch(LocalSession):
    """A seat in such a game. Chance brings what it would have brought in the game itself."""

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
