"""Scenes from real seeded games, for the pictures in this folder and for tests of the screens."""

import random
from collections.abc import Callable

from msgspec.structs import replace

from luckytui.address import Address
from luckytui.bots import make
from luckytui.games import GAMES
from luckytui.games.interface import Seat
from luckytui.games.options import Options
from luckytui.sessions.session import SceneChanged, Told
from luckytui.table.requests import Request
from luckytui.table.snapshot import Chair, Line, Scene, Snapshot
from luckytui.table.table import Table

NAMES = ("Ana", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kim", "Lea")
LEVEL = "random"
TABLE = "kitchen table"
ADDRESS = Address("192.0.2.17", 5825)
CODE = "7KQ2-M9XD"


class ShownSession:
    """A session that shows what it is given, and takes note of what is asked of it."""

    def __init__(self, *told: Scene | Told, address: Address | None = None, code: str | None = None) -> None:
        """Tell these things, the first of which is a scene, once somebody listens."""
        self._told = [SceneChanged(each) if isinstance(each, Scene) else each for each in told]
        self.game = GAMES[next(each.scene.game for each in self._told if isinstance(each, SceneChanged))]
        self.address: Address | None = address
        self.code: str | None = code
        self.requests: list[tuple[Request, int]] = []
        self.has_left = False
        self._listener: Callable[[Told], None] = lambda _: None

    def open(self, listener: Callable[[Told], None]) -> None:
        """Tell the listener what there is to tell."""
        self._listener = listener
        for each in self._told:
            listener(each)

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


class SilentSession(ShownSession):
    """A session that is not told anything by itself."""

    def open(self, listener: Callable[[Told], None]) -> None:
        """Wait."""
        self._listener = listener


def lobby(game: str, *, owner: bool, people: int = 2) -> Scene:
    """Return a lobby: two people or more, a bot and an open seat."""
    chairs = (
        *(Chair(kind="person", name=name) for name in NAMES[:people]),
        Chair(kind="bot", name="Juno", level="normal"),
        Chair(kind="open"),
    )
    options = GAMES[game].options()
    return Scene(
        game=game, name=TABLE, options=options, chairs=chairs, seat=0 if owner else 1, owner=owner, play=None
    )


def talk(*lines: tuple[str, str]) -> tuple[Line, ...]:
    """Return lines of chat: who said what."""
    return tuple(Line(number=number, name=name, text=text) for number, (name, text) in enumerate(lines, 1))


def with_chair(scene: Scene, seat: Seat, **changes: str | bool) -> Scene:
    """Return a scene in which it stands differently with one chair."""
    chairs = list(scene.chairs)
    chairs[seat] = replace(chairs[seat], **changes)
    return replace(scene, chairs=tuple(chairs))


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
        game=key,
        name=TABLE,
        options=chosen,
        chairs=chairs,
        seat=seat,
        owner=seat == 0,
        play=table.snapshot(seat),
    )


def told(snapshot: Snapshot) -> int:
    """Return how many events the game has told of."""
    return snapshot.log_start + len(snapshot.log)


def over(snapshot: Snapshot) -> bool:
    """Whether the game is over."""
    return not snapshot.view.active
