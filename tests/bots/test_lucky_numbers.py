"""The bots of Lucky Numbers: what they make of a garden, and who of them wins."""

import random
from itertools import product
from random import Random

import pytest

from luckytui.bots import make
from luckytui.games.interface import CHANCE, GoFirst, Move, Seat
from luckytui.games.lucky_numbers import bots as lucky_numbers
from luckytui.games.lucky_numbers import hard as lucky_numbers_hard
from luckytui.games.lucky_numbers.rules import (
    LUCKY_NUMBERS,
    Discard,
    Discarded,
    Draw,
    Drawn,
    Garden,
    Laid,
    Lay,
    LuckyNumbers,
    LuckyNumbersOptions,
    Take,
    TurnOver,
    begin,
)
from luckytui.lab.simulate import play
from tests.games.gardens import ALMOST, EXAMPLE_A, EXAMPLE_B, bare, holding, turn_of

ONE_TO_GO = """
     1  2  3  4
     5  6  7  8
     9 10  · 12
    13 14 15 16
"""
SPOILT = """
     1  ·  ·  ·
     · 18  ·  ·
     ·  · 19  ·
     ·  ·  · 20
"""
"""With the 18 where it is, six cells can never be filled."""


QUICK = ("easy", "normal")
"""The levels that do not play the game out."""


def chosen(level: str, state: LuckyNumbers, seat: Seat = 0) -> Move:
    """Return what a bot does; it must not matter which one of its kind it is."""
    choices = {
        make("lucky-numbers", level, Random(bot), think=4).choose(state.view(seat), state.moves(seat))
        for bot in range(4)
    }
    assert len(choices) == 1
    return choices.pop()


@pytest.mark.parametrize("level", [*QUICK, "hard"])
def test_a_drawn_tile_that_wins_is_laid(level: str) -> None:
    assert chosen(level, holding(20, ALMOST, EXAMPLE_A)) == Lay((3, 3))


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_the_tile_that_wins_is_taken(level: str) -> None:
    assert chosen(level, turn_of(0, ONE_TO_GO, EXAMPLE_A, middle=[11, 20])) == Take(11, (2, 2))


@pytest.mark.parametrize("level", QUICK)
def test_a_tile_that_suits_nothing_is_discarded(level: str) -> None:
    assert chosen(level, holding(2, EXAMPLE_B, EXAMPLE_A)) == Discard()
    assert chosen(level, holding(19, EXAMPLE_A, EXAMPLE_B)) == Discard()


@pytest.mark.parametrize("level", QUICK)
def test_a_tile_that_spoils_the_garden_is_swapped_out(level: str) -> None:
    assert chosen(level, holding(7, SPOILT, EXAMPLE_A)) == Lay((1, 1))
    assert chosen(level, turn_of(0, SPOILT, EXAMPLE_A, middle=[7])) == Take(7, (1, 1))


@pytest.mark.parametrize("level", QUICK)
def test_with_nothing_of_use_in_the_middle_a_tile_is_drawn(level: str) -> None:
    assert chosen(level, turn_of(0, EXAMPLE_B, EXAMPLE_A, middle=[1, 1, 20])) == Draw()


def test_normal_prefers_the_cell_that_leaves_room_for_all_others() -> None:
    state = holding(13, EXAMPLE_A, EXAMPLE_B, stack=[*range(1, 21)] * 2)
    assert chosen_by_normal(state) <= {Lay((1, 2)), Lay((2, 1)), Lay((0, 3)), Lay((3, 0))}


def test_normal_does_not_leave_the_tile_that_somebody_else_waits_for() -> None:
    own = "1 5 9 13  3 7 · 15  6 10 13 ·  9 12 15 18"
    waits_for_13 = "1 2 3 4  5 6 7 8  9 10 11 12  11 12 · 14"
    assert chosen("normal", holding(13, own, EXAMPLE_B, EXAMPLE_A)) == Discard()
    assert chosen("normal", holding(13, own, waits_for_13, EXAMPLE_A)) == Lay((3, 1))


def test_normal_fills_a_cell_with_anything_when_the_stack_is_used_up() -> None:
    state = holding(20, "1 2 3 4  5 6 7 8  9 10 11 ·  13 · · ·", bare(4), stack=[20])
    assert isinstance(chosen_by_normal(state).pop(), Lay)


def test_normal_likes_an_extra_turn() -> None:
    text = "4 · · ·  · 10 · ·  · · 15 ·  · · · 19"
    state = holding(10, text, EXAMPLE_B, options=LuckyNumbersOptions(bruno=True))
    assert chosen_by_normal(state) <= {Lay((0, 2)), Lay((2, 0))}


