"""How a round of Lucky Squares has gone, read from its events: for what the view alone does not say."""

from collections.abc import Iterable
from typing import NamedTuple

from luckytui.games.interface import Event, Seat
from luckytui.games.lucky_squares import (
    BARE,
    COLORS,
    Acted,
    LuckySquaresView,
    Picked,
    Rolled,
    RoundEnded,
    RoundStarted,
    Showdown,
    Squares,
    put,
    split,
    swap,
)

DONE, NOW, TO_COME, LOST = "✓", "▸", "·", "✗"


class Settled(NamedTuple):
    """A showdown, and what lay on the squares before it."""

    showdown: Showdown
    squares: Squares


class Course(NamedTuple):
    """How a round has gone so far, as a seat has followed it."""

    rolls: tuple[Rolled, ...] = ()
    deeds: tuple[Acted, ...] = ()
    """The actions done, in order."""
    seen: int = 0
    """How many of the deeds were done up to the seat's last one."""
    squares: Squares = BARE
    known: Squares = BARE
    """The squares as they were when the seat last moved; at the beginning of the round before that."""
    settled: Settled | None = None
    """The last showdown, of this round or the one before."""


def course(log: Iterable[Event], seat: Seat) -> Course:
    """Return how the round has gone. The log has to go back to where the last round but one ended."""
    now = Course()
    for event in log:
        now = _after(now, event, seat)
    return now


def _after(now: Course, event: Event, seat: Seat) -> Course:
    match event:
        case RoundStarted():
            return Course(squares=now.squares, known=now.squares, settled=now.settled)
        case Rolled(color=color, number=number):
            return now._replace(rolls=(*now.rolls, event), squares=put(now.squares, color, number))
        case Picked():
            return now._replace(known=now.squares)
        case Acted():
            now = now._replace(deeds=(*now.deeds, event), squares=_squares_after(now.squares, event))
            return now._replace(known=now.squares, seen=len(now.deeds)) if event.seat == seat else now
        case Showdown():
            return now._replace(settled=Settled(event, now.squares))
        case RoundEnded(squares=left):
            return now._replace(squares=tuple(left[color] for color in COLORS))
    return now


def _squares_after(squares: Squares, deed: Acted) -> Squares:
    match deed:
        case Acted(square=str(color), rolled=int(number)):
            return put(squares, color, number)
        case Acted(source=str(source), targets=(first, second)):
            return split(squares, source, (first, second))
        case Acted(squares=(first, second)):
            return swap(squares, (first, second))
    return squares


class Slot(NamedTuple):
    """An action in the order of a round: whose it is, and what has become of it."""

    seat: Seat
    mark: str
    deed: Acted | None = None
    is_new: bool = False
    """Whether it was done since the player last acted."""
    is_second: bool = False
    """Whether it is the second action of the lead player."""


def slots(view: LuckySquaresView, now: Course) -> list[Slot]:
    """Return the actions of a round in order, the lead player's second one last: done, to come, or lost."""
    order = [(view.lead + step) % view.seats for step in range(view.seats + 1)]
    pending = list(view.pending)
    found = [
        _slot(pending, now, seat, is_second=place == view.seats)
        for place, seat in reversed(list(enumerate(order)))
    ]
    return found[::-1]


def _slot(pending: list[Seat], now: Course, seat: Seat, *, is_second: bool) -> Slot:
    """Return a seat's action, taken off the end of those pending if it is still to come."""
    if pending and pending[-1] == seat:
        pending.pop()
        return Slot(seat, TO_COME if pending else NOW, is_second=is_second)
    done = [(number, deed) for number, deed in enumerate(now.deeds) if deed.seat == seat][is_second:]
    if not done:
        return Slot(seat, LOST, is_second=is_second)
    number, deed = done[0]
    return Slot(seat, DONE, deed, number >= now.seen, is_second)
