"""A hint takes the cursor to the best move and says why."""

from random import Random
from typing import Any

import pytest

from luckytui.client.local import LocalSession
from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, Move
from luckytui.games.lucky_box.rules import EndTurn
from luckytui.games.lucky_jack.rules import SYMBOLS, Decline, Discard, Keep, TakeIt, Toss
from luckytui.games.lucky_numbers.rules import Discard as Leave
from luckytui.shown.model import named
from luckytui.shown.navigation import AtTable
from luckytui.table.spec import TableSpec
from luckytui.table.study import Study
from luckytui.tui.boards import BOARDS
from luckytui.tui.boards.base import Board
from luckytui.tui.widgets.painted import PromptLine
from screenshots import scenes
from tests.tui.fitting import in_language
from tests.tui.running import press, running, text

WITHOUT_CURSOR = (Leave, Keep, Toss, TakeIt, Decline, EndTurn)
"""Moves that have keys of their own."""


@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_a_name_for_hints_and_a_place_for_the_cursor(game: str) -> None:
    rng, entry = Random(game), GAMES[game]
    state = entry.new(3, entry.options())
    for _ in range(150):
        if not state.active:
            break
        seat = min(state.active)
        if seat != CHANCE:
            model = BOARDS[game].SHOWN.model(Study(entry.key, state, seat).view()).settled(asked_again=True)
            for move in state.moves(seat):
                assert ":" not in named(model.parts(move)), "it comes behind “Hint:” or “Better:”"
                if not isinstance(move, WITHOUT_CURSOR):
                    assert model.pointing_at(move).does("act") == _done_by_enter(move, state.moves(seat))
        state.apply(seat, rng.choice(state.moves(seat)))


def _done_by_enter(move: Move, moves: list[Move]) -> Move:
    """Return the move itself; where a jackpot can be called with a discard, Enter calls it."""
    if isinstance(move, Discard) and Discard(move.card, jackpot=True) in moves:
        return Discard(move.card, jackpot=True)
    return move


async def test_i_shows_a_hint_until_the_cursor_moves() -> None:
    spec = TableSpec(
        game="lucky-numbers", options=GAMES["lucky-numbers"].options(), name="", seats=2, seed="e", pace=9.0
    )
    async with running(AtTable(LocalSession(spec, "Ana"))) as pilot:
        await pilot.press("enter")
        shown = await press(pilot, "i", "i")  # the first key may end the moment in which the tile turns over
        assert "Hint: " in shown
        await pilot.press("left")
        assert "Hint: " not in text(pilot)


async def test_a_table_can_forbid_hints() -> None:
    rules = GAMES["lucky-numbers"]
    spec = TableSpec(
        game=rules.key, options=rules.options(), name="", seats=2, seed="e", pace=9.0, hints=False
    )
    async with running(AtTable(LocalSession(spec, "Ana"))) as pilot:
        await pilot.press("enter")
        shown = await press(pilot, "i")
        assert "Hint: " not in shown
        assert "i hint" not in shown


async def test_a_hint_names_the_cards_in_the_players_language() -> None:
    spec = TableSpec(
        game="lucky-jack", options=GAMES["lucky-jack"].options(), name="", seats=2, seed="b", pace=9.0
    )
    with in_language("de"):
        async with running(AtTable(LocalSession(spec, "Ana"))) as pilot:
            shown = await press(pilot, "i", "i")
            assert "– Enter: " in shown
            assert [symbol for symbol in SYMBOLS if symbol in shown] == []


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 30), (200, 55)])
@pytest.mark.parametrize("game", GAMES)
async def test_a_long_hint_moves_no_piece_and_says_what_enter_does(game: str, size: tuple[int, int]) -> None:
    shown = scenes.game(game, 3, lambda match: len(match.moves) > 2)
    async with running(AtTable(scenes.ShownSession(shown)), size=size) as pilot:
        screen: Any = pilot.app.screen
        board = screen.query_one(Board)
        before = board.region, dict(board.canvas.places)
        screen.announce("Hint: this – Enter: do it – " + 3 * "a reason of many words for it, and so on. ")
        last = (await press(pilot)).splitlines()[-2]
        assert (board.region, board.canvas.places) == before
        assert last.rstrip().endswith(("…", "on."))
        assert ("press", "Enter") in screen.query_one(PromptLine).canvas.places
