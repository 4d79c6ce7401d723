"""Players that see a view, never a state. This is their catalogue."""

from importlib import import_module
from random import Random

from luckytui.bots.player import Bot, RandomBot
from luckytui.bots.search import SECONDS, ThinkingBot
from luckytui.games import PACKS
from luckytui.text import N_, UserError

LEVELS = ("easy", "normal", "hard")
"""How well a bot plays, as offered to a player, the weakest first."""

USUAL = "normal"
"""The level that is offered first: it plays well, and at once."""

ALL_LEVELS = ("random", *LEVELS)
"""The levels of the command line: `random` is there for measuring."""


def make(game: str, name: str, rng: Random, think: int | None = None, seconds: float = SECONDS) -> Bot:
    """Return a bot for a game, by its key: of a level, or the class that MODULE:CLASS names.

    `rng` is its own source of chance; `think` is how many iterations a bot that thinks has for a decision,
    else it has these seconds. Raises KeyError for a game or a level that is not there, and UserError
    for a class that cannot be imported.
    """
    kind = kind_of(game, name)
    return kind(rng, think, seconds) if issubclass(kind, ThinkingBot) else kind(rng)


def kind_of(game: str, name: str) -> type[Bot]:
    """Return the class of a bot: a game without a level has the next weaker one. Raises what `make` does."""
    if ":" in name:
        return imported(name)
    if name not in ALL_LEVELS:
        raise KeyError(name)
    pack = PACKS[game]
    weaker = ALL_LEVELS[ALL_LEVELS.index(name) :: -1]
    found: type[Bot] = next(
        (pack.part(pack.bots[level]) for level in weaker if level in pack.bots), RandomBot
    )
    return found


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
