"""The ways to a table: its code, a seat that is kept, watching, a table that was not finished."""

import re
from datetime import datetime

from luckytui.client.listing import TableListing
from luckytui.client.session import Closed, ConnectionChanged, TableChanged
from luckytui.shown.navigation import AtTable, Home
from luckytui.text import Sentence
from screenshots import scenes
from tests.tui.running import (
    KITCHEN,
    NO_CODE,
    WRONG_CODE,
    Access,
    at_home,
    press,
    running,
    settle,
    tell,
    text,
)

VERANDA = TableListing(
    room="03",
    name="veranda",
    game="lucky-squares",
    state="unfinished",
    seats=4,
    taken=2,
    players=("Ana", "Ben"),
    when=datetime(2026, 11, 20, 21, 40),
)
LOBBY = "3 of 4 seats taken"
PLACE = "192.0.2.17:5825"


async def test_a_table_with_a_code_asks_for_it_in_the_list_and_at_home() -> None:
    async with at_home(code="7k") as (pilot, access):
        access.changed([KITCHEN])
        await settle(pilot)
        assert "Lucky Numbers · 1 of 4 seats" in text(pilot)
        assert "The code of kitchen table" in await press(pilot, "up", "enter")
        assert access.joined == [], "nobody is bothered before the code is there"
        assert WRONG_CODE in await press(pilot, "7", "enter")
        assert "7" in text(pilot).splitlines()[21], "what was typed can be mended"
        assert LOBBY in await press(pilot, "end", "k", "enter")
    assert access.joined == [(PLACE, "00", False)] * 2


async def test_the_list_goes_on_while_a_code_is_typed_and_esc_leads_back_to_it() -> None:
    async with at_home(code="7k") as (pilot, access):
        access.changed([KITCHEN])
        shown = await press(pilot, "t", "enter")
        assert "You'll find the code on the host's screen" in shown
        assert shown.splitlines()[-1].split() == ["⏎", "join", "esc", "back"]
        access.changed([KITCHEN, KITCHEN._replace(name="attic", room="01")])
        await settle(pilot)
        assert "You'll find the code on the host's screen" in text(pilot)
        assert "attic" in text(pilot)
        assert "Enter: join this table" in await press(pilot, *"7k", "escape")
        assert "host or host:port" in text(pilot)


async def test_an_address_that_was_typed_asks_for_the_code_of_what_is_there() -> None:
    async with at_home(code="7k") as (pilot, _):
        assert NO_CODE in await press(pilot, "t", "a", *"attic", "enter")
        assert "The code of attic" in text(pilot)
        assert LOBBY in await press(pilot, *"7k", "enter")


async def test_a_seat_that_is_kept_needs_no_code() -> None:
    async with at_home() as (pilot, access):
        access.changed([KITCHEN._replace(mine=True)])
        await settle(pilot)
        assert "▸    Back to your seat: kitchen table  Lucky Numbers" in text(pilot)
        assert LOBBY in await press(pilot, "enter")


async def test_a_seat_that_is_kept_does_not_take_the_cursor_from_where_the_player_took_it() -> None:
    async with at_home() as (pilot, access):
        assert re.search("▸ +o +Host a table", await press(pilot, "down"))
        access.changed([KITCHEN._replace(mine=True)])
        await settle(pilot)
        assert re.search("▸ +o +Host a table", text(pilot))


async def test_w_joins_to_watch() -> None:
    async with at_home() as (pilot, access):
        assert "w watch" not in await press(pilot, "t")
        access.changed([KITCHEN._replace(code=False)])
        await settle(pilot)
        assert "w watch" in text(pilot)
        await pilot.press("w")
    assert access.joined == [(PLACE, "00", True)]


async def test_unfinished_tables_are_resumed_from_the_home_screen() -> None:
    async with at_home(unfinished=[VERANDA]) as (pilot, access):
        assert "Resume veranda" in text(pilot)
        assert re.search(r"Lucky Squares · Ana, Ben +Nov 20, 2026 21:40", text(pilot))
        access.left_unfinished = ()
        assert LOBBY in await press(pilot, "up", "enter")
        assert "Resume" not in await press(pilot, "q"), "it is looked for again"
    assert access.resumed == [VERANDA.room]


async def test_a_table_that_cannot_be_resumed_says_why() -> None:
    async with at_home(closed=True, unfinished=[VERANDA]) as (pilot, _):
        assert "Nobody hosts there." in await press(pilot, "up", "enter")


async def test_home_shows_as_many_tables_as_there_is_room_for() -> None:
    many = [VERANDA._replace(room=str(number), name=f"table {number}") for number in range(9)]
    async with at_home(unfinished=many) as (pilot, access):
        access.changed([KITCHEN._replace(room=str(number)) for number in range(9)])
        await settle(pilot)
        assert (text(pilot).count("Resume"), text(pilot).count("kitchen table")) == (2, 3)
        assert "⏎ choose" in text(pilot).splitlines()[23]


async def test_of_many_tables_those_around_the_cursor_are_listed() -> None:
    async with at_home(code="7k") as (pilot, access):
        access.changed([KITCHEN._replace(room=str(number), name=f"table {number}") for number in range(64)])
        assert re.search(r"▸ .  table 0 ", await press(pilot, "t"))
        assert re.search(r"▸ .  table 63 ", await press(pilot, "up"))
        assert "The code of table 63" in await press(pilot, "enter")


async def test_a_connection_that_is_lost_while_joining_is_explained() -> None:
    session = scenes.SilentSession(scenes.lobby("lucky-numbers", owner=False), address=scenes.ADDRESS)
    async with running(AtTable(session)) as pilot:
        for trouble in ("The connection to the host was lost.", "Nobody is hosting there."):
            assert trouble in await tell(pilot, session, ConnectionChanged(Sentence(trouble)))
            assert "Trying again." in text(pilot)
        assert f"Joining the table at {PLACE} …" in await tell(pilot, session, ConnectionChanged(None))
        assert trouble not in text(pilot)
        assert LOBBY in await tell(pilot, session, TableChanged(scenes.lobby("lucky-numbers", owner=False)))


async def test_a_table_that_cannot_be_joined_after_all_says_why_at_home() -> None:
    access = Access()
    access.session = scenes.SilentSession(scenes.lobby("lucky-numbers", owner=False), address=scenes.ADDRESS)
    async with running(Home("Ana", access)) as pilot:
        await pilot.press("t", "a", *"attic", "enter")
        access.session.tell(Closed(Sentence("Every seat here is taken.")))
        await settle(pilot)
        assert "Every seat here is taken." in text(pilot)
        assert "Play alone" in text(pilot)


async def test_a_table_may_be_open_to_anyone() -> None:
    async with at_home() as (pilot, access):
        assert "Who can join" not in await press(
            pilot, "o", "enter", "q", "o", *["down"] * 5, "right", "enter", "q", "p"
        )
    assert [spec.open for spec in access.opened] == [False, True]


async def test_what_was_wrong_with_a_code_goes_as_soon_as_another_one_is_typed() -> None:
    async with at_home(code="7k") as (pilot, _):
        assert WRONG_CODE in await press(pilot, "t", "a", *"attic", "enter", *"9z", "enter")
        shown = await press(pilot, "7")
        assert WRONG_CODE not in shown
        assert "You'll find the code on the host's screen." in shown
        assert "seats taken" in await press(pilot, "k", "enter"), "what was wrong is replaced"
