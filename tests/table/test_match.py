"""The match: who is asked what, what comes too late, what can be taken back, and what nobody sees."""

from collections import Counter
from collections.abc import Iterable

import msgspec
import pytest

from luckytui.games.interface import SPECTATOR, IllegalMove, Move, Seat, Started, View
from luckytui.games.lucky_numbers.rules import (
    LUCKY_NUMBERS,
    Discard,
    Draw,
    Lay,
    LuckyNumbers,
    LuckyNumbersOptions,
    LuckyNumbersView,
    Take,
)
from luckytui.table.match import Match, StaleMove
from luckytui.text import UserError


def table_of(seats: int = 2, setup: str = "sorted") -> Match:
    options = msgspec.convert({"setup": setup}, LuckyNumbersOptions)
    return Match(LUCKY_NUMBERS, options, ["Ada", "Bea", "Cleo", "Dora"][:seats], "Open, Sesame!")


def act(match: Match, seat: Seat, move: Move) -> None:
    match.submit(seat, match.prompts[seat], move)


def whose_turn(match: Match) -> Seat:
    (seat,) = match.prompts
    return seat


def everything(match: Match) -> tuple[list[View], list[object], dict[Seat, int]]:
    views = [match.view(seat).view for seat in range(len(match.names))]
    return views, list(match.record.steps), match.prompts


def view_of(match: Match, seat: Seat) -> LuckyNumbersView:
    view = match.view(seat).view
    assert isinstance(view, LuckyNumbersView)
    return view


def test_the_match_plays_on_by_itself_to_the_first_decision() -> None:
    match = table_of()
    assert len(match.prompts) == 1
    assert view_of(match, 0).stage == "turn"


def test_a_number_of_seats_the_game_is_not_made_for_is_refused() -> None:
    with pytest.raises(UserError, match="Lucky Numbers is for 2–4 players"):
        Match(LUCKY_NUMBERS, LuckyNumbersOptions(), ["Ada"], "seed")
    for_two = msgspec.structs.replace(LUCKY_NUMBERS, seats=range(2, 3))
    with pytest.raises(UserError, match="Lucky Numbers is for 2 players, not for 1"):
        Match(for_two, LuckyNumbersOptions(), ["Ada"], "seed")


def test_every_decision_of_a_seat_has_a_number_of_its_own() -> None:
    match = table_of()
    numbers: dict[Seat, list[int]] = {0: [], 1: []}
    for _ in range(6):
        seat = whose_turn(match)
        numbers[seat].append(match.prompts[seat])
        assert match.view(seat).prompt == match.prompts[seat]
        assert match.view(1 - seat).prompt == 0
        match.submit_fallback(seat)
    assert all(counted == [*range(1, len(counted) + 1)] for counted in numbers.values())


def test_the_number_of_a_decision_tells_nothing_of_what_others_do_in_secret() -> None:
    quiet, busy = table_of(3, setup="free"), table_of(3, setup="free")
    for _ in range(4):
        act(busy, 0, Lay((0, 0)))
        busy.undo(0, busy.prompts.get(0, 0))
    for match in (quiet, busy):
        act(match, 1, Lay((0, 0)))
    assert quiet.view(1).prompt == busy.view(1).prompt
    assert quiet.view(2).prompt == busy.view(2).prompt


def test_a_move_that_answers_an_older_question_is_stale_and_changes_nothing() -> None:
    match = table_of()
    seat = whose_turn(match)
    old = match.prompts[seat]
    match.submit(seat, old, Draw())
    before = everything(match)
    with pytest.raises(StaleMove):
        match.submit(seat, old, Discard())
    assert everything(match) == before
    act(match, seat, Discard())


def test_the_same_answer_twice_counts_once() -> None:
    match = table_of(setup="michael")
    prompt = match.prompts[0]
    match.submit(0, prompt, Lay((1, 1)))
    with pytest.raises(StaleMove):
        match.submit(0, prompt, Lay((1, 1)))


def test_an_illegal_move_changes_nothing_and_the_question_stays_open() -> None:
    match = table_of()
    seat = whose_turn(match)
    before = everything(match)
    with pytest.raises(IllegalMove, match="You hold no tile"):
        act(match, seat, Discard())
    assert everything(match) == before


def test_who_is_not_asked_is_told_so() -> None:
    match = table_of()
    for other in {SPECTATOR, 0, 1, 2} - {whose_turn(match)}:
        with pytest.raises(IllegalMove, match="It is not your turn"):
            match.submit(other, 0, Draw())


