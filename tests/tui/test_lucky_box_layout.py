"""The table of Lucky Box fills a terminal of any size, and nothing on it lies on anything else."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from textual.geometry import Region

from luckytui.games.lucky_box.layout import (
    FLAT_LARGE,
    HUGE,
    LARGE,
    MEDIUM,
    SMALL,
    Layout,
    Place,
    computed,
)


def parts(layout: Layout, seats: int, cards: int) -> Iterator[Region]:
    """Yield what is on the table."""
    (x, y), (right, down), (width, height) = layout.cards, layout.each, layout.cell
    for place in range(cards):
        row, column = divmod(place, layout.across)
        at = x + right * column, y + down * row
        yield Region(*at, 3 * width + layout.stub[0], 2 + 3 * height + layout.stub[1])
    yield Region(*layout.number, layout.turn_width, layout.number_size[1] + 3)
    yield Region(*layout.turn, layout.turn_width, 1)
    x, y = layout.players
    yield Region(x - 2, y, layout.list_width + 2, 1 + seats * layout.player_rows)
    assert layout.sheet
    yield Region(x, layout.sheet, layout.list_width, 4)


@pytest.mark.parametrize("cards", [3, 4, 6])
@pytest.mark.parametrize("seats", [1, 4, 6, 7, 12])
def test_everything_is_on_the_felt_and_nothing_on_another(seats: int, cards: int) -> None:
    for width in range(78, 200, 3):
        for height in range(17, 64):
            if layout := computed(width, height, seats, cards):
                table, felt = [*parts(layout, seats, cards)], Region(0, 0, width, height)
                assert all(part in felt for part in table), (width, height, table)
                lapping = [pair for pair in combinations(table, 2) if pair[0].overlaps(pair[1])]
                assert not lapping, (width, height, lapping)


@pytest.mark.parametrize(
    ("felt", "sizes"),
    [
        ((88, 27), (MEDIUM, MEDIUM, SMALL)),
        ((88, 37), (FLAT_LARGE, FLAT_LARGE, MEDIUM)),
        ((117, 45), (LARGE, LARGE, FLAT_LARGE)),
        ((156, 52), (HUGE, HUGE, LARGE)),
        ((196, 62), (HUGE, HUGE, HUGE)),
    ],
)
def test_cards_are_as_large_as_there_is_room_for(felt: Place, sizes: tuple[Place, ...]) -> None:
    layouts = [computed(*felt, 6, cards) for cards in (3, 4, 6)]
    assert tuple(layout and layout.cell for layout in layouts) == sizes


@pytest.mark.parametrize("felt", [(60, 15), (80, 18), (84, 17)])
def test_a_small_terminal_has_the_small_table(felt: Place) -> None:
    assert computed(*felt, 6, 4) is None
