"""What a person at a table is shown, and in it the game.

The network carries it as a payload that it does not know.
"""

from functools import cache
from types import GenericAlias
from typing import Literal

import msgspec

from luckytui.games.interface import Event, Game, Move, Seat, View
from luckytui.games.options import Options
from luckytui.table.spec import specialised
from luckytui.text import Sentence

LOG_TAIL = 48
"""How many of the latest events a view carries at least, with all of the latest move."""

MISSED_TAIL = 256
"""How many it carries at most for a player who missed them."""

LINES = 16
LINE_LENGTH = 200
"""How many lines of chat a view carries, and how many characters each may have."""


class Timeout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Time ran out for a seat, and a safe move was made for it."""

    seat: Seat
    event: int
    """How many events of the game came before that move."""


class MatchView(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that one seat may know of a game. Each view is complete: only the newest counts."""

    names: tuple[str, ...]
    view: View
    prompt: int
    """The number of the decision asked of this seat; 0: none."""
    moves: tuple[Move, ...]
    """What it may do, sorted."""
    undo: bool
    """Whether its last move can be taken back."""
    seconds: float | None
    """How long it may still take to decide, from now; None: no limit, or not asked."""
    log_start: int
    """How many events came before those in `log`."""
    log: tuple[Event, ...]
    """The latest events, as this seat may know them."""
    timeouts: tuple[Timeout, ...] = ()
    """For whom time ran out, in order, as far back as `log` reaches.

    While a move is hidden from the others, so is its timeout.
    """
    missed: int = 0
    """How many events at the end of `log` happened since this seat lost the connection; 0 once it moved."""


class Occupant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits at a seat."""

    kind: Literal["open", "person", "bot", "left"]
    """`left`: nobody any more, in the middle of a game."""
    name: str = ""
    level: str = ""
    """How well a bot plays: the one that sits here, or plays for a person until that one is back."""
    here: bool = True
    """Whether a person is connected."""
    again: bool = False
    """Whether a person has asked for another game."""
    pause: bool = False
    """Whether a person asks for a pause. Losing the connection ends that."""


class ChatLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody at the table said, or a watcher; the lines are numbered from 1."""

    number: int
    name: str
    text: str


class TableView(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as one person sees it: who sits where and, once it has begun, the game."""

    game: str
    name: str
    """What the table is called."""
    options: Options
    """What the next game is played by."""
    occupants: tuple[Occupant, ...]
    seat: Seat
    """Where this person sits; `SPECTATOR` for a watcher."""
    owner: bool
    """Whether this person may make an owner's requests."""
    match: MatchView | None
    """The game; None before it has begun."""
    paused: bool = False
    said: tuple[ChatLine, ...] = ()
    watchers: tuple[str, ...] = ()
    unannounced: Sentence | None = None
    """For the owner: why the table cannot be found on the network; None if it can."""


def around(match_view: MatchView, *, game: Game, options: Options, seat: Seat) -> TableView:
    """Return a table of which no more is known than its game, as it is in a record: everyone is here."""
    return TableView(
        game=game.key,
        name="",
        options=options,
        occupants=tuple(Occupant(kind="person", name=name) for name in match_view.names),
        seat=seat,
        owner=False,
        match=match_view,
    )


@cache
def table_view_type(game: Game) -> type[TableView]:
    """Return the TableView of one game: the type to check a payload against."""
    play = specialised(
        MatchView,
        view=game.view,
        moves=GenericAlias(tuple, (game.moves, ...)),
        log=GenericAlias(tuple, (game.events, ...)),
    )
    return specialised(TableView, options=game.options, match=play | None)
