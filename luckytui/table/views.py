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
"""How many of the latest events it carries at most for a player who missed them."""

LINES = 16
"""How many of the latest lines of chat a view carries."""

LINE_LENGTH = 200
"""How many characters a line of chat may have."""


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
    """The number of the decision asked of this seat; 0 when it is asked nothing."""
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
    """How many of the latest events in `log` happened since this seat last lost the connection; 0 if it never
    did, or has moved since."""


class Occupant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits at a seat."""

    kind: Literal["open", "person", "bot", "left"]
    """Nobody yet; a person; a bot; nobody any more, in the middle of a game."""
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
    """What somebody said."""

    number: int
    """The lines that are said at a table are numbered from 1."""
    name: str
    """Who said it: a person at the table, or a watcher."""
    text: str


class TableView(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as one person sees it: who sits where and, once it has begun, the game."""

    game: str
    name: str
    """What the table is called."""
    options: Options
    occupants: tuple[Occupant, ...]
    seat: Seat
    """Where this person sits; `SPECTATOR` for a watcher."""
    owner: bool
    """Whether this person may start the game, seat bots, remove people and change the options."""
    match: MatchView | None
    """The game; None before it has begun."""
    paused: bool = False
    """Whether the game waits: the owner asked for a pause, or everyone who is here, or nobody is here."""
    said: tuple[ChatLine, ...] = ()
    """The latest lines of chat."""
    watchers: tuple[str, ...] = ()
    """Their names."""
    unannounced: Sentence | None = None
    """For the owner: why the table cannot be found on the network; None if it can."""


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
