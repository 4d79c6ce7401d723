"""What the rules of several games share."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from luckytui.games.interface import Ended, Move, Seat, Started, State, TurnBegan, View

T = TypeVar("T")

EVENTS = Started | TurnBegan | Ended
"""The events of every game that is played in turns."""


class GoFirst(Move, frozen=True):
    """Chance: this seat goes first."""

    seat: Seat


def anyone(seats: int) -> dict[Move, int]:
    """Return the outcomes of drawing who goes first."""
    return {GoFirst(seat): 1 for seat in range(seats)}


def leaders(scores: Sequence[Any]) -> tuple[Seat, ...]:
    """Return the seats with the best score."""
    return tuple(seat for seat, points in enumerate(scores) if points == max(scores))


def replaced(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the row with another value in that place."""
    return (*row[:index], value, *row[index + 1 :])


def increased(row: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    """Return the row with one number increased."""
    return (*row[:index], row[index] + by, *row[index + 1 :])


def seen_by(state: State, seat: Seat, names: Sequence[str]) -> dict[str, Any]:
    """Return the fields that every view has, and those with these names, which everyone may see."""
    alike = zip(names, attrgetter(*names)(state), strict=True)
    return dict(alike, seat=seat, seats=state.seats, active=tuple(sorted(state.active)))


def known_from(view: View, names: Iterable[str]) -> dict[str, Any]:
    """Return the fields of a state that can be read off any view: the reverse of `seen_by`."""
    alike = {name: getattr(view, name) for name in names}
    return {"seats": view.seats, "active": frozenset(view.active), **alike}
