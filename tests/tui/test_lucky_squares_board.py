"""The board of Lucky Squares: what it shows, what it says, and what its keys ask for."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len
from textual.geometry import Size

from luckytui.client.session import TableChanged
from luckytui.games.interface import CHANCE, SPECTATOR, Event, Move
from luckytui.games.lucky_squares.keys import LuckySquaresBoard
from luckytui.games.lucky_squares.model import LuckySquaresModel
from luckytui.games.lucky_squares.names import SIGNS
from luckytui.games.lucky_squares.rules import (
    COLORS,
    Acted,
    Change,
    Forbid,
    LuckySquaresOptions,
    LuckySquaresView,
    Pass,
    Pick,
    Populate,
    Reveal,
    Rolled,
    RollNumber,
    Split,
    Swap,
    begin,
    imagine,
)
from luckytui.games.lucky_squares.words import prompt
from luckytui.shown.words import waiting, with_why
from luckytui.system.viewer import Viewer, showing_to
from luckytui.table.views import TableView
from luckytui.tui.canvas import Canvas
from screenshots.scenes import NAMES, game, over
from tests.tui import models
from tests.tui.running import rows, showing, text
from tests.tui.tables import on_screen, painted, table_of

ACTING = LuckySquaresView(
    seat=0,
    seats=4,
    active=(0,),
    options=LuckySquaresOptions(),
    stage="act",
    number=2,
    lead=3,
    rolls=5,
    squares=(9, 0, 14, 1, 6, 25),
    at_pick=(9, 0, 14, 1, 6, 25),
    cents=(10, 8, 10, 7),
    pending=(0, 1, 3),
    square=None,
    pick="blue",
    cards=(None, "red", None, None),
    changed=(),
)
DONE_BY_DORA = (
    Acted(seat=3, action="reveal", cost=1, target=1, color="red"),
    Acted(seat=3, action="forbid", cost=3, target=2),
)


def table_view_of(
    view: LuckySquaresView, log: Sequence[Event] = (), names: Sequence[str] = NAMES
) -> TableView:
    """Return the table as someone sees it who may do all that the rules allow there."""
    moves = imagine(view, Random(1)).moves(view.seat)
    return table_of("lucky-squares", view, moves, log, names, seat=view.seat)


def acting(log: Sequence[Event] = (), **changes: Any) -> TableView:
    """Return a table at which Ana is to act, with some things different."""
    return table_view_of(msgspec.structs.replace(ACTING, **changes), log)


def picking(**changes: Any) -> TableView:
    return acting(stage="pick", active=(0, 1, 2, 3), pending=(), pick=None, cards=(None,) * 4, **changes)


SIZES = (60, 15), (80, 18), (80, 36), (114, 36), (114, 42)
"""The boards' sizes in a terminal of 60×20, 80×24, 120×40, 160×39 and 160×45."""


def test_a_long_name_stays_on_its_square() -> None:
    most_on_yellow = picking(squares=(0, 9, 0, 0, 0, 0))
    with showing_to(Viewer(language="es")):
        assert "[2▲amarilla]  3 ♦ azul" in painted(most_on_yellow)
        assert "2▲ amarilla [3 ♦ azul  ]" in painted(picking(squares=(0, 0, 9, 0, 0, 0)))


def list_of(table_view: TableView) -> list[str]:
    """Return the lines at the left, below the squares."""
    return [line[:40].rstrip() for line in painted(table_view).splitlines()[11:]]


def test_a_compact_board_has_room_for_the_order_of_play_and_the_menu() -> None:
    lines = painted(
        acting(DONE_BY_DORA[:1], cents=(2, 8, 10, 7), pending=(0, 1, 2, 3)), (60, 15)
    ).splitlines()
    assert lines[8] == "   ◢ Dora ♛     7¢ ▀▄▀ reveal ♥ Ben  [1 Pass    ]  –"
    assert lines[14] == "  Round 2 of 4                        7 Forbid    3¢  ✗"


