"""Tables for tests in lines, and what must hold for all that is said there."""

import re
from collections.abc import Iterator

from luckytui.client.local import LocalSession
from luckytui.games.interface import Game
from luckytui.plain.lines import WIDTH
from luckytui.table.spec import TableSpec


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
        if not line.isprintable() or len(line) > WIDTH or re.search("[\u2500-\u25ff]|{|}|  ", line):
            yield repr(line)
