"""What every board knows before it is drawn: a view, and how the player puts a move together from it.

A model gives each legal move as a path of parts. Its `Selection` holds the parts that the player has named so
far, and the place under the cursor; naming the last part makes the move. Keys, clicks, typed
names, answers in lines, hints and lessons all name parts. No screen is needed for that.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

import msgspec

from luckytui.games.interface import Event, Move, Seat, View
from luckytui.table.views import MatchView, Returned, TableView, TakenBack, is_of_game

V = TypeVar("V", bound=View)
M = TypeVar("M")

Place = tuple[Any, ...]
"""Something on the table that can be named: what kind of thing it is, and which one: ("cell", (2, 1)).

What a key names is called like its command: ("draw",).
"""

Rectangle = tuple[int, int, int, int]
"""Where a place is painted: its left column and top row, and how many columns and rows."""

STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
"""How far to the right and down the commands for the cursor go."""


class Part(NamedTuple):
    """A part of a move."""

    text: str
    """What it is called where it is offered."""
    words: tuple[str, ...] = ()
    """What can be typed for it in lines, besides its number."""
    rank: int = 0
    """Where it is offered: the lowest first."""
    asks: str = ""
    """What is asked next, once it is named."""
    name: str = ""
    """What it is called in a hint, if that is shorter."""
    whole: str = ""
    """Of a last part: what a hint calls the whole move, if that is not the names of its parts."""
    places: tuple[Place, ...] = ()
    """Where it is on the table; several are named in any order. None: lines alone ask for it."""


class Path(NamedTuple):
    """A move, and the parts that it is put together from."""

    move: Move
    parts: Sequence[Part]

    def after(self, named: Sequence[Place]) -> Collection[Place] | None:
        """Return the places that can be named next; none if it is complete; None if it is another path."""
        for part in self.parts:
            taken, named = named[: len(part.places)], named[len(part.places) :]
            rest = [place for place in part.places if place not in taken]
            if len(rest) + len(taken) != len(part.places):
                return None
            if rest:
                return rest
        return None if named else ()


def in_order(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return paths as they are offered: those with the lowest rank first."""
    return tuple(sorted(paths, key=lambda path: [part.rank for part in path.parts]))


CALL = "¡! \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""The marks around a move that is a call (“I take it!”): they are left out within a sentence."""


def named(parts: Sequence[Part]) -> str:
    """Return what a move with these parts is called in a hint."""
    return parts[-1].whole or ", ".join(filter(None, (part.name or part.text for part in parts)))


class Selection(NamedTuple):
    """What the player has named of a move, and where the cursor is."""

    named: tuple[Place, ...] = ()
    """The places named so far, in that order."""
    at: Place | None = None
    typed: str = ""
    """What was typed of a place's label."""


def following(place: Any, order: Iterable[Any], wanted: Collection[Any]) -> Any:
    """Return the first wanted place after a place, in this order; after the last one, the first."""
    places = [*order]
    here = places.index(place) + 1 if place in places else 0
    return next(each for each in (*places[here:], *places[:here]) if each in wanted)


def beside(
    place: Place, command: str, painted: Mapping[Place, Rectangle], *, wraps: bool = False
) -> Place | None:
    """Return the nearest place in a direction; with `wraps`, beyond the last one comes the first."""
    if place not in painted:
        return None
    right, down = STEPS[command]
    x, y = _middle(painted[place])
    found: list[tuple[float, Place]] = []
    for other, rectangle in painted.items():
        to_x, to_y = _middle(rectangle)
        ahead = (to_x - x) * right + (to_y - y) * down
        aside = abs((to_x - x) * down) + abs((to_y - y) * right)
        if other != place and (ahead > 0 or (wraps and aside == 0)):
            # What lies straight ahead comes first; beyond the edge, what is farthest behind.
            found.append(((0 if ahead > 0 else 10_000) + ahead + 4 * aside, other))
    return min(found)[1] if found else None


def _middle(rectangle: Rectangle) -> tuple[float, float]:
    """Return the middle of a rectangle in columns: a row is as high as two columns are wide."""
    x, y, width, height = rectangle
    return x + width / 2, 2 * y + height


