"""The log of a table: all that happened there, was said and timed out, as each seat may know it."""

import re
import secrets
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field

from luckytui.games.interface import CHANCE, Event, Seat, Started
from luckytui.table.views import ChatLine, Returned, TakenBack

TALK = 16
"""How many lines of talk from before a game its log begins with."""

_MOST = 8192
"""How many entries the log has at most; the oldest are forgotten."""


@dataclass
class _Known:
    """What one seat knows of the log. Its entries have numbers of their own, which tell of no hidden ones."""

    read: int
    """How much of the log is in it."""
    start: int = 0
    """How many entries were forgotten."""
    entries: list[Event] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    """Where each of them is in the log."""


class Log:
    """Entries are only added; taking a move back adds one as well. Each game begins a new log."""

    def __init__(self) -> None:
        self._name, self._games = secrets.token_hex(8), 0
        self.id = f"{self._name}.0"
        """Names the log. A restarted host has another one, as no talk is kept."""
        self._start = 0
        """How many entries were forgotten."""
        self._entries: list[tuple[Event, Seat | None, Seat | None]] = []
        """Each with the only seat that knows of it, or the only one that does not."""
        self._known: defaultdict[Seat, _Known] = defaultdict(lambda: _Known(self._start))

    @property
    def size(self) -> int:
        """How many entries there have been, hidden ones included."""
        return self._start + len(self._entries)

    def add(self, entry: Event, *, only: Seat | None = None, but: Seat | None = None) -> None:
        """Add an entry for everyone, for `only` one seat, or for all `but` one."""
        if isinstance(entry, Started):
            self._begin_new()
        elif len(self._entries) >= _MOST:
            self._forget_all_but(_MOST // 2)
        self._entries.append((entry, only, but))

    def take_back(self, seat: Seat, place: int) -> None:
        """Add that a seat took back what has happened since the log had this size."""
        self.add(TakenBack(seat=seat, undone=place))

    def forget_absences(self, seat: Seat) -> None:
        """Forget when this seat's player was away: somebody else sits there now."""
        self._known.pop(seat, None)
        for place, (entry, only, but) in enumerate(self._entries):
            if only == seat and isinstance(entry, Returned):
                self._entries[place] = entry, CHANCE, but

    def after(self, seat: Seat, known: str) -> tuple[str, int, tuple[Event, ...]]:
        """Return what a seat does not know yet: the id of a log that is new to it, and the entries to add.

        `known` is what the client has: a log's id, and the number of its last entry. If that is another log,
        or forgotten, all entries are returned. The number tells how many entries came before them.
        """
        mine = self._known_to(seat)
        log_id, _, number = known.partition(":")
        if log_id == self.id and re.fullmatch("[0-9]{1,9}", number):
            start = int(number) - mine.start
            if 0 <= start <= len(mine.entries):
                return "", int(number), tuple(mine.entries[start:])
        return self.id, mine.start, tuple(mine.entries)

    def _known_to(self, seat: Seat) -> _Known:
        known = self._known[seat]
        for place, (entry, only, but) in enumerate(self._entries[known.read - self._start :], known.read):
            if only in {None, seat} and but != seat:
                seen = entry.seen_by(seat)
                if isinstance(seen, TakenBack):
                    undone = known.start + bisect_left(known.places, seen.undone) + 1
                    seen = TakenBack(seat=seen.seat, undone=undone)
                known.entries.append(seen)
                known.places.append(place)
        known.read = self.size
        return known

    def _begin_new(self) -> None:
        said = [entry for entry in self._entries if isinstance(entry[0], ChatLine)]
        self._games, self._start, self._entries = self._games + 1, 0, said[-TALK:]
        self.id = f"{self._name}.{self._games}"
        self._known.clear()

    def _forget_all_but(self, number: int) -> None:
        gone = max(0, len(self._entries) - number)
        for known in [self._known_to(seat) for seat in self._known]:
            forgotten = bisect_left(known.places, self._start + gone)
            del known.entries[:forgotten], known.places[:forgotten]
            known.start += forgotten
        del self._entries[:gone]
        self._start += gone
