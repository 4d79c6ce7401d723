"""A session's log, put together from what each view brings."""

from collections import Counter

from msgspec.structs import replace

from luckytui.games.interface import Event
from luckytui.table.views import ChatLine, MatchView, TableView, TakenBack, Timeout, is_of_game

_TALK = 256
"""How many lines of talk are kept from log to log."""


class Log:
    """All that was told of the latest game and not taken back, and what was said before."""

    def __init__(self) -> None:
        self._id = ""
        self._latest = 0
        """The number of the entry that came last."""
        self._entries: dict[int, Event] = {}
        """By number; what was said before this log began has numbers below 1."""
        self._match: MatchView | None = None

    @property
    def known(self) -> str:
        """What to tell a host, so that its log goes on from here."""
        return f"{self._id}:{self._latest}" if self._id else ""

    def complete(self, table_view: TableView) -> TableView:
        """Add what a view brings; return it with the whole log. Entries known before are the same objects."""
        known: dict[object, Event] = {}
        if table_view.log_id:
            known = {place: self._entries[number] for number, place in self._places().items()}
            self._begin_new(table_view)
        for entry in table_view.log:
            self._add(entry)
        self._match = table_view.match
        for number, place in self._places().items() if known else ():
            if known.get(place) == self._entries[number]:
                self._entries[number] = known[place]
        return replace(table_view, log_id="", log_start=0, log=tuple(self._entries.values()))

    def _begin_new(self, table_view: TableView) -> None:
        """Forget all but what was said and does not come again."""
        said = [entry for entry in self._entries.values() if isinstance(entry, ChatLine)]
        lines = [line for line in said if line not in table_view.log][-_TALK:]
        self._entries = dict(enumerate(lines, 1 - len(lines)))
        self._id, self._latest = table_view.log_id, table_view.log_start

    def _add(self, entry: Event) -> None:
        self._latest += 1
        self._entries[self._latest] = entry
        for number in range(entry.undone, self._latest) if isinstance(entry, TakenBack) else ():
            if is_of_game(each := self._entries.get(number)) or isinstance(each, Timeout):
                del self._entries[number]

    def _places(self) -> dict[int, object]:
        """Return how entries are recognized in another log: events by their place, others by their text."""
        count, known = Counter[Event](), [*self._entries.items()]
        match = self._match
        place = (match.happened if match else 0) - sum(is_of_game(entry) for _, entry in known)
        places: dict[int, object] = {}
        for number, entry in known:
            if is_of_game(entry):
                places[number] = match and match.number, place
                place += 1
            else:
                count[entry] += 1
                places[number] = entry, count[entry]
        return places
