"""A table in this process, with one person and bots around it."""

from collections.abc import Callable, Sequence

from luckytui.address import Address
from luckytui.games.interface import Game, IllegalMove, Seat
from luckytui.games.options import Options
from luckytui.sessions.session import Refused, SceneChanged, Told
from luckytui.table.party import DEFAULT_PACE, Party
from luckytui.table.requests import Denied, Request
from luckytui.table.table import StaleMove

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
        self._listener: Callable[[Told], None] = lambda _: None
        self._party = Party(
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
        self._party.sit(_SEAT, name)
        for seat, level in enumerate(levels, _SEAT + 1):
            self._party.seat_bot(seat, level)

    def open(self, listener: Callable[[Told], None]) -> None:
        """Begin the game, and to tell the listener what happens."""
        self._listener = listener
        self._party.start()

    def request(self, request: Request, prompt: int = 0) -> None:
        """Ask the table for something."""
        try:
            self._party.request(_SEAT, request, prompt=prompt)
        except (IllegalMove, StaleMove, Denied) as refusal:
            self._listener(Refused(refusal.reason))

    async def leave(self) -> None:
        """Get up from the table, which is gone with that."""
        self._party.close()

    async def close(self) -> None:
        """Get up from the table, which is gone with that."""
        self._party.close()

    def _show(self) -> None:
        self._listener(SceneChanged(self._party.scene(_SEAT)))
