"""What the rules of several games share."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from luckytui.games.interface import CHANCE, Ended, Move, Seat, Started, State, TurnBegan
from luckytui.text import N_, Sentence

T = TypeVar("T")

OVER = Sentence(N_("The game is over."))
NOT_YOUR_TURN = Sentence(N_("It is not your turn."))
FOR_CHANCE = frozenset({CHANCE})
"""Who is active while chance is to move."""
EVENTS = Started | TurnBegan | Ended
"""The events of every game that is played in turns."""


class GoFirst(Move, frozen=True):
    """Chance: this seat goes first."""

    seat: Seat


def anyone(seats: int) -> dict[Move, int]:
    """Return the outcomes of drawing who goes first."""
    return {GoFirst(seat): 1 for seat in range(seats)}


def leaders(scores: Sequence[int]) -> tuple[Seat, ...]:
    """Return the seats with the most points."""
    return tuple(seat for seat, points in enumerate(scores) if points == max(scores))


def replaced(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the row with another value in that place."""
    return (*row[:index], value, *row[index + 1 :])


def increased(row: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    """Return the row with one number increased."""
    return replaced(row, index, row[index] + by)


def alike(position: Any, names: Iterable[str]) -> dict[str, Any]:
    """Return the fields of these names, which a state and its views have alike."""
    return {name: getattr(position, name) for name in names}


def seen_by(state: State, seat: Seat, names: Iterable[str]) -> dict[str, Any]:
    """Return the fields of a seat's view that every view has, and those of these names, open to all."""
    return {"seat": seat, "seats": state.seats, "active": tuple(sorted(state.active)), **alike(state, names)}