def test_a_compact_board_shows_the_dice_where_the_menu_will_be() -> None:
    shown = painted(game("lucky-squares", 3, lambda seen: seen.view.stage == "pick"), (60, 15))
    assert [line[37:].split() for line in shown.splitlines()[8:13]] == [
        [SIGNS[roll.color], str(roll.number)]
        for roll in game("lucky-squares", 3, lambda seen: seen.view.stage == "pick").events
        if isinstance(roll, Rolled)
    ]


def test_only_what_can_be_typed_has_numbers_beside_the_squares() -> None:
    assert "2 Reveal" in painted(acting())
    text = painted(picking())
    assert "1 ♥ red" in text
    assert "  Reveal    1¢" in text
    assert "2 Reveal" not in text


@pytest.mark.parametrize("size", [(60, 15), (80, 18), (80, 36)])
def test_where_nothing_was_rolled_nothing_is_said_of_dice(size: tuple[int, int]) -> None:
    assert "Rolled" not in painted(picking(), size)


def test_a_hidden_card_that_was_changed_is_marked() -> None:
    lines = list_of(acting(changed=(0, 3), pending=(0, 1, 2, 3)))
    assert [line[22:25] for line in lines[:4]] == ["▀*▀", "(♦)", " ♥", "▀▄▀"]


def test_the_lead_players_last_action_may_be_forbidden() -> None:
    told = (DONE_BY_DORA[0], Acted(seat=0, action="forbid", cost=3, target=3))
    statuses = [slot.status for slot in LuckySquaresModel(acting(told, pending=(1, 2))).slots()]
    assert statuses == ["done", "done", "now", "to come", "forbidden"]


def test_the_lead_player_acts_twice() -> None:
    told = [Acted(seat=seat, action="pass", cost=0) for seat in (3, 0, 1, 2)]
    view = msgspec.structs.replace(ACTING, seat=3, active=(3,), pending=(3,), pick="red")
    table_view = table_view_of(view, told)
    assert [slot.status for slot in LuckySquaresModel(table_view).slots()] == ["done"] * 4 + ["now"]
    assert "nobody is left to act" in painted(table_view)


def test_dice_of_the_last_action_fall_in_its_round() -> None:
    told = [Acted(seat=seat, action="pass", cost=0) for seat in (3, 0, 1, 2)]
    before = acting(told, active=(3,), pending=(3,))
    state = imagine(msgspec.structs.replace(ACTING, active=(3,), pending=(3,)), Random(1))
    news = [*state.apply(3, Populate("red")), *state.apply(CHANCE, RollNumber(4))]
    model = LuckySquaresModel(table_view_of(state.view(0), [*told, *news]))
    still = next(model.moments(LuckySquaresModel(before), news))
    assert [slot.status for slot in still.model.slots()] == ["done"] * 4 + ["now"]


def test_the_list_says_who_has_picked() -> None:
    table_view = acting(stage="pick", active=(1, 3), pending=(), pick="green", cards=(None,) * 4)
    assert list_of(table_view)[:4] == [
        "▸ ◢ Dora ♛        7¢   ·  is picking",
        "  ● Ana (you)    10¢  (♣) has picked",
        "▸ ▼ Ben           8¢   ·  is picking",
        "  ✚ Cem          10¢  ▀▄▀ has picked",
    ]
    assert LuckySquaresBoard(table_view).prompt_text() == "Waiting for Ben and Dora."


def test_a_spectator_sees_open_cards_only() -> None:
    text = painted(acting(seat=SPECTATOR, pick=None))
    assert "(" not in text
    assert " ♥ " in text.splitlines()[13]
    assert "  Actions\n" in text


