"""The table of Lucky Numbers fills a terminal of any size, and nothing on it lies on anything else."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from textual.geometry import Region, Size

from luckytui.games.lucky_numbers.layout import (
    CHIP,
    FLAT_LARGE,
    FLAT_MEDIUM,
    HUGE,
    LARGE,
    MEDIUM,
    Layout,
    Place,
    computed,
)
from luckytui.games.lucky_numbers.rules import SIDE

SIZES = [(width, height) for width in range(78, 200, 3) for height in range(17, 64)]


def parts(layout: Layout, seats: int) -> Iterator[Region]:
    """Yield what is on the table, each part with its title."""
    (x, y), (width, height) = layout.name, layout.tile
    yield Region(x - 3, y, SIDE * (width + 1) + 2, SIDE * height + 2)
    for x, y in layout.others[: seats - 1]:
        yield Region(x, y, SIDE * layout.chip[0], SIDE * layout.chip[1] + 1)
    assert layout.hand_tile
    yield Region(layout.hand[0], layout.hand_title[1], layout.hand_tile[0], 1 + layout.hand_tile[1])
    yield Region(*layout.stack, layout.stack_size[0], 1 + layout.stack_size[1])
    yield Region(*layout.tray, *layout.tray_box)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_is_on_the_felt_and_nothing_on_another(seats: int) -> None:
    for width, height in SIZES:
        if layout := computed(width, height, seats):
            table = [*parts(layout, seats)]
            felt = Region(0, 0, width, height)
            assert all(part in felt for part in table), (width, height, table)
            lapping = [pair for pair in combinations(table, 2) if pair[0].overlaps(pair[1])]
            assert not lapping, (width, height, lapping)
            size, step, in_row = layout.tray_of(20)
            rows = -(-20 // in_row) * size[1]
            assert (in_row * step - 1, rows) <= layout.tray_box, (width, height)
            assert rows <= layout.tray_box[1], "the whole middle is there, however many tiles it has"


@pytest.mark.parametrize(
    ("felt", "seats", "own", "other"),
    [
        ((88, 27), 2, LARGE, MEDIUM),
        ((88, 37), 2, LARGE, MEDIUM),
        ((117, 45), 2, LARGE, FLAT_LARGE),
        ((156, 52), 2, HUGE, LARGE),
        ((196, 62), 2, HUGE, LARGE),
        ((88, 27), 3, FLAT_LARGE, MEDIUM),
        ((117, 45), 3, LARGE, FLAT_LARGE),
        ((88, 27), 4, FLAT_LARGE, FLAT_MEDIUM),
        ((88, 37), 4, LARGE, FLAT_MEDIUM),
        ((117, 45), 4, LARGE, MEDIUM),
        ((156, 52), 4, LARGE, FLAT_LARGE),
        ((196, 62), 4, HUGE, FLAT_LARGE),
    ],
)
def test_tiles_are_as_large_as_there_is_room_for(
    felt: tuple[int, int], seats: int, own: Place, other: Place
) -> None:
    layout = computed(*felt, seats)
    assert layout is not None
    assert (layout.tile, layout.chip) == (own, other)


@pytest.mark.parametrize("felt", [(60, 15), (80, 18), (84, 17)])
def test_a_small_terminal_has_the_small_table(felt: tuple[int, int]) -> None:
    assert computed(*felt, 4) is None


def test_a_larger_terminal_has_no_smaller_tiles() -> None:
    for seats in (2, 3, 4):
        last = CHIP
        for step in range(40):
            layout = computed(88 + 3 * step, 27 + step, seats)
            assert layout is not None
            assert layout.tile >= last, Size(88 + 3 * step, 27 + step)
            last = layout.tile
