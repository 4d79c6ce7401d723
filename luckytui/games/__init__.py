"""What a game is, and the catalogue of those that are installed: pack.py finds them."""

from luckytui.games.interface import POINTS
from luckytui.games.pack import BROKEN as BROKEN
from luckytui.games.pack import GAMES as GAMES
from luckytui.games.pack import PACKS as PACKS
from luckytui.games.pack import data as data
from luckytui.text import in_figures, plural


def title_of(key: str) -> str:
    """Return what a game is called; of one that is not known here, only the key is."""
    return GAMES[key].title if key in GAMES else key


def short_title_of(key: str) -> str:
    """Return the same, where there is little room."""
    return GAMES[key].short_title or GAMES[key].title if key in GAMES else key


def score_words(key: str, score: int, is_lowest_best: bool) -> str:
    """Say a score with what it counts; `is_lowest_best`: whether the lowest one won that game."""
    game = GAMES.get(key)
    unit = game.unit if game and not game.is_contrary(is_lowest_best) else POINTS
    return plural(*unit, score, number=in_figures(score))
