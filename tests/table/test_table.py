"""The table: who is asked what, what comes too late, what can be taken back, and what nobody is told."""

import msgspec
import pytest

from luckytui.games.interface import SPECTATOR, IllegalMove, Move, Seat, Started, State
from luckytui.games.lucky_numbers import (
    LUCKY_NUMBERS,
    Discard,
    Draw,
    Lay,
    LuckyNumbersOptions,
    LuckyNumbersView,
    Take,
)
from luckytui.table import table as table_module
from luckytui.table.snapshot import LOG_TAIL
from luckytui.table.table import StaleMove, Table


def table_of(seats: int = 2, setup: str = "sorted") -> Table:
    options = msgspec.convert({"setup": setup}, LuckyNumbersOptions)
    return Table(LUCKY_NUMBERS, options, ["Ada", "Bea", "Cleo", "Dora"][:seats], "Open, Sesame!")


def act(table: Table, seat: Seat, move: Move) -> None:
    table.submit(seat, table.prompts[seat], move)


def whose_turn(table: Table) -> Seat:
    (seat,) = table.prompts
    return seat


def everything(table: Table) -> tuple[State, list[object], dict[Seat, int]]:
    return table._state.copy(), list(table.record), table.prompts


def view_of(table: Table, seat: Seat) -> LuckyNumbersView:
    view = table.snapshot(seat).view
    assert isinstance(view, LuckyNumbersView)
    return view


# ── Prompts ───────────────────────────────────────────────────────────────────────────────────────


def test_the_table_plays_on_by_itself_to_the_first_decision() -> None:
    table = table_of()
    assert len(table.prompts) == 1
    assert view_of(table, 0).stage == "turn"


def test_a_number_of_seats_the_game_is_not_made_for_is_refused() -> None:
    with pytest.raises(ValueError, match="Lucky Numbers is for 2 to 4 players"):
        Table(LUCKY_NUMBERS, LuckyNumbersOptions(), ["Ada"], "seed")


def test_every_decision_of_a_seat_has_a_number_of_its_own() -> None:
    table = table_of()
    numbers: dict[Seat, list[int]] = {0: [], 1: []}
    for _ in range(6):
        seat = whose_turn(table)
        numbers[seat].append(table.prompts[seat])
        assert table.snapshot(seat).prompt == table.prompts[seat]
        assert table.snapshot(1 - seat).prompt == 0
        table.submit_fallback(seat)
    assert all(counted == [*range(1, len(counted) + 1)] for counted in numbers.values())


def test_the_number_of_a_decision_tells_nothing_of_what_others_do_in_secret() -> None:
    quiet, busy = table_of(3, setup="free"), table_of(3, setup="free")
    for _ in range(4):
        act(busy, 0, Lay((0, 0)))
        busy.undo(0)
    for table in (quiet, busy):
        act(table, 1, Lay((0, 0)))
    assert quiet.snapshot(1).prompt == busy.snapshot(1).prompt
    assert quiet.snapshot(2).prompt == busy.snapshot(2).prompt


def test_a_move_that_answers_an_older_question_is_stale_and_changes_nothing() -> None:
    table = table_of()
    seat = whose_turn(table)
    old = table.prompts[seat]
    table.submit(seat, old, Draw())
    before = everything(table)
    with pytest.raises(StaleMove):
        table.submit(seat, old, Discard())
    assert everything(table) == before
    act(table, seat, Discard())


def test_the_same_answer_twice_counts_once() -> None:
    table = table_of(setup="michael")
    prompt = table.prompts[0]
    table.submit(0, prompt, Lay((1, 1)))
    with pytest.raises(StaleMove):
        table.submit(0, prompt, Lay((1, 1)))


def test_an_illegal_move_changes_nothing_and_the_question_stands() -> None:
    table = table_of()
    seat = whose_turn(table)
    before = everything(table)
    with pytest.raises(IllegalMove, match="You hold no tile"):
        act(table, seat, Discard())
    assert everything(table) == before


def test_who_is_not_asked_is_told_so() -> None:
    table = table_of()
    for other in {SPECTATOR, 0, 1, 2} - {whose_turn(table)}:
        with pytest.raises(IllegalMove, match="It is not your turn"):
            table.submit(other, 0, Draw())


def test_when_several_are_asked_one_answer_leaves_the_questions_of_the_others_open() -> None:
    table = table_of(3, setup="free")
    asked = table.prompts
    assert [*asked] == [0, 1, 2]
    act(table, 1, Lay((0, 0)))
    assert table.prompts[0] == asked[0]
    assert table.prompts[2] == asked[2]
    assert table.prompts[1] > asked[1]


def test_the_fallback_is_made_for_those_who_do_not_answer() -> None:
    table = table_of()
    while table.prompts:
        table.submit_fallback(whose_turn(table))
    assert table.result
    assert table.result.scores == (12, 12)


# ── Taking back ───────────────────────────────────────────────────────────────────────────────────


def test_a_discard_can_be_taken_back_until_somebody_else_moves() -> None:
    table = table_of()
    seat = whose_turn(table)
    act(table, seat, Draw())
    before = everything(table)
    act(table, seat, Discard())
    assert table.snapshot(seat).undo
    assert not table.snapshot(1 - seat).undo
    table.undo(seat)
    state, record, prompts = everything(table)
    assert (state, record) == before[:2]
    assert prompts[seat] > before[2][seat], "an answer to the old question would be stale"

    act(table, seat, Discard())
    act(table, 1 - seat, Draw())
    with pytest.raises(IllegalMove, match="can no longer be taken back"):
        table.undo(seat)


