"""The table of each game fills a terminal of any size, and nothing on it lies on anything else."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from textual.geometry import Region
from textual.geometry import Size as TextualSize

from luckytui.games import GAMES
from luckytui.games.lucky_box import layout as box
from luckytui.games.lucky_jack import layout as jack
from luckytui.games.lucky_jack import pieces
from luckytui.games.lucky_numbers import layout as numbers
from luckytui.games.lucky_squares import layout as squares
from luckytui.tui.boards import BOARDS
from luckytui.tui.canvas import Canvas
from tests.tui.fitting import watched
from tests.tui.sizes import models

Size = tuple[int, int]
SIZES = [(width, height) for height in range(17, 64) for width in range(78 + 4 * height % 9, 200, 9)]
"""Every height, and every width with some of them; `make sizes` draws all."""


def parts_of_numbers(layout: numbers.Layout, seats: int) -> Iterator[Region]:
    """Yield what is on the table, each part with its title; the whole middle, however many tiles it has."""
    size, step, in_row = layout.trays[20]
    _x, _y, width, height = layout.pieces["middle"]
    assert in_row * step - 1 <= width
    assert 1 - (-20 // in_row) * size[1] <= height
    used = {"own", "stack", "hand", "middle", *(f"other {place}" for place in range(seats - 1))}
    yield from (Region(*piece) for name, piece in layout.pieces.items() if name in used)


def parts_of_jack(layout: jack.Layout, _seats: int) -> Iterator[Region]:
    one_row = {"title", "note", "claim"}  # of these two may share a row, or be in the last one
    yield from (Region(*piece) for name, piece in layout.pieces.items() if name not in one_row)
    yield Region(*layout.pieces.get("claim", layout.pieces["note"]))


def parts_of_box(layout: box.Layout, seats: int, cards: int) -> Iterator[Region]:
    (x, y), (right, down), (width, height) = layout.cards, layout.each, layout.cell
    stub, stub_rows = box.STUBS[layout.cell]
    for place in range(cards if down else layout.across):
        row, column = divmod(place, layout.across)
        yield Region(x + right * column, y + down * row, 3 * width + stub, 2 + 3 * height + stub_rows)
    x, y = layout.players
    if layout.form == "below":
        yield Region(x - 2, y, layout.list_width, box.people_rows(seats))
    else:
        yield Region(x - 2, y, layout.list_width + 2, 1 + seats * min(2, layout.player_rows))
        yield Region(x, layout.sheet, layout.list_width, 4)
    wide, high = layout.number_size
    if layout.form == "beside":
        yield Region(*layout.turn, layout.turn_width, 1)
        yield Region(*layout.number, layout.turn_width, high + 3)
    else:
        yield Region(*layout.number, wide + 2 + layout.turn_width, high + 2)


def parts_of_squares(layout: squares.Layout, seats: int) -> Iterator[Region]:
    (x, y), (right, down) = layout.first, layout.each
    for place in range(6):
        row, column = divmod(place, layout.across)
        yield Region(x + right * column, y + down * row, layout.size[0], layout.size[1] + 1)
    if layout.has_titles:
        yield Region(*layout.dice, 84 if layout.has_pieces else 48, 4 if layout.has_pieces else 1)
    (menu, top), title = layout.menu, layout.has_titles
    most = max(seats + 1, 3) * layout.steps[0]
    yield Region(x - 1, layout.lists - title, menu - x if title else 35, most + title)
    yield Region(menu, top - title, 38 if layout.has_outcomes else 17, 7)


TABLES: list[tuple[Callable[..., Any], Callable[..., Iterator[Region]], tuple[int, ...]]] = [
    *((numbers.layout, parts_of_numbers, (seats,)) for seats in (2, 3, 4)),
    *((jack.layout, parts_of_jack, (seats,)) for seats in range(2, 7)),
    *((box.layout_of, parts_of_box, (seats, cards)) for seats in (1, 4, 6, 7, 12) for cards in (3, 4, 6)),
    *((squares.layout_of, parts_of_squares, (seats,)) for seats in range(3, 7)),
]
"""What computes a table, what is on it, and for how many."""


@pytest.mark.parametrize(("computed", "parts", "people"), TABLES)
def test_everything_is_on_the_felt_and_nothing_on_another(
    computed: Callable[..., Any], parts: Callable[..., Iterator[Region]], people: tuple[int, ...]
) -> None:
    tables = dict[tuple[Region, ...], Size]()  # many sizes have the same
    for size in SIZES:
        if layout := computed(*size, *people):
            table = (*parts(layout, *people),)
            assert Region(0, 0, *size).contains_region(Region.from_union(table)), (size, table)
            tables[table] = size
    for table, size in tables.items():
        assert not [pair for pair in combinations(table, 2) if pair[0].overlaps(pair[1])], size


@pytest.mark.parametrize(
    ("felt", "seats", "own", "other"),
    [
        *(((60, 15), seats, numbers.FLAT_MEDIUM, numbers.TINY) for seats in (2, 3, 4)),
        *(((80, 18), seats, numbers.MEDIUM, numbers.CHIP) for seats in (2, 3, 4)),
        *(((84, 17), seats, numbers.MEDIUM, numbers.CHIP) for seats in (2, 3, 4)),
        *(((48, 24), seats, numbers.MEDIUM, numbers.TINY) for seats in (2, 3, 4)),
        *(((48, 33), seats, numbers.FLAT_LARGE, numbers.TINY) for seats in (2, 3, 4)),
        ((88, 27), 2, numbers.LARGE, numbers.MEDIUM),
        ((88, 37), 2, numbers.LARGE, numbers.MEDIUM),
        ((117, 45), 2, numbers.LARGE, numbers.FLAT_LARGE),
        ((156, 52), 2, numbers.HUGE, numbers.LARGE),
        ((196, 62), 2, numbers.HUGE, numbers.LARGE),
        ((88, 27), 3, numbers.FLAT_LARGE, numbers.MEDIUM),
        ((117, 45), 3, numbers.LARGE, numbers.FLAT_LARGE),
        ((88, 27), 4, numbers.FLAT_LARGE, numbers.FLAT_MEDIUM),
        ((88, 37), 4, numbers.LARGE, numbers.FLAT_MEDIUM),
        ((117, 45), 4, numbers.LARGE, numbers.MEDIUM),
        ((156, 52), 4, numbers.LARGE, numbers.FLAT_LARGE),
        ((196, 62), 4, numbers.HUGE, numbers.FLAT_LARGE),
    ],
)
def test_tiles_are_as_large_as_there_is_room_for(felt: Size, seats: int, own: Size, other: Size) -> None:
    layout = numbers.layout(*felt, seats)
    assert (layout.tile, layout.chip) == (own, other)


@pytest.mark.parametrize(
    ("felt", "hand", "pile", "has_row"),
    [
        ((60, 15), pieces.SMALL, pieces.FLAT_MEDIUM, False),
        ((48, 33), pieces.FLAT_MEDIUM, pieces.FLAT_MEDIUM, False),
        ((80, 18), pieces.FLAT_MEDIUM, pieces.FLAT_MEDIUM, False),
        ((84, 17), pieces.FLAT_MEDIUM, pieces.FLAT_MEDIUM, False),
        ((80, 37), pieces.FLAT_MEDIUM, pieces.FLAT_LARGE, False),
        ((88, 27), pieces.MEDIUM, pieces.FLAT_LARGE, False),
        ((88, 37), pieces.MEDIUM, pieces.FLAT_LARGE, True),
        ((117, 45), pieces.FLAT_LARGE, pieces.LARGE, True),
        ((156, 52), pieces.LARGE, pieces.HUGE, True),
        ((196, 62), pieces.HUGE, pieces.HUGE, True),
    ],
)
def test_cards_are_as_large_as_they_have_room(felt: Size, hand: Size, pile: Size, *, has_row: bool) -> None:
    layout = jack.layout(*felt, 4)
    assert (layout.card, layout.pile, layout.backs is not None) == (hand, pile, has_row)


@pytest.mark.parametrize(
    ("felt", "sizes"),
    [
        ((88, 27), (box.MEDIUM, box.MEDIUM, box.HIGH)),
        ((88, 37), (box.FLAT_LARGE, box.FLAT_LARGE, box.MEDIUM)),
        ((117, 45), (box.LARGE, box.LARGE, box.FLAT_LARGE)),
        ((156, 52), (box.HUGE, box.HUGE, box.LARGE)),
        ((196, 62), (box.HUGE, box.HUGE, box.HUGE)),
    ],
)
def test_cells_are_as_large_as_there_is_room_for(felt: Size, sizes: tuple[Size, ...]) -> None:
    layouts = [box.layout_of(*felt, 6, cards) for cards in (3, 4, 6)]
    assert tuple(layout.cell for layout in layouts) == sizes


@pytest.mark.parametrize(
    ("felt", "size", "coins"),
    [
        ((88, 27), (27, 7), (3, 5)),
        ((88, 37), (27, 10), (3, 5)),
        ((117, 45), (37, 13), (5, 10)),
        ((156, 52), (50, 16), (8, 10)),
        ((196, 62), (52, 20), (8, 10)),
    ],
)
def test_squares_are_as_large_as_there_is_room_for(felt: Size, size: Size, coins: Size) -> None:
    layout = squares.layout_of(*felt, 6)
    assert (layout.size, layout.coin) == (size, coins)


@pytest.mark.parametrize("felt", [(48, 24), (59, 30), (60, 15), (61, 25), (78, 18), (79, 17), (79, 30)])
@pytest.mark.parametrize("game", GAMES)
def test_all_words_fit_where_one_of_the_small_layouts_begins(game: str, felt: Size) -> None:
    with watched() as found:
        for model in models(game, GAMES[game].seats[-1]):
            BOARDS[game].PICTURE.paint(Canvas(TextualSize(*felt)), model)
    assert not found
