"""The rules of Lucky Numbers, one by one: a garden, a move, the garden after."""

import pytest

from luckytui.games.interface import CHANCE, SPECTATOR, Ended, Event, GoFirst, Seat, TurnBegan
from luckytui.games.lucky_numbers import rules as numbers
from luckytui.testing.plays import reason
from tests.games.gardens import ALMOST, EXAMPLE_A, EXAMPLE_B, SORTED, bare, draw, garden, holding, turn_of

FREE = numbers.LuckyNumbersOptions(setup="free")
MICHAEL = numbers.LuckyNumbersOptions(setup="michael")
TOURNAMENT = numbers.LuckyNumbersOptions(tournament=True)
BRUNO = numbers.LuckyNumbersOptions(bruno=True)


def deal(state: numbers.LuckyNumbers, *tiles: numbers.Tile) -> list[Event]:
    """Deal these tiles."""
    return [event for tile in tiles for event in state.apply(CHANCE, numbers.TurnOver(tile))]


def set_up(options: numbers.LuckyNumbersOptions, first: Seat, *tiles: numbers.Tile) -> numbers.LuckyNumbers:
    """Return a game for two that has begun, its first tiles dealt."""
    state = numbers.begin(2, options)
    state.apply(CHANCE, GoFirst(first))
    deal(state, *tiles)
    return state


def empty_and_swaps(text: str, tile: numbers.Tile) -> tuple[list[numbers.Cell], list[numbers.Cell]]:
    """Return the empty cells and the occupied ones on which a tile may be laid."""
    cells = numbers.fitting(garden(text), tile)
    return (
        [cell for cell in cells if not numbers.at(garden(text), cell)],
        [cell for cell in cells if numbers.at(garden(text), cell)],
    )


def diagonal(state: numbers.LuckyNumbers, seat: Seat) -> list[numbers.Tile]:
    return [numbers.at(state.gardens[seat], cell) for cell in numbers.DIAGONAL]


def test_a_tile_is_as_likely_as_there_are_such_tiles_in_the_stack() -> None:
    state = numbers.begin(2, SORTED)
    state.apply(CHANCE, GoFirst(0))
    deal(state, 7, 7, 3)
    assert state.outcomes()[numbers.TurnOver(3)] == 1
    assert state.outcomes()[numbers.TurnOver(4)] == 2
    assert numbers.TurnOver(7) not in state.outcomes()


def test_free_everybody_lays_their_four_tiles_in_any_order_at_the_same_time() -> None:
    state = set_up(FREE, 0, 9, 2, 17, 9, 1, 2, 3, 4)
    assert state.active == {0, 1}
    for cell in ((2, 2), (3, 3), (0, 0), (1, 1)):
        assert state.apply(0, numbers.Lay(cell)) == []
    assert state.active == {1}
    assert state.gardens[0] == (0,) * 16, "laid, but not shown before all have"
    for cell in numbers.DIAGONAL:
        events = state.apply(1, numbers.Lay(cell))
    assert diagonal(state, 0) == [9, 17, 2, 9]
    assert diagonal(state, 1) == [1, 2, 3, 4]
    assert len(events) == 9
    assert events[-1] == TurnBegan(seat=0)


def test_free_what_everybody_drew_is_open_and_where_it_goes_is_not_yet() -> None:
    state = set_up(FREE, 0, 9, 2, 17, 9, 1, 2, 3, 4)
    state.apply(0, numbers.Lay((2, 2)))
    assert state.view(1).dealt == ((2, 9, 9, 17), (1, 2, 3, 4)), "ascending"
    assert state.view(1).chosen == state.view(SPECTATOR).chosen == ()
    assert state.view(0).chosen == ((2, 2),)


