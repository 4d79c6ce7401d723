"""Tables for tests in lines, and what must hold for all that is said there."""

import re
from collections.abc import Iterator

from luckytui.client.local import LocalSession
from luckytui.games.interface import Game
from luckytui.table.spec import TableSpec

_ODD = re.compile(
    "[\u2500-\u25ff·]|{|}|  | ;|\\b1 (empty cells|cents|points|cards|tiles|moons|stars|lightnings|cells)\\b"
)
"""Drawings, placeholders that are not filled, and one of several."""


def alone(game: Game, seats: int, seed: str) -> LocalSession:
    """Return a table with a person and bots that do not wait."""
    spec = TableSpec(
        game=game.key, options=game.options(), name="", seats=seats, bots=seats - 1, levels=("random",),
        seed=seed, pace=0,
    )  # fmt: skip
    return LocalSession(spec, "Ana")


def what_is_wrong(said: str) -> Iterator[str]:
    """Yield the lines that a screen reader would stumble over, and what a game that was played lacks."""
    if not re.search(r"^Ana \(you\): .*\.$", said, re.MULTILINE):
        yield "the game has not ended"
    for line in said.split("\n"):
        if not line.isprintable() or _ODD.search(line):
            yield repr(line)
