"""What the screen shows first, and the doors that lead from it to a table.

The command line opens the doors: the screens know neither the network nor where a host runs.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import NamedTuple, Protocol

from luckytui.client.session import Session
from luckytui.table.record import Record
from luckytui.table.spec import TableSpec
from luckytui.text import Sentence, UserError


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
    room: str
    """What tells this table from others at the same address."""
    code: bool
    """Whether a code is needed to join."""
    mine: bool
    """Whether a seat of mine is held there: joining leads back to it, and needs no code."""


class UnfinishedTable(NamedTuple):
    """A table that was hosted here until its host was ended in the middle of everything."""

    room: str
    game: str
    name: str
    players: tuple[str, ...]
    """Who sat there, bots too."""
    when: datetime
    """When something happened there last, in local time."""


class DoorClosed(UserError):
    """A table cannot be reached or opened; `reason` says why, and what to do."""


class CodeNeeded(DoorClosed):
    """The table opens to those who know its code: none was given, or a wrong one, as `reason` says."""


class Doors(Protocol):
    """The ways to a table."""

    def play_alone(self, spec: TableSpec, player: str) -> Session:
        """Return a place at a table in this process, with bots on the other seats."""

    async def host(self, spec: TableSpec, player: str) -> Session:
        """Open a table for others and return the place of the one who opened it. Raises DoorClosed."""

    async def join(
        self,
        address: str,
        name: str,
        code: str | None = None,
        *,
        room: str | None = None,
        watch: bool = False,
    ) -> Session:
        """Return a place at a table, or back the place that is held for this player.

        `address` is HOST or HOST:PORT; `code` as a person types it; `room` is a found table's, None for the
        first with a free seat. Raises DoorClosed, and of its kind CodeNeeded.
        """

    def unfinished(self) -> Sequence[UnfinishedTable]:
        """Return the tables hosted here that can be gone on with, the latest first."""

    async def resume(self, table: UnfinishedTable) -> Session:
        """Open an unfinished table again, and return the owner's place at it. Raises DoorClosed."""

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