def test_example_a() -> None:
    empty, swaps = empty_and_swaps(EXAMPLE_A, 13)
    assert empty == [(0, 2), (0, 3), (1, 2), (1, 3), (2, 0), (2, 1), (3, 0), (3, 1)]
    assert swaps == [*numbers.DIAGONAL]
    assert {*numbers.CELLS} - {*empty, *swaps} == {(0, 1), (1, 0), (2, 3), (3, 2)}


def test_example_b() -> None:
    empty, swaps = empty_and_swaps(EXAMPLE_B, 6)
    assert empty == [(1, 0), (2, 0), (3, 0)]
    assert swaps == [(3, 3)]


def test_the_example_of_the_box() -> None:
    empty, swaps = empty_and_swaps("3 5 · ·  7 8 · 10  13 · 16 ·  · 15 · 19", 13)
    assert empty == [(0, 2)]
    assert swaps == [(1, 3), (3, 1)]


def test_rows_and_columns_ascend_strictly() -> None:
    fits = numbers.fitting(garden(EXAMPLE_B), 12)
    assert (0, 2) not in fits, "12 would stand above 12"
    assert (1, 3) not in fits, "12 would stand to the right of 12"
    assert (0, 3) in fits


def test_take_any_tile_of_the_middle_and_the_swapped_out_tile_goes_there() -> None:
    state = turn_of(0, EXAMPLE_A, EXAMPLE_B, middle=[5, 5, 20])
    assert state.apply(0, numbers.Take(5, (0, 0))) == [
        numbers.Laid(seat=0, tile=5, cell=(0, 0), source="middle", swapped=4),
        TurnBegan(seat=1),
    ]
    assert state.gardens[0] == garden("5 · · ·  · 10 · ·  · · 15 ·  · · · 19")
    assert numbers.spread(state.middle) == (4, 5, 20)


def test_ruling_a_tile_is_not_swapped_for_one_of_the_same_number() -> None:
    state = holding(13, "3 5 · ·  7 8 · 10  13 · 16 ·  · 15 · 19", EXAMPLE_A)
    assert numbers.Lay((2, 0)) not in state.moves(0)
    assert reason(state, 0, numbers.Lay((2, 0))) == "There is a 13 already: a swap needs another number."
    state = turn_of(0, EXAMPLE_A, EXAMPLE_A, middle=[15])
    assert numbers.Take(15, (2, 2)) not in state.moves(0)


def test_bruno_again_and_again() -> None:
    state = turn_of(0, EXAMPLE_A, EXAMPLE_A, options=BRUNO, middle=[10, 10])
    state.apply(0, numbers.Take(10, (0, 2)))
    assert state.apply(0, numbers.Take(10, (2, 0)))[-1] == numbers.TurnEarned(seat=0)


def test_bruno_also_by_a_swap() -> None:
    state = holding(10, EXAMPLE_A, EXAMPLE_A, options=BRUNO)
    assert state.apply(0, numbers.Lay((2, 2)))[-1] == numbers.TurnEarned(seat=0)


def test_bruno_equal_numbers_further_off_are_no_pair() -> None:
    state = holding(10, EXAMPLE_A, EXAMPLE_A, options=BRUNO)
    assert state.apply(0, numbers.Lay((3, 3)))[-1] == TurnBegan(seat=1)


def test_ruling_bruno_the_set_up_earns_nothing() -> None:
    state = set_up(BRUNO, 1, 5, 5, 6, 6, 1, 1, 2, 2)
    assert state.active == {1}
    assert state.turn == 1


def test_ruling_bruno_the_end_comes_before_an_earned_turn() -> None:
    state = holding(10, EXAMPLE_A, EXAMPLE_A, options=BRUNO, stack=[10])
    assert isinstance(state.apply(0, numbers.Lay((0, 2)))[-1], Ended)


def test_example_c_the_game_ends_though_tiles_that_would_fit_lie_in_the_middle() -> None:
    state = holding(1, bare(2), bare(4), stack=[1], middle=[20, 20])
    assert isinstance(state.apply(0, numbers.Discard())[-1], Ended)


