"""A click takes the cursor where it is; a click on what is under the cursor is Enter."""

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot

from luckytui.games import GAMES
from luckytui.games.lucky_jack.rules import Decline
from luckytui.shown.model import Place
from luckytui.shown.navigation import AtTable, Home
from luckytui.table.requests import Act
from luckytui.table.views import MatchView
from luckytui.tui.boards.base import Board
from luckytui.tui.clicks import CLICKS_ON, with_clicks
from luckytui.tui.screens.people import People
from luckytui.tui.widgets.choices import Choices
from luckytui.tui.widgets.menu import Menu
from luckytui.tui.widgets.painted import KeyBar, Painted, PromptLine
from screenshots import scenes
from tests.tui.running import Access, press, running, showing, text


async def click(pilot: Pilot[None], kind: type[Painted], place: Place | None = None) -> str:
    """Click on a place of a picture, by default where the cursor is; return the screen."""
    picture = pilot.app.screen.query_one(kind)
    x, y, width, height = (
        picture.canvas.places[place] if place else (*(picture.canvas.cursor or (0, 0)), 1, 1)
    )
    await pilot.click(kind, (x + width // 2, y + height // 2))
    return text(pilot)


async def test_a_row_of_a_menu_is_clicked_twice_to_open_it() -> None:
    async with running(Home("Ana", Access())) as pilot:
        await click(pilot, Menu, ("row", 2))
        assert pilot.app.screen.query_one(Menu).current.name == "join"
        await click(pilot, Menu, ("row", 0))
        await click(pilot, Menu, ("row", 0))
        assert pilot.app.screen.query(Choices), "the set-up"


async def test_a_click_on_a_person_is_about_that_one() -> None:
    async with showing(scenes.lobby("lucky-box", owner=True)) as (pilot, _):
        await click(pilot, People, ("row", 1))
        assert "Remove Ben?" in await press(pilot, "x")
        await pilot.press("escape", "e")
        await click(pilot, People, ("row", 1))
        assert "x: remove Ben" in text(pilot)


async def test_a_tile_is_taken_and_laid_by_clicks_alone() -> None:
    shown = scenes.game("lucky-numbers", 2, lambda match: len(match.moves) > 20)
    async with showing(shown) as (pilot, session):
        board: Any = pilot.app.screen.query_one(Board)
        move = board.model.moves[-1]
        for place in (place for part in board.model.parts(move) for place in part.places):
            while board.model.at != place:
                await click(pilot, Board, place)
            await click(pilot, Board, place)
        assert session.requests == [(Act(move), shown.match and shown.match.prompt)]


async def test_a_click_ends_a_refusal_that_a_running_clock_keeps_above_the_prompt() -> None:
    shown = scenes.game("lucky-numbers", 2, lambda match: len(match.moves) > 20)
    async with showing(replace(shown, match=replace(shown.match, seconds=8.0))) as (pilot, _):
        assert "Not now · v" in await press(pilot, "v")
        board: Any = pilot.app.screen.query_one(Board)
        place = next(each for each in board.model.places if each != board.model.at)
        assert "Not now" not in await click(pilot, Board, place)


@pytest.mark.parametrize("size", [(48, 33), (60, 20), (80, 24), (120, 30)])
async def test_a_card_on_offer_is_clicked_anywhere_on_its_paper(size: tuple[int, int]) -> None:
    shown = scenes.game("lucky-box", 2, lambda match: bool(match.moves))
    async with running(AtTable(scenes.ShownSession(shown)), size=size) as pilot:
        board: Any = pilot.app.screen.query_one(Board)
        cards = {one: board.canvas.places[one] for one in board.model.places if one in board.canvas.places}
        assert len(cards) >= 3
        for place, (x, y, width, height) in cards.items():
            for at in ((0, 0), (width // 2, height // 2), (width - 1, height - 1)):
                assert board.canvas.place_at(x + at[0], y + at[1]) == place
            await click(pilot, Board, place)
            assert board.model.at == place


def chooses_after(told: int, match: MatchView) -> bool:
    return len(match.moves) > 1 and scenes.told(match) > told


@pytest.mark.parametrize("size", [(48, 33), (60, 20), (120, 30), (200, 55)], ids=str)
@pytest.mark.parametrize("game", GAMES)
async def test_where_the_cursor_is_painted_a_click_is_enter(game: str, size: tuple[int, int]) -> None:
    for told in (0, 24):
        shown = scenes.game(game, 3, partial(chooses_after, told))
        async with running(AtTable(scenes.ShownSession(shown)), size=size) as pilot:
            board: Any = pilot.app.screen.query_one(Board)
            if cursor := board.canvas.cursor:  # else it is in the prompt
                assert board.canvas.place_at(*cursor) == board.model.at


def test_no_motion_of_the_mouse_is_asked_for() -> None:
    written: list[str] = []

    class Terminal(HeadlessDriver):
        def write(self, data: str) -> None:
            written.append(data)

    driver: Any = with_clicks(Terminal)
    driver._enable_mouse_support(driver.__new__(driver))
    assert written == [CLICKS_ON]
    assert not any(mode in CLICKS_ON for mode in ("1002", "1003"))


@pytest.mark.parametrize("place", [(0, 0), (59, 19), (999, 999)])
async def test_a_click_beside_everything_does_nothing(place: tuple[int, int]) -> None:
    async with showing(scenes.game("lucky-jack", 2, lambda match: bool(match.moves)), size=(60, 20)) as (
        pilot,
        session,
    ):
        before = await press(pilot)
        board = pilot.app.screen.query_one(Board)
        if place in {(0, 0), (59, 19)}:
            await pilot.click(offset=place)
        assert board.canvas.place_at(*place) is None
        assert text(pilot) == before
        assert session.requests == []


async def test_words_that_name_a_key_are_buttons() -> None:
    shown = scenes.game("lucky-numbers", 2, lambda match: match.view.active == (0,) and len(match.moves) > 1)
    async with showing(shown) as (pilot, session):
        assert "Keys" in await click(pilot, KeyBar, ("press", "?"))
        await pilot.press("escape")
        assert "Enter: lay it" in text(pilot)
        await click(pilot, PromptLine, ("press", "Enter"))
        assert len(session.requests) == 1


async def test_an_answer_with_several_keys_is_a_button_for_the_first() -> None:
    claim = scenes.game("lucky-jack", 5, lambda match: Decline() in match.moves, seed="jack 5")
    async with showing(claim) as (pilot, session):
        assert "n, Enter: pass" in text(pilot)
        await click(pilot, PromptLine, ("press", "n"))
        assert [request for request, _prompt in session.requests] == [Act(Decline())]