def test_a_drawn_tile_cannot_be_undrawn() -> None:
    table = table_of()
    seat = whose_turn(table)
    act(table, seat, Draw())
    assert not table.may_undo(seat)
    with pytest.raises(IllegalMove, match="can no longer be taken back"):
        table.undo(seat)


def test_nobody_takes_back_the_move_of_another() -> None:
    table = table_of()
    seat = whose_turn(table)
    act(table, seat, Draw())
    act(table, seat, Discard())
    for other in (1 - seat, SPECTATOR):
        with pytest.raises(IllegalMove):
            table.undo(other)


def test_several_moves_can_be_taken_back_one_by_one() -> None:
    table = table_of(setup="free")
    before = everything(table)
    for cell in ((3, 3), (0, 0), (2, 2)):
        act(table, 0, Lay(cell))
    for left in (2, 1, 0):
        table.undo(0)
        assert len(view_of(table, 0).chosen) == left
    assert not table.may_undo(0)
    assert everything(table)[:2] == before[:2]


def test_taking_back_leaves_the_questions_of_the_others_open() -> None:
    table = table_of(setup="free")
    asked = table.prompts[1]
    act(table, 0, Lay((3, 3)))
    table.undo(0)
    table.submit(1, asked, Lay((0, 0)))


def test_a_held_back_move_can_be_taken_back_whatever_the_others_hold_back() -> None:
    table = table_of(setup="free")
    act(table, 0, Lay((3, 3)))
    alone = everything(table)
    act(table, 1, Lay((0, 0)))
    act(table, 0, Lay((1, 1)))
    act(table, 1, Lay((2, 2)))
    table.undo(0)
    assert view_of(table, 0).chosen == ((3, 3),)
    assert view_of(table, 1).chosen == ((0, 0), (2, 2))
    table.undo(1)
    table.undo(1)
    assert everything(table)[:2] == alone[:2]
    assert table.may_undo(0)
    assert not table.may_undo(1)


def test_what_has_shown_the_choices_of_others_cannot_be_taken_back() -> None:
    table = table_of(setup="michael")
    act(table, 0, Lay((3, 3)))
    act(table, 1, Lay((3, 3)))
    assert not table.may_undo(1)


def test_a_swap_can_be_taken_back_and_the_tiles_are_where_they_were() -> None:
    table = table_of()
    seat = whose_turn(table)
    act(table, seat, Draw())
    drawn = view_of(table, seat).hand
    act(table, seat, Discard())
    gardens = view_of(table, seat).gardens
    other = whose_turn(table)
    take = next(move for move in table.snapshot(other).moves if isinstance(move, Take))
    act(table, other, take)
    table.undo(other)
    assert view_of(table, other).gardens == gardens
    assert view_of(table, other).middle == (drawn,)


# ── Snapshots ─────────────────────────────────────────────────────────────────────────────────────


def test_a_snapshot_offers_moves_only_to_those_who_are_asked() -> None:
    table = table_of()
    seat = whose_turn(table)
    assert table.snapshot(seat).moves == (Draw(),)
    assert table.snapshot(1 - seat).moves == table.snapshot(SPECTATOR).moves == ()


def test_the_seed_stands_in_the_record_and_in_no_snapshot() -> None:
    table = table_of()
    started = table.record[0]
    assert isinstance(started, Started)
    assert started.seed == "Open, Sesame!"
    for seat in (SPECTATOR, 0, 1):
        assert isinstance(table.snapshot(seat).log[0], Started)
        assert b"Sesame" not in msgspec.json.encode(table.snapshot(seat))


def test_what_others_have_chosen_in_secret_is_in_no_snapshot() -> None:
    table, other = table_of(setup="free"), table_of(setup="free")
    act(table, 0, Lay((3, 3)))
    act(other, 0, Lay((1, 1)))
    for seat in (SPECTATOR, 1):
        assert table.snapshot(seat) == other.snapshot(seat)
    assert table.snapshot(0) != other.snapshot(0)


def test_a_snapshot_carries_the_latest_events_and_says_how_many_came_before() -> None:
    table = table_of(4)
    while table.prompts:
        table.submit_fallback(whose_turn(table))
    shown = table.snapshot(SPECTATOR)
    assert len(shown.log) == LOG_TAIL
    assert shown.log == tuple(table.record[-LOG_TAIL:])
    assert shown.log_start + LOG_TAIL == len(table.record)


def test_a_snapshot_for_one_who_missed_events_reaches_back_further() -> None:
    table = table_of(4)
    while table.prompts:
        table.submit_fallback(whose_turn(table))
    told = len(table.record)
    assert table.snapshot(0, missed=LOG_TAIL - 1).log == table.snapshot(0).log
    shown = table.snapshot(0, missed=LOG_TAIL + 1)
    assert (shown.missed, len(shown.log), shown.log_start) == (
        LOG_TAIL + 1,
        LOG_TAIL + 1,
        told - LOG_TAIL - 1,
    )
    (started, *_) = table.snapshot(0, missed=told).log
    assert isinstance(started, Started)
    assert started.seed is None, "what lies further back is seen by the same eyes"


def test_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "MISSED_TAIL", LOG_TAIL + 2)
    table = table_of(4)
    while table.prompts:
        table.submit_fallback(whose_turn(table))
    shown = table.snapshot(0, missed=len(table.record))
    assert shown.missed == len(shown.log) == LOG_TAIL + 2
