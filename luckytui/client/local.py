"""A table in this process, with one person and bots around it."""

from collections.abc import Callable, Sequence

from luckytui.address import Address
from luckytui.client.session import Refused, SessionEvent, TableChanged
from luckytui.games.interface import Game, IllegalMove, Seat
from luckytui.games.options import Options
from luckytui.table.match import StaleMove
from luckytui.table.requests import Denied, Request
from luckytui.table.table import DEFAULT_PACE, Table

_SEAT: Seat = 0
"""Where the person sits."""


class LocalSession:
    """Solo play: the game begins as soon as the session is opened."""

    def __init__(
        self,
        game: Game,
        options: Options,
        *,
        name: str,
        table_name: str,
        levels: Sequence[str],
        seed: str,
        pace: float = DEFAULT_PACE,
        turn_seconds: int = 0,
    ) -> None:
        """Lay the table. `levels` holds a level for each other seat, from seat 1 on."""
        self.game = game
        self.address: Address | None = None
        self.code: str | None = None
        self._listener: Callable[[SessionEvent], None] = lambda _: None
        self._table = Table(
            game,
            options,
            name=table_name,
            seats=1 + len(levels),
            owner=_SEAT,
            seed=seed,
            pace=pace,
            turn_seconds=turn_seconds,
            changed=self._show,
        )
        self._table.sit(_SEAT, name)
        for seat, level in enumerate(levels, _SEAT + 1):
            self._table.seat_bot(seat, level)

    def open(self, listener: Callable[[SessionEvent], None]) -> None:
        """Begin the game, and to tell the listener what happens."""
        self._listener = listener
        self._table.start()

    def request(self, request: Request, prompt: int = 0) -> None:
        """Ask the table for something."""
        try:
            self._table.request(_SEAT, request, prompt=prompt)
        except (IllegalMove, StaleMove, Denied) as refusal:
            self._listener(Refused(refusal.reason))

    async def leave(self) -> None:
        """Get up from the table, which is gone with that."""
        self._table.close()

    async def close(self) -> None:
        """Get up from the table, which is gone with that."""
        self._table.close()

    def _show(self) -> None:
        self._listener(TableChanged(self._table.view(_SEAT)))
