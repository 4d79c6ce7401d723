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
    """How a player gets to a table, as luckytui/cli/access.py does it. Failures are UserErrors."""

    def play_alone(self, spec: TableSpec, player: str) -> Session: ...
    async def host(self, spec: TableSpec, player: str, *, door: bool = False) -> Session: ...
    async def join(self, target: JoinTarget, player: str) -> Session: ...
    def recall(self) -> LastGame | None: ...
    def remember(self, game: LastGame) -> None: ...
    def unfinished(self) -> Sequence[TableListing]: ...
    async def resume(self, room: str) -> Session: ...
    def look_around(
        self, changed: Callable[[Sequence[TableListing]], None], failed: Callable[[Sentence], None]
    ) -> AbstractAsyncContextManager[None]: ...


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
