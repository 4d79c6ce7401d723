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


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("lucky-numbers", "Equal numbers are allowed there."),
        ("lucky-numbers", "nobody sees the others' cells until all are done"),
        ("lucky-numbers", "It must fit somewhere, and you cannot put it back."),
        ("lucky-numbers", "You cannot swap a tile for one with the same number."),
        ("lucky-numbers", "Only the order of the stack is hidden."),
        ("lucky-numbers", "The set-up earns no turn, and after the end there is none."),
        ("lucky-numbers", "every winner gets 2 points"),
        ("lucky-jack", "The first dealer is drawn at random"),
        ("lucky-jack", "If you draw a card and keep it, only you see it."),
        ("lucky-jack", "with 3 cards in hand you can only go lower, which leaves you 4, or draw"),
        ("lucky-jack", "If you keep the card, your turn ends."),
        ("lucky-jack", "As soon as it is clear who gets the card, the game continues"),
        ("lucky-jack", "If you don't answer in time, you pass."),
        ("lucky-jack", "There is no jackpot with a lower card, or with a card you tossed, kept or took."),
        ("lucky-jack", "the whole pile, its top card too, is shuffled"),
        ("lucky-jack", "you skip the rest of your draws"),
        ("lucky-jack", "If another reshuffle is needed, the round ends without a winner."),
        ("lucky-jack", "This limit is our own rule"),
        ("lucky-squares", "It may be you."),
        ("lucky-squares", "If your card is open, the new one is open too."),
        ("lucky-squares", "All see that you changed your pick, but not to what."),
        ("lucky-squares", "Forbid can also cancel the lead player's extra action at the end"),
        ("lucky-squares", "Nobody can lose the same action twice, and Forbid has no effect on later rounds."),
        ("lucky-squares", "If the ghost is alone on a square, the coins there go to the bank."),
        ("lucky-squares", "you pick the first square with the most coins, and pass your actions"),
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
