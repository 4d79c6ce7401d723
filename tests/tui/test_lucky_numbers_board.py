"""The board of Lucky Numbers: what it shows, what it says, and what its keys ask for."""

import dataclasses
from collections.abc import Callable
from itertools import groupby

import msgspec
import pytest
from textual.geometry import Size

from luckytui.client.session import Refused
from luckytui.games.interface import CHANCE, SPECTATOR, Event, GoFirst, Move, TurnBegan
from luckytui.games.lucky_numbers import words
from luckytui.games.lucky_numbers.keys import LuckyNumbersBoard
from luckytui.games.lucky_numbers.model import Full, LuckyNumbersModel
from luckytui.games.lucky_numbers.rules import (
    BARE,
    DIAGONAL,
    Cell,
    Discard,
    Draw,
    Laid,
    Lay,
    LuckyNumbersOptions,
    LuckyNumbersView,
    Take,
    TurnEarned,
    TurnOver,
    begin,
    fitting,
)
from luckytui.shown.navigation import AtTable
from luckytui.system.viewer import Viewer, showing_to
from luckytui.table.requests import Undo
from luckytui.table.views import TableView
from luckytui.text import Sentence
from luckytui.tui.canvas import Canvas
from luckytui.tui.widgets.painted import KeyBar, PromptLine
from screenshots.scenes import ShownSession, game
from tests.tui import models
from tests.tui.running import running, settle, showing, text
from tests.tui.tables import painted, table_of


def garden(*rows: str) -> tuple[int, ...]:
    return tuple(0 if cell == "·" else int(cell) for row in rows for cell in row.split())


HAND_13 = LuckyNumbersView(
    seat=0,
    seats=2,
    active=(0,),
    options=LuckyNumbersOptions(),
    stage="drawn",
    number=1,
    first=0,
    turn=0,
    stack=30,
    middle=(4, 9, 9),
    gardens=(
        garden("4 · · ·", "· 10 · ·", "· · 15 ·", "· · · 19"),
        garden("2 6 · ·", "· 9 12 ·", "· · 14 ·", "· · · 20"),
    ),
    hand=13,
    dealt=((), ()),
    chosen=(),
    points=(0, 0),
)


def table_view_of(view: LuckyNumbersView, moves: tuple[Move, ...], *log: Event, prompt: int = 7) -> TableView:
    return table_of("lucky-numbers", view, moves, log, ("Ana", "Ben"), prompt=prompt, undo=True)


def holding_13() -> TableView:
    cells = fitting(HAND_13.gardens[0], 13)
    return table_view_of(HAND_13, (Discard(), *(Lay(cell) for cell in cells)))


def test_the_cells_where_the_tile_fits_are_marked_and_swaps_told_apart() -> None:
    assert painted(holding_13()).rstrip() == (
        "   ▸ ● Ana (you) · 12 empty            ▼ Ben · 10 empty\n"
        "     ▄▄▄▄▄▄ ▄▄▄▄▄▄ ▄▄▄▄▄▄ ▄▄▄▄▄▄         2   6   ·   ·\n"
        "   1    4 ↔    ·      +      +           ·   9  12   ·\n"
        "     ▀▀▀▀▀▀ ▀▀▀▀▀▀ ▀▀▀▀▀▀ ▀▀▀▀▀▀         ·   ·  14   ·\n"
        "     ▄▄▄▄▄▄ ▄▄▄▄▄▄ ▄▄▄▄▄▄ ▄▄▄▄▄▄         ·   ·   ·  20\n"
        "   2    ·     10 ↔    +   [  + ]\n"
        "     ▀▀▀▀▀▀ ▀▀▀▀▀▀ ▀▀▀▀▀▀ ▀▀▀▀▀▀                                 In your hand\n"
        "     ▄▄▄▄▄▄ ▄▄▄▄▄▄ ▄▄▄▄▄▄ ▄▄▄▄▄▄                                  ▄▄▄▄▄▄\n"
        "   3    +      +     15 ↔    ·                                      13\n"
        "     ▀▀▀▀▀▀ ▀▀▀▀▀▀ ▀▀▀▀▀▀ ▀▀▀▀▀▀                                  ▀▀▀▀▀▀\n"
        "     ▄▄▄▄▄▄ ▄▄▄▄▄▄ ▄▄▄▄▄▄ ▄▄▄▄▄▄\n"
        "   4    +      +      ·     19 ↔\n"
        "     ▀▀▀▀▀▀ ▀▀▀▀▀▀ ▀▀▀▀▀▀ ▀▀▀▀▀▀\n"
        "        a      b      c      d\n"
        "     Stack    Middle\n"
        "       30       4      9 ×2\n"
        "     ▀▀▀▀▀▀   ▀▀▀▀▀▀ ▀▀▀▀▀▀"
    )


