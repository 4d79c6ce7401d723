"""What every board knows before it is drawn: a view, the legal moves and the cursor, as plain data.

It needs no screen: a board in lines of text, a hint or a lesson reads the same.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, Self, TypeVar, cast

import msgspec

from luckytui.games.interface import Event, Move, Seat, View
from luckytui.shown.stage import Still
from luckytui.table.views import MatchView, TableView

V = TypeVar("V", bound=View)
P = TypeVar("P", int, tuple[int, int], tuple[int, tuple[int, int]])
C = TypeVar("C", bound=msgspec.Struct)

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""How far down and to the right the commands for the cursor move it."""


@dataclass(frozen=True)
class Model(ABC, Generic[V, C]):
    """A game's view (V) with a cursor (C), which says where the player is and what is picked up.

    The table knows nothing of the cursor. A game's model says what each key does: it makes a move, gives the
    same model with another cursor, or does nothing (None).
    """

    table_view: TableView
    cursor: C
    moment: Any = None
    """What is on the stage, in a picture of something that has just happened; each game has its own."""

    @cached_property
    def match_view(self) -> MatchView:
        """What the player's seat knows of the game, with its moves and events."""
        assert self.table_view.match is not None  # noqa: S101 - a board is shown only once there is a game
        return self.table_view.match

    @cached_property
    def view(self) -> V:
        return cast("V", self.match_view.view)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, sorted."""
        return self.match_view.moves

    @property
    def log(self) -> tuple[Event, ...]:
        return self.match_view.log

    @property
    def asked(self) -> bool:
        """Whether the player is to decide something."""
        return self.match_view.prompt > 0

    def since(self, begins: Callable[[Event], bool]) -> Sequence[Event]:
        """Return the latest events, from the last one on that begins them; all if none does."""
        places = (place for place in reversed(range(len(self.log))) if begins(self.log[place]))
        return self.log[next(places, 0) :]

    def news_since(self, before: Self) -> Sequence[Event] | None:
        """Return the events since another view; None where they are not known, or moves were taken back."""
        known, now = before.match_view.happened, self.match_view
        if not now.log_start <= known <= now.happened:
            return None
        return now.log[known - now.log_start :]

    def posed(self, view: V, log: Sequence[Event], moment: Any) -> Self:
        """Return a picture for the stage: a view with the events before it, and what is happening."""
        match_view = msgspec.structs.replace(self.match_view, view=view, log=tuple(log), prompt=0, moves=())
        return replace(
            self, table_view=msgspec.structs.replace(self.table_view, match=match_view), moment=moment
        )

    def moments(self, before: Self, news: Sequence[Event]) -> Iterator[Still[Self]]:  # noqa: ARG002
        """Yield the pictures of what has happened since an earlier model; a game says what it shows."""
        yield from ()

    def is_me(self, seat: Seat) -> bool:
        return seat == self.view.seat

    @property
    def owner(self) -> Seat:
        """Whose side of the table is shown: the player's; to one who watches, the first seat's."""
        return max(self.view.seat, 0)

    def clockwise(self, first: Seat) -> list[Seat]:
        """Return all seats in the order of play, from this one on."""
        return [(first + step) % self.view.seats for step in range(self.view.seats)]

    def name_of(self, seat: Seat) -> str:
        return self.match_view.names[seat]

    def at(self, **changes: Any) -> Self:
        """Return the model with a changed cursor."""
        return replace(self, cursor=msgspec.structs.replace(self.cursor, **changes))

    def pointing_at(self, move: Move) -> Self:  # noqa: ARG002 - a game overrides it
        """Return the model with the cursor where Enter makes this legal move, if there is such a place."""
        return self

    def offered(self, move: Move) -> Move | None:
        """Return the move if it is legal now."""
        return move if move in self.moves else None

    def settled(self, *, asked_again: bool) -> Self:  # noqa: ARG002 - a game overrides it
        """Return the model of a newer view with its cursor where it makes sense.

        `asked_again`: the player is asked something new, so the cursor goes where that is decided.
        """
        return self

    @abstractmethod
    def does(self, command: str) -> Move | Self | None:
        """Return what a command does now, by its name: a move, the model with another cursor, or nothing."""

    def typed(self, character: str) -> Self | None:  # noqa: ARG002 - a game overrides it
        """Return where a typed character leads, as in the name of a cell; None: it is not for the board."""
        return None


def following(place: P, places: Iterable[P]) -> P:
    """Return the first of these places after one; after the last comes the first."""
    return min(places, key=lambda each: (each <= place, each), default=place)
