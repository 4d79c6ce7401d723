"""The table of Lucky Jack fills a terminal of any size, and nothing on it lies on anything else."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from textual.geometry import Region

from luckytui.games.lucky_jack.layout import Layout, computed
from luckytui.games.lucky_jack.pieces import FLAT_LARGE, HUGE, LARGE, MEDIUM, Size


def parts(layout: Layout, seats: int) -> Iterator[Region]:
    """Yield what is on the table."""
    for (x, y), (width, height) in (layout.stock, layout.stock_card), (layout.pile, layout.pile_card):
        yield Region(x, y - 1, width, height + 2)
    assert layout.claim
    x, y, width, height = layout.claim
    yield Region(x, y, width, height + 1)
    x, y = layout.sheet
    yield Region(x - 2, y, layout.points_end - x + 2, 1 + layout.sheet_rows * seats)
    yield Region(*layout.title, layout.width, layout.prizes + 3 - layout.title[1])
    if layout.backs[0]:
        yield Region(layout.left, layout.backs_y, layout.width, 3 + layout.backs[1])


@pytest.mark.parametrize("seats", range(2, 7))
def test_everything_is_on_the_felt_and_nothing_on_another(seats: int) -> None:
    for width in range(78, 200, 3):
        for height in range(17, 64):
            if layout := computed(width, height, seats):
                table, felt = [*parts(layout, seats)], Region(0, 0, width, height)
                assert all(part in felt for part in table), (width, height, table)
                lapping = [pair for pair in combinations(table, 2) if pair[0].overlaps(pair[1])]
                assert not lapping, (width, height, lapping)


@pytest.mark.parametrize(
    ("felt", "hand", "pile", "has_row"),
    [
        ((88, 27), MEDIUM, FLAT_LARGE, False),
        ((88, 37), MEDIUM, FLAT_LARGE, True),
        ((117, 45), FLAT_LARGE, LARGE, True),
        ((156, 52), LARGE, HUGE, True),
        ((196, 62), HUGE, HUGE, True),
    ],
)
def test_cards_are_as_large_as_there_is_room_for(
    felt: Size, hand: Size, pile: Size, *, has_row: bool
) -> None:
    layout = computed(*felt, 4)
    assert layout is not None
    assert (layout.card, layout.pile_card, layout.backs[0] > 0) == (hand, pile, has_row)


@pytest.mark.parametrize("felt", [(60, 15), (80, 18), (84, 17)])
def test_a_small_terminal_has_the_small_table(felt: Size) -> None:
    assert computed(*felt, 6) is None
