"""What the tests of the screens share: an app that starts quickly, and played time."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from textual._context import active_app
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.screen import UPDATE_PERIOD
from textual.timer import Timer

from luckytui import settings
from tests.tui.played_loop import PlayedLoop

CLOCKS = (
    "textual._time.get_time",
    "luckytui.tui.screens.table.monotonic",
    "luckytui.tui.widgets.painted.monotonic",
)
"""What reads the time beside the loop."""


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Let time be played in every test of a screen."""
    return {"played": PlayedLoop}


@pytest.fixture(autouse=True, scope="session")
def _style_sheets_are_parsed_once() -> Iterator[None]:
    """Keep what Textual has parsed, for all apps: a fifth of what an app needs to start."""
    parse, parsed = Stylesheet._parse_rules, dict[object, list[RuleSet]]()

    def parse_once(sheet: Stylesheet, *css: Any, **more: Any) -> list[RuleSet]:
        key = (css, *more.items(), *sheet._variables.items())
        if key not in parsed:
            parsed[key] = parse(sheet, *css, **more)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield


@pytest.fixture(autouse=True)
def _every_question_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give no answer by itself, where there is only one: tests press the keys for it."""
    monkeypatch.setitem(settings._asked, "only_answer", False)


@pytest.fixture(autouse=True)
def _an_app_is_waited_for_until_it_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pilot wait until no task can go on, no thread works and no picture is due.

    Textual waits until little processor time is used: for 20 ms at least, and on a busy machine perhaps
    not until the app has done its work. It also sends each widget a message to hear that it has answered
    all that came before, which is a tenth of all that a test of a screen does.
    """

    async def rest(*_what: object) -> bool:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PlayedLoop)
        await loop.rest(UPDATE_PERIOD)
        return True

    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", rest)
    monkeypatch.setattr(Pilot, "_wait_for_screen", rest)


@pytest.fixture(autouse=True)
def _timers_end_with_their_app(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no timer tick when its app has ended: the one for the next picture would, until all is closed."""
    tick = Timer._tick

    async def tick_while_the_app_runs(timer: Timer, **what: Any) -> None:
        if active_app.get()._exit:
            timer.pause()
        else:
            await tick(timer, **what)

    monkeypatch.setattr(Timer, "_tick", tick_while_the_app_runs)


@pytest.fixture(autouse=True)
def _every_clock_shows_played_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for clock in CLOCKS:
        monkeypatch.setattr(clock, lambda: asyncio.get_running_loop().time())
