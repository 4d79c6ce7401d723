"""The game log of one screen: what happened in the game, and what was said."""

from collections.abc import Sequence
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING

from luckytui.client.verdict import Finding
from luckytui.games.interface import Event, TurnBegan
from luckytui.table.views import ChatLine, Returned, TableEvent, TableView, TakenBack, Timeout, is_of_game
from luckytui.text import N_, _

if TYPE_CHECKING:
    from luckytui.lab.analysis import Analysis
    from luckytui.table.record import Record


class Absence(Enum):
    """Where an absence of the player began and ended."""

    AWAY = "away"
    BACK = "back"


LogEntry = Event | Absence

_TIMEOUT = N_("Your time ran out: a safe move was made for you."), N_("Time ran out for {name}.")
_TAKEN_BACK = N_("You took your last move back."), N_("{name} took the last move back.")


class GameLog:
    """Remembers when each entry of a table's log was heard, and what came of checking the game."""

    def __init__(self) -> None:
        self._log: Sequence[Event] | None = None
        self._times: dict[int, str] = {}
        """When each of its entries was heard, by its identity; empty for events before the first view."""
        self._number = 0
        """Which game it is about."""
        self.has_absence = False
        """Whether it tells that the player was away."""
        self.judged: tuple[Record, Analysis] | None = None
        """The game that is over, and what was luck in it and what was play; None: not known."""
        self.finding: Finding | None = None
        """What came of checking it; None: not known yet."""

    def hear(self, table_view: TableView) -> None:
        known, is_first, time = self._times, self._log is None, f"{datetime.now():%H:%M}"
        self._times = {
            id(entry): known.get(id(entry), "" if is_first and is_of_game(entry) else time)
            for entry in table_view.log
        }
        self._log = table_view.log
        self.has_absence = any(isinstance(entry, Returned) for entry in table_view.log)
        if table_view.match and table_view.match.number != self._number:
            self._number = table_view.match.number
            self.judged = self.finding = None

    def timed(self, log: Sequence[Event]) -> list[tuple[LogEntry, str]]:
        """Return the entries of a view's log, the oldest first, each with the time at which it was heard."""
        timed: list[tuple[LogEntry, str]] = []
        for entry in log:
            time = self._times[id(entry)]
            if isinstance(entry, Returned):
                events = [place for place, (each, _) in enumerate(timed) if is_of_game(each)]
                timed.insert(next(iter(events[-entry.missed :]), len(timed)), (Absence.AWAY, time))
                timed.append((Absence.BACK, time))
            else:
                timed.append((entry, time))
        return timed


def tell(table_view: TableView, entry: TableEvent) -> str:
    """Say in a sentence what was said, or happened outside the game; empty if that needs no words."""
    match entry:
        case ChatLine(name=name, text=text):
            return _("{name}: “{text}”", name=name, text=text)
        case Timeout(seat=seat):
            mine, theirs = _TIMEOUT
        case TakenBack(seat=seat):
            mine, theirs = _TAKEN_BACK
        case _:
            return ""
    return _(mine) if seat == table_view.seat else _(theirs, name=table_view.occupants[seat].name)


def missed(table_view: TableView) -> Sequence[Event]:
    """Return the events that happened while the player was away, until the player has moved again."""
    later: list[Event] = []
    for entry in reversed(table_view.log):
        if isinstance(entry, Returned):
            events = table_view.events
            return events[: len(events) - len(later)][-entry.missed :]
        if is_of_game(entry):
            later.append(entry)
            if getattr(entry, "seat", None) == table_view.seat and not isinstance(entry, TurnBegan):
                break
    return ()
