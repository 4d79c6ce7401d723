"""A player who does something else is called when their turn comes; the window's title goes back after it."""

from collections.abc import Mapping
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from luckytui.settings import Settings
from luckytui.shown.navigation import Home
from luckytui.system.viewer import Viewer
from luckytui.table.views import TableView
from luckytui.tui.app import LuckyApp
from luckytui.tui.attention import Attention
from screenshots import scenes
from tests.tui.running import Access

TURN = scenes.game("lucky-jack", 3, lambda shown: shown.prompt > 0 and scenes.told(shown) > 30)
DEFAULT = Settings()
TITLE = "\x1b[22;2t\x1b]2;▸ your turn · Lucky Jack\x1b\\"
TITLE_BACK = "\x1b]2;luckytui\x1b\\\x1b[23;2t"


def asked(prompt: int) -> TableView:
    return replace(TURN, match=replace(TURN.match, prompt=prompt))


class Called:
    """What was written, at a clock that goes as it is told."""

    def __init__(self, settings: Settings = DEFAULT, environment: Mapping[str, str] = {}) -> None:
        self.now = 0.0
        self.written: list[str] = []
        self.attention = Attention(
            self.written.append, lambda: settings, {"TERM": "xterm"} | dict(environment), lambda: self.now
        )

    def hear(self, prompt: int, *, after: float) -> list[str]:
        self.now += after
        self.written.clear()
        self.attention.hear(asked(prompt))
        return [*self.written]


def test_who_has_pressed_no_key_for_three_seconds_is_called_once_for_each_turn() -> None:
    called = Called()
    assert called.hear(1, after=3) == ["\a", TITLE]
    assert called.hear(1, after=5) == []
    assert called.hear(0, after=1) == [TITLE_BACK]
    assert called.hear(2, after=1) == ["\a", TITLE]
    assert called.hear(3, after=1) == ["\a", TITLE.removeprefix("\x1b[22;2t")]


def test_who_plays_is_not_called() -> None:
    called = Called()
    called.now = 10
    called.attention.touched = called.now
    assert called.hear(1, after=2.9) == []
    assert called.hear(0, after=0) == []


def test_nobody_is_called_when_a_decision_is_gone() -> None:
    called = Called()
    called.attention.touched = called.now
    assert called.hear(1, after=1) == []
    assert called.hear(0, after=20) == []


def test_the_title_goes_back_on_leaving() -> None:
    called = Called()
    called.hear(1, after=3)
    called.attention.end()
    assert called.written[2:] == [TITLE_BACK]
    called.attention.end()
    assert called.written[3:] == []


@pytest.mark.parametrize(
    ("settings", "written"),
    [
        (Settings(bell=False), [TITLE]),
        (Settings(title=False), ["\a"]),
        (Settings(bell=False, title=False), []),
    ],
)
def test_each_can_be_turned_off(settings: Settings, written: list[str]) -> None:
    assert Called(settings).hear(1, after=3) == written


@pytest.mark.parametrize(
    ("environment", "notification"),
    [
        ({"TERM_PROGRAM": "iTerm.app"}, "\x1b]9;▸ your turn · Lucky Jack\x1b\\"),
        ({"TERM": "xterm-kitty"}, "\x1b]9;▸ your turn · Lucky Jack\x1b\\"),
        ({"TERM_PROGRAM": "WezTerm"}, "\x1b]777;notify;luckytui;▸ your turn · Lucky Jack\x1b\\"),
        ({"TERM": "foot"}, "\x1b]777;notify;luckytui;▸ your turn · Lucky Jack\x1b\\"),
    ],
)
def test_a_terminal_with_notifications_shows_one(environment: dict[str, str], notification: str) -> None:
    assert Called(environment=environment).hear(1, after=3) == ["\a", TITLE, notification]
    assert Called(Settings(notification=False), environment).hear(1, after=3) == ["\a", TITLE]


def test_a_console_has_no_title() -> None:
    assert Called(environment={"TERM": "linux"}).hear(1, after=3) == ["\a"]


async def test_a_terminal_without_signs_is_called_in_ascii() -> None:
    app = LuckyApp(Home("Ana", Access()), Viewer(is_ascii=True))
    async with app.run_test() as pilot:
        written: list[str] = []
        with patch.object(app._driver, "write", written.append):
            app.attention.touched -= 10
            app.attention.hear(asked(1))
        await pilot.pause()
    assert "".join(written).isascii()
    assert "> your turn" in "".join(written)