def test_what_changed_a_square_since_the_last_pick_is_shown_in_the_next_round() -> None:
    picked = (9, 0, 4, 0, 0, 5)
    during = LuckySquaresModel(acting(squares=(12, 0, 4, 0, 0, 5), at_pick=picked))
    assert [*map(during.change, COLORS)] == [3, 0, 0, 0, 0, 0]
    after = LuckySquaresModel(picking(squares=(0, 0, 4, 2, 0, 5), at_pick=picked))
    assert [*map(after.change, COLORS)] == [-9, 0, 0, 2, 0, 0]
    first = LuckySquaresModel(picking(squares=picked, at_pick=(0,) * 6))
    assert not any(map(first.change, COLORS))


def test_all_cards_are_open_in_the_end() -> None:
    text = painted(game("lucky-squares", 3, over))
    assert "★" in text
    assert "▀▄▀" not in text
    assert "Round 3, square by square" in text


def test_six_players_with_long_names_fit() -> None:
    names = (
        *("Maximiliane-Alexandra Wü", "Bartholomäus Xaver Freih", "四季四季四季四季四季四季"),
        *("Maximiliane-Alexandra Wü", "Bartholomäus Xaver Freih", "Fay"),
    )
    view = msgspec.structs.replace(
        ACTING,
        seats=6,
        cents=(100,) * 6,
        cards=(None, *("red",) * 5),
        lead=5,
        pending=(0, 1, 2, 3, 4, 5),
        squares=(100, 100, 0, 0, 0, 0),
    )
    told = Acted(seat=5, action="reveal", cost=1, target=3, color="red")
    table_view = table_view_of(view, [told], names)
    for size in SIZES:
        text = painted(table_view, size)
        assert max(map(cell_len, text.splitlines())) <= size[0]
        assert text.count("100¢") == 8
    assert list_of(table_view)[0] == "  ◐ Fay ♛       100¢   ♥  reveal ♥ Maxi…"
    assert list_of(table_view)[2] == "  ▼ Bartholomäu…100¢   ♥"
    picking = msgspec.structs.replace(view, stage="pick", active=(1, 2, 3), pending=())
    board = LuckySquaresBoard(table_view_of(picking, names=names))
    assert waiting(board.model) == "Waiting for 3 players."


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, LuckySquaresOptions(end="limit", limit=15)),
        (4, LuckySquaresOptions(ghost=True)),
        (6, LuckySquaresOptions(end="limit", limit=15)),
    ],
)
def test_every_position_of_a_game_can_be_painted(seats: int, options: LuckySquaresOptions) -> None:
    """From no lead and no dice to the end, as a replay shows it, for a player and for a spectator."""
    state, events, rng = begin(seats, options), list[Event](), Random(1)
    while state.active:
        seat = min(state.active)
        happened = state.apply(seat, rng.choice(state.moves(seat)))
        events += happened
        for looker in (0, SPECTATOR):
            log = [event.seen_by(looker) for event in events[-48:]]
            board = LuckySquaresBoard(table_view_of(state.view(looker), log))
            board.paint(Canvas(Size(*SIZES[len(events) % len(SIZES)])))
            assert 0 < len(board.prompt_text()) <= 78
            assert all(board.tell(event.seen_by(looker)) != "" for event in happened)