@pytest.mark.parametrize("size", [(60, 15), (80, 18), (80, 37), (88, 27), (117, 45), (196, 62)])
def test_the_whole_table_is_there_at_every_size(size: tuple[int, int]) -> None:
    canvas = Canvas(Size(*size), "felt")
    LuckyNumbersBoard(holding_13()).paint(canvas)
    words = str(canvas)
    for word in ("● Ana (you) · 12 empty", "▼ Ben", "Stack", "30", "Middle", "×2", "[", "↔", "20"):
        assert word in words, word
    assert ("Still face down" in words) == (size in {(80, 37), (117, 45), (196, 62)})
    assert canvas.cursor is not None
    assert {cell.ground for row in canvas.rows for cell in row} >= {
        *("felt", "tile-1", "tile-5", "dent", "cursor", "back")
    }


def test_still_face_down_counts_what_nobody_sees() -> None:
    view = msgspec.structs.replace(HAND_13, middle=(4, 9))
    canvas = Canvas(Size(80, 34))
    LuckyNumbersBoard(table_view_of(view, (Discard(),))).paint(canvas)
    row = next(row for row in str(canvas).splitlines() if row.endswith("19 20"))
    bars = str(canvas).splitlines()[str(canvas).splitlines().index(row) + 1].ljust(80)
    bars = "".join(bars[row.index("20") - 3 * place] for place in reversed(range(20)))
    assert bars == "▄▂▄ ▄▂▄▄ ▂▄▂▂▂▂▄▄▄▂▂"


async def test_without_colors_an_empty_cell_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with running(AtTable(ShownSession(table_view_of(HAND_13, (Discard(),))))) as pilot:
        first = pilot.app.screen.query_one(LuckyNumbersBoard).render_line(1).text
    assert first[5:32] == "▄▄▄▄▄▄" + " " * 21, "a tile, and three cells without one"


def test_that_a_garden_is_full_is_said_over_all_of_its_name() -> None:
    with showing_to(Viewer(language="es")):
        table_view = game("lucky-numbers", 3, lambda shown: shown.view.turn == 0)
        board, canvas = LuckyNumbersBoard(table_view), Canvas(Size(80, 18), "felt")
        assert " Cem · " in painted(table_view)
        board.PICTURE.paint(canvas, dataclasses.replace(board.model, moment=Full(2, (3, 3), 8)))
        assert str(canvas).splitlines()[0].endswith(" ★ Cem ★")


def test_four_players_with_long_names_and_a_full_middle_fit() -> None:
    table_view = game("lucky-numbers", 4, lambda seen: seen.view.turn == 0 and len({*seen.view.middle}) > 4)
    names = ("Maximiliane-Alexandra Wü", "Bartholomäus Xaver Freih", "四季四季四季四季四季四季", "Dora")
    middle = tuple(sorted([*range(1, 21)] * 4))
    view = msgspec.structs.replace(table_view.match.view, middle=middle)
    text = painted(
        msgspec.structs.replace(
            table_view, match=msgspec.structs.replace(table_view.match, names=names, view=view)
        )
    )
    assert "Maximiliane" in text
    assert "Bartholo…" in text
    assert "20×4" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(("size", "row", "in_row"), [((60, 15), 12, 7), ((80, 18), 15, 11)])
def test_tiles_of_the_middle_do_not_run_together(size: tuple[int, int], row: int, in_row: int) -> None:
    view = msgspec.structs.replace(HAND_13, middle=tuple(range(1, 12)))
    canvas = Canvas(Size(*size), "felt")
    LuckyNumbersBoard(table_view_of(view, (Discard(),))).paint(canvas)
    pieces = [ground for ground, _cells in groupby(cell.ground for cell in canvas.rows[row])]
    assert sum(ground.startswith("tile-") for ground in pieces) == in_row, "tiles with felt between them"


def press(table_view: TableView, *keys: str) -> LuckyNumbersModel | Move | None:
    return models.press(LuckyNumbersBoard, LuckyNumbersModel(table_view), *keys)


def after(table_view: TableView, *keys: str) -> LuckyNumbersModel:
    return models.after(LuckyNumbersBoard, LuckyNumbersModel(table_view), *keys)


def prompt_after(table_view: TableView, *keys: str) -> str:
    return words.prompt(after(table_view, *keys))


