"""The pages of rules with their positions, and the lessons, by keys."""

import asyncio
import re

import pytest

from luckytui import rulebook
from luckytui.client.local import LocalSession
from luckytui.games import GAMES
from luckytui.games.lucky_jack.rules import Keep
from luckytui.shown.commands import Command
from luckytui.shown.navigation import AtTable, Home, Learn
from luckytui.table.requests import Act
from luckytui.table.spec import TableSpec
from luckytui.text import _
from luckytui.tui.screens.pages import HelpScreen
from luckytui.tui.screens.rules import Example, RulesScreen
from luckytui.tui.screens.study import PositionScreen
from tests.tui.fitting import in_language
from tests.tui.running import Access, press, running, settle, text

LESSONS = {
    "lucky-numbers": ["enter", "c 2 enter", "6 enter b 1 enter", "enter", "x", "1 2 enter b 3 enter"],
    "lucky-jack": ["5 enter", "n", "3 enter", "5 enter", "d", "x", "n", "1 enter"],
    "lucky-squares": ["3 enter", "4 3 enter", "1 enter"],
    "lucky-box": [
        "right enter right enter down left enter",
        "7 enter",
        "enter",
        "6 enter",
        "enter",
        "4 4 4 enter",
        "enter",
        "enter",
        "enter",
        "enter",
    ],
}
"""The keys of each step, once its text is read."""


def alone(game: str) -> AtTable:
    """Return a seat at a table with a bot, where the player is to move first."""
    spec = TableSpec(game=game, options=GAMES[game].options(), name="", seats=2, seed="b", pace=9.0)
    return AtTable(LocalSession(spec, "Ana"))


@pytest.mark.parametrize("game", GAMES)
async def test_a_lesson_is_played_through_by_keys(game: str) -> None:
    async with running(Learn(game)) as pilot:
        for keys in LESSONS[game]:
            while "read on" in text(pilot):
                await pilot.press("enter")
            await pilot.press(*keys.split())
            assert "the lesson asks for" not in text(pilot), keys
        while "read on" in text(pilot):
            await pilot.press("enter")
        assert "The lesson is over" in text(pilot)


async def test_a_move_that_is_legal_but_not_the_lessons_is_refused_kindly() -> None:
    async with running(Learn("lucky-numbers")) as pilot:
        while "read on" in text(pilot):
            await pilot.press("enter")
        shown = await press(pilot, "enter", "x")
        assert "Here, do what the lesson asks for." in shown
        assert "A 12." in shown


async def test_a_text_that_is_too_long_is_read_page_by_page() -> None:
    async with running(Learn("lucky-jack"), size=(80, 24)) as pilot:
        pages = 1
        while "read on" in text(pilot):
            lines = [line.strip() for line in text(pilot).splitlines()[-5:-2]]
            assert "".join(lines).endswith("."), "a page ends with a sentence"
            await pilot.press("enter")
            pages += 1
        assert pages == 2
        assert "press Enter." in text(pilot)


async def test_a_position_of_the_rules_can_be_tried_and_taken_back() -> None:
    async with running(Home("Ana", Access())) as pilot:
        pilot.app.push_screen(RulesScreen("lucky-numbers"))
        await settle(pilot)
        shown = await press(pilot, "n")
        assert "A set-up with two equal numbers on the diagonal." in shown
        shown = await press(pilot, "n", "n", "n", "n", "enter")
        assert "try it" in shown
        assert "You have drawn a 13." in shown
        shown = await press(pilot, "b", "1", "enter")  # 4 is to its left, 10 below it
        assert "13 does not fit there" in shown
        shown = await press(pilot, "c", "2", "enter")
        assert "This is the result" in shown
        shown = await press(pilot, "z")
        assert "You have drawn a 13." in shown
        shown = await press(pilot, "escape")
        assert "Lucky Numbers: the rules" in shown


async def test_rules_that_are_left_before_they_are_there_do_no_harm() -> None:
    part = rulebook.paragraphs("lucky-numbers")[3]
    async with running(Home("Ana", Access())) as pilot:
        for steps in range(8):
            pilot.app.push_screen(RulesScreen("lucky-numbers", at=part))
            for _step in range(steps):
                await asyncio.sleep(0)
            pilot.app.pop_screen()
            await settle(pilot)
        assert pilot.app.return_code is None


@pytest.mark.parametrize("game", GAMES)
async def test_every_position_can_be_opened(game: str) -> None:
    async with running(Home("Ana", Access())) as pilot:
        for part in rulebook.paragraphs(game):
            for position in part.positions:
                await pilot.app.push_screen(PositionScreen(game, part, position))
                await settle(pilot)
                assert _(part.title) in text(pilot)
                await pilot.app.pop_screen()


async def test_at_the_table_the_rules_open_at_the_decision_without_other_variants() -> None:
    async with running(alone("lucky-numbers")) as pilot:
        shown = await press(pilot, "r")
        first = next(line for line in shown.splitlines()[1:] if line.strip())
        assert "Your turn" in first
        shown_keys = {example.paragraph.key for example in pilot.app.screen.query(Example)}
        assert not shown_keys & {"free", "michael", "tournament", "bruno"}


async def test_a_refusal_names_its_rule_and_r_opens_there() -> None:
    async with running(alone("lucky-jack")) as pilot:
        pilot.app.request(Act(Keep()), 1)
        await settle(pilot)
        assert "r: read “Your turn”" in " ".join(text(pilot).split())
        shown = await press(pilot, "r")
        assert "Your turn" in next(line for line in shown.splitlines()[1:] if line.strip())


async def test_no_line_begins_with_a_mark_that_french_parts_by_a_space() -> None:
    with in_language("fr"):
        async with running(Home("Ana", Access()), (80, 500)) as pilot:
            pilot.app.push_screen(RulesScreen("lucky-squares"))
            await settle(pilot)
            assert "\u202f:" in text(pilot)
            assert re.findall(r"^\s*[:;!?»].*", text(pilot), re.MULTILINE) == []


async def test_no_line_of_the_help_begins_with_such_a_mark() -> None:
    helps = [f"{'x' * length} y\u202f? z" for length in range(30, 60)]
    async with running(Home("Ana", Access()), (60, 80)) as pilot:
        commands = [Command("name", str(place), "", each) for place, each in enumerate(helps)]
        pilot.app.push_screen(HelpScreen({"": commands}))
        await settle(pilot)
        assert "y\u202f?" in text(pilot)
        assert re.findall(r"^\s*[?].*", text(pilot), re.MULTILINE) == []
