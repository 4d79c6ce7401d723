"""What a person at a table is shown: the table, in it the game, and what this person may ask for now.

The network carries it as a payload that it does not know.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from types import GenericAlias
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from luckytui.games.interface import SPECTATOR, Ended, Event, Game, Hex32, Move, Seat, Share, View
from luckytui.games.options import Options
from luckytui.table.spec import GameChoice, specialised
from luckytui.text import Sentence

LINE_LENGTH = 200
"""How many characters a line of chat may have."""


class UnknownEvent(Event, frozen=True):
    """An event that only a later version knows. It is not shown."""


class TableEvent(Event, frozen=True):
    """Something that happened at a table outside its game. No record has it."""


class ChatLine(TableEvent, frozen=True, tag="said"):
    """What somebody at the table said, or a watcher."""

    name: str
    text: str


class Timeout(TableEvent, frozen=True):
    """Time ran out for a seat: a safe move is made for it. While that is hidden from others, so is this."""

    seat: Seat


class TakenBack(TableEvent, frozen=True, tag="undo"):
    """A seat took its last move back."""

    seat: Seat
    events: Annotated[int, msgspec.Meta(ge=1)]
    """How many of the latest events of the game have not happened, nor a timeout right before them."""


class Returned(TableEvent, frozen=True, tag="back"):
    """This player came back after losing the connection; only this seat gets the entry."""

    missed: int
    """How many of the latest events of the game happened meanwhile."""


def is_of_game(entry: object) -> bool:
    """Whether an entry of a log is an event of the game."""
    return isinstance(entry, Event) and not isinstance(entry, TableEvent)


def take_back(log: list[Event], taken_back: TakenBack) -> None:
    """Remove the events of the game that were taken back, and that time ran out before them."""
    events = [place for place, entry in enumerate(log) if is_of_game(entry)][-taken_back.events :]
    for place in reversed(events):
        del log[place]
    if events and events[0] and isinstance(log[events[0] - 1], Timeout):
        del log[events[0] - 1]


class MatchView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that one seat may know of a game, except what has happened. Only the newest counts."""

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
    happened: int = 0
    """How many events of the game there have been."""


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
    guests: GuestDoor | None = None
    """While no game is on: the door for guests; None: nobody has opened it."""


class ExchangeView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How everyone commits to a value before any is shown: see docs/fair-play.md."""

    id: Annotated[str, msgspec.Meta(max_length=64)]
    """What it is for: a game's seed (its id, as in its record), or its check words (`ID/1`, `ID/2`)."""
    asks: Literal["", "hash", "value"] = ""
    """What this person is asked for."""
    shares: tuple[Share, ...] = ()
    """Everyone's hashes, when they are listed; the values as well, when it is over."""


class DealingView(ExchangeView, frozen=True, kw_only=True, omit_defaults=True):
    """How the seed of the latest game is made, or was."""

    game: int
    """Its number, as in `MatchView`."""
    commitment: Hex32
    """The SHA-256 of the host's secret."""