@pytest.mark.parametrize(
    ("keys", "prompt"),
    [
        ((), "13 · Enter: lay it on d2 · x: leave it"),
        (("c", "3"), "13 · Enter: swap it for the 15 on c3 · x: leave it"),
        (("b", "1"), "13 does not fit on b1 · ⇥: go to where it fits · x: leave it"),
        (("tab",), "13 · Enter: lay it on a3 · x: leave it"),
        (("k",), "13 · Enter: lay it on d1 · x: leave it"),
    ],
)
def test_the_prompt_says_what_enter_does(keys: tuple[str, ...], prompt: str) -> None:
    assert prompt_after(holding_13(), *keys) == prompt


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        (("enter",), Lay((1, 3))),
        (("d", "4", "enter"), Lay((3, 3))),
        (("b", "1", "space"), Lay((0, 1))),  # it does not fit: the rules will say why
        (("x",), Discard()),
        (("s",), None),
        (("escape",), None),
    ],
)
def test_keys_make_moves(keys: tuple[str, ...], move: Move | None) -> None:
    assert press(holding_13(), *keys) == move


def test_a_hint_to_leave_the_tile_says_what_enter_does() -> None:
    model = LuckyNumbersModel(holding_13()).settled(asked_again=True).pointing_at(Discard())
    assert words.prompt(model) == "13 · Enter: leave it in the middle"


def a_turn(*log: Event, view: LuckyNumbersView = HAND_13) -> TableView:
    """The 9 of the middle fits on ten cells of Ana's garden, the 4 on none."""
    view = msgspec.structs.replace(view, stage="turn", hand=0)
    takes = [Take(9, cell) for cell in fitting(view.gardens[0], 9)]
    return table_view_of(view, (Draw(), *takes), *log)


def test_a_turn_begins_on_the_stack() -> None:
    assert prompt_after(a_turn()) == "Enter: draw a tile · → or a number: take from the middle"
    assert press(a_turn(), "enter") == press(a_turn(), "s") == Draw()


def test_a_number_looks_at_a_tile_of_the_middle() -> None:
    assert prompt_after(a_turn(), "9") == "9 fits on a1 b1 c1 d1 a2 b2 a3 c3 a4 d4 · Enter: pick it up"
    assert prompt_after(a_turn(), "4") == "4 fits nowhere in your garden · s: draw a tile"
    assert press(a_turn(), "4", "enter") is None


def test_a_tile_of_the_middle_is_picked_then_laid() -> None:
    assert prompt_after(a_turn(), "9", "enter", "b", "1") == "9 · Enter: lay it on b1 · esc: put it back"
    assert press(a_turn(), "9", "enter", "b", "1", "enter") == Take(9, (0, 1))


def test_a_picked_tile_can_be_put_back() -> None:
    assert press(a_turn(), "9", "enter", "escape", "left", "left", "enter") == Draw()


def test_with_a_picked_tile_the_cursor_goes_from_the_garden_to_the_tray_and_back() -> None:
    picked = a_turn(), "tab", "enter", "d", "4"
    assert after(*picked, "down").under_cursor("middle") == 9
    assert press(*picked, "down", "up", "enter") == Take(9, (3, 2))


def test_one_who_is_not_asked_can_do_nothing() -> None:
    table_view = table_view_of(HAND_13, (), prompt=0)
    for key in ("enter", "s", "x", "escape", "tab", "up", "left"):
        assert press(table_view, key) is None


def laid_with_enter(*dealt: int) -> list[Cell]:
    """Return where seat 0 lays the tiles it is dealt when it only presses Enter."""
    state = begin(2, LuckyNumbersOptions(setup="free"))
    state.apply(CHANCE, GoFirst(0))
    for tile in (*dealt, 1, 2, 3, 4):
        state.apply(CHANCE, TurnOver(tile))
    cells = []
    for _ in dealt:
        view = state.view(0)
        assert isinstance(view, LuckyNumbersView)
        move = press(table_view_of(view, tuple(state.moves(0))), "enter")
        assert isinstance(move, Lay)
        assert move == state.fallback(0)
        state.apply(0, move)
        cells.append(move.cell)
    return cells


@pytest.mark.parametrize(
    ("tile", "cell"), [(1, (0, 0)), (5, (0, 1)), (11, (1, 2)), (14, (1, 3)), (17, (2, 3)), (20, (3, 3))]
)
def test_a_drawn_tile_begins_on_the_cell_that_suits_it(tile: int, cell: tuple[int, int]) -> None:
    """Never on the first one where it fits: Enter by habit must not spoil a garden."""
    view = msgspec.structs.replace(HAND_13, hand=tile)
    shown = table_view_of(view, (Discard(), *map(Lay, fitting(view.gardens[0], tile))))
    assert press(shown, "enter") == Lay(cell)


