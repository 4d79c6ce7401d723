"""A question to the player: until it is answered, no key and no click does anything else."""

import pytest
from msgspec.structs import replace

from luckytui.client.session import Refused
from luckytui.games import GAMES
from luckytui.table.requests import NewCode, OpenDoor, Remove, Request
from luckytui.table.views import Door, TableView
from luckytui.text import Sentence
from screenshots import scenes
from screenshots.scenes import GUEST_DOOR
from tests.tui.running import nothing_but_answers_acts, press, showing, text

WITH_DOOR = Door(code=scenes.CODE, guests=GUEST_DOOR)
BOARDS = [scenes.game(game, 3, lambda match: len(match.moves) > 1) for game in GAMES]
TABLE = replace(BOARDS[0], door=WITH_DOOR)
LOBBY = replace(scenes.lobby("lucky-jack", owner=True), door=WITH_DOOR)
OVER = replace(scenes.game("lucky-jack", 3, scenes.over, whole=True), door=WITH_DOOR)
BEN = LOBBY.occupants[1].name


@pytest.mark.parametrize(
    ("view", "keys", "answers", "asked"),
    [
        *((board, "q", "q", []) for board in BOARDS),
        (LOBBY, "d", "d", [OpenDoor(on=False)]),
        (LOBBY, "down x", "xc", [Remove(BEN)]),
        (LOBBY, "down x", "cx", [Remove(BEN, keep_code=True)]),
        (TABLE, "e c", "c", [NewCode()]),
        (OVER, "e c", "c", [NewCode()]),
        (OVER, "e down x", "xc", [Remove(BEN)]),
    ],
)
async def test_nothing_acts_behind_a_question(
    view: TableView, keys: str, answers: str, asked: list[Request]
) -> None:
    """`keys` ask, the first of the `answers` does it, and then this is `asked` of the table."""
    async with showing(view) as (pilot, session):
        for key in keys.split():
            await pilot.press(key)
        await nothing_but_answers_acts(pilot, answers)
        assert session.requests == []
        before = await press(pilot, "escape")
        assert await press(pilot, key) != before, "it is asked again"
        await pilot.press(answers[0])
        assert [request for request, _prompt in session.requests] == asked
        assert session.has_left == (not asked)


async def test_ctrl_c_asks_whether_to_leave_instead_and_leaves_the_second_time() -> None:
    async with showing(LOBBY, address=scenes.ADDRESS) as (pilot, session):
        await pilot.press("d", "ctrl+c")
    assert session.has_left, "nothing is asked before a lobby is left"
    async with showing(TABLE) as (pilot, session):
        assert "q: leave" in await press(pilot, "ctrl+c")
        await pilot.press("ctrl+c")
    assert session.has_left


async def test_a_refusal_ends_a_question() -> None:
    async with showing(TABLE) as (pilot, session):
        assert "q: leave" in await press(pilot, "q")
        session.tell(Refused(Sentence("No.")))
        assert "q: leave" not in await press(pilot)
        await pilot.press("escape", "q")
        assert "q: leave" in text(pilot)
