"""The keys: none does two things at once, and none is one that terminals keep for themselves."""

from collections.abc import Iterable

import pytest

from luckytui.games import GAMES
from luckytui.tui.boards import BOARDS
from luckytui.tui.boards.lucky_numbers.model import LETTERS
from luckytui.tui.commands import Command
from luckytui.tui.screens.browse import BrowseScreen
from luckytui.tui.screens.lobby import LobbyScreen
from luckytui.tui.screens.people import PeopleScreen
from luckytui.tui.screens.results import ResultsScreen
from luckytui.tui.screens.table import TableScreen

TYPED = {"lucky-numbers": set(LETTERS)}
"""The letters that lead somewhere on a board without being a command of their own."""
TAKEN_IN_TURNS = {"escape", "z", "b"}
"""The keys of two commands of which only one applies at a time."""
SCREENS = (BrowseScreen, LobbyScreen, PeopleScreen, ResultsScreen, TableScreen)


def keys(commands: Iterable[Command]) -> list[str]:
    return [key for command in commands for key in command.keys.split(",")]


@pytest.mark.parametrize("game", GAMES)
def test_a_board_and_the_table_around_it_share_no_key(game: str) -> None:
    boards = {*keys(BOARDS[game].VERBS), *map(str, range(10)), *TYPED.get(game, ())}
    assert boards & {*keys(TableScreen.VERBS)} <= {"escape", "v"}, "v leads to the results, after the game"


@pytest.mark.parametrize("screen", SCREENS)
def test_a_key_does_one_thing(screen: type[TableScreen]) -> None:
    found = keys(screen.VERBS)
    assert {key for key in found if found.count(key) > 1} <= TAKEN_IN_TURNS


@pytest.mark.parametrize("widget", [*SCREENS, *BOARDS.values()])
def test_no_key_is_one_that_a_terminal_keeps_for_itself(widget: type[TableScreen]) -> None:
    assert [key for key in keys(widget.VERBS) if "+" in key and key != "shift+tab"] == []
