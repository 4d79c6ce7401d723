"""What the screen shows first, and the doors that lead from it to a table.

The command line opens the doors: the screens know neither the network nor where a host runs.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import NamedTuple, Protocol

from luckytui.games.interface import Game, Sentence
from luckytui.games.options import Options
from luckytui.sessions.session import Session
from luckytui.table.record import Record


class Choice(NamedTuple):
    """What a player has chosen for a new table."""

    game: Game
    options: Options
    seats: int
    level: str
    """How well the bots play."""
    name: str
    """What the player is called."""
    table: str
    """What the table is called."""
    turn_seconds: int
    """How many seconds anybody may take to decide, where the rules set no limit; 0: no limit."""


class FoundTable(NamedTuple):
    """A table that was seen on the network."""

    address: str
    port: int
    name: str
    game: str
    taken: int
    seats: int
    state: str
    """`open`, `playing` or `full`."""


class DoorClosed(Exception):
    """A table cannot be reached or opened; `reason` says why, and what to do."""

    def __init__(self, reason: Sentence) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Doors(Protocol):
    """The ways to a table."""

    def play_alone(self, choice: Choice) -> Session:
        """Return a place at a table in this process, with bots on the other seats."""

    async def host(self, choice: Choice) -> Session:
        """Open a table for others and return the place of the one who opened it. Raises DoorClosed."""

    async def join(self, address: str, name: str) -> Session:
        """Return a place at a table; `address` is HOST or HOST:PORT. Raises DoorClosed."""

    def look_around(
        self, changed: Callable[[Sequence[FoundTable]], None], failed: Callable[[Sentence], None]
    ) -> AbstractAsyncContextManager[None]:
        """Look for tables on the network for as long as the context lasts, and tell what is there.

        `failed` is called once, with what to do instead, when there is no looking here.
        """


class Home(NamedTuple):
    """The home screen."""

    name: str
    """What the player is called."""
    doors: Doors


class AtTable(NamedTuple):
    """A place at a table: the home screen is not shown, and leaving the table ends the program."""

    session: Session


class Replay(NamedTuple):
    """A record to step through."""

    record: Record


Start = Home | AtTable | Replay
