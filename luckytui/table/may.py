"""What a person may ask of a table now: judged once, carried by views, and what requests are held to."""

from luckytui.games.interface import SPECTATOR, Seat
from luckytui.table.views import TableView

Allowed = dict[str, tuple[Seat, ...]]
"""By the name of a request; where it is about a seat, of which seats it may be."""


def may(table_view: TableView, *, playing: bool) -> Allowed:
    """Return what the person who is shown this may ask for; `playing`: a game goes on, or is being dealt."""
    match, occupants, seat, door = table_view.match, table_view.occupants, table_view.seat, table_view.door
    sits, is_over = seat != SPECTATOR, match is not None and not playing
    goes_on = match is not None and not table_view.paused
    people = [other for other, one in enumerate(occupants) if one.kind == "person"]
    allowed: dict[str, bool | list[Seat]] = {
        "act": goes_on and match is not None and match.prompt > 0,
        "undo": goes_on and match is not None and match.undo,
        "pause": sits and playing and not occupants[seat].pause,
        "resume": sits and playing and occupants[seat].pause,
        "again": sits and is_over,
        "review": sits and is_over and (table_view.review is None or table_view.review.seat == seat),
        "say": len(people) + len(table_view.watchers) > 1,
    }
    if table_view.owner:
        free = [other for other, one in enumerate(occupants) if one.kind in {"open", "left"}]
        away = [other for other in people if not (occupants[other].here or occupants[other].level)]
        bots = [other for other, one in enumerate(occupants) if one.kind == "bot"]
        allowed |= {
            "start": not (playing or free),
            "opt": not playing,
            "seatbot": [*free, *(away if playing else ())],
            "removebot": [*(() if playing else bots), *(other for other in people if occupants[other].level)],
            "remove": [
                *(other for other in people if other != seat),
                *[SPECTATOR][: len(table_view.watchers)],
            ],
            "lock": door is not None and not door.locked,
            "unlock": door is not None and door.locked,
            "newcode": door is not None,
            "opendoor": door is not None and door.guests is None and not playing,
            "closedoor": door is not None and door.guests is not None,
        }
    return {name: tuple(seats) if isinstance(seats, list) else () for name, seats in allowed.items() if seats}