def test_when_several_are_asked_one_answer_leaves_the_questions_of_the_others_open() -> None:
    match = table_of(3, setup="free")
    asked = match.prompts
    assert [*asked] == [0, 1, 2]
    act(match, 1, Lay((0, 0)))
    assert match.prompts[0] == asked[0]
    assert match.prompts[2] == asked[2]
    assert match.prompts[1] > asked[1]


def test_a_discard_can_be_taken_back_until_somebody_else_moves() -> None:
    match = table_of()
    seat = whose_turn(match)
    with pytest.raises(IllegalMove, match="There is nothing to take back yet"):
        match.undo(seat, match.prompts[seat])
    act(match, seat, Draw())
    before = everything(match)
    act(match, seat, Discard())
    assert match.view(seat).undo
    assert not match.view(1 - seat).undo
    match.undo(seat, match.prompts.get(seat, 0))
    state, record, prompts = everything(match)
    assert (state, record) == before[:2]
    assert prompts[seat] > before[2][seat], "an answer to the old question would be stale"
    act(match, seat, Discard())
    act(match, 1 - seat, Draw())
    with pytest.raises(IllegalMove, match="can no longer be taken back"):
        match.undo(seat, match.prompts.get(seat, 0))


def test_a_discard_that_another_took_cannot_be_taken_back() -> None:
    match = table_of()
    seat = whose_turn(match)
    act(match, seat, Draw())
    act(match, seat, Discard())
    other = 1 - seat
    act(match, other, next(move for move in match.view(other).moves if isinstance(move, Take)))
    with pytest.raises(IllegalMove, match="can no longer be taken back"):
        match.undo(seat, match.prompts.get(seat, 0))


def test_nobody_takes_back_the_move_of_another() -> None:
    match = table_of()
    seat = whose_turn(match)
    act(match, seat, Draw())
    act(match, seat, Discard())
    for other in (1 - seat, SPECTATOR):
        with pytest.raises(IllegalMove):
            match.undo(other, match.prompts.get(other, 0))


def test_a_held_back_move_can_be_taken_back_whatever_the_others_hold_back() -> None:
    match = table_of(setup="free")
    act(match, 0, Lay((3, 3)))
    alone = everything(match)
    act(match, 1, Lay((0, 0)))
    act(match, 0, Lay((1, 1)))
    act(match, 1, Lay((2, 2)))
    match.undo(0, match.prompts.get(0, 0))
    assert view_of(match, 0).chosen == ((3, 3),)
    assert view_of(match, 1).chosen == ((0, 0), (2, 2))
    match.undo(1, match.prompts.get(1, 0))
    match.undo(1, match.prompts.get(1, 0))
    assert everything(match)[:2] == alone[:2]
    assert match.may_undo(0)
    assert not match.may_undo(1)


def test_what_has_shown_the_choices_of_others_cannot_be_taken_back() -> None:
    match = table_of(setup="michael")
    act(match, 0, Lay((3, 3)))
    act(match, 1, Lay((3, 3)))
    assert not match.may_undo(1)


def test_the_seed_is_in_the_record_and_in_no_match_view() -> None:
    match = table_of()
    started = match.record.started
    assert isinstance(started, Started)
    assert started.seed == "Open, Sesame!"
    for seat in (SPECTATOR, 0, 1):
        *_, log = match.log.after(seat, "")
        assert isinstance(log[0], Started)
        assert b"Sesame" not in msgspec.json.encode((match.view(seat), log))


def test_the_moves_of_a_seat_are_listed_once_for_each_position(monkeypatch: pytest.MonkeyPatch) -> None:
    listed: Counter[str] = Counter()
    choices = LuckyNumbers.choices

    def count(state: LuckyNumbers, seat: Seat) -> Iterable[Move]:
        listed[repr((state, seat))] += 1
        return choices(state, seat)

    monkeypatch.setattr(LuckyNumbers, "choices", count)
    match = table_of(4, setup="michael")
    while match.prompts:
        seat = min(match.prompts)
        for viewer in (SPECTATOR, *range(4)):
            match.view(viewer)
        match.submit_fallback(seat)
    assert set(listed.values()) == {1}


def test_at_a_table_without_undo_nothing_is_taken_back() -> None:
    match = Match(LUCKY_NUMBERS, LuckyNumbersOptions(setup="free"), ["Ada", "Bea"], "seed", has_undo=False)
    seat = min(match.prompts)
    match.submit(seat, match.prompts[seat], match.view(seat).moves[0])
    assert not match.may_undo(seat)
    assert not match.view(seat).undo
    with pytest.raises(IllegalMove, match="At this table no move can be taken back"):
        match.undo(seat, match.prompts.get(seat, 0))
