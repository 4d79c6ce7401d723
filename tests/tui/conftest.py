"""What the tests of the screens share: an app that starts quickly, and is waited for as long as it works."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.screen import UPDATE_PERIOD


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


@pytest.fixture(autouse=True, scope="session")
def _an_app_is_waited_for_until_it_rests() -> Iterator[None]:
    """Let the pilot wait until no task can go on and no picture is due.

    Textual waits until little processor time is used: for 20 ms at least, and on a busy machine perhaps
    not until the app has done its work.
    """

    async def rest(*_limits: float) -> None:
        loop: Any = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(0)
            next_frame = loop.time() + UPDATE_PERIOD
            due = [timer.when() for timer in loop._scheduled if not timer.cancelled()]
            if not loop._ready and min(due, default=next_frame) >= next_frame:
                return
            await asyncio.sleep(0 if loop._ready else UPDATE_PERIOD)

    with pytest.MonkeyPatch.context() as patch:
        for module in ("app", "pilot"):
            patch.setattr(f"textual.{module}.wait_for_idle", rest)
        yield
