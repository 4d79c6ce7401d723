"""What every board knows before it is drawn: a view, the legal moves and what is named of one, as plain data.

It needs no screen: a board in lines of text, a hint or a lesson reads the same.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from luckytui.games.interface import Event, Move, Seat, View
from luckytui.shown.selection import (
    NOTHING,
    Part,
    Path,
    Place,
    Rectangle,
    Selection,
    beside,
    following,
    in_order,
)
from luckytui.shown.stage import Still
from luckytui.table.views import MatchView, Returned, TableView, TakenBack, is_of_game

V = TypeVar("V", bound=View)


@dataclass(frozen=True)
class Model(ABC, Generic[V]):
    """A game's view (V), with what the player has named of a move.

    A game's model says of which parts its moves are put together (`parts`), and which places of the table the
    cursor can go to (`places`). So it follows what a key does: make a move, give the model with another
    selection, or do nothing (None).
    """

    WRAPS: ClassVar[bool] = False
    """Whether the cursor comes back at the other side when it is moved over an edge."""

    table_view: TableView
    selection: Selection = NOTHING
    moment: Any = None
    """What is on the stage, in a picture of something that has just happened; each game has its own."""
    match_view: MatchView = field(init=False, compare=False)
    """What the player's seat knows of the game, with its moves and events."""
    view: V = field(init=False, compare=False)
    moves: tuple[Move, ...] = field(init=False, compare=False)
    """The legal moves, sorted."""
    asked: bool = field(init=False, compare=False)
    """Whether the player is to decide something."""
    at: Place | None = field(init=False, compare=False)
    """The place under the cursor."""

    def __post_init__(self) -> None:
        """Take out of the view what is looked at most: a model does not change."""
        match_view = self.table_view.match
        assert match_view is not None  # noqa: S101 - a board is shown only once there is a game
        asked = match_view.prompt > 0
        vars(self).update(
            match_view=match_view,
            view=match_view.view,
            moves=match_view.moves,
            asked=asked,
            at=self.selection.at if asked else None,
        )

    @cached_property
    def log(self) -> tuple[Event, ...]:
        """The events of the game that are known."""
        return self.table_view.events

    def since(self, begins: Callable[[Event], bool]) -> Sequence[Event]:
        """Return the latest events, from the last one on that begins them; all if none does."""
        places = (place for place in reversed(range(len(self.log))) if begins(self.log[place]))
        return self.log[next(places, 0) :]

    def news_since(self, before: Self) -> Sequence[Event] | None:
        """Return the events since another view; None where they are not known, were missed, or taken back."""
        fresh = self.table_view.since(before.table_view)
        events = [*filter(is_of_game, fresh)]
        is_whole = len(events) == self.match_view.happened - before.match_view.happened
        is_plain = not any(isinstance(entry, Returned | TakenBack) for entry in fresh)
        return events if is_whole and is_plain else None

    def posed(self, view: V, log: Sequence[Event], moment: Any) -> Self:
        """Return a picture for the stage: a view, the events that it has told, and what is happening."""
        match_view = msgspec.structs.replace(self.match_view, view=view, prompt=0, moves=(), seconds=None)
        table_view = msgspec.structs.replace(self.table_view, match=match_view, log=tuple(log))
        return replace(self, table_view=table_view, moment=moment)

    def caption(self) -> str:
        """Return what the title calls the scene that is played; empty: it says whose turn it is."""
        return ""

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

    # ── How a move is put together ────────────────────────────────────────────────────────────────

    @abstractmethod
    def parts(self, move: Any, /) -> Sequence[Part]:
        """Return the parts of a move, legal or not. Raises LookupError for what is not on the table."""

    @abstractmethod
    def question(self) -> str:
        """Ask for the decision at hand, when nothing is named of it."""

    @property
    @abstractmethod
    def places(self) -> Mapping[Place, str]:
        """The places that the cursor can go to, each with what is typed for it; empty: nothing."""

    @abstractmethod
    def start(self) -> Place | None:
        """Return where the cursor goes when a part of a move is asked for; None: Enter does nothing."""

    def tries(self) -> Iterable[Move]:
        """Yield moves that a player may name though they are not legal: the rules say why not."""
        return ()

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """The legal moves with their parts, as they are offered."""
        return in_order(Path(move, self.parts(move)) for move in self.moves)

    def under_cursor(self, kind: str) -> Any:
        """Return what of this kind is under the cursor: (2, 1) at the place ("cell", (2, 1)); else None."""
        return self.at[1] if self.at and self.at[0] == kind else None

    @property
    def offered(self) -> Part | None:
        """The part of a legal move that Enter names; None: it names none."""
        for named in ((*self.selection.named, self.at), (self.at,)) if self.at else ():
            for path in self.paths:
                if path.after(named) is not None:
                    return next(part for part in path.parts if self.at in part.places)
        return None

    def with_(self, **changes: Any) -> Self:
        """Return the model with a changed selection."""
        return replace(self, selection=replace(self.selection, **changes))

    def pointing_at(self, move: Move) -> Self:
        """Return the model with the cursor where Enter makes this legal move."""
        return replace(self, selection=self.selection.pointing_at(move))

    def settled(self, *, asked_again: bool) -> Self:
        """Return the model of a newer view with its cursor where it makes sense.

        `asked_again`: the player is asked something new, so the cursor goes where that is decided.
        """
        if asked_again:
            fresh = Selection(self.paths, at=self.selection.at)
            return replace(self, selection=fresh).at_start()
        if not self.asked and self.view.seat in self.view.active:
            return self  # a pause
        kept = replace(self, selection=self.selection.kept_for(self.paths))
        return kept if kept.selection.at in kept.places else kept.at_start()

    def at_start(self) -> Self:
        """Return the model with the cursor where the next part is best named."""
        return self.with_(at=self.start())

    def does(self, command: str) -> Move | Self | None:
        """Return what a command does now, by its name; the arrows are `gone`."""
        if not self.asked:
            return None
        match command:
            case "act":
                return None if self.at is None else self.named(self.at)
            case "back":
                back = self.selection.back()
                return replace(self, selection=back) if back else None
            case "next":
                places = self.next_places()
                return self.with_(at=following(self.at, self.places, places), typed="") if places else None
        return self.by_key((command,))

    def tried(self, command: str) -> Move | None:
        """Return the move that a key means although it is not legal now: the rules say why not."""
        if not self.asked:
            return None
        ways = (*self.selection.named, (command,)), ((command,),)
        paths = (Path(move, self.parts(move)) for move in self.tries())
        return next((path.move for path in paths if any(path.after(named) == () for named in ways)), None)

    def clicked(self, place: Place) -> Move | Self | None:
        """Return where a click leads: to the place; on the place under the cursor it is Enter."""
        if not self.asked:
            return None
        if place == self.at:
            return self.does("act")
        return self.with_(at=place, typed="") if place in self.places else self.by_key(place)

    def by_key(self, place: Place) -> Move | Self | None:
        """Name what a key is for, after the place under the cursor if it belongs to that; else go there."""
        named = (*self.selection.named, self.at) if self.at else ()
        step = self._after(replace(self.selection, named=named).name(place))
        return self.with_(at=place, typed="") if step is None and place in self.places else step

    def named(self, place: Place) -> Move | Self | None:
        """Name a place; where that makes no legal move, return the one that the rules will refuse."""
        step = self.selection.name(place)
        if step is not None:
            return self._after(step)
        named = *self.selection.named, place
        return next((move for move in self.tries() if Path(move, self.parts(move)).after(named) == ()), None)

    def _after(self, step: Move | Selection | None) -> Move | Self | None:
        return replace(self, selection=step).at_start() if isinstance(step, Selection) else step

    def next_places(self) -> Sequence[Place]:
        """Return the places that Tab goes to, one after the other."""
        return [place for place in self.places if place in self.selection.open]

    def gone(self, command: str, painted: Mapping[Place, Rectangle]) -> Self | None:
        """Return where an arrow leads, by where the places are painted."""
        reachable = {place: painted[place] for place in self.places if place in painted}
        place = beside(self.at, command, reachable, wraps=self.WRAPS) if self.at else None
        return self.with_(at=place, typed="") if place else None

    def typed(self, character: str) -> Self | None:
        """Return where a typed character leads, as in the name of a cell; None: it is not for the board."""
        labels = {place: label for place, label in self.places.items() if label}
        step = self.selection.after_typing(character, labels)
        return replace(self, selection=step) if step else None
