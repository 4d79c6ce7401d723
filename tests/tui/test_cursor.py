"""The terminal's own cursor: a screen reader that follows it hears what is selected, or what is asked."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from textual.geometry import Size
from textual.pilot import Pilot

from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, Game
from luckytui.shown.navigation import AtTable, Home
from luckytui.table.views import MatchView, TableView, around
from luckytui.testing.plays import plays
from luckytui.tui.boards import BOARDS
from luckytui.tui.boards.base import Board
from luckytui.tui.canvas import Canvas
from screenshots import scenes
from tests.tui.models import does
from tests.tui.running import Access, rows, running


def decisions(game: Game) -> Iterator[TableView]:
    """Yield decisions of a few games, as those see them who make them."""
    for played in plays(game, 4):
        steps = [step for step in played.steps if step.seat != CHANCE]
        for step in Random(game.key).sample(steps, min(4, len(steps))):
            match_view = MatchView(
                names=tuple(f"Player {seat}" for seat in range(played.seats)),
                view=step.before.view(step.seat),
                prompt=1,
                moves=tuple(step.before.moves(step.seat)),
            )
            yield around(match_view, game.key)


def models(board: type[Board[Any]], view: TableView) -> Iterator[Any]:
    """Yield where some keys of the cursor lead."""
    model = board.SHOWN.model(view).settled(asked_again=True)
    yield model
    for command in ("right", "down", "next", "left"):
        step = does(board, model, command)
        if isinstance(step, type(model)):
            model = step
            yield model


@pytest.mark.parametrize("size", [(60, 15), (80, 18)])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_the_cursor_is_at_the_words_of_what_is_selected(game: Game, size: tuple[int, int]) -> None:
    board, found = BOARDS[game.key], 0
    for view in decisions(game):
        for model in models(board, view):
            canvas = Canvas(Size(*size), board.GROUND)
            board.PICTURE.paint(canvas, model)
            if canvas.cursor is None:
                assert board.SHOWN.words.prompt(model)  # where the cursor is then
                continue
            found += 1
            x, y = canvas.cursor
            row = "".join(cell.text for cell in canvas.rows[y])
            assert row[:x].rstrip()[-1:] == "[" or row[:x].rstrip()[-2:-1] == "[", row
            assert row[x:].partition("]")[0].strip(), row
    assert found > 5


def at_the_cursor(pilot: Pilot[None]) -> str:
    """Return the row of the screen from the terminal's cursor on."""
    x, y = pilot.app.cursor_position
    return rows(pilot.app)[y][x:]


@pytest.mark.parametrize(
    ("stage", "begins"), [("turn", ("= same", "↑higher", "↓lower")), ("claim", ("Tossed: ",))]
)
async def test_the_cursor_is_on_the_card_or_else_the_question(stage: str, begins: tuple[str, ...]) -> None:
    def is_there(shown: MatchView) -> bool:
        return shown.prompt > 0 and getattr(shown.view, "stage", "") == stage

    async with running(AtTable(scenes.ShownSession(scenes.game("lucky-jack", 3, is_there)))) as pilot:
        assert at_the_cursor(pilot).lstrip().startswith(begins)


async def test_the_cursor_follows_the_rows_of_a_menu_and_what_is_written() -> None:
    async with running(Home("Ana", Access())) as pilot:
        assert at_the_cursor(pilot).startswith("Play alone")
        await pilot.press("down")
        assert at_the_cursor(pilot).startswith("Host a table")
