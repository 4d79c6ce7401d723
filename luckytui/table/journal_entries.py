"""What is kept of a table so that it outlives its host, before it is done: enough to play it again.

What chance decides is not kept: the dealer draws the same again from the seed, or what it is made of.
"""

from functools import cache
from typing import Any

import msgspec

from luckytui.games.interface import Game, Hex32, Move, Seat, Share, Shares
from luckytui.table.spec import GameChoice, specialised
from luckytui.table.views import Occupant
from luckytui.text import UserError


class JournalEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="entry", tag=str.lower):
    """One thing that happened at a table."""


class Seated(JournalEntry, frozen=True):
    """Who has this seat from now on."""

    seat: Seat
    occupant: Occupant


class Committed(JournalEntry, frozen=True):
    """The host committed to a secret: the seed of a game is being made."""

    game: int
    """As in `Began`."""
    id: str
    """The game's, in its record: 16 bytes in hexadecimal."""
    secret: Hex32


class Gave(JournalEntry, frozen=True):
    """Somebody gave the hash of a value, or later the value."""

    share: Share


class Listed(JournalEntry, frozen=True):
    """The hashes were listed: these people can give their values."""

    shares: tuple[Share, ...]


class Began(JournalEntry, frozen=True, omit_defaults=True):
    """A game began, with the occupants of this moment."""

    game: int
    """Which it is of the games at this table, from 1."""
    played: str
    """When it began, in UTC (ISO 8601)."""
    id: str = ""
    """The game's id in its record, set when the players made the seed together. `shares` has their values."""
    shares: Shares | None = None
    won: tuple[tuple[str, ...], ...] = ()
    """Who won each game before, by name, the oldest first: at this table, or in the series."""


class Moved(JournalEntry, frozen=True, omit_defaults=True):
    """This seat moved: a person, a bot, or the table for a seat that does not decide."""

    seat: Seat
    move: Move
    timed_out: bool = False


class Undone(JournalEntry, frozen=True):
    """This seat took its last move back."""

    seat: Seat


class Opted(JournalEntry, frozen=True):
    """This is played from the next game on."""

    choice: GameChoice


class Admitting(JournalEntry, frozen=True):
    """Who may join from now on."""

    code: str | None
    locked: bool = False
    barred: tuple[str, ...] = ()
    """Who was removed, in the words of `net.Room.barred`."""


class NotKept(UserError):
    """It could not be kept, so it is not done; `reason` says why, and what to do."""


@cache
def entry_type(game: Game) -> Any:
    """Return the union of entries while this game is played: the type to read them as."""
    moved = specialised(Moved, move=game.moves)
    return Seated | Committed | Gave | Listed | Began | moved | Undone | Opted | Admitting
