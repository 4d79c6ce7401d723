"""How a screen, or a bot, reaches a table; the same in this process and across the network.

A session never makes anybody wait: a request is sent off, and what comes of it is told to the listener.
"""

from collections.abc import Callable
from typing import Protocol

import msgspec

from luckytui.address import Address
from luckytui.games.interface import Game
from luckytui.table.requests import Request
from luckytui.table.views import TableView
from luckytui.text import Sentence


class TableChanged(msgspec.Struct, frozen=True):
    """The table looks different now. Only the newest scene matters."""

    table_view: TableView


class Refused(msgspec.Struct, frozen=True):
    """What was asked for last cannot be done; nothing has changed."""

    reason: Sentence


class ConnectionChanged(msgspec.Struct, frozen=True):
    """The line to the table is disturbed, or stands again: then `trouble` is None."""

    trouble: Sentence | None


class Closed(msgspec.Struct, frozen=True):
    """The table is gone. `reason` is None when one has left it oneself."""

    reason: Sentence | None


SessionEvent = TableChanged | Refused | ConnectionChanged | Closed
"""What a session tells its listener."""


class Session(Protocol):
    """A place at a table."""

    game: Game
    address: Address | None
    """Where others can join this table; None for a table in this process."""
    code: str | None
    """What others type to join, as it is shown; None where no code is needed."""

    def open(self, listener: Callable[[SessionEvent], None]) -> None:
        """Begin to tell the listener what happens; it needs a running asyncio loop."""

    def request(self, request: Request, prompt: int = 0) -> None:
        """Ask the table for something; a move names the prompt that it answers."""

    async def leave(self) -> None:
        """Give the seat up for good."""

    async def close(self) -> None:
        """Go away without giving the seat up."""
