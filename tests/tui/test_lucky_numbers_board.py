"""The board of Lucky Numbers: what it shows, what it says, and what its keys ask for."""

from collections.abc import Callable

import msgspec
import pytest
from textual.geometry import Size

from luckytui.client.session import Refused
from luckytui.games import GAMES
from luckytui.games.interface import Move
from luckytui.games.lucky_numbers import (
    Discard,
    Draw,
    Lay,
    LuckyNumbersOptions,
    LuckyNumbersView,
    Take,
    fitting,
)
from luckytui.table.requests import Act, Undo
from luckytui.table.views import MatchView, Occupant, TableView
from luckytui.tui.app import LuckyApp
from luckytui.tui.boards.lucky_numbers import LuckyNumbersBoard
from luckytui.tui.canvas import Canvas
from luckytui.tui.starts import AtTable
from screenshots.scenes import ShownSession, game


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
    winners=(),
)


def table_view_of(view: LuckyNumbersView, moves: tuple[Move, ...]) -> TableView:
    shown = MatchView(
        names=("Ana", "Ben"),
        view=view,
        prompt=7,
        moves=moves,
        undo=True,
        seconds=None,
        log_start=0,
        log=(),
    )
    occupants = tuple(Occupant(kind="person", name=name) for name in shown.names)
    return TableView(
        game="lucky-numbers",
        name="",
        options=view.options,
        occupants=occupants,
        seat=0,
        owner=True,
        match=shown,
    )


def holding_13() -> TableView:
    cells = fitting(HAND_13.gardens[0], 13)
    return table_view_of(HAND_13, (Discard(), *(Lay(cell) for cell in cells)))


def board_of(table_view: TableView) -> LuckyNumbersBoard:
    assert table_view.match is not None
    return LuckyNumbersBoard(table_view, table_view.match)


def painted(table_view: TableView) -> str:
    canvas = Canvas(Size(80, 17))
    board_of(table_view).paint(canvas)
    return str(canvas)


def test_the_cells_where_the_tile_fits_are_marked_and_swaps_told_apart() -> None:
    assert painted(holding_13()).rstrip() == (
        " ▸ Ana (you) · 12 empty                 Ben · 10 empty\n"
        "        a      b      c      d          2   6   ·   ·\n"
        "    ┌──────┬──────┬──────┬──────┐       ·   9  12   ·\n"
        "  1 │   4 ↔│   ·  │[  +] │   +  │       ·   ·  14   ·\n"
        "    ├──────┼──────┼──────┼──────┤       ·   ·   ·  20\n"
        "  2 │   ·  │  10 ↔│   +  │   +  │\n"
        "    ├──────┼──────┼──────┼──────┤\n"
        "  3 │   +  │   +  │  15 ↔│   ·  │\n"
        "    ├──────┼──────┼──────┼──────┤\n"
        "  4 │   +  │   +  │   ·  │  19 ↔│\n"
        "    └──────┴──────┴──────┴──────┘\n"
        "\n"
        " Stack   30   Middle    4     9×2\n"
        "\n"
        "\n"
        " In your hand ( 13 )"
    )


