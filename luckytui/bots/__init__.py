"""Players that see a view, never a state. This is their catalogue."""

from importlib import import_module
from random import Random

from luckytui.bots import lucky_box, lucky_jack, lucky_numbers, lucky_squares
from luckytui.bots.player import Bot, RandomBot
from luckytui.text import N_, UserError

LEVELS = ("easy", "normal")
"""How well a bot plays, as offered to a player, the weakest first."""

BEST = LEVELS[-1]
"""The level that plays best."""

ALL_LEVELS = ("random", *LEVELS)
"""The levels of the command line: `random` is there for measuring."""

_BOTS: dict[str, dict[str, type[Bot]]] = {
    "lucky-numbers": {"easy": lucky_numbers.EasyBot, "normal": lucky_numbers.NormalBot},
    "lucky-jack": {"easy": lucky_jack.EasyBot, "normal": lucky_jack.NormalBot},
    "lucky-box": {"easy": lucky_box.EasyBot, "normal": lucky_box.NormalBot},
    "lucky-squares": {"easy": lucky_squares.EasyBot, "normal": lucky_squares.NormalBot},
}


def make(game: str, name: str, rng: Random) -> Bot:
    """Return a bot for a game, by its key: of a level, or the class that MODULE:CLASS names.

    `rng` is its own source of chance. Raises KeyError for a game or a level that is not there, and UserError
    for a class that cannot be imported.
    """
    if ":" in name:
        return imported(name)(rng)
    return RandomBot(rng) if name == "random" else _BOTS[game][name](rng)


def imported(name: str) -> type[Bot]:
    """Return the class that MODULE:CLASS names. Raises UserError where it is no bot."""
    module, _, kind = name.partition(":")
    try:
        found = getattr(import_module(module), kind)
    except (ImportError, AttributeError, ValueError) as error:
        raise UserError(N_("The bot {name} cannot be imported: {why}."), name=name, why=error) from None
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise UserError(N_("{name} is not a bot: derive it from luckytui.bots.player.Bot."), name=name)
    return found
