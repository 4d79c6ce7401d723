"""The bots of Super Mega Lucky Box: what they cross, and who of them wins."""

from random import Random

import pytest

from luckytui.bots import make
from luckytui.games.interface import Move
from luckytui.games.lucky_box.rules import LUCKY_BOX, BonusLost, Cross, EndTurn, LuckyBox, LuckyBoxOptions
from luckytui.lab.simulate import play
from tests.games.test_lucky_box import CORNER, PLAIN, card, last_turn_of, player, turn_of, with_ends

QUICK = ("easy", "normal")
"""The levels that do not play the game out."""


def chosen(level: str, state: LuckyBox) -> Move:
    """Return what a bot does; it must not matter which one of its kind it is."""
    choices = {make("lucky-box", level, Random(n)).choose(state.view(0), state.moves(0)) for n in range(4)}
    assert len(choices) == 1
    return choices.pop()


@pytest.mark.parametrize("level", QUICK)
def test_a_cross_that_fills_a_line_is_better_than_one_that_fills_none(level: str) -> None:
    state = turn_of(9, player(card(1, PLAIN), with_ends("star", number=2)))
    assert chosen(level, state) == Cross(2, (2, 2), "number")


def test_easy_pays_nothing_for_a_cross_that_fills_no_line() -> None:
    state = turn_of(9, player(card(1, PLAIN, "x . . . . . . . x"), lightnings=4))
    assert chosen("easy", state) == EndTurn()


def test_in_the_last_turn_normal_pays_for_a_third_star() -> None:
    nearly = with_ends("star", number=2)
    state = last_turn_of(8, player(card(1, PLAIN), nearly, lightnings=4, stars=(0, 0, 0, 2)), in_round=4)
    assert chosen("normal", state) == Cross(2, (2, 2), "number")


def test_normal_sees_the_chain_that_a_cross_starts() -> None:
    """Two cards wait for the 9: with one of them the bonus 5 fills two lines elsewhere."""
    dull = with_ends("moon", number=1)
    chain = with_ends("5", number=2)
    waiting = with_ends("moon", number=3, crossed=". x . x . x . x .")
    state = turn_of(9, player(dull, chain, waiting))
    assert chosen("normal", state) == Cross(2, (2, 2), "number")


def test_normal_does_not_spend_a_question_mark_on_the_last_cell_for_a_bonus_number() -> None:
    state = turn_of(9, player(with_ends("7", "?", crossed=CORNER), card(2, PLAIN, "x x . x . . . . .")))
    state.apply(0, Cross(1, (2, 2), "number"))
    while state.due[0]:
        state.apply(0, make("lucky-box", "normal", Random(0)).choose(state.view(0), state.moves(0)))
    assert not any(isinstance(event, BonusLost) for event in state.held[0])


@pytest.mark.parametrize(("level", "other"), [("easy", "random"), ("normal", "easy")])
@pytest.mark.parametrize("seats", [2, 7])
def test_the_better_bot_scores_more(level: str, other: str, seats: int) -> None:
    better = worse = 0
    for game in range(4):
        levels = [other] * seats
        levels[game % seats] = level
        result = play(LUCKY_BOX, LuckyBoxOptions(), levels, f"match {game}").result
        assert result
        better += result.scores[game % seats] * (seats - 1)
        worse += sum(result.scores) - result.scores[game % seats]
    assert better > worse


@pytest.mark.parametrize("level", QUICK)
def test_a_game_among_bots_can_be_played_again(level: str) -> None:
    one, other = (play(LUCKY_BOX, LuckyBoxOptions(), [level] * 3, "again").record for _ in range(2))
    assert one == other