class RecordPiece(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A piece of the record of the latest game that is over, from byte `start` on."""

    game: int
    """That game's number, as in `MatchView`."""
    size: int
    """How many bytes the whole record has."""
    start: int = 0
    piece: bytes = b""
    """Empty unless it was asked for, but for the first piece when the game has just ended."""


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
    may: dict[str, tuple[Seat, ...]] = {}
    """What this person may ask for now, by the name of the request; of which seats, if it is about one."""
    match: MatchView | None = None
    """The game; None before it has begun."""
    paused: bool = False
    turn_seconds: int = 0
    """As in `TableSpec`."""
    undo: bool = True
    """Whether players may take moves back."""
    hints: bool = True
    """Whether the table allows hints; a program that honours that gives none otherwise."""
    log_id: str = ""
    """The log's name if a new one begins with this view; empty: `log` continues the previous view's."""
    log_start: int = 0
    """How many entries came before those in `log`."""
    log: tuple[Event, ...] = ()
    """What has happened and was not told yet; in a view that a session shows, all that it was told."""
    watchers: tuple[str, ...] = ()
    door: Door | None = None
    """For players at a table that others can join."""
    unannounced: Sentence | None = None
    """For the owner: why the table cannot be found on the network; None if it can."""
    dealing: DealingView | None = None
    """How the latest seed is made; None where it was chosen."""
    record: RecordPiece | None = None
    """Of the latest game that is over, until the next one is: its record."""
    words: ExchangeView | None = None
    """How the check words of that game are made, until the next one begins."""
    review: ReviewView | None = None
    """When somebody leads a review of it: where everyone is to look."""
    best_of: int = 0
    """As in `TableSpec`."""
    won: tuple[tuple[Seat, ...], ...] = ()
    """For each game that is over, at this table or in the series, the oldest first: which of the players in
    `match` won it, by their seats.
    """

    @property
    def number(self) -> int:
        """Which game at this table is shown; 0 before the first."""
        return self.match.number if self.match else 0

    @property
    def is_over(self) -> bool:
        """Whether that game is over."""
        return self.match is not None and not self.match.view.active

    @property
    def wins(self) -> Sequence[int]:
        """For each seat, how many of these games its player won."""
        return [sum(seat in winners for winners in self.won) for seat in range(len(self.occupants))]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the latest game, as far as the log has them."""
        return tuple(filter(is_of_game, self.log))

    @property
    def ended(self) -> Ended | None:
        """How the latest game ended; None where it goes on, or there was none."""
        is_over = self.match is not None and not self.match.view.active
        events = reversed(self.log if is_over else ())
        return next((entry for entry in events if isinstance(entry, Ended)), None)

    def since(self, before: "TableView | None") -> list[Event]:
        """Return the entries of the log that an earlier view of the same session did not have."""
        known = {id(entry) for entry in before.log} if before else ()
        return [entry for entry in self.log if id(entry) not in known]


def may(table_view: TableView, *, playing: bool) -> dict[str, tuple[Seat, ...]]:
    """Return what the person who is shown this may ask for; `playing`: a game goes on, or is being dealt."""
    match, occupants, seat, door = table_view.match, table_view.occupants, table_view.seat, table_view.door
    sits, is_over = seat != SPECTATOR, match is not None and not playing
    goes_on = match is not None and not table_view.paused
    people = [other for other, one in enumerate(occupants) if one.kind == "person"]
    allowed: dict[str, bool | list[Seat]] = {
        "act": goes_on and match is not None and match.prompt > 0,
        "undo": goes_on and match is not None and match.undo,
        "pause": sits and playing and not occupants[seat].pause,
        "resume": sits and playing and occupants[seat].pause,
        "again": sits and is_over,
        "review": sits and is_over and (table_view.review is None or table_view.review.seat == seat),
        "say": len(people) + len(table_view.watchers) > 1,
    }
    if table_view.owner:
        free = [other for other, one in enumerate(occupants) if one.kind in {"open", "left"}]
        away = [other for other in people if not (occupants[other].here or occupants[other].level)]
        bots = [other for other, one in enumerate(occupants) if one.kind == "bot"]
        allowed |= {
            "start": not (playing or free),
            "opt": not playing,
            "seatbot": [*free, *(away if playing else ())],
            "removebot": [*(() if playing else bots), *(other for other in people if occupants[other].level)],
            "remove": [
                *(other for other in people if other != seat),
                *[SPECTATOR][: len(table_view.watchers)],
            ],
            "lock": door is not None and not door.locked,
            "unlock": door is not None and door.locked,
            "newcode": door is not None,
            "opendoor": door is not None and door.guests is None and not playing,
            "closedoor": door is not None and door.guests is not None,
        }
    return {name: tuple(seats) if isinstance(seats, list) else () for name, seats in allowed.items() if seats}


def around(match_view: MatchView, game: str, log: Iterable[Event] = ()) -> TableView:
    """Return a view of a table of which only the game is known, as in a record. Everyone is here."""
    events = tuple(log)
    return TableView(
        game=game,
        name="",
        options=match_view.view.options,
        occupants=tuple(Occupant(name=name) for name in match_view.names),
        seat=match_view.view.seat,
        match=replace(match_view, happened=match_view.happened or len(events)),
        log=events,
    )


@cache
def table_view_type(game: Game, *, events: Any = None) -> type[TableView]:
    """Return the TableView of one game: the type to check a payload against, by default with its events."""
    play = specialised(
        MatchView,
        view=game.view,
        moves=GenericAlias(tuple, (game.moves, ...)),
    )
    return specialised(
        TableView,
        options=game.options,
        match=play | None,
        log=GenericAlias(tuple, (events or log_entry_type(game), ...)),
    )


def log_entry_type(game: Game) -> Any:
    """Return the union of what a log of one game's table may hold."""
    return game.events | ChatLine | Timeout | TakenBack | Returned
