"""What a person at a table may ask of it. The network carries it as a payload that it does not know."""

from functools import cache
from typing import Any

import msgspec

from luckytui.games.interface import Game, Move, Seat


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="request", tag=str.lower):
    """Something asked of the table."""


class Act(Request, frozen=True):
    """Make this move, in answer to the prompt that was sent along."""

    move: Move


class Undo(Request, frozen=True):
    """Take my last move back."""


class Start(Request, frozen=True):
    """Begin the game (the owner's)."""


class Again(Request, frozen=True):
    """Play another game, as soon as all who are here want to."""


class SeatBot(Request, frozen=True):
    """Let a bot of this level play a seat that nobody has (the owner's)."""

    seat: Seat
    level: str


class RemoveBot(Request, frozen=True):
    """Free a seat that a bot has, before the game (the owner's)."""

    seat: Seat


@cache
def request_type(game: Game) -> Any:
    """Return the union of requests at a table of one game: the type to check a payload against."""
    act = msgspec.defstruct(
        "Act", [("move", game.moves)], bases=(Act,), tag="act", frozen=True, forbid_unknown_fields=True
    )
    return act | Undo | Start | Again | SeatBot | RemoveBot
