"""How a screen, or a bot, reaches a table: the same in this process and across the network.

A session never blocks: a request is sent off, and the listener hears what comes of it.
"""

from collections.abc import Callable
from typing import Protocol

import msgspec

from luckytui.address import Address
from luckytui.client.witness import Finding
from luckytui.table.requests import Request
from luckytui.table.views import TableView
from luckytui.text import Sentence


class TableChanged(msgspec.Struct, frozen=True):
    """The table looks different now. Only the newest view matters."""

    table_view: TableView


class Refused(msgspec.Struct, frozen=True):
    """The last request cannot be done; nothing has changed."""

    reason: Sentence


class ConnectionChanged(msgspec.Struct, frozen=True):
    """There is trouble with the connection; None: it works again."""

    trouble: Sentence | None


class Closed(msgspec.Struct, frozen=True):
    """The table is gone. `reason` is None when the player has left it."""

    reason: Sentence | None


class GameChecked(msgspec.Struct, frozen=True):
    """The game is over, and its record is here."""

    record: bytes
    """As a file has it."""
    finding: Finding
    """What came of checking it."""


SessionEvent = TableChanged | GameChecked | Refused | ConnectionChanged | Closed


class Session(Protocol):
    """A seat at a table, or a place to watch from."""

    code: str | None
    """What others type to join, as it is shown; None where no code is needed."""

    @property
    def address(self) -> Address | None:
        """Where others can join this table; None for a table in this process."""

    def open(self, listener: Callable[[SessionEvent], None]) -> None:
        """Send all events to the listener from now on; it needs a running asyncio loop."""

    def request(self, request: Request, prompt: int = 0) -> None:
        """Ask the table for something; a move names the prompt that it answers."""

    async def leave(self) -> None:
        """Give the seat up for good."""

    async def close(self) -> None:
        """Go away without giving the seat up."""
