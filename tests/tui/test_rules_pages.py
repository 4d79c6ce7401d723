"""The pages of rules say what the rules do: their numbers, their options, and what is easily left out."""

import re

import pytest

from luckytui import rulebook
from luckytui.games import GAMES
from luckytui.games.lucky_jack.rules import SYMBOLS, prize
from luckytui.games.lucky_squares.rules import COLORS, COSTS
from luckytui.games.options import fields


def page(game: str) -> str:
    """Return a page in one line, without the signs that make words stand out."""
    return " ".join(re.sub(r"[*`]", "", rulebook.page(game)).split())


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_told(game: str) -> None:
    told = page(game).lower()
    for field in fields(GAMES[game].options):
        if field.name != "end":  # it is a heading of every page
            assert field.title.lower() in told


def test_lucky_jack_every_jackpot_is_told_with_what_it_scores() -> None:
    for value, symbol in enumerate(SYMBOLS, 1):
        assert f"| {value} | {symbol} | {prize(symbol, 3):,} | {prize(symbol, 4):,} |" in page("lucky-jack")


def test_lucky_squares_every_action_is_told_with_its_price() -> None:
    for action, cost in COSTS.items():
        assert f"| {action.__name__} | {cost or '–'} |" in page("lucky-squares")
    assert [color for color in COLORS if color not in page("lucky-squares")] == []
