"""Where the app begins, and how its screens reach tables: they know neither the network nor a host."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import NamedTuple, Protocol

from luckytui.client.last_game import LastGame
from luckytui.client.listing import TableListing
from luckytui.client.session import Session
from luckytui.table.record import Record
from luckytui.table.spec import TableSpec
from luckytui.text import Sentence


class JoinTarget(NamedTuple):
    """Which table to join, and how."""

    address: str
    """HOST or HOST:PORT, as it was found or typed."""
    table: str
    room: str | None = None
    """Which table it is at its address; None: the one with this player's seat, or one with a free seat."""
    needs_code: bool = False
    """Whether it is known that a code is needed."""
    code: str | None = None
    watch: bool = False


def target_of(table: TableListing) -> JoinTarget:
    """Return how to join a table that was found."""
    return JoinTarget(str(table.address), table.name, table.room, needs_code=table.code and not table.mine)


class TableAccess(Protocol):
    """How a player gets to a table. Each method raises UserError, with what to do, if that fails."""

    def play_alone(self, spec: TableSpec, player: str) -> Session:
        """Return a seat at a table in this process, with bots on the other seats."""

    async def host(self, spec: TableSpec, player: str, *, door: bool = False) -> Session:
        """Open a table for others, and a door for guests if wanted; return the owner's seat."""

    async def join(self, target: JoinTarget, player: str) -> Session:
        """Return a seat at a table: the one that is kept for this player, if there is one.

        Raises CodeNeeded, a UserError, for a missing or a wrong code.
        """

    def recall(self) -> LastGame | None:
        """Return the table that the player opened last."""

    def remember(self, game: LastGame) -> None:
        """Keep a table that the player has opened, to offer it again."""

    def unfinished(self) -> Sequence[TableListing]:
        """Return the tables hosted here that can be resumed, the latest first."""

    async def resume(self, room: str) -> Session:
        """Open an unfinished table again, and return the owner's seat."""

    def look_around(
        self, changed: Callable[[Sequence[TableListing]], None], failed: Callable[[Sentence], None]
    ) -> AbstractAsyncContextManager[None]:
        """Look for tables on the network for as long as the context lasts, and report each change.

        `failed` is called once, with what to do instead, when the network cannot be searched.
        """


class Home(NamedTuple):
    """The home screen."""

    name: str
    access: TableAccess


class AtTable(NamedTuple):
    """A seat at a table: the home screen is not shown, and leaving the table ends the program."""

    session: Session


class Replay(NamedTuple):
    """A record to step through."""

    record: Record


class Learn(NamedTuple):
    """A first game that teaches."""

    game: str


EntryPoint = Home | AtTable | Replay | Learn
"""What the app shows first."""
