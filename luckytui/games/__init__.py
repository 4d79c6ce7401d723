"""What a game is, and the catalogue of those that are installed: pack.py finds them."""

from luckytui.games.pack import BROKEN as BROKEN
from luckytui.games.pack import GAMES as GAMES
from luckytui.games.pack import PACKS as PACKS
from luckytui.games.pack import data as data


def title_of(key: str) -> str:
    """Return what a game is called; of one that is not known here, only the key is."""
    return GAMES[key].title if key in GAMES else key


def short_title_of(key: str) -> str:
    """Return the same, where there is little room."""
    return GAMES[key].short_title or GAMES[key].title if key in GAMES else key