def test_example_d_with_one_empty_cell_a_swap_lets_the_game_go_on() -> None:
    state = holding(20, "1 2 3 4  5 6 7 8  9 10 11 12  13 14 · 16", bare(2))
    assert state.apply(0, numbers.Lay((3, 3))) == [
        numbers.Laid(seat=0, tile=20, cell=(3, 3), source="stack", swapped=16),
        TurnBegan(seat=1),
    ]


def test_example_e() -> None:
    state = holding(1, bare(3), ALMOST, bare(5), options=TOURNAMENT)
    state.apply(0, numbers.Discard())
    draw(state, 20)
    events = state.apply(1, numbers.Lay((3, 3)))
    assert events[1] == numbers.GameEnded(winners=(1,), empty=(3, 0, 5), points=(-3, 2, -5))
    assert state.points == (-3, 2, -5)
    second = holding(1, bare(2), bare(2), bare(4), options=TOURNAMENT, stack=[1])
    assert second.apply(0, numbers.Discard())[1] == numbers.GameEnded(
        winners=(0, 1), empty=(2, 2, 4), points=(2, 2, -4)
    )


def test_of_the_stack_only_the_number_of_tiles_is_seen() -> None:
    state = turn_of(0, EXAMPLE_A, EXAMPLE_B, stack=[1, 1, 2], middle=[7, 3])
    view = state.view(1)
    assert view.stack == 3
    assert view.middle == (3, 7)
    assert view.gardens == state.gardens


def test_the_multiset_of_unseen_tiles_can_be_worked_out() -> None:
    state = set_up(SORTED, 0, 5, 5, 6, 6, 1, 2, 3, 4)
    draw(state, 9)
    state.apply(0, numbers.Discard())
    draw(state, 12)
    for seat in (SPECTATOR, 0, 1):
        view = state.view(seat)
        assert view.stack == 30
        assert numbers.unseen(view) == state.stack


@pytest.mark.parametrize(
    ("tile", "cell"), [(1, (0, 0)), (5, (0, 0)), (6, (1, 1)), (11, (2, 2)), (20, (3, 3))]
)
def test_the_default_of_the_set_up_is_the_proportional_place(tile: numbers.Tile, cell: numbers.Cell) -> None:
    assert set_up(MICHAEL, 0, tile, 1).fallback(0) == numbers.Lay(cell)


def test_the_default_of_the_set_up_is_the_nearest_free_place_when_that_one_is_taken() -> None:
    state = set_up(FREE, 0, 20, 19, 18, 17, 1, 2, 3, 4)
    for cell in ((3, 3), (2, 2), (1, 1), (0, 0)):
        assert state.fallback(0) == numbers.Lay(cell)
        state.apply(0, numbers.Lay(cell))


def test_the_default_of_a_turn_is_to_draw_and_then_to_discard() -> None:
    state = turn_of(0, EXAMPLE_A, EXAMPLE_B, middle=[13])
    assert state.fallback(0) == numbers.Draw()
    draw(state, 13)
    assert state.fallback(0) == numbers.Discard()


@pytest.mark.parametrize(
    ("tile", "cell", "words"),
    [
        (13, (2, 3), "13 does not fit there: 15 is to its left."),
        (13, (0, 1), "13 does not fit there: 10 is below it."),
        (13, (1, 0), "13 does not fit there: 10 is to its right."),
        (13, (3, 2), "13 does not fit there: 15 is above it."),
        (15, (1, 2), "15 does not fit there: 15 is below it."),
    ],
)
def test_why_a_tile_does_not_fit(tile: numbers.Tile, cell: numbers.Cell, words: str) -> None:
    state = turn_of(0, EXAMPLE_A, EXAMPLE_B, middle=[tile])
    assert reason(state, 0, numbers.Take(tile, cell)) == words
    draw(state, tile)
    assert reason(state, 0, numbers.Lay(cell)) == words