def test_normal_lays_the_tiles_of_a_free_set_up_in_order() -> None:
    table = play(LUCKY_NUMBERS, LuckyNumbersOptions(setup="free"), ["normal"] * 4, "in order")
    laid = [event for event in table.record.events if isinstance(event, Laid) and event.source == "deal"]
    by_cell = sorted(laid, key=lambda event: (event.seat, event.cell))
    assert by_cell == sorted(by_cell, key=lambda event: (event.seat, event.tile))


def test_normal_leaves_room_for_the_tiles_of_the_set_up_to_come() -> None:
    state = begin(2, LuckyNumbersOptions(setup="michael"))
    state.apply(CHANCE, GoFirst(0))
    for tile in (11, 1):
        state.apply(CHANCE, TurnOver(tile))
    assert chosen_by_normal(state) <= {Lay((1, 1)), Lay((2, 2))}


def chosen_by_normal(state: LuckyNumbers) -> set[Move]:
    """Return the moves that are equally good to normal."""
    moves = state.moves(0)
    return {make("lucky-numbers", "normal", Random(bot)).choose(state.view(0), moves) for bot in range(8)}


def gardens_of(seed: str) -> set[Garden]:
    """Return the gardens that there are in a game."""
    table = play(LUCKY_NUMBERS, LuckyNumbersOptions(), ["random", "easy"], seed)
    state = begin(2, LuckyNumbersOptions())
    found: set[Garden] = set()
    for step in table.record.steps:
        state.apply(step.seat, step.move)
        found.update(state.gardens)
    return found


def test_hard_finds_waits_from_windows_before_a_tile_was_laid() -> None:
    for garden, tile in product(sorted(gardens_of("windows")), (4, 10, 17)):
        before = lucky_numbers_hard.outlook(garden)
        gain, place = before.plan(tile)
        if gain > 0:
            assert before.laid(tile, place).waiting == pytest.approx(before.waiting - gain)


@pytest.mark.parametrize("level", QUICK)
def test_no_bot_ever_swaps_a_tile_for_an_equal_one_or_swaps_without_end(level: str) -> None:
    for seats, bruno in product(LUCKY_NUMBERS.seats, (False, True)):
        record = play(LUCKY_NUMBERS, LuckyNumbersOptions(bruno=bruno), [level] * seats, "swaps").record
        laid = [event for event in record.events if isinstance(event, Laid)]
        assert all(event.swapped != event.tile for event in laid)
        draws = sum(isinstance(event, Drawn) for event in record.events)
        assert (
            len(laid) + sum(isinstance(event, Discarded) for event in record.events) < 4 * draws + 20 * seats
        )


@pytest.mark.parametrize("level", QUICK)
def test_a_bot_is_the_same_for_the_same_source_of_chance_and_uses_no_other(level: str) -> None:
    before = random.getstate()
    first = play(LUCKY_NUMBERS, LuckyNumbersOptions(setup="michael"), [level] * 2, "twice")
    second = play(LUCKY_NUMBERS, LuckyNumbersOptions(setup="michael"), [level] * 2, "twice")
    assert first.record == second.record
    assert random.getstate() == before


def test_normal_looks_at_no_more_gardens_than_it_must() -> None:
    lucky_numbers._waiting.cache_clear()
    record = play(LUCKY_NUMBERS, LuckyNumbersOptions(), ["normal"] * 4, "work").record
    turns = sum(isinstance(event, (Drawn, Laid)) for event in record.events)
    assert lucky_numbers._waiting.cache_info().misses < 150 * turns


@pytest.mark.parametrize("seats", LUCKY_NUMBERS.seats)
def test_hard_plays_the_variants(seats: int) -> None:
    options = LuckyNumbersOptions(setup="michael", bruno=True)
    assert play(LUCKY_NUMBERS, options, ["hard", *["easy"] * (seats - 1)], "variants", think=1).result


def wins(level: str, other: str, games: int) -> int:
    """Return how many games for two a level wins alone against another; they take turns at seat 0."""
    won = 0
    for number in range(games):
        seat = number % 2
        levels = [level, other] if seat == 0 else [other, level]
        result = play(LUCKY_NUMBERS, LuckyNumbersOptions(), levels, f"match {number}").result
        assert result
        won += result.winners == (seat,)
    return won


def test_easy_beats_random() -> None:
    assert wins("easy", "random", 10) >= 9


def test_normal_beats_random_and_easy() -> None:
    assert wins("normal", "random", 6) == 6
    assert wins("normal", "easy", 12) >= 9
