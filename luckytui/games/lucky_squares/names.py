"""What the squares and the actions of Lucky Squares are called."""

from collections.abc import Mapping
from typing import Any

from luckytui.games import data
from luckytui.games.interface import Move
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.rules import COLORS, Color
from luckytui.text import N_, _

ACTIONS = tuple(rules.COSTS)
"""The actions in the order of their prices."""


def name_of(action: type[Move]) -> str:
    """Return what the key for an action is called, and what its words are called."""
    return action.__name__.lower()


LEAD, GHOST = "♛", "◌"

SIGNS: dict[Color, str] = dict(zip(COLORS, "♥▲♦■♣♠", strict=True))
"""The sign of each square, where there is no room for its name, or no color."""

_NAMES = (N_("red"), N_("yellow"), N_("blue"), N_("magenta"), N_("green"), N_("black"))


def color_name(color: Color) -> str:
    """Return what a square is called."""
    return _(_NAMES[COLORS.index(color)])


def move_words(action: type[Move], *colors: Color, name: str = "") -> str:
    """Return what an action with these squares, or this player, is called."""
    squares = dict(zip(("first", "second", "third"), map(color_name, colors), strict=False))
    return _(action_words(action)["move"], name=name, **squares)


def action_words(action: type[Move]) -> Mapping[str, Any]:
    """Return what is said of an action, as words.toml explains. All texts are English."""
    words: Mapping[str, Any] = data("lucky-squares", "words.toml")["actions"][name_of(action)]
    return words