class Still(NamedTuple, Generic[M]):
    """A picture of something that has just happened: the model that a board shows, and for how long."""

    model: M
    seconds: float | None
    """None: it stays until the player continues."""


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
    selection: Selection = Selection()  # noqa: RUF009 - a tuple
    moment: Any = None
    """What is happening, in a picture of something that has just happened; each game has its own."""
    best: int | None = None
    """The player's best score in earlier games alone, where it is known."""
    match_view: MatchView = field(init=False, compare=False)
    """What the player's seat knows of the game, with its moves and events."""
    view: V = field(init=False, compare=False)
    log: tuple[Event, ...] = field(init=False, compare=False)
    moves: tuple[Move, ...] = field(init=False, compare=False)
    """The legal moves, sorted."""
    names: tuple[str, ...] = field(init=False, compare=False)
    """Who plays, by seat."""
    me: Seat = field(init=False, compare=False)
    """The player's own seat; that of a spectator for one who watches."""
    owner: Seat = field(init=False, compare=False)
    """Whose side of the table is shown: the player's; to one who watches, the first seat's."""
    asked: bool = field(init=False, compare=False)
    """Whether the player is to decide something."""
    at: Place | None = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Take what is read most out of the view, once: a model never changes."""
        match_view = self.table_view.match
        assert match_view is not None  # noqa: S101 - a board is shown only once there is a game
        asked = match_view.prompt > 0
        vars(self).update(
            match_view=match_view,
            view=match_view.view,
            log=self.table_view.events,
            moves=match_view.moves,
            names=match_view.names,
            me=match_view.view.seat,
            owner=max(match_view.view.seat, 0),
            asked=asked,
            at=self.selection.at if asked else None,
        )

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
        """Return a picture for an animation: a view, the events that it has told, and what is happening."""
        match_view = msgspec.structs.replace(self.match_view, view=view, prompt=0, moves=(), seconds=None)
        table_view = msgspec.structs.replace(self.table_view, match=match_view, log=tuple(log))
        return replace(self, table_view=table_view, moment=moment)

    def caption(self) -> str:
        """Return what the title calls the animation that is played; empty: it says whose turn it is."""
        return ""

    def moments(self, before: Self, news: Sequence[Event]) -> Iterator[Still[Self]]:  # noqa: ARG002
        """Yield the pictures of what has happened since an earlier model; a game says what it shows."""
        yield from ()

    def clockwise(self, first: Seat) -> list[Seat]:
        """Return all seats in the order of play, from this one on."""
        return [(first + step) % self.view.seats for step in range(self.view.seats)]

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

    @property
    def open_places(self) -> list[Place]:
        """The places that can be named next, those with the lowest rank first."""
        places = (path.after(self.selection.named) for path in self.paths)
        return [*dict.fromkeys(place for each in places if each for place in each)]

    def _with(self, named: Sequence[Place], at: Place | None, typed: str = "") -> Self:
        return replace(self, selection=Selection(tuple(named), at, typed))

    def going_to(self, place: Place | None) -> Self:
        return self._with(self.selection.named, place)

    def pointing_at(self, move: Move) -> Self:
        """Return the model with the cursor where Enter makes this legal move."""
        path = next(path for path in self.paths if path.move == move)
        *named, last = [place for part in path.parts for place in part.places]
        return self._with(named, last)

    def settled(self, *, asked_again: bool) -> Self:
        """Return the model of a newer view with its cursor where it makes sense.

        `asked_again`: the player is asked something new, so the cursor goes where that is decided.
        """
        if asked_again:
            fresh = self._with((), self.selection.at)
            return fresh.going_to(fresh.start())
        if not self.asked and self.view.seat in self.view.active:
            return self  # a pause
        named, at, typed = self.selection
        kept = self._with(named if self.open_places else (), at, typed)
        return kept if at in kept.places else kept.going_to(kept.start())

    def does(self, command: str) -> Move | Self | None:
        """Return what a command does now, by its name; the arrows are `gone`."""
        if not self.asked:
            return None
        match command:
            case "act":
                return None if self.at is None else self.named(self.at)
            case "back":
                named = self.selection.named
                return self._with(named[:-1], named[-1]) if named else None
            case "next":
                places = self.next_places()
                return self.going_to(following(self.at, self.places, places)) if places else None
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
        return self.going_to(place) if place in self.places else self.by_key(place)

    def by_key(self, place: Place) -> Move | Self | None:
        """Name what a key is for, after the place under the cursor if it belongs to that; else go there."""
        before = (*self.selection.named, self.at) if self.at else ()
        step = self._naming(before, place)
        return self.going_to(place) if step is None and place in self.places else step

    def named(self, place: Place) -> Move | Self | None:
        """Name a place; where that makes no legal move, return the one that the rules will refuse."""
        step = self._naming(self.selection.named, place)
        if step is not None:
            return step
        named = *self.selection.named, place
        return next((move for move in self.tries() if Path(move, self.parts(move)).after(named) == ()), None)

    def _naming(self, before: tuple[Place, ...], place: Place) -> Move | Self | None:
        """Name a place after others. Return the move if it is complete, or the model that asks for more.

        A place that belongs to another move than the one begun begins that one. None: no legal move fits.
        """
        for named in (*before, place), (place,):
            rest = [(path, path.after(named)) for path in self.paths]
            complete = next((path.move for path, after in rest if after is not None and not after), None)
            if complete is not None:
                return complete
            if any(after for _path, after in rest):
                longer = self._with(named, place)
                return longer.going_to(longer.start())
        return None

    def next_places(self) -> Sequence[Place]:
        """Return the places that Tab goes to, one after the other."""
        return [place for place in self.places if place in self.open_places]

    def gone(self, command: str, painted: Mapping[Place, Rectangle]) -> Self | None:
        """Return where an arrow leads, by where the places are painted."""
        reachable = {place: painted[place] for place in self.places if place in painted}
        place = beside(self.at, command, reachable, wraps=self.WRAPS) if self.at else None
        return self.going_to(place) if place else None

    def typed(self, character: str) -> Self | None:
        """Return where a typed character leads, as in the name of a cell; None: it is not for the board.

        Of several places with one label, the next one after the cursor is taken.
        """
        labels = {place: label for place, label in self.places.items() if label}
        named, at, before = self.selection
        for typed in (before + character, character):
            if found := [place for place, label in labels.items() if label == typed]:
                return self._with(named, following(at, labels, found), typed)
            if any(label.startswith(typed) for label in labels.values()):
                return self._with(named, at, typed)
        return None
