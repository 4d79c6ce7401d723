"""The rules: one module a game, and the few types they share. This is the catalogue."""

from luckytui.games.interface import Game
from luckytui.games.lucky_box.rules import LUCKY_BOX
from luckytui.games.lucky_jack.rules import LUCKY_JACK
from luckytui.games.lucky_numbers.rules import LUCKY_NUMBERS
from luckytui.games.lucky_squares.rules import LUCKY_SQUARES

GAMES: dict[str, Game] = {game.key: game for game in (LUCKY_NUMBERS, LUCKY_JACK, LUCKY_BOX, LUCKY_SQUARES)}
"""Every game that can be played, by its key, in the order in which they are offered."""


def title_of(key: str) -> str:
    """Return what a game is called; of one that is not known here, only the key is."""
    return GAMES[key].title if key in GAMES else key


def short_title_of(key: str) -> str:
    """Return the same, where there is little room."""
    return title_of(key).removeprefix("Super Mega ")
