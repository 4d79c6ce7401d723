"""Several people are shown screens by one program: nothing of one person's reaches another's."""

import builtins
import gettext
import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

import luckytui.text
from luckytui.client.session import Closed
from luckytui.games import GAMES
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.lab import analysis
from luckytui.lab.analysis import Analysis
from luckytui.lab.simulate import play
from luckytui.settings import Settings, save, settings_file
from luckytui.shown.commands import keys_of
from luckytui.shown.navigation import AtTable, EntryPoint, Replay
from luckytui.system.viewer import BUTTONS, Viewer, showing_to
from luckytui.table.record import Record
from luckytui.table.views import TableView
from luckytui.text import Sentence
from luckytui.tui.app import LuckyApp
from luckytui.tui.commands import available
from luckytui.tui.themes import SIXTEEN
from screenshots import scenes
from tests.tui.running import Elsewhere, settle

LOBBY = scenes.lobby("lucky-box", owner=False)
COLORFUL = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "en_GB.UTF-8"}
SHOUTING = {"TERM": "linux", "LANG": "xx_XX.UTF-8"}


def turn() -> TableView:
    return scenes.game("lucky-jack", 3, lambda shown: shown.prompt > 0 and scenes.told(shown) > 30)


class Shouted(gettext.NullTranslations):
    """A language of capitals."""

    def gettext(self, message: str) -> str:
        return message if "{" in message else message.upper()


