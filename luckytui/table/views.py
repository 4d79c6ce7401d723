"""What a person at a table is shown, and in it the game.

The network carries it as a payload that it does not know.
"""

from functools import cache
from types import GenericAlias
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from luckytui.games.interface import Event, Game, Hex32, Move, Seat, Share, View
from luckytui.games.options import Options
from luckytui.table.spec import GameChoice, specialised
from luckytui.text import Sentence

LOG_TAIL = 48
"""How many of the latest events a view carries at least, with all of the latest move."""

MISSED_TAIL = 256
"""How many it carries at most for a player who missed them."""

LINES = 16
LINE_LENGTH = 200
"""How many lines of chat a view carries, and how many characters each may have."""


class UnknownEvent(Event, frozen=True):
    """Something that happened, of which only a later version knows what: it is not shown."""


class Timeout(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Time ran out for a seat, and a safe move was made for it."""

    seat: Seat
    event: int
    """How many events of the game came before that move."""


class MatchView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that one seat may know of a game. Each view is complete but for the log: only the newest counts."""

    number: int = 1
    """Which game at this table it is."""
    names: tuple[str, ...]
    view: View
    prompt: int = 0
    """The number of the decision asked of this seat; 0: none."""
    moves: tuple[Move, ...] = ()
    """What it may do, sorted."""
    undo: bool = False
    """Whether its last move can be taken back."""
    seconds: float | None = None
    """How long it may still take to decide, from now; None: no limit, or not asked."""
    log_start: int = 0
    """How many events came before those in `log`."""
    log: tuple[Event, ...] = ()
    """The latest events, as this seat may know them; in a view that a session shows, all that it was told."""
    timeouts: tuple[Timeout, ...] = ()
    """For whom time ran out, in order, as far back as the `log` that the table gave reaches.

    While a move is hidden from the others, so is its timeout.
    """
    missed: int = 0
    """How many events at the end of `log` happened since this seat lost the connection; 0 once it moved."""

    @property
    def happened(self) -> int:
        """How many events there have been."""
        return self.log_start + len(self.log)

    def without_log_of(self, before: "MatchView") -> "MatchView":
        """Return the view without the events that an earlier one ends with, unless some were taken back."""
        last = before.happened - self.log_start - 1
        # An event that came again after it was taken back is another object.
        if self.number == before.number and 0 <= last < len(self.log) and self.log[last] is before.log[-1]:
            return replace(self, log_start=before.happened, log=self.log[last + 1 :])
        return self

    def with_log_of(self, before: "MatchView") -> "MatchView":
        """Return the view with the events of an earlier one before its own."""
        known = self.log_start - before.log_start
        if self.number != before.number or not 0 <= known <= len(before.log):
            return self
        return replace(self, log_start=before.log_start, log=before.log[:known] + self.log)


class Occupant(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits at a seat."""

    kind: Literal["open", "person", "bot", "left"] = "person"
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


class ChatLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody at the table said, or a watcher; the lines are numbered from 1."""

    number: int
    name: str
    text: str


class GuestDoor(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How guests get in who have not installed luckytui: by ssh, or with a browser."""

    address: str = ""
    """The host's; empty: the door is not open."""
    ssh: int = 0
    web: int = 0
    """The ports: `ssh -p SSH ADDRESS`, and `http://ADDRESS:WEB/` for a browser."""
    code: str | None = None
    """What guests must know, as it is shown: good for this door alone; None: nothing."""
    fingerprint: str = ""
    """That of the ssh host key, as OpenSSH shows it."""
    trouble: Sentence | None = None
    """Why it is not open, or not for now."""


class Door(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How others get into a table that a host serves."""

    code: str | None
    """What they must know, as it is shown; None: nothing."""
    locked: bool = False
    """Whether nobody new may join."""
    may_return: str = ""
    """For the owner: somebody who was removed and may come again under another name until the code is new."""
    guests: GuestDoor | None = None
    """While no game is on: the door for guests; None: nobody has opened it."""


class DealingView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the seed of the latest game is made, or was: see docs/fair-play.md."""

    game: int
    """Its number, as in `MatchView`."""
    id: str
    """Its id, as in its record."""
    commitment: Hex32
    """The SHA-256 of the host's secret."""
    asks: Literal["", "hash", "value"] = ""
    """What this person is asked for."""
    shares: tuple[Share, ...] = ()
    """Everyone's hashes, when they are listed; the values as well, when the game has begun."""


class RecordPiece(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A piece of the record of the game that is over, from byte `start` on; empty unless it was asked for."""

    size: int
    """How many bytes the whole record has."""
    start: int = 0
    piece: bytes = b""


class ReviewView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who leads the review of the game that is over, and where that is."""

    seat: Seat
    step: int = 0
    """How many moves of the record have been made there."""


class TableView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as one person sees it: who sits where and, once it has begun, the game."""

    game: str
    name: str
    """What the table is called."""
    options: Options
    """What the game is played by, or is to be played by."""
    next: GameChoice | None = None
    """What is played next; None: the same again."""
    occupants: tuple[Occupant, ...]
    seat: Seat
    """Where this person sits; `SPECTATOR` for a watcher."""
    owner: bool = False
    """Whether this person may make an owner's requests."""
    match: MatchView | None = None
    """The game; None before it has begun."""
    paused: bool = False
    hints: bool = True
    """Whether the table allows hints; a program that honours that gives none otherwise."""
    said: tuple[ChatLine, ...] = ()
    watchers: tuple[str, ...] = ()
    door: Door | None = None
    """For players at a table that others can join."""
    unannounced: Sentence | None = None
    """For the owner: why the table cannot be found on the network; None if it can."""
    dealing: DealingView | None = None
    """How the latest seed is made; None where it was chosen."""
    record: RecordPiece | None = None
    """When the game is over: its record."""
    review: ReviewView | None = None
    """When somebody leads a review of it: where everyone is to look."""
    best_of: int = 0
    """As in `TableSpec`."""
    wins: tuple[int, ...] = ()
    """For each seat how many games its player in `match` has won: at this table, or in the series; empty
    while nobody has won any.
    """

    def without_log_of(self, before: "TableView") -> "TableView":
        """Return the view without the events, and the dealing, that the same seat was sent earlier."""
        dealing = None if self.dealing == before.dealing else self.dealing
        match_view = self.match
        if match_view and before.match:
            match_view = match_view.without_log_of(before.match)
        return replace(self, match=match_view, dealing=dealing)

    def with_log_of(self, before: "TableView") -> "TableView":
        """Return the view with the events, and the dealing, that came with earlier ones."""
        match_view = self.match
        if match_view and before.match:
            match_view = match_view.with_log_of(before.match)
        return replace(self, match=match_view, dealing=self.dealing or before.dealing)


def around(match_view: MatchView, game: str) -> TableView:
    """Return a table of which no more is known than its game, as it is in a record: everyone is here."""
    return TableView(
        game=game,
        name="",
        options=match_view.view.options,
        occupants=tuple(Occupant(name=name) for name in match_view.names),
        seat=match_view.view.seat,
        match=match_view,
    )


@cache
def table_view_type(game: Game, *, events: Any = None) -> type[TableView]:
    """Return the TableView of one game: the type to check a payload against, by default with its events."""
    play = specialised(
        MatchView,
        view=game.view,
        moves=GenericAlias(tuple, (game.moves, ...)),
        log=GenericAlias(tuple, (events or game.events, ...)),
    )
    return specialised(TableView, options=game.options, match=play | None)
