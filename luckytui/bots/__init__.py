"""Players that see a view, never a state. This is their catalogue."""

from collections.abc import Callable
from random import Random

from luckytui.bots import lucky_box, lucky_jack, lucky_numbers, lucky_squares
from luckytui.bots.player import Bot, RandomBot

LEVELS = ("easy", "normal")
"""How well a bot plays, as offered to a player, the weakest first."""

BEST = LEVELS[-1]
"""The level that plays best."""

ALL_LEVELS = ("random", *LEVELS)
"""The levels of the command line: `random` is there for measuring."""

_BOTS: dict[str, dict[str, Callable[[Random], Bot]]] = {
    "lucky-numbers": {"easy": lucky_numbers.EasyBot, "normal": lucky_numbers.NormalBot},
    "lucky-jack": {"easy": lucky_jack.EasyBot, "normal": lucky_jack.NormalBot},
    "lucky-box": {"easy": lucky_box.EasyBot, "normal": lucky_box.NormalBot},
    "lucky-squares": {"easy": lucky_squares.EasyBot, "normal": lucky_squares.NormalBot},
}


def make(game: str, level: str, rng: Random) -> Bot:
    """Return a bot for a game, by its key. `rng` is its own source of chance.

    Raises KeyError for a game or a level that is not there.
    """
    return RandomBot(rng) if level == "random" else _BOTS[game][level](rng)