@pytest.mark.parametrize(
    ("table_view", "keys", "words", "move"),
    [
        (picking(), (), "Enter: pick black in secret, 25¢ · ←→ or 1–6: another square", Pick("black")),
        (picking(), ("l", "right", "h"), "Enter: pick red in secret, 9¢", Pick("red")),
        (picking(), ("5",), "Enter: pick green in secret, 6¢", Pick("green")),
        (acting(), (), "Enter: pass · ↑↓ or 1–7: another action", Pass()),
        (acting(), ("7", "escape", "1"), "Enter: pass ·", Pass()),
        (acting(), ("down",), "Reveal, 1¢ · Enter: choose whose card · ↑↓ or 1–7: another action", None),
        (acting(), ("2",), "Enter: reveal the card of Cem, 1¢ · ↑↓ or a number: another", Reveal(2)),
        (acting(), ("2", "2"), "Enter: reveal the card of Ana (you), 1¢", Reveal(0)),
        (acting(), ("2", "k"), "The card of Ben is open already", None),
        (
            acting(),
            ("3",),
            "Enter: change your pick to red, 2¢ · ←→ or 1–6: another · esc: back",
            Change("red"),
        ),
        (acting(), ("3", "3"), "blue is your pick already", None),
        (acting(), ("4", "tab"), "Enter: roll the die for yellow, 2¢", Populate("yellow")),
        (acting(), ("5",), "Split · Enter: halve red, 9¢", None),
        (acting(), ("5", "2"), "yellow has less than 2¢ to split", None),
        (acting(), ("5", "3"), "Split blue · Enter: one half to magenta", None),
        (acting(), ("5", "3", "5", "3"), "blue is already chosen", None),
        (
            acting(),
            ("5", "3", "5", "2"),
            "Enter: split blue between green and yellow, 2¢ ·",
            Split("blue", ("yellow", "green")),
        ),
        (acting(), ("6", "enter", "left", "left"), "Enter: swap red and black, 3¢", Swap(("red", "black"))),
        (acting(squares=(9, 0, 0, 0, 0, 0)), ("6", "2", "3"), "blue is empty as well", None),
        (acting(), ("7",), "Enter: forbid Ben's next action, 3¢", Forbid(1)),
        (acting(cents=(2, 8, 8, 8)), ("7",), "Forbid costs 3¢: you have 2¢", None),
        (acting(cards=("red",) * 4), ("2",), "Reveal costs 1¢: no card is hidden", None),
        (acting(squares=(1, 0, 0, 0, 0, 0)), ("5",), "Split costs 2¢: no square has 2¢", None),
        (acting(), ("5", "3", "5", "escape", "escape"), "Split · Enter: halve", None),
        (acting(), ("6", "escape", "up", "k", "k", "k", "k"), "Enter: pass ·", Pass()),
    ],
)
def test_the_prompt_says_what_enter_does(
    table_view: TableView, keys: tuple[str, ...], words: str, move: Move | None
) -> None:
    model = models.after(LuckySquaresBoard, LuckySquaresModel(table_view), *keys)
    enter = model.does("act")
    assert words in prompt(model)
    assert len(prompt(model)) <= 78
    assert (enter if isinstance(enter, Move) and enter in model.moves else None) == move


@pytest.mark.parametrize(("cents", "keys"), [(1, ("3",)), (9, ("5", "2"))])
def test_enter_asks_why_an_action_or_a_square_cannot_be_chosen(cents: int, keys: tuple[str, ...]) -> None:
    model = models.after(LuckySquaresBoard, LuckySquaresModel(acting(cents=(cents, 8, 10, 7))), *keys)
    move = model.does("act")
    assert isinstance(move, Change if cents == 1 else Split)
    assert move not in model.moves
    assert "Enter: why" in with_why(prompt(model), model)


async def test_a_pause_keeps_what_is_chosen_and_offers_nothing() -> None:
    async with showing(acting()) as (pilot, session):
        await pilot.press("5", "3")
        chosen = rows(pilot.app)
        assert "3✓" in "\n".join(chosen)
        session.tell(TableChanged(msgspec.structs.replace(acting(), paused=True)))
        await pilot.pause()
        assert "3✓" not in (paused := text(pilot))
        assert "[" not in paused.splitlines()[3]
        session.tell(TableChanged(acting()))
        await pilot.pause()
        assert rows(pilot.app) == chosen


async def test_once_an_action_is_done_there_is_no_way_back_from_it() -> None:
    async with showing(acting()) as (pilot, session):
        await pilot.press("5")
        assert "esc back" in rows(pilot.app)[-1]
        session.tell(TableChanged(acting(active=(1,), pending=(1, 3))))
        await pilot.pause()
        assert "esc back" not in rows(pilot.app)[-1]


async def test_keys_do_nothing_while_others_are_to_act() -> None:
    shown, requests = await on_screen(acting(active=(1,), pending=(1, 3)), "5", "3", "right", "tab", "1")
    assert shown.strip() == "It is not your turn yet."
    assert requests == []
