"""What is new in a table's view since an earlier one."""

from collections.abc import Sequence

from luckytui.games.interface import Event, TurnBegan
from luckytui.table.views import MatchView
from luckytui.text import N_
from luckytui.tui.boards.words import AnyModel, by


def news(before: MatchView | None, now: MatchView) -> Sequence[Event]:
    """Return what has happened since an earlier view; of a game that had begun before, what was missed."""
    if before is None:
        return now.log[len(now.log) - now.missed :] if now.log_start or now.missed else now.log
    known = before.log_start + len(before.log) - now.log_start
    return now.log[max(known, 0) :]


def taken_back(model: AnyModel, before: MatchView | None, now: MatchView) -> list[str]:
    """Say who took a move back that was told."""
    known = now.log_start + len(now.log)
    gone = before.log[max(known - before.log_start, 0) :] if before else ()
    seats = {event.seat for event in gone if not isinstance(event, TurnBegan) and hasattr(event, "seat")}
    words = N_("You took your last move back."), N_("{name} took the last move back.")
    return [by(model, seat, *words) for seat in sorted(seats)]
