"""The pages of rules say what the rules do: their numbers, their options, and what is easily left out."""

import re

import pytest

from luckytui.games import GAMES
from luckytui.games.lucky_jack import SYMBOLS, prize
from luckytui.games.lucky_squares import COLORS, COSTS
from luckytui.games.options import fields
from luckytui.tui.screens.rules import PAGES


def page(game: str) -> str:
    """Return a page in one line, without the signs that make words stand out."""
    text = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    return " ".join(re.sub(r"[*`]", "", text).split())


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_told(game: str) -> None:
    told = page(game).lower()
    for field in fields(GAMES[game].options):
        if field.name != "end":  # it is a heading of every page
            assert field.title.lower() in told


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("lucky-numbers", "Equal ones may stand there together."),
        ("lucky-numbers", "nobody sees the others' choice before all are done"),
        ("lucky-numbers", "It has to fit somewhere, and you cannot put it back."),
        ("lucky-numbers", "Even a number on its equal is allowed; it changes nothing."),
        ("lucky-numbers", "All is open but the order of the stack."),
        ("lucky-numbers", "The set-up earns nothing, nor does laying a tile on its equal"),
        ("lucky-numbers", "when the game ends there is no further turn"),
        ("lucky-numbers", "every winner gets 2 points"),
        ("lucky-jack", "Who deals first is drawn."),
        ("lucky-jack", "A card that is drawn and kept is seen by its owner alone"),
        ("lucky-jack", "with 3 cards in hand you can only go lower, which ends with 4, or draw"),
        ("lucky-jack", "Who has kept a card does not discard in the same turn."),
        ("lucky-jack", "As soon as it is certain who gets the card nobody else is waited for."),
        ("lucky-jack", "Who says nothing in time lets it lie."),
        ("lucky-jack", "There is no jackpot with a lower card, with a tossed, a kept or a taken one."),
        ("lucky-jack", "the whole pile, its top card too, is shuffled"),
        ("lucky-jack", "what you still had to draw is skipped"),
        ("lucky-jack", "When it would have to be once more, the round ends without a winner."),
        ("lucky-squares", "It may be you."),
        ("lucky-squares", "If your card lies open, the new one does too."),
        ("lucky-squares", "All see that a pick was changed, but not to what."),
        ("lucky-squares", "To forbid may hit the lead player's last action, but never one that is past"),
        ("lucky-squares", "and none twice; in the next round all is forgotten"),
        ("lucky-squares", "If the ghost is alone on a square, the coins there stay."),
        ("lucky-squares", "the first square with the most coins is picked, and the actions are passed"),
    ],
)
def test_what_is_easily_left_out_is_told(game: str, words: str) -> None:
    assert words in page(game)


def test_lucky_jack_every_jackpot_is_told_with_what_it_scores() -> None:
    for value, symbol in enumerate(SYMBOLS, 1):
        assert f"| {value} | {symbol} | {prize(symbol, 3):,} | {prize(symbol, 4):,} |" in page("lucky-jack")


def test_lucky_squares_every_action_is_told_with_its_price() -> None:
    for action, cost in COSTS.items():
        assert f"| {action.__name__} | {cost or '–'} |" in page("lucky-squares")
    assert [color for color in COLORS if color not in page("lucky-squares")] == []
