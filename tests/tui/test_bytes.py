"""What a terminal is sent: for a key, for a move of somebody else, and for a whole picture, in bytes."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import cast

import pytest
from msgspec.structs import replace
from rich.color import ColorSystem
from rich.console import Console
from textual.pilot import Pilot

from luckytui.client.local import LocalSession
from luckytui.client.session import TableChanged
from luckytui.games import GAMES
from luckytui.games.lucky_squares.rules import LuckySquaresView
from luckytui.shown.navigation import AtTable, EntryPoint
from luckytui.system.viewer import Viewer
from luckytui.table.spec import TableSpec
from luckytui.table.views import MatchView, TableView
from luckytui.tui.app import LuckyApp
from luckytui.tui.frames import Frame
from screenshots import scenes
from tests.tui.running import Elsewhere, running, settle, showing, tell, text

CURSOR_KEY, ON_A_SLOW_LINE = 350, 160
MOVE = 1500
"""What a move of somebody else may cost."""
WHOLE = 16_000
"""What the whole picture may cost in a terminal of 80 columns and 24 lines."""
START = 13_000
"""What may be sent until a game is on the screen: one whole paint, and little more."""
PAGE = 9000
"""What it may cost to open a page, or to close it."""
CHANGE = 2500
"""What it may cost to begin to write, or when something happens."""
TURN_OF_SIX = 6000
"""What a whole turn of Lucky Box with six players may cost, on an average."""
LONG_ENOUGH = 3.0
"""After how many seconds nothing moves any more on a board."""
SEATS = {"lucky-numbers": 4, "lucky-jack": 4, "lucky-box": 4, "lucky-squares": 5}
SIZES = [(60, 20), (160, 45)]
KEYS = ("right", "left", "tab", "right", "up", "down")


@pytest.fixture(autouse=True)
def nothing_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")


class Line:
    """Counts what is sent to a terminal that shows what the app shows."""

    def __init__(self, pilot: Pilot[None], colors: ColorSystem = ColorSystem.TRUECOLOR) -> None:
        self._pilot = pilot
        self._frame = Frame(colors=colors)
        self.whole = self.sent()

    def sent(self) -> int:
        strips = self._pilot.app.screen._compositor.render_strips()
        return len(self._frame.of(strips).render_segments(Console()).encode())

    async def cost(self, key: str) -> int:
        await self._pilot.press(key)
        await settle(self._pilot)
        return self.sent()


def my_turn(game: str) -> TableView:
    """Return a scene late enough for the board to be full, in which the player has a cursor to move."""

    def is_there(shown: MatchView) -> bool:
        return scenes.told(shown) > 60 and shown.prompt > 0 and len(shown.moves) > 3

    return scenes.game(game, SEATS[game], is_there)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}×{size[1]}")
@pytest.mark.parametrize("game", SEATS)
async def test_a_cursor_key_costs_little(game: str, size: tuple[int, int]) -> None:
    async with running(AtTable(scenes.ShownSession(my_turn(game))), size=size) as pilot:
        line = Line(pilot)
        costs = {(number, key): await line.cost(key) for number, key in enumerate(KEYS)}
    assert 0 < max(costs.values()) <= CURSOR_KEY, costs


async def test_a_cursor_key_costs_little_in_the_menu_of_actions() -> None:
    def is_to_act(shown: MatchView) -> bool:
        return shown.prompt > 0 and cast("LuckySquaresView", shown.view).stage == "act"

    acting = scenes.game("lucky-squares", 6, is_to_act)
    async with running(AtTable(scenes.ShownSession(acting))) as pilot:
        line = Line(pilot)
        in_the_menu = {key: await line.cost(key) for key in ("down", "up")}
        await line.cost("v")
        on_the_players = {key: await line.cost(key) for key in ("down", "up")}
    assert 0 < max(in_the_menu.values()) <= CURSOR_KEY, in_the_menu
    assert 0 < max(on_the_players.values()) <= CURSOR_KEY, on_the_players


@pytest.mark.parametrize("game", SEATS)
async def test_a_cursor_key_costs_less_on_a_slow_line(game: str) -> None:
    app = LuckyApp(AtTable(scenes.ShownSession(my_turn(game))), Viewer(is_slow=True))
    async with app.run_test(size=(160, 45)) as pilot:
        await settle(pilot)
        line = Line(pilot, ColorSystem.STANDARD)
        costs = {(number, key): await line.cost(key) for number, key in enumerate(KEYS)}
        app.exit()
    assert 0 < max(costs.values()) <= ON_A_SLOW_LINE, costs


@pytest.mark.parametrize("game", SEATS)
async def test_a_move_of_somebody_else_costs_little_and_the_whole_no_more_than_a_page(game: str) -> None:
    views: list[MatchView] = []

    def is_enough(shown: MatchView) -> bool:
        views.append(shown)
        return scenes.told(shown) > 60 and len(views) > 30 and shown.prompt > 0

    scene = scenes.game(game, SEATS[game], is_enough)
    latest = views[-16:]
    async with showing(replace(scene, match=latest[0])) as (pilot, session):
        line = Line(pilot)
        costs = [await move(pilot, line, session, replace(scene, match=view)) for view in latest[1:]]
    others = [cost for cost, before in zip(costs, latest, strict=False) if not before.prompt]
    assert line.whole <= WHOLE
    assert others
    assert middle(others) <= MOVE, others


async def move(pilot: Pilot[None], line: Line, session: scenes.ShownSession, shown: TableView) -> int:
    await tell(pilot, session, TableChanged(shown))
    return line.sent()


def middle(costs: Sequence[int]) -> int:
    return sorted(costs)[len(costs) // 2]


class OnALine:
    """An app in a terminal, and what it sends there."""

    def __init__(self, pilot: Pilot[None], driver: Elsewhere) -> None:
        self.pilot, self._driver = pilot, driver

    @property
    def text(self) -> str:
        return text(self.pilot)

    async def sends(self, *keys: str) -> int:
        """Press keys, and return how many bytes are sent until nothing moves any more."""
        await self.pilot.press(*keys)
        await asyncio.sleep(LONG_ENOUGH)
        await settle(self.pilot)
        sent, self._driver.sent = self._driver.sent, ""
        return len(sent.encode())


@asynccontextmanager
async def on_a_line(start: EntryPoint) -> AsyncIterator[OnALine]:
    app = LuckyApp(start)
    app.driver_class = Elsewhere
    async with app.run_test(headless=False, size=(80, 24)) as pilot:
        await settle(pilot)
        yield OnALine(pilot, cast("Elsewhere", app._driver))
        app.exit()


def alone(game: str, seats: int) -> AtTable:
    options = GAMES[game].options()
    spec = TableSpec(
        game=game, options=options, name="", seats=seats, seed="bytes", pace=0, levels=("random",)
    )
    return AtTable(LocalSession(spec, "Ana"))


@pytest.fixture
def with_motion(nothing_step_by_step: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "full")


@pytest.mark.usefixtures("with_motion")
async def test_a_start_is_painted_once_and_waiting_costs_nothing() -> None:
    async with on_a_line(alone("lucky-numbers", 4)) as line:
        assert 0 < await line.sends() <= START
        assert "▸ your turn" in line.text
        assert await line.sends() == 0
        on_the_tray = {key: await line.sends(key) for key in ("right", "left")}
        await line.sends("s")
        assert "In your hand" in line.text
        in_the_garden = {key: await line.sends(key) for key in ("left", "right", "up", "down", "tab")}
    assert max(on_the_tray.values()) <= CURSOR_KEY, on_the_tray
    assert 0 < max(in_the_garden.values()) <= CURSOR_KEY, in_the_garden


async def test_a_page_is_sent_once_when_it_opens_and_once_when_it_closes() -> None:
    async with on_a_line(alone("lucky-numbers", 4)) as line:
        await line.sends()
        for key, title in (("question_mark", "Keys"), ("w", "Game log"), ("r", "the rules")):
            assert 0 < await line.sends(key) <= PAGE
            assert title in line.text
            assert 0 < await line.sends("q") <= PAGE
            assert "▸ your turn" in line.text


async def test_talk_costs_little_and_no_cursor_blinks() -> None:
    session = scenes.ShownSession(my_turn("lucky-numbers"))
    async with on_a_line(AtTable(session)) as line:
        await line.sends()
        assert 0 < await line.sends("m") <= CHANGE
        keys = {key: await line.sends(key) for key in ("h", "i", "left", "x", "backspace", "space")}
        assert 0 < max(keys.values()) <= CURSOR_KEY, keys
        assert await line.sends() == 0
        assert 0 < await line.sends("enter") <= CHANGE
        session.tell(TableChanged(scenes.with_talk(my_turn("lucky-numbers"), ("Ben", "hello"))))
        assert 0 < await line.sends() <= CHANGE
        assert "Ben: “hello”" in line.text


@pytest.mark.usefixtures("with_motion")
async def test_a_turn_of_six_players_of_lucky_box_costs_little() -> None:
    def now(shown: str) -> tuple[str, ...]:
        return tuple(re.findall(r"(?:Round|turn) (\d) of", shown))

    async with on_a_line(alone("lucky-box", 6)) as line:
        await line.sends("enter", "right", "enter", "right", "enter")
        assert "turn 1 of 9" in line.text
        assert await line.sends() == 0
        keys = {key: await line.sends(key) for key in ("right", "down", "left", "up", "tab", "1", "9")}
        assert 0 < max(keys.values()) <= CURSOR_KEY, keys
        sent = 0
        for turn in range(1, 4):
            assert now(line.text) == ("1", str(turn))
            sent += await line.sends("right", "down", "tab")
            while now(line.text) == ("1", str(turn)):
                sent += await line.sends("enter")
    assert sent / 3 <= TURN_OF_SIX
