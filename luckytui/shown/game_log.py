"""The game log of one screen: what happened in the game, and what was said beside it."""

from bisect import insort_right
from collections.abc import Iterator
from datetime import datetime
from enum import Enum
from heapq import merge
from itertools import count
from operator import itemgetter
from typing import TYPE_CHECKING

from luckytui.client.witness import Finding
from luckytui.games.interface import Event
from luckytui.table.views import ChatLine, MatchView, TableView, Timeout

if TYPE_CHECKING:
    from luckytui.lab.analysis import Analysis
    from luckytui.table.record import Record

_MOST_LINES = 256


class Absence(Enum):
    """Where an absence of the player began and ended."""

    AWAY = "away"
    BACK = "back"


LogEntry = Event | ChatLine | Timeout | Absence


class GameLog:
    """Remembers when each event was heard, and what else happened: a view has only the latest chat lines."""

    def __init__(self) -> None:
        self._match: MatchView | None = None
        self._times: list[str] = []
        """When each of its events was heard; empty for what happened before."""
        self.judged: tuple[Record, Analysis] | None = None
        """The game that is over, and what was luck in it and what was play; None: not known."""
        self.finding: Finding | None = None
        """What came of checking it; None: not known yet."""
        self._beside: list[tuple[int, ChatLine | Timeout | Absence, str]] = []
        """All else, each with the number of events before it, and when it was heard."""
        self._heard = 0
        self._absence: int | None = None
        """How many events came before the absence that is marked; None: the player has moved since."""

    def hear(self, table_view: TableView) -> None:
        """Add what is new in a view; what was said before the first one comes before all else."""
        if self._match is None:
            self._hear_lines(table_view.said)
        if table_view.match:
            self._hear_events(table_view.match)
        self._hear_lines(table_view.said)
        if table_view.match:
            self._mark_timeouts(table_view.match)
            self._mark_absence(table_view.match)

    def entries(self) -> Iterator[LogEntry]:
        """Yield all that is known, the oldest first."""
        return (entry for entry, _time in self.timed())

    def timed(self) -> Iterator[tuple[LogEntry, str]]:
        """Yield all that is known, the oldest first, each with the time at which it was heard."""
        start, log = (self._match.log_start, self._match.log) if self._match else (0, ())
        events = zip(count(start + 1), log, self._times, strict=False)
        return ((entry, time) for _place, entry, time in merge(events, self._beside, key=itemgetter(0)))

    @property
    def _time(self) -> str:
        return f"{datetime.now():%H:%M}"

    @property
    def _count(self) -> int:
        return self._match.happened if self._match else 0

    def _hear_events(self, play: MatchView) -> None:
        """Note when new events were heard, but not those in the first view, or in the one after a gap."""
        before, self._match = self._match, play
        if before is None or before.number != play.number:
            self._forget_game()
        elif before.log_start != play.log_start:
            self._times = []
        self._times += [self._time * bool(self._times)] * (len(play.log) - len(self._times))

    def _forget_game(self) -> None:
        self._times, self._absence = [], None
        self._beside = [(0, entry, time) for _, entry, time in self._beside if isinstance(entry, ChatLine)]
        self.judged = self.finding = None

    def _hear_lines(self, said: tuple[ChatLine, ...]) -> None:
        if said and said[-1].number < self._heard:
            self._heard = 0  # a host that was started again counts from 1
        for line in said:
            if line.number > self._heard:
                self._heard = line.number
                self._put(self._count, line)
        del self._beside[:-_MOST_LINES]

    def _mark_timeouts(self, play: MatchView) -> None:
        known = {entry for _place, entry, _time in self._beside if isinstance(entry, Timeout)}
        for timeout in play.timeouts:
            if timeout not in known:
                self._put(timeout.event, timeout)

    def _mark_absence(self, play: MatchView) -> None:
        """Mark what was missed; what happens after the return, before the player has moved, is not."""
        if not play.missed:
            self._absence = None
            return
        begun = self._count - play.missed
        if begun != self._absence:
            self._absence = begun
            self._put(begun, Absence.AWAY)
            self._put(self._count, Absence.BACK)

    def _put(self, place: int, entry: ChatLine | Timeout | Absence) -> None:
        insort_right(self._beside, (place, entry, self._time), key=itemgetter(0))
