"""The keys: none does two things at once, and none is one that terminals keep for themselves."""

from collections.abc import Iterable

import pytest

from luckytui.games import GAMES
from luckytui.shown.commands import Command
from luckytui.tui.app import LuckyApp
from luckytui.tui.boards import BOARDS
from luckytui.tui.commands import KEPT, changeable, key_problem, together
from luckytui.tui.screens.browse import BrowseScreen
from luckytui.tui.screens.lobby import LobbyScreen
from luckytui.tui.screens.people import PeopleScreen
from luckytui.tui.screens.results import ResultsScreen
from luckytui.tui.screens.table import TableScreen

TYPED = {"lucky-numbers": set("abcd")}
"""The letters that lead somewhere on a board without being a command of their own."""
TAKEN_IN_TURNS = {"escape", "z", "b", "c", "l", "d"}
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


def test_no_key_is_one_that_tmux_screen_or_flow_control_keeps_for_itself() -> None:
    used = {*keys(changeable().values()), LuckyApp.COMMAND_PALETTE_BINDING}
    assert not used & {*KEPT}
    assert {"ctrl+b", "ctrl+a", "ctrl+s", "ctrl+q"} <= {*KEPT}
    assert {key for key in used if "+" in key} == {"shift+tab", "ctrl+p"}


def test_commands_that_the_settings_call_alike_have_the_same_keys() -> None:
    found: dict[str, set[str]] = {}
    for verbs in together():
        for command in verbs:
            found.setdefault(command.id, set()).add(command.keys)
    assert {name: keys for name, keys in found.items() if len(keys) > 1} == {}


def test_every_command_can_keep_the_key_that_it_has() -> None:
    problems = [key_problem(name, command.keys) for name, command in changeable().items()]
    assert [str(problem) for problem in problems if problem] == []
