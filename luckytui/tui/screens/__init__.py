"""The screens. Each is imported when it is opened first, so that the program starts quickly."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from luckytui.tui.screens.browse import BrowseScreen
    from luckytui.tui.screens.door import DoorScreen
    from luckytui.tui.screens.games import GamesScreen
    from luckytui.tui.screens.home import GameMenuScreen, HomeScreen
    from luckytui.tui.screens.joining import JoiningScreen
    from luckytui.tui.screens.lobby import LobbyScreen
    from luckytui.tui.screens.pages import GameLogScreen, HelpScreen
    from luckytui.tui.screens.people import PeopleScreen
    from luckytui.tui.screens.results import ResultsScreen
    from luckytui.tui.screens.review import ReviewScreen
    from luckytui.tui.screens.rules import RulesScreen
    from luckytui.tui.screens.settings import SettingsScreen
    from luckytui.tui.screens.setup import OptionsScreen, SetupScreen
    from luckytui.tui.screens.study import LessonScreen
    from luckytui.tui.screens.table import TableScreen
    from luckytui.tui.screens.welcome import WelcomeScreen

__all__ = [
    "BrowseScreen",
    "DoorScreen",
    "GameLogScreen",
    "GameMenuScreen",
    "GamesScreen",
    "HelpScreen",
    "HomeScreen",
    "JoiningScreen",
    "LessonScreen",
    "LobbyScreen",
    "OptionsScreen",
    "PeopleScreen",
    "ResultsScreen",
    "ReviewScreen",
    "RulesScreen",
    "SettingsScreen",
    "SetupScreen",
    "TableScreen",
    "WelcomeScreen",
]

_ELSEWHERE = {
    "GameLogScreen": "pages",
    "GameMenuScreen": "home",
    "HelpScreen": "pages",
    "LessonScreen": "study",
    "OptionsScreen": "setup",
}
"""The modules of those screens that are not called like their module."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if not name.endswith("Screen"):
            raise AttributeError(name)
        module = _ELSEWHERE.get(name) or name.removesuffix("Screen").lower()
        return getattr(import_module(f"{__name__}.{module}"), name)
