"""What a terminal is sent: for a key, for a move of somebody else, and for a whole picture, in bytes."""

from collections.abc import Sequence
from typing import cast

import pytest
from msgspec.structs import replace
from rich.color import ColorSystem
from rich.console import Console
from textual.pilot import Pilot

from luckytui.client.session import TableChanged
from luckytui.games.lucky_squares import LuckySquaresView
from luckytui.table.views import MatchView, TableView
from luckytui.tui.app import LuckyApp
from luckytui.tui.frames import Frame
from luckytui.tui.navigation import AtTable
from luckytui.viewer import Viewer
from screenshots import scenes
from tests.tui.running import running, settle

CURSOR_KEY, ON_A_SLOW_LINE = 350, 160
MOVE = 1500
"""What a move of somebody else may cost."""
WHOLE = 16_000
"""What the whole picture may cost in a terminal of 80 columns and 24 lines."""
SEATS = {"lucky-numbers": 4, "lucky-jack": 4, "lucky-box": 4, "lucky-squares": 5}
SIZES = [(60, 20), (80, 24), (160, 45)]
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


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}×{size[1]}")
@pytest.mark.parametrize("game", SEATS)
async def test_a_cursor_key_costs_less_on_a_slow_line(game: str, size: tuple[int, int]) -> None:
    app = LuckyApp(AtTable(scenes.ShownSession(my_turn(game))), Viewer(is_slow=True))
    async with app.run_test(size=size) as pilot:
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
    session = scenes.ShownSession(replace(scene, match=latest[0]))
    async with running(AtTable(session)) as pilot:
        line = Line(pilot)
        costs = [await move(pilot, line, session, replace(scene, match=view)) for view in latest[1:]]
    others = [cost for cost, before in zip(costs, latest, strict=False) if not before.prompt]
    assert line.whole <= WHOLE
    assert others
    assert middle(others) <= MOVE, others


async def move(pilot: Pilot[None], line: Line, session: scenes.ShownSession, shown: TableView) -> int:
    session.tell(TableChanged(shown))
    await settle(pilot)
    return line.sent()


def middle(costs: Sequence[int]) -> int:
    return sorted(costs)[len(costs) // 2]
