"""The table of Lucky Squares fills a terminal of any size, and nothing on it lies on anything else."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from textual.geometry import Region

from luckytui.games.lucky_squares.layout import Layout, Place, computed


def parts(layout: Layout, seats: int) -> Iterator[Region]:
    """Yield what is on the table."""
    (x, y), (right, down) = layout.first, layout.each
    for place in range(6):
        yield Region(x + right * (place % 3), y + down * (place // 3), layout.size[0], layout.size[1] + 1)
    assert layout.dice is not None
    assert layout.menu is not None
    assert layout.menu_row is not None
    yield Region(x, layout.dice, 84 if layout.has_pieces else 48, 4 if layout.has_pieces else 1)
    entries = max(seats + 1, 3)
    yield Region(x, layout.lists - 1, layout.deed + 14, entries * layout.steps[0])
    yield Region(
        layout.menu, layout.menu_row - 1, layout.outcomes[2] - layout.menu + 6 if layout.outcomes else 0, 7
    )


@pytest.mark.parametrize("seats", range(3, 7))
def test_everything_is_on_the_felt_and_nothing_on_another(seats: int) -> None:
    for width in range(78, 200, 3):
        for height in range(17, 64):
            if layout := computed(width, height, seats):
                table, felt = [*parts(layout, seats)], Region(0, 0, width, height)
                assert all(part in felt for part in table), (width, height, table)
                lapping = [pair for pair in combinations(table, 2) if pair[0].overlaps(pair[1])]
                assert not lapping, (width, height, lapping)


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
def test_squares_are_as_large_as_there_is_room_for(felt: Place, size: Place, coins: Place) -> None:
    layout = computed(*felt, 6)
    assert layout is not None
    assert (layout.size, layout.coin) == (size, coins)


@pytest.mark.parametrize("felt", [(60, 15), (80, 18), (84, 17)])
def test_a_small_terminal_has_the_small_table(felt: Place) -> None:
    assert computed(*felt, 6) is None
