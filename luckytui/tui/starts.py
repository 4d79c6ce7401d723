"""What the screen shows first: what the command line asks of it."""

from typing import NamedTuple

from luckytui.sessions.session import Session
from luckytui.table.record import Record


class Home(NamedTuple):
    """The home screen."""

    name: str
    """What the player is called."""
    interfaces: tuple[str, ...] | None
    """The addresses of this computer on which to look for tables; None: all."""
    pace: float
    """How many seconds a bot waits before it moves."""


class AtTable(NamedTuple):
    """A place at a table: the home screen is not shown, and leaving the table ends the program."""

    session: Session


class Replay(NamedTuple):
    """A record to step through."""

    record: Record


Start = Home | AtTable | Replay
