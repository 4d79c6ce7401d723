"""Pig keeps to what luckytui asks of every game, and to its own rules."""

from pig.rules import PIG, Hold, PigOptions, Roll, Show

from luckytui.games import GAMES
from luckytui.games.interface import CHANCE
from luckytui.testing import Conformance


class TestPig(Conformance):
    key = "pig"


def test_it_is_installed() -> None:
    assert GAMES["pig"] is PIG


def test_a_one_loses_what_was_rolled_in_this_turn() -> None:
    state = PIG.new(2, PigOptions())
    for pips in (6, 1):
        state.apply(0, Roll())
        state.apply(CHANCE, Show(pips))
    assert state.view(0).points == (0, 0)
    assert state.active == {1}


def test_who_holds_at_the_goal_wins() -> None:
    state = PIG.new(2, PigOptions(goal=20))
    for pips in (6, 6, 6, 2):
        state.apply(0, Roll())
        state.apply(CHANCE, Show(pips))
    state.apply(0, Hold())
    assert state.result.winners == (0,)