def test_in_the_set_up_the_cursor_is_where_the_tile_goes_best() -> None:
    assert laid_with_enter(18, 15, 8, 3) == [(0, 0), (1, 1), (2, 2), (3, 3)]
    assert laid_with_enter(20, 3, 19, 15) == [(0, 0), (2, 2), (3, 3), (1, 1)]


def a_set_up(*dealt: int) -> TableView:
    view = msgspec.structs.replace(
        HAND_13, stage="set_up", hand=0, gardens=(BARE, BARE), dealt=(dealt, (1, 2, 3, 4)), middle=()
    )
    return table_view_of(view, tuple(map(Lay, DIAGONAL)))


def test_the_set_up_gives_the_advice_of_the_box() -> None:
    advice = "low numbers top left, high ones bottom right"
    assert prompt_after(a_set_up(3, 8, 15, 18)) == f"3 · Enter: lay it on a1 · {advice}"
    rows = painted(a_set_up(3, 8, 15, 18)).splitlines()
    assert (rows[6].split()[-2:], rows[8].split()[-1], rows[10][66:]) == (["To", "lay"], "3", "8 15 18")


def test_the_advice_gives_way_to_what_is_wrong() -> None:
    prompt = prompt_after(a_set_up(18, 19, 20, 20), "b", "1")
    assert prompt == "18 does not fit on b1 · ⇥: go to where it fits"


def test_the_board_shows_which_game_of_a_tournament_it_is() -> None:
    view = msgspec.structs.replace(HAND_13, options=LuckyNumbersOptions(tournament=True), number=2)
    assert painted(table_view_of(view, ())).splitlines()[14].endswith("Game 2 of 2")
    assert "Game" not in painted(holding_13())


def test_the_board_shows_that_a_pair_has_earned_another_turn() -> None:
    pair = (
        TurnBegan(seat=0),
        Laid(seat=0, tile=10, cell=(2, 0), source="stack", swapped=None),
        TurnEarned(seat=0),
    )
    view = msgspec.structs.replace(HAND_13, options=LuckyNumbersOptions(bruno=True))
    model = LuckyNumbersBoard(a_turn(*pair, view=view)).model
    assert words.tell(pair[-1], model) == "A diagonal pair: you play again.", "so does the log"
    assert "A diagonal pair: you play again." in painted(a_turn(*pair, view=view))
    watching = msgspec.structs.replace(view, seat=SPECTATOR)
    assert "A diagonal pair: Ana plays again." in painted(a_turn(*pair, view=watching))
    assert "pair" not in painted(a_turn(*pair, TurnBegan(seat=1)))


async def test_the_prompt_and_the_keys_follow_the_cursor_in_the_same_frame() -> None:
    async with running(AtTable(ShownSession(a_turn()))) as pilot:
        screen = pilot.app.screen
        board = screen.query_one(LuckyNumbersBoard)
        for command, prompt, key in (("right", "4 fits", "s draw"), ("tab", "9 fits", "s draw")):
            board.action_do({"tab": "next"}.get(command, command))
            assert prompt in str(screen.query_one(PromptLine).canvas)
            assert key in str(screen.query_one(KeyBar).canvas)
        board.action_do("act")
        assert "esc: put it back" in str(screen.query_one(PromptLine).canvas)
        assert "esc put back" in str(screen.query_one(KeyBar).canvas)


async def test_undo_is_asked_for_with_u() -> None:
    assert await asked_by(holding_13(), "u") == [(Undo(), 7)]


async def test_a_refusal_is_shown_in_the_prompt_line() -> None:
    reason = Sentence("It is not your turn.")
    assert "It is not your turn" in await screen_after(
        holding_13(), then=lambda session: session.tell(Refused(reason))
    )


async def screen_after(
    table_view: TableView, *keys: str, then: Callable[[ShownSession], None] = lambda _: None
) -> str:
    """Return the whole screen after some keys."""
    async with showing(table_view) as (pilot, session):
        await pilot.press(*keys)
        then(session)
        await settle(pilot)
        return text(pilot)


async def asked_by(table_view: TableView, *keys: str) -> list[object]:
    """Return what some keys ask of the table."""
    async with showing(table_view) as (pilot, session):
        await pilot.press(*keys)
        await settle(pilot)
    return list(session.requests)
