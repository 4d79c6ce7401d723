"""What is decided before a table is opened."""

from typing import NamedTuple

from luckytui.games.interface import Game
from luckytui.games.options import Options


class Setup(NamedTuple):
    """A table to be opened; bots take the last `bots` of its `seats`."""

    game: Game
    options: Options
    name: str
    """What the table is called."""
    seats: int
    bots: int
    level: str
    """How well these bots play."""
    seed: str | None
    """What all chance at this table comes from; None: a new one that nobody knows."""
    pace: float
    """How many seconds a bot waits before it moves."""
    turn_seconds: int
    """How many seconds anybody may take to decide, where the rules set no limit; 0: no limit."""
    open: bool
    """Whether anybody on the network may join without a code."""
