"""What one program was shown at a table and what it sent, in order: the evidence by which a deal is judged.

Entries are only added. A view's position is kept as a hash, so a whole evening takes little room.
"""

import hashlib

import msgspec
from msgspec.structs import replace

from luckytui.client.saved_seats import Given
from luckytui.games.interface import Event, Seat, View
from luckytui.table.requests import Request
from luckytui.table.views import DealingView, TableView


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A view, and of its log only what it brought."""

    seat: Seat
    owner: bool
    people: frozenset[tuple[Seat, str]]
    """The people in the seats, also those who left during the game; no bots."""
    plan: bytes
    """A hash of what is played next, and by whom."""
    dealing: DealingView | None
    game: int = 0
    """The number of the game in it; 0: none."""
    names: tuple[str, ...] = ()
    position: bytes = b""
    is_mine: bool = True
    """Whether it is the position as this seat may know it."""
    is_over: bool = False
    happened: int = 0
    prompt: int = 0
    moves: bytes = b""
    """A hash of what it may do."""
    undo: bool = False
    log_id: str
    log_start: int
    log: tuple[Event, ...]


class Drew(msgspec.Struct, frozen=True):
    """This program drew a value for a deal."""

    given: Given


class Resumed(msgspec.Struct, frozen=True):
    """An earlier program of this player drew this value and ended; it may have shown the value."""

    given: Given


class Sent(msgspec.Struct, frozen=True):
    """A request, and the prompt that it answers."""

    key: bytes
    request: Request
    prompt: int = 0


class Answered(msgspec.Struct, frozen=True):
    """The host's answer to a request."""

    key: bytes
    accepted: bool


class Lost(msgspec.Struct, frozen=True):
    """The connection was lost: what happens until the next view is not seen."""


class Played(msgspec.Struct, frozen=True):
    """This program played a game to its end: every move of its seat in the record was made with it."""

    game: int


Entry = Shown | Drew | Resumed | Sent | Answered | Lost | Played


def shown(table_view: TableView) -> Shown:
    """Return the entry for a view as it came, before its log was completed."""
    seats = enumerate(table_view.occupants)
    match = table_view.match
    choice = table_view.next or table_view
    game = match and {
        "game": match.number,
        "names": match.names,
        "position": position(match.view),
        "is_mine": match.view.seat == table_view.seat,
        "is_over": not match.view.active,
        "happened": match.happened,
        "prompt": match.prompt,
        "moves": hash_of(match.moves),
        "undo": match.undo,
    }
    return Shown(
        seat=table_view.seat,
        owner=table_view.owner,
        people=frozenset((seat, one.name) for seat, one in seats if one.kind in {"person", "left"}),
        plan=hash_of(choice.game, choice.options, [one.name for one in table_view.occupants]),
        dealing=table_view.dealing,
        log_id=table_view.log_id,
        log_start=table_view.log_start,
        log=table_view.log,
        **(game or {}),  # type: ignore[arg-type]
    )


def position(view: View) -> bytes:
    """Return a hash of a position, without who may move: of hidden moves, each seat knows its own only."""
    return hash_of(replace(view, active=()))


def hash_of(*things: object) -> bytes:
    """Return a hash of these, as they are written."""
    return hashlib.sha256(msgspec.msgpack.encode(things)).digest()[:16]
