"""What a person at a table is shown: the scene, and in it a snapshot of the game.

The network carries it as a payload that it does not know.
"""

from functools import cache
from types import GenericAlias
from typing import Literal

import msgspec

from luckytui.games.interface import Event, Game, Move, Seat, Sentence, View
from luckytui.games.options import Options

LOG_TAIL = 48
"""How many of the latest events a snapshot carries at least, and all that the latest move told."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that one seat may know of a game, whole; whoever missed the last one needs only the next."""

    names: tuple[str, ...]
    view: View
    prompt: int
    """The number of the decision asked of this seat; 0 when it is asked nothing."""
    moves: tuple[Move, ...]
    """What it may do, sorted."""
    undo: bool
    """Whether its last move can be taken back."""
    seconds: float | None
    """How long it may still take to decide, from the moment of the snapshot; None: no limit, or not asked."""
    log_start: int
    """How many events came before those in `log`."""
    log: tuple[Event, ...]
    """The latest events, as this seat may know them."""


class Chair(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits at a seat."""

    kind: Literal["open", "person", "bot", "left"]
    """Nobody yet; a person; a bot; nobody any more, in the middle of a game."""
    name: str = ""
    level: str = ""
    """How well a bot plays."""
    here: bool = True
    """Whether a person's line stands."""
    again: bool = False
    """Whether a person has asked for another game."""


class Scene(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as one person sees it: who sits where and, once it has begun, the game."""

    game: str
    name: str
    """What the table is called."""
    options: Options
    chairs: tuple[Chair, ...]
    seat: Seat
    """Where this person sits; `SPECTATOR` for one who only watches."""
    owner: bool
    """Whether this person may seat bots and start the game."""
    play: Snapshot | None
    """The game; None before it has begun."""
    unannounced: Sentence | None = None
    """Told to the owner: why nobody can find the table on the network by itself; None if they can."""


@cache
def scene_type(game: Game) -> type[Scene]:
    """Return the Scene of one game: the type to check a payload against, as it knows the game's own types."""
    snapshot = msgspec.defstruct(
        "Snapshot",
        [
            ("view", game.view),
            ("moves", GenericAlias(tuple, (game.moves, ...))),
            ("log", GenericAlias(tuple, (game.events, ...))),
        ],
        bases=(Snapshot,),
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )
    scene: type[Scene] = msgspec.defstruct(  # type: ignore[assignment]  # Scene is its base
        "Scene",
        [("options", game.options), ("play", snapshot | None)],
        bases=(Scene,),
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )
    return scene
