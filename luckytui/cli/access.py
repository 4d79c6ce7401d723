"""The ways to a table: alone in this process, hosting one for others, joining one, or resuming one."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from luckytui.client.last_game import recall, remember
from luckytui.client.local import LocalSession
from luckytui.client.session import Session
from luckytui.table.spec import TableSpec

if TYPE_CHECKING:
    from luckytui.cli.network_access import host, join, look_around, own_tables, resume, unfinished
else:

    def __getattr__(name: str) -> Any:
        """Import the ways over the network when one is taken: nobody should wait for that before a game."""
        return getattr(import_module("luckytui.cli.network_access"), name)


def play_alone(spec: TableSpec, player: str) -> Session:
    """Return a seat at a table in this process."""
    return LocalSession(spec, player).storing()
