"""What the tests of the boards share: a table as a player sees it, its picture, and what its keys do."""

from collections.abc import Sequence
from typing import Any

from textual.geometry import Size

from luckytui.games.interface import Event, Move
from luckytui.shown.navigation import AtTable
from luckytui.table.views import MatchView, Occupant, TableView
from luckytui.tui.boards import BOARDS
from luckytui.tui.boards.base import Board
from luckytui.tui.canvas import Canvas
from screenshots.scenes import ShownSession
from tests.tui.running import rows, running, settle


def table_of(
    game: str,
    view: Any,
    moves: Sequence[Move],
    log: Sequence[Event],
    names: Sequence[str],
    *,
    seat: int = 0,
    **match: Any,
) -> TableView:
    """Return the table at which a seat sees this, and may do all that the rules allow there."""
    usual = {"prompt": 7 if moves else 0, "undo": False, "seconds": None}
    names = tuple(names[: view.seats])
    return TableView(
        game=game,
        name="",
        options=view.options,
        occupants=tuple(Occupant(kind="person", name=name) for name in names),
        seat=seat,
        owner=False,
        match=MatchView(
            names=tuple(names[: view.seats]),
            view=view,
            moves=tuple(moves),
            happened=len(log),
            **usual | match,
        ),
        log=tuple(log),
    )


def painted(shown: TableView | Board, size: tuple[int, int] = (80, 18)) -> str:
    """Return the picture of a board, or of that of a table."""
    canvas = Canvas(Size(*size))
    (BOARDS[shown.game](shown) if isinstance(shown, TableView) else shown).paint(canvas)
    return str(canvas)


async def on_screen(table_view: TableView, *keys: str) -> tuple[str, list[object]]:
    """Return the prompt line after some keys, and what they and then Enter ask of the table."""
    session = ShownSession(table_view)
    async with running(AtTable(session)) as pilot:
        await pilot.press(*keys)
        await settle(pilot)
        prompt = rows(pilot.app)[-2]
        await pilot.press("enter")
        await settle(pilot)
    return prompt, list(session.requests)
