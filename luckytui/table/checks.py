"""Whether a view from outside makes sense: what a screen looks up in it must be there.

Decoding has checked the types, and the ranges that these name. Here is what several fields have to agree on.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args, get_type_hints

from msgspec import Struct

from luckytui.games.interface import CHANCE, SPECTATOR, Ended, Event, Seat, View
from luckytui.table.views import MatchView, TableView

_SEAT = Seat.__metadata__[0]  # type: ignore[attr-defined]


class Senseless(ValueError):
    """A view that makes no sense; the text says why, for a developer."""


def check(table_view: TableView) -> None:
    """Raise Senseless unless everything that the view names is there."""
    seats, match_view = len(table_view.occupants), table_view.match
    _demand(seats > 0, "a table has seats")
    _demand(table_view.seat in {SPECTATOR, *range(seats)}, "the view is for a seat of the table")
    for seat in seats_in(table_view):
        _demand(seat < seats, "every seat that is named is one of the table")
    if match_view:
        _check_match(match_view, table_view.events, seats, table_view.seat)


def _check_match(match_view: MatchView, log: tuple[Event, ...], seats: int, seat: Seat) -> None:
    view = match_view.view
    _demand(view.seats == seats == len(match_view.names), "the game has as many seats as the table")
    _demand(view.seat == seat, "the game is seen from the same seat as the table")
    _demand(bool(match_view.moves) == (match_view.prompt > 0), "a question has answers")
    _demand(match_view.prompt == 0 or (seat >= 0 and seat in view.active), "one who may move is asked")
    named = (*view.active, *seats_in(log))
    _demand(min(named, default=0) >= CHANCE, "nobody who watches does anything")
    things: tuple[View | Event, ...] = view, *log
    for thing in things:
        _demand(not isinstance(thing, Ended) or bool(thing.winners), "somebody wins")
        for name in thing.by_seat:
            entries = getattr(thing, name)
            _demand(entries is None or len(entries) == seats, f"{name} has an entry for each seat")
    try:
        is_sound = view.is_sound(match_view.moves, log)
    except (LookupError, ValueError, ArithmeticError):
        is_sound = False
    _demand(is_sound, "the position can be")


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise Senseless(f"it does not hold that {what}")


def seats_in(thing: Any) -> Iterator[Seat]:
    """Yield the seats that a struct, and all in it, names."""
    if isinstance(thing, Struct):
        for name, is_seat in _fields(type(thing)):
            value = getattr(thing, name)
            if is_seat and isinstance(value, int):
                yield value
            elif is_seat and isinstance(value, tuple):
                yield from (each for each in value if isinstance(each, int))
            elif not is_seat:
                yield from seats_in(value)
    elif isinstance(thing, tuple):
        for each in thing:
            yield from seats_in(each)


@cache
def _fields(kind: type[Struct]) -> list[tuple[str, bool]]:
    """Return the fields that name seats, or may hold structs that do: each, and whether it does itself."""
    hints = get_type_hints(kind, include_extras=True)
    return [
        (name, _names_seats(hints[name]))
        for name in kind.__struct_fields__
        if _names_seats(hints[name]) or _holds_structs(hints[name])
    ]


def _names_seats(hint: Any) -> bool:
    return _SEAT in getattr(hint, "__metadata__", ()) or any(map(_names_seats, get_args(hint)))


def _holds_structs(hint: Any) -> bool:
    return (isinstance(hint, type) and issubclass(hint, Struct)) or any(map(_holds_structs, get_args(hint)))
