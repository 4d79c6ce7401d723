"""The tables that can be joined or resumed, as a list shows them."""

from datetime import datetime
from typing import NamedTuple

from luckytui.address import Address
from luckytui.text import N_, _


class TableListing(NamedTuple):
    """A table that was found on the network, or one that was hosted here and is not finished."""

    room: str
    """What tells this table from others at the same address."""
    name: str
    game: str
    """The game's key, which may be unknown here."""
    state: str
    """`open`, `playing`, `full` or `unfinished`."""
    seats: int
    taken: int
    address: Address | None = None
    """Where to join; None at an unfinished table."""
    code: bool = False
    """Whether a code is needed to join."""
    mine: bool = False
    """Whether a seat is kept for this player: joining leads back to it, and needs no code."""
    more: int = 0
    """How many more tables there are at its address than are listed; only at the last one of them."""
    players: tuple[str, ...] = ()
    """Who sat at an unfinished table, bots too."""
    when: datetime | None = None
    """When something last happened at an unfinished table, in local time."""
    host: str = ""
    """Who opened it; empty where nobody owns it."""
    computer: str = ""
    """What the host's computer is called."""
    has_twin: bool = False
    """Whether another table in the list has the same name."""

    @property
    def label(self) -> str:
        """What it is called in a list: of several with one name, also who hosts it, and where."""
        if not self.has_twin:
            return self.name
        words = N_("{table} ({host} on {computer})") if self.host else N_("{table} (on {computer})")
        return _(words, table=self.name, host=self.host, computer=self.computer)
