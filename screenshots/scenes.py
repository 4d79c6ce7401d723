"""Scenes from real seeded games, for the pictures in this folder and for tests of the screens."""

import random
from collections.abc import Callable

from luckytui.address import Address
from luckytui.bots import make
from luckytui.games import GAMES
from luckytui.games.interface import Seat
from luckytui.games.options import Options
from luckytui.sessions.session import SceneChanged, Told
from luckytui.table.requests import Request
from luckytui.table.snapshot import Chair, Scene, Snapshot
from luckytui.table.table import Table

NAMES = ("Ana", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kim", "Lea")
LEVEL = "random"
TABLE = "kitchen table"


class ShownSession:
    """A session that shows one scene, and takes note of what is asked of it."""

    def __init__(self, scene: Scene, address: Address | None = None) -> None:
        self.game = GAMES[scene.game]
        self.address: Address | None = address
        self.code: str | None = None
        self.requests: list[tuple[Request, int]] = []
        self.has_left = False
        self._scene = scene
        self._listener: Callable[[Told], None] = lambda _: None

    def open(self, listener: Callable[[Told], None]) -> None:
        """Tell the listener the scene."""
        self._listener = listener
        listener(SceneChanged(self._scene))

    def tell(self, told: Told) -> None:
        """Tell the listener something, as the table would."""
        self._listener(told)

    def request(self, request: Request, prompt: int = 0) -> None:
        """Take note of a request."""
        self.requests.append((request, prompt))

    async def leave(self) -> None:
        """Take note that the player has left."""
        self.has_left = True

    async def close(self) -> None:
        """Do nothing: there is no line to drop."""


def lobby(game: str, *, owner: bool) -> Scene:
    """Return a lobby: two people, a bot and an open seat."""
    chairs = (
        Chair(kind="person", name="Ana"),
        Chair(kind="person", name="Ben"),
        Chair(kind="bot", name="Juno", level="normal"),
        Chair(kind="open"),
    )
    options = GAMES[game].options()
    return Scene(
        game=game, name=TABLE, options=options, chairs=chairs, seat=0 if owner else 1, owner=owner, play=None
    )


def game(
    key: str,
    seats: int,
    until: Callable[[Snapshot], bool],
    *,
    seat: Seat = 0,
    options: Options | None = None,
    seed: str = "clover",
    level: str = LEVEL,
) -> Scene:
    """Play a seeded game between bots until what `seat` is shown is as wanted; return that scene."""
    chosen = options or GAMES[key].options()
    table = Table(GAMES[key], chosen, NAMES[:seats], seed)
    bots = [make(key, level, random.Random(f"{seed}/{number}")) for number in range(seats)]
    while not until(table.snapshot(seat)):
        asked, prompt = next(iter(table.prompts.items()))
        shown = table.snapshot(asked)
        table.submit(asked, prompt, bots[asked].choose(shown.view, shown.moves))
    chairs = tuple(Chair(kind="person", name=name) for name in NAMES[:seats])
    return Scene(
        game=key, name=TABLE, options=chosen, chairs=chairs, seat=seat, owner=True, play=table.snapshot(seat)
    )


def told(snapshot: Snapshot) -> int:
    """Return how many events the game has told of."""
    return snapshot.log_start + len(snapshot.log)


def over(snapshot: Snapshot) -> bool:
    """Whether the game is over."""
    return not snapshot.view.active
