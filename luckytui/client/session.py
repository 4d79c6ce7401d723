"""How a screen, or a bot, reaches a table: the same in this process and across the network.

A session never blocks: a request is sent off, and the listener hears what comes of it.
"""

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Self

import msgspec
from msgspec.structs import replace

from luckytui.address import Address
from luckytui.client.verdict import Finding
from luckytui.games.interface import SPECTATOR, Event, Seat
from luckytui.table.requests import Request
from luckytui.table.views import ChatLine, MatchView, TableView, TakenBack, is_of_game, take_back
from luckytui.text import Sentence, UserError

Keep = Callable[[bytes, Seat | None, Sequence[str]], object]
"""Stores a record, with the player's seat and the level of each seat's bot. It may take its time, and may
raise UserError."""


_TALK = 256
"""How many lines of talk are kept from log to log."""


def store(record: bytes, seat: Seat | None, levels: Sequence[str]) -> None:
    """Store a game on this computer."""
    from luckytui.records.store import Store  # noqa: PLC0415 - a database, which nothing needs before a game is over

    Store().add(record, seat, levels)


class TableChanged(msgspec.Struct, frozen=True):
    """The table looks different now. Only the newest view matters."""

    table_view: TableView
    """With all that has been told of the game so far."""


class Refused(msgspec.Struct, frozen=True):
    """The last request cannot be done; nothing has changed."""

    reason: Sentence


class ConnectionChanged(msgspec.Struct, frozen=True):
    """There is trouble with the connection; None: it works again."""

    trouble: Sentence | None


class Closed(msgspec.Struct, frozen=True):
    """The table is gone, or the player has no place there any more."""

    reason: Sentence


class GameChecked(msgspec.Struct, frozen=True):
    """The game is over, and its record is here."""

    record: bytes
    """As a file has it."""
    finding: Finding
    """What came of checking it."""


class DealFound(msgspec.Struct, frozen=True):
    """More is known of the deal of a game that is over, or its record does not come."""

    finding: Finding


SessionEvent = TableChanged | GameChecked | DealFound | Refused | ConnectionChanged | Closed


class Session(ABC):
    """A seat at a table, or a place to watch from.

    It shows the table with all events of the game, and says what came of its deal.
    """

    def __init__(self) -> None:
        self.code: str | None = None
        """What others type to join, as it is shown; None where no code is needed."""
        self._listener: Callable[[SessionEvent], object] = lambda _: None
        self._table_view: TableView | None = None
        self._log = Log()
        self._store: Keep | None = None
        self._level = ""
        self._storing: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> Address | None:
        """Where others can join this table; None for a table in this process."""
        return None

    @abstractmethod
    def open(self, listener: Callable[[SessionEvent], object]) -> None:
        """Send all events to the listener from now on; it needs a running asyncio loop."""

    @abstractmethod
    def request(self, request: Request, prompt: int = 0) -> None:
        """Ask the table for something; a move names the prompt that it answers."""

    async def leave(self) -> None:
        """Give the seat up for good."""
        await self.close()

    async def close(self) -> None:
        """Disconnect without giving the seat up."""
        if self._storing:
            await asyncio.wait(self._storing)

    def storing(self, keep: Keep = store, *, level: str = "") -> Self:
        """Store each game that is played or watched. If that fails, the player reads why and plays on.

        `level` is that of the bot that plays in the player's place, if one does.
        """
        self._store, self._level = keep, level
        return self

    def _show(self, table_view: TableView) -> None:
        """Pass the newest view to the listener, completed with what earlier ones brought."""
        if self._table_view and not table_view.dealing:
            table_view = replace(table_view, dealing=self._table_view.dealing)
        self._table_view = self._log.complete(table_view)
        self._listener(TableChanged(self._table_view))

    def _checked(self, record: bytes, finding: Finding) -> None:
        """Pass a game's record to the listener, and store it if asked to."""
        self._listener(GameChecked(record, finding))
        if self._store and self._table_view:
            from net.tasks import in_background  # noqa: PLC0415 - no network before the first game

            self._storing.add(in_background(self._store_record(self._store, record, self._table_view)))

    async def _store_record(self, keep: Keep, record: bytes, table_view: TableView) -> None:
        levels = [seat.level if seat.kind == "bot" else "" for seat in table_view.occupants]
        mine = None if table_view.seat == SPECTATOR else table_view.seat
        if mine is not None and self._level:
            levels[mine], mine = self._level, None
        try:
            await asyncio.to_thread(keep, record, mine, levels)
        except UserError as error:
            self._listener(Refused(error.reason))


class Log:
    """All that was told of the latest game and not taken back, and what was said before."""

    def __init__(self) -> None:
        self.known = ""
        """What to tell a host, so that its log continues from here: the log's id and the latest number."""
        self._id = ""
        self._latest = 0
        """The number of the entry that came last."""
        self._entries: list[Event] = []
        self._match: MatchView | None = None

    def complete(self, table_view: TableView) -> TableView:
        """Add what a view brings; return it with the whole log. Entries known before are the same objects."""
        known: dict[object, Event] = {}
        if table_view.log_id:
            known = dict(zip(self._places(), self._entries, strict=True))
            said: list[Event] = [entry for entry in self._entries if isinstance(entry, ChatLine)]
            self._entries = [line for line in said if line not in table_view.log][-_TALK:]
            self._id, self._latest = table_view.log_id, table_view.log_start
        for entry in table_view.log:
            if isinstance(entry, TakenBack):
                take_back(self._entries, entry)
            self._entries.append(entry)
        self._latest += len(table_view.log)
        self.known = f"{self._id}:{self._latest}" if self._id else ""
        self._match = table_view.match
        if known:
            places = zip(self._places(), self._entries, strict=True)
            self._entries = [known[it] if known.get(it) == entry else entry for it, entry in places]
        return replace(table_view, log_id="", log_start=0, log=tuple(self._entries))

    def _places(self) -> Iterator[object]:
        """Yield how each entry is recognized in another log: events by their place, others by their text."""
        count, match = Counter[Event](), self._match
        place = (match.happened if match else 0) - sum(map(is_of_game, self._entries))
        for entry in self._entries:
            if is_of_game(entry):
                yield match and match.number, place
                place += 1
            else:
                count[entry] += 1
                yield entry, count[entry]