def test_four_players_with_long_names_and_a_full_middle_fit() -> None:
    table_view = game(
        "lucky-numbers", 4, lambda shown: shown.view.turn == 0 and len(set(shown.view.middle)) > 4
    )
    assert table_view.match is not None
    names = ("Maximiliane-Alexandra Wü", "Bartholomäus Xaver Freih", "四季四季四季四季四季四季", "Dora")
    middle = tuple(sorted([*range(1, 21)] * 4))
    view = msgspec.structs.replace(table_view.match.view, middle=middle)
    text = painted(
        msgspec.structs.replace(
            table_view, match=msgspec.structs.replace(table_view.match, names=names, view=view)
        )
    )
    assert "Maximiliane" in text
    assert "Barthol…" in text
    assert "20×4" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ((), "13 · Enter: lay it on c1 · x: leave it"),
        (("c", "3"), "13 · Enter: lay it on c3, the 15 goes to the middle · x: leave it"),
        (("b", "1"), "13 does not fit on b1 · ⇥: go to where it fits · x: leave it"),
        (("tab",), "13 · Enter: lay it on d1 · x: leave it"),
        (("j",), "13 · Enter: lay it on c2 · x: leave it"),
    ],
)
async def test_the_prompt_line_says_what_enter_does(keys: tuple[str, ...], words: str) -> None:
    assert words in await screen_after(holding_13(), *keys)


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        (("enter",), Lay((0, 2))),
        (("d", "4", "enter"), Lay((3, 3))),
        (("b", "1", "space"), Lay((0, 1))),  # it does not fit: the table will say why
        (("x",), Discard()),
    ],
)
async def test_keys_ask_for_moves(keys: tuple[str, ...], move: Move) -> None:
    assert await asked_by(holding_13(), *keys) == [(Act(move), 7)]


async def test_a_tile_that_fits_nowhere_is_left_with_enter() -> None:
    table_view = table_view_of(HAND_13, (Discard(),))
    assert "13 fits nowhere in your garden · Enter: leave it in the middle" in await screen_after(table_view)
    assert await asked_by(table_view, "enter") == [(Act(Discard()), 7)]


def a_turn() -> TableView:
    """The 9 of the middle fits on four cells of Ana's garden, the 4 only on itself."""
    view = msgspec.structs.replace(HAND_13, stage="turn", hand=0)
    takes = [Take(tile, cell) for tile in (4, 9) for cell in fitting(view.gardens[0], tile)]
    return table_view_of(view, (Draw(), *takes))


async def test_a_turn_begins_on_the_stack() -> None:
    assert "Enter: turn over a tile · → or a number: take one from the middle" in await screen_after(a_turn())
    assert await asked_by(a_turn(), "enter") == [(Act(Draw()), 7)]
    assert await asked_by(a_turn(), "s") == [(Act(Draw()), 7)]


async def test_a_number_looks_at_a_tile_of_the_middle() -> None:
    assert "9 fits on a1 b1 c1 d1 a2 b2 a3 c3 a4 d4 · Enter: pick it up" in await screen_after(a_turn(), "9")


async def test_a_tile_of_the_middle_is_picked_then_laid() -> None:
    assert "9 · Enter: lay it on b1 · esc: put it back" in await screen_after(
        a_turn(), "9", "enter", "b", "1"
    )
    assert await asked_by(a_turn(), "9", "enter", "b", "1", "enter") == [(Act(Take(9, (0, 1))), 7)]


async def test_a_picked_tile_can_be_put_back() -> None:
    assert await asked_by(a_turn(), "9", "enter", "escape", "left", "left", "enter") == [(Act(Draw()), 7)]


async def test_undo_is_asked_for_with_u() -> None:
    assert await asked_by(holding_13(), "u") == [(Undo(), 0)]


async def test_a_refusal_stands_in_the_prompt_line() -> None:
    reason = GAMES["lucky-numbers"].new(2, LuckyNumbersOptions()).refusal(0, Draw())
    assert "It is not your turn." in await screen_after(
        holding_13(), then=lambda session: session.tell(Refused(reason))
    )


async def screen_after(
    table_view: TableView, *keys: str, then: Callable[[ShownSession], None] = lambda _: None
) -> str:
    """Return the whole screen after some keys."""
    session = ShownSession(table_view)
    app = LuckyApp(AtTable(session))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        then(session)
        await pilot.pause()
        text = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        app.exit()
    return text


async def asked_by(table_view: TableView, *keys: str) -> list[object]:
    """Return what some keys ask of the table."""
    session = ShownSession(table_view)
    app = LuckyApp(AtTable(session))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        app.exit()
    return list(session.requests)