@pytest.fixture(autouse=True)
def _a_second_language(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogues = {"en": gettext.NullTranslations(), "xx": Shouted()}
    monkeypatch.setattr(luckytui.text, "LANGUAGES", tuple(catalogues))
    monkeypatch.setattr(luckytui.text, "_catalogue", catalogues.__getitem__)


@pytest.fixture(autouse=True)
def _no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


class Guest:
    """Somebody in front of such a terminal."""

    def __init__(self, pilot: Pilot[None], session: scenes.ShownSession) -> None:
        self.pilot, self.session = pilot, session
        assert isinstance(pilot.app, LuckyApp)
        self.app = pilot.app

    async def sees(self, *keys: str) -> str:
        """Press keys, and return what was sent because of them, without the colors."""
        return re.sub(r"\x1b\[[\d;]*[A-Za-z]", " ", await self.is_sent(*keys))

    async def is_sent(self, *keys: str) -> str:
        await self.pilot.press(*keys)
        await settle(self.pilot)
        driver = self.app._driver
        assert isinstance(driver, Elsewhere)
        sent, driver.sent = driver.sent, ""
        return sent


@asynccontextmanager
async def guest(environment: Mapping[str, str], table_view: Any = LOBBY) -> AsyncIterator[Guest]:
    session = scenes.ShownSession(table_view)
    async with beginning(AtTable(session), environment, session) as shown:
        yield shown


@asynccontextmanager
async def beginning(
    start: EntryPoint, environment: Mapping[str, str], session: scenes.ShownSession
) -> AsyncIterator[Guest]:
    app = LuckyApp(start, Viewer(environment=environment, is_guest=True))
    app.driver_class = Elsewhere
    async with app.run_test(headless=False) as pilot:
        await settle(pilot)
        yield Guest(pilot, session)
        app.exit()


async def test_each_reads_their_own_language() -> None:
    async with guest(COLORFUL) as ana, guest(SHOUTING) as ben:
        assert "Waiting for the host to start the game." in await ana.sees()
        assert "WAITING FOR THE HOST TO START THE GAME." in await ben.sees()
        assert "Send a message to everyone" in await ana.sees("question_mark")
        assert "SEND A MESSAGE TO EVERYONE" in await ben.sees("question_mark")


async def test_each_changes_their_language_for_themselves_while_the_app_runs() -> None:
    async with guest(COLORFUL) as ana, guest(COLORFUL) as ben:
        await ana.sees(), await ben.sees()
        ana.app.change_setting("language", "xx")
        assert "SEND A MESSAGE TO EVERYONE" in await ana.sees("question_mark")
        assert "Send a message to everyone" in await ben.sees("question_mark")


async def test_where_the_page_has_buttons_the_terminal_has_no_key_bar() -> None:
    async with guest(COLORFUL | {BUTTONS: "1"}) as ana, guest(COLORFUL) as ben:
        assert "? help" not in re.sub(" +", " ", await ana.sees())
        assert "? help" in re.sub(" +", " ", await ben.sees())
        ana.app.use_environment(COLORFUL)  # from a phone to a computer, which has another size
        await ana.pilot.resize_terminal(100, 30)
        assert "? help" in re.sub(" +", " ", await ana.sees())


async def test_each_has_the_colors_of_their_terminal() -> None:
    async with guest(COLORFUL) as ana, guest(SHOUTING) as ben:
        assert (ana.app.theme, ben.app.theme) == ("dark", SIXTEEN)
        assert "8;2;" in await ana.is_sent()
        assert not re.search("8;[25];", await ben.is_sent())


async def test_each_has_a_theme_and_keys_of_their_own() -> None:
    async with guest(COLORFUL, turn()) as ana, guest(COLORFUL, turn()) as ben:
        for name, value in {"theme": "light", "keys": {"table.say": "f5"}}.items():
            ana.app.change_setting(name, value)
        assert ana.app.settings == Settings(theme="light", keys={"table.say": "f5"})
        assert (ana.app.theme, ben.app.theme) == ("light", "dark")
        assert " f5 " in await ana.sees("question_mark")
        assert " m " in await ben.sees("question_mark")


async def test_settings_last_for_the_session_and_touch_no_file() -> None:
    save(theme="light", name="Host", bell=False)
    file = settings_file().read_bytes()
    async with guest(COLORFUL) as ana:
        assert ana.app.settings == Settings()
        shown = await ana.sees("comma")
        assert "settings.toml" not in shown
        assert "Your name" not in shown
        assert "Bots' speed" not in shown
        assert "Lines only" not in shown
        await ana.sees("down", "right")
        assert ana.app.settings != Settings()
    assert settings_file().read_bytes() == file


async def test_the_own_terminal_of_the_program_is_nothing_to_a_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("LANGUAGE", "xx")
    async with guest(COLORFUL) as ana, guest(COLORFUL | {"NO_COLOR": ""}) as ben:
        assert "8;2;" in await ana.is_sent()
        assert "Send a message" in await ana.sees("question_mark")
        assert "8;2;" not in await ben.is_sent()


async def test_a_bell_rings_at_the_guest_whose_turn_it_is() -> None:
    async with guest(COLORFUL) as ana, guest(COLORFUL) as ben:
        await ana.is_sent(), await ben.is_sent()
        ana.app.attention.touched -= 10
        ana.app.attention.hear(turn())
        assert "\a" in await ana.is_sent()
        assert "\a" not in await ben.is_sent()


@pytest.mark.parametrize("first", [0, 1])
async def test_in_whatever_order_they_end_the_program_keeps_output_and_signals(first: int) -> None:
    numbers = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
    before = [sys.stdout, sys.stderr, *map(signal.getsignal, numbers)]
    guests = [guest(COLORFUL), guest(COLORFUL)]
    for each in guests:
        await each.__aenter__()
        assert [sys.stdout, sys.stderr, *map(signal.getsignal, numbers)] == before
    for each in (guests[first], guests[1 - first]):
        await each.__aexit__(None, None, None)
        assert [sys.stdout, sys.stderr, *map(signal.getsignal, numbers)] == before


async def test_a_guest_whose_table_closes_is_told_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    async with guest(COLORFUL) as ana:
        ana.session.tell(Closed(Sentence("The host closed the table.")))
        await ana.pilot.pause()
    assert ana.app.goodbye == "The host closed the table."
    assert capsys.readouterr() == ("", "")


async def test_a_guest_whose_terminal_is_gone_keeps_the_seat() -> None:
    async with guest(COLORFUL) as ben:
        await ben.app.close()
    assert not ben.session.has_left


async def test_no_command_of_a_guest_reaches_a_file_or_starts_a_program() -> None:
    used: list[str] = []

    def watched(patch: pytest.MonkeyPatch, module: object, name: str) -> None:
        original = getattr(module, name)

        def use(what: object, *more: object, **keywords: object) -> object:
            if not str(what).startswith(str(Path(luckytui.text.__file__).parent)):
                used.append(f"{name} {what}")
            return original(what, *more, **keywords)

        patch.setattr(module, name, use)

    tried = {"leave"}
    for table_view in (turn(), scenes.game("lucky-jack", 2, scenes.over)):
        async with guest(COLORFUL, table_view) as ben:
            with pytest.MonkeyPatch.context() as patch:
                for module, name in ((builtins, "open"), (io, "open"), (os, "open"), (subprocess, "Popen")):
                    watched(patch, module, name)
                screen = ben.app.screen
                commands = {each.command.name: each.command for each in available(screen.focused or screen)}
                for command in [each for each in commands if each not in tried]:
                    await ben.sees(keys_of(commands[command])[0], "enter", "escape")
            tried |= commands.keys()
    assert used == []


async def test_who_leaves_a_review_takes_the_analysis_from_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = Future[tuple[Record, Analysis]]()
    monkeypatch.setattr(analysis, "later", lambda _text: shared)
    record = play(GAMES["lucky-numbers"], LuckyNumbersOptions(), ["random", "random"], "seed").record
    async with beginning(Replay(record), COLORFUL, scenes.ShownSession(LOBBY)):
        pass
    assert not shared.cancelled()


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "xx_XX.UTF-8"}, "xx"),
        ({"LANG": "xx@euro"}, "xx"),
        ({"LANG": "xx", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "yy:xx", "LANG": "en_GB"}, "xx"),
        ({"LC_MESSAGES": "xx", "LANG": "en_GB"}, "xx"),
        ({"LANG": "../../etc"}, "en"),
    ],
)
def test_the_language_is_what_the_environment_prefers(environment: dict[str, str], language: str) -> None:
    with showing_to(Viewer(environment=environment)):
        assert luckytui.text.language() == language
