"""What a person at a table may ask of it. The network carries it as a payload that it does not know."""

from functools import cache
from typing import Any

import msgspec

from luckytui.games.interface import Game, Hex32, Move, Seat
from luckytui.table.spec import GameChoice, specialised
from luckytui.text import UserError


class Request(msgspec.Struct, frozen=True, tag_field="request", tag=str.lower):
    """Something asked of the table."""


class OwnersRequest(Request, frozen=True):
    """A request that only the owner of the table may make."""


class Denied(UserError):
    """A request that is not for this person, or not for now; nothing has changed. `reason` says why."""


class Act(Request, frozen=True):
    """Make this move, in answer to the prompt that was sent along."""

    move: Move


class Undo(Request, frozen=True):
    """Take my last move back, at the prompt that was sent along."""


class Start(OwnersRequest, frozen=True):
    """Begin the game."""


class Again(Request, frozen=True):
    """Play another game, as soon as everyone who is here wants to."""


class SeatBot(OwnersRequest, frozen=True):
    """Let a bot of this level play a seat that nobody has, or in a game for a person who is away."""

    seat: Seat
    level: str


class RemoveBot(OwnersRequest, frozen=True):
    """Before the game, free a bot's seat; in a game, stop a bot that stands in for a person."""

    seat: Seat


class Opt(OwnersRequest, frozen=True):
    """Choose what is played next, while no game is on."""

    choice: GameChoice


class Remove(OwnersRequest, frozen=True):
    """Remove a player or a watcher from the table, by name, and make a new code unless it is to be kept."""

    name: str
    keep_code: bool = False


class Lock(OwnersRequest, frozen=True):
    """Lock the table against newcomers, or unlock it."""

    on: bool


class NewCode(OwnersRequest, frozen=True):
    """Make a new code, which newcomers need from now on."""


class OpenDoor(OwnersRequest, frozen=True):
    """Open the door for guests, who join by ssh or in a browser without luckytui, or close it."""

    on: bool


class Pause(Request, frozen=True):
    """Ask for a pause, or stop asking. The owner can pause at once; otherwise everyone must agree."""

    on: bool


class Say(Request, frozen=True):
    """Say this in the chat. Watchers may, too."""

    text: str


class Commit(Request, frozen=True):
    """Here is the SHA-256 of my value, for the exchange with this id."""

    id: str
    hash: Hex32


class Reveal(Request, frozen=True):
    """Here is my value, now that the hashes are listed."""

    id: str
    value: Hex32


class Review(Request, frozen=True):
    """After a game: I lead its review, and am at this many moves of the record; None: I stop leading."""

    step: int | None


class Fetch(Request, frozen=True):
    """Send me the record of the game that is over, from this byte on. Watchers may, too."""

    start: int


@cache
def request_type(game: Game) -> Any:
    """Return the union of requests at a table of one game: the type to check a payload against."""
    act = specialised(Act, move=game.moves)
    owners = Start | SeatBot | RemoveBot | Opt | Remove | Lock | NewCode | OpenDoor
    return act | Undo | Again | Pause | Say | Commit | Reveal | Fetch | Review | owners
