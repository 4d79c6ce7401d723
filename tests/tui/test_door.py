"""The host's side of the door for guests: the lobby says how they get in, and opens and closes it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import segno
from msgspec.structs import replace
from textual.geometry import Size

from luckytui.client.last_game import LastGame
from luckytui.client.session import TableChanged
from luckytui.shown.navigation import AtTable, Home
from luckytui.system.viewer import Viewer
from luckytui.table.requests import OpenDoor
from luckytui.table.views import Door, GuestDoor, TableView
from luckytui.text import Sentence
from luckytui.tui.app import LuckyApp
from luckytui.tui.canvas import Canvas
from luckytui.tui.screens.door import put_qr, qr_size
from screenshots import scenes
from screenshots.scenes import GUEST_DOOR
from tests.tui.running import Access, press, running, settle, text

SHORT, LONG = "http://10.0.0.7:80/", "http://192.168.178.123:58273/"
FULL = scenes.lobby("lucky-box", owner=True, people=10)


def opened(table_view: TableView, guests: GuestDoor | None = GUEST_DOOR) -> TableView:
    return replace(table_view, door=Door(code=scenes.CODE, guests=guests))


LOBBY = scenes.lobby("lucky-numbers", owner=True)


def at(table_view: TableView) -> tuple[AtTable, scenes.ShownSession]:
    session = scenes.ShownSession(table_view, address=scenes.ADDRESS, code=scenes.CODE)
    return AtTable(session), session


def blocks_of(rows: list[str]) -> list[str]:
    """Return the squares that half blocks show, "#" for a light one."""
    lit = {"█": "##", "▀": "#.", "▄": ".#", " ": ".."}
    return ["".join(lit[cell][half] for cell in row) for row in rows for half in (0, 1)]


@pytest.mark.parametrize("web", [SHORT, LONG])
@pytest.mark.parametrize("large", [False, True])
def test_a_qr_code_is_what_a_phone_reads(web: str, large: bool) -> None:
    width, height = qr_size(web)
    assert (width <= 37, height <= 19) == (True, True)
    canvas = Canvas(Size(2 * width, 2 * height))
    put_qr(canvas, 0, 0, web, large=large)
    drawn = blocks_of(["".join(cell.text for cell in row) for row in canvas.rows])
    wide = 2 if large else 1
    assert [row[::wide][:width] for row in drawn[::wide][:width]] == [
        "".join(".#"[not dark] for dark in row)
        for row in segno.make_qr(web.upper(), error="l").matrix_iter(border=2)
    ]


async def test_the_lobby_says_how_guests_get_in_and_what_plain_http_means() -> None:
    async with running(at(opened(LOBBY))[0], (120, 30)) as pilot:
        shown = text(pilot)
        assert f"ssh -p 5826 {scenes.ADDRESS.host}  384 192 576" in shown
        assert "host key" in shown
        assert f"http://{scenes.ADDRESS.host}:5827/" in shown
        assert "not encrypted: others on" in shown


async def test_an_open_table_asks_guests_for_no_code() -> None:
    async with running(at(opened(LOBBY, replace(GUEST_DOOR, code=None)))[0]) as pilot:
        assert f"ssh -p 5826 {scenes.ADDRESS.host}  no code" in text(pilot)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (160, 45)])
@pytest.mark.parametrize("table_view", [LOBBY, FULL], ids=["four", "twelve"])
async def test_ways_and_code_are_there_at_every_size(table_view: TableView, size: tuple[int, int]) -> None:
    async with running(at(opened(table_view))[0], size=size) as pilot:
        shown = text(pilot)
        for words in (
            f"ssh -p 5826 {scenes.ADDRESS.host}",
            f"http://{scenes.ADDRESS.host}:5827",
            "384 192 576",
        ):
            assert words in shown
        assert f"luckytui join {scenes.ADDRESS}" in shown
        assert has_qr(shown) == (size[0] >= 80)


def has_qr(shown: str) -> bool:
    return "█" * 25 in shown


async def test_a_terminal_with_nothing_but_ascii_gets_no_qr_code() -> None:
    start, _session = at(opened(LOBBY))
    app = LuckyApp(start, Viewer(is_ascii=True))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert not has_qr(text(pilot))
        await pilot.press("Q")
        assert f"http://{scenes.ADDRESS.host}:5827/" in text(pilot)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_qr_code_can_be_shown_large(size: tuple[int, int]) -> None:
    async with running(at(opened(LOBBY))[0], size=size) as pilot:
        shown = await press(pilot, "Q")
        assert has_qr(shown)
        assert "384 192 576" in shown
        assert "listen" in shown
        assert has_qr(await press(pilot, "escape")) == (size[0] >= 80)


async def test_between_games_the_page_of_players_leads_to_the_qr_code() -> None:
    over = scenes.game("lucky-jack", 2, scenes.over)
    async with running(at(opened(over))[0]) as pilot:
        assert "QR code" in await press(pilot, "e")
        assert has_qr(await press(pilot, "Q"))


async def test_the_owner_opens_the_door_with_a_key_and_closes_it_when_sure() -> None:
    start, session = at(opened(LOBBY, None))
    async with running(start) as pilot:
        assert "Opening the door …" in await press(pilot, "d")
        assert session.requests == [(OpenDoor(on=True), 0)]
        session.tell(TableChanged(opened(LOBBY)))
        assert "close the door" in await press(pilot)
        assert "Guests who came in this way lose the connection." in await press(pilot, "d")
        assert len(session.requests) == 1
        await pilot.press("d")
        assert session.requests[1:] == [(OpenDoor(on=False), 0)]


async def test_the_lobby_says_why_the_door_does_not_open() -> None:
    trouble = GuestDoor(trouble=Sentence("The door for guests does not open: {why}.", {"why": "no room"}))
    async with running(at(opened(LOBBY, trouble))[0]) as pilot:
        assert "The door for guests does not open: no room." in text(pilot)
        assert "ssh" not in text(pilot)


async def test_a_guest_is_not_shown_the_code_of_the_table() -> None:
    table_view = opened(scenes.lobby("lucky-numbers", owner=False))
    app = LuckyApp(AtTable(scenes.ShownSession(table_view)), Viewer(is_guest=True))
    async with app.run_test() as pilot:
        await settle(pilot)
        assert scenes.CODE not in text(pilot)
        assert scenes.CODE not in await press(pilot, "e")


@asynccontextmanager
async def hosting(access: Access) -> AsyncIterator[list[bool]]:
    async with running(Home("Ana", access)) as pilot:
        assert "Door for guests" in await press(pilot, "o", *["down"] * 6, "right")
        await pilot.press("enter")
        yield access.doors


async def test_the_set_up_opens_a_table_with_a_door_and_so_does_again() -> None:
    access = Access()
    async with hosting(access) as doors:
        assert doors == [True]
    assert isinstance(access.last, LastGame)
    async with running(Home("Ana", access)) as pilot:
        await pilot.press("enter")
    assert access.doors == [True, True]


async def test_the_command_to_join_is_copied_without_the_code() -> None:
    app = LuckyApp(at(LOBBY)[0])
    async with app.run_test() as pilot:
        await settle(pilot)
        assert "Copied: luckytui join 192.0.2.17:5825" in await press(pilot, "y")
        assert app.clipboard == "luckytui join 192.0.2.17:5825"
