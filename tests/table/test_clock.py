"""The time that a claim may take: told to those who are asked, and up for those who do not answer."""

import msgspec
import pytest

from luckytui.games import GAMES
from luckytui.games.interface import Seat
from luckytui.games.lucky_jack.rules import (
    LUCKY_JACK,
    NONE,
    Claimed,
    Decline,
    Draw,
    Keep,
    LuckyJack,
    LuckyJackOptions,
    TakeIt,
    Toss,
    Tossed,
)
from luckytui.table.match import Match, StaleMove
from luckytui.table.requests import Act, Undo
from luckytui.table.spec import TableSpec
from luckytui.table.table import Table
from luckytui.table.views import MatchView, Timeout
from tests.table.played_time import PlayedTime


def open_table(*levels: str, time: PlayedTime, claim_seconds: int = 8, pace: float = 1.0) -> Table:
    """Return a table in its first turn, with a person ("") or a bot of a level at each seat."""
    table = Table(
        TableSpec(
            game="lucky-jack",
            options=LuckyJackOptions(claim_seconds=claim_seconds),
            name="table",
            seats=len(levels),
            seed="clock",
            pace=pace,
        ),
        time=lambda: time,
        changed=lambda: None,
    )
    for seat, level in enumerate(levels):
        if level:
            table.seat_bot(seat, level)
        else:
            table.sit(seat, f"Player {seat}")
    table.start()
    return table


def shown(table: Table, seat: Seat) -> MatchView:
    play = table.view(seat).match
    assert play is not None
    return play


def act(table: Table, seat: Seat, move: Draw | Toss | Keep | TakeIt | Decline) -> None:
    table.request(seat, Act(move), prompt=shown(table, seat).prompt)


def toss(table: Table) -> Seat:
    """Let the player whose turn it is draw and toss; return their seat."""
    (tosser,) = shown(table, 0).view.active
    act(table, tosser, Draw())
    act(table, tosser, Toss())
    return tosser


def left_of(tosser: Seat, seats: int) -> list[Seat]:
    return [(tosser + step) % seats for step in range(1, seats)]


def test_seats_that_are_asked_see_how_many_seconds_are_left() -> None:
    time = PlayedTime()
    table = open_table("", "", "", time=time)
    assert {shown(table, seat).seconds for seat in range(3)} == {None}
    tosser = toss(table)
    assert [shown(table, seat).seconds for seat in left_of(tosser, 3)] == [8, 8]
    assert shown(table, tosser).seconds is None
    time.let_pass(3)
    assert [shown(table, seat).seconds for seat in left_of(tosser, 3)] == [5, 5]


def test_silence_counts_as_a_decline() -> None:
    time = PlayedTime()
    table = open_table("", "", "", time=time)
    tosser = toss(table)
    near, far = left_of(tosser, 3)
    act(table, far, TakeIt())
    time.let_pass(7.9)
    assert shown(table, near).moves == (Decline(), TakeIt())
    time.let_pass(0.2)
    assert any(isinstance(event, Claimed) and event.seat == far for event in table.view(near).log)
    assert shown(table, near).seconds is None


def test_when_all_are_silent_the_card_stays_and_the_game_goes_on() -> None:
    time = PlayedTime()
    table = open_table("", "", "", "", time=time)
    tosser = toss(table)
    time.let_pass(8)
    following = shown(table, 0)
    assert following.view.active == (left_of(tosser, 4)[0],)
    assert isinstance(table.view(0).log[-2], Tossed)
    assert not any(isinstance(entry, Timeout) for entry in table.view(0).log), "silence is an answer"


def test_an_answer_does_not_set_the_clock_back() -> None:
    time = PlayedTime()
    table = open_table("", "", "", time=time)
    near, far = left_of(toss(table), 3)
    time.let_pass(5)
    act(table, far, Decline())
    assert shown(table, near).seconds == 3
    assert shown(table, far).seconds is None


def test_a_closed_table_stops_its_clock() -> None:
    time = PlayedTime()
    table = open_table("", "random", "random", time=time)
    while not isinstance(table.view(0).log[-1], Tossed):
        if shown(table, 0).moves:
            act(table, 0, Draw() if Draw() in shown(table, 0).moves else Toss())
        else:
            time.let_pass(0.1)
    table.close()
    assert time.alarms == []


def test_now_a_bot_answers_before_a_person_could_and_now_after() -> None:
    time = PlayedTime()
    table = open_table("", "random", "random", "random", time=time)
    delays: list[float] = []
    while len(delays) < 60 and table.playing:
        if not shown(table, 0).moves:
            time.let_pass(0.1)
        elif shown(table, 0).seconds is None:
            act(table, 0, Draw() if Draw() in shown(table, 0).moves else Toss())
        else:
            waiting = [alarm.when - time.now for alarm in time.alarms]
            delays += [delay for delay in waiting if delay < 8]
            act(table, 0, Decline())
    assert min(delays) < 0.6
    assert max(delays) > 1.6


def table_with_a_claim() -> tuple[Match, list[Seat]]:
    """Return a table of four at which a card was tossed, and who is asked, the nearest first."""
    match = Match(LUCKY_JACK, LuckyJackOptions(), ["Ana", "Ben", "Cem", "Dora"], "claim")
    (tosser,) = match.prompts
    for move in (Draw(), Toss()):
        match.submit(tosser, match.prompts[tosser], move)
    return match, left_of(tosser, 4)


def everything_shown(match: Match, *, but: Seat) -> list[bytes]:
    return [msgspec.msgpack.encode(match.view(seat)) for seat in (-2, *range(4)) if seat != but]


@pytest.mark.parametrize("answer", [TakeIt(), Decline()])
def test_an_answer_that_settles_nothing_yet_is_seen_by_nobody(answer: TakeIt | Decline) -> None:
    match, (_, _, far) = table_with_a_claim()
    before = everything_shown(match, but=far)
    match.submit(far, match.prompts[far], answer)
    assert everything_shown(match, but=far) == before


def test_an_answer_to_a_claim_that_is_settled_is_refused() -> None:
    match, (near, _, far) = table_with_a_claim()
    prompts = match.prompts
    match.submit(near, prompts[near], TakeIt())
    for late in (near, far):
        with pytest.raises(StaleMove):
            match.submit(late, prompts[late], Decline())


def test_a_seat_that_had_not_answered_yet_and_is_now_asked_something_else_has_a_new_prompt() -> None:
    match, (near, _, far) = table_with_a_claim()
    claim = match.prompts[far]
    state = match._state
    assert isinstance(state, LuckyJack)
    state.stock, state.reshuffles, state.first = NONE, 5, (far - 1) % 4  # so that `far` starts the next round
    match.submit(near, match.prompts[near], TakeIt())
    assert list(match.prompts) == [far]
    with pytest.raises(StaleMove):
        match.submit(far, claim, TakeIt())


def test_a_keep_shows_nobody_anything_and_can_be_taken_back_until_the_next_moves() -> None:
    match = Match(LUCKY_JACK, LuckyJackOptions(), ["Ana", "Ben"], "undo")
    (seat,) = match.prompts
    match.submit(seat, match.prompts[seat], Draw())
    before = match.view(seat)
    match.submit(seat, match.prompts[seat], Keep())
    assert match.may_undo(seat)
    match.undo(seat, match.prompts.get(seat, 0))
    assert match.view(seat).view == before.view
    assert match.happened == before.happened
    match.submit(seat, match.prompts[seat], Keep())
    (following,) = match.prompts
    match.submit(following, match.prompts[following], Draw())
    assert not match.may_undo(seat)


def test_a_toss_opens_a_claim_and_cannot_be_taken_back_nor_can_an_answer() -> None:
    match, asked = table_with_a_claim()
    assert not any(map(match.may_undo, range(4)))
    for seat in reversed(asked):
        match.submit(seat, match.prompts[seat], Decline())
        assert not any(map(match.may_undo, range(4)))


def two_with_a_clock(game: str, time: PlayedTime) -> Table:
    """Two people at the beginning of a game, with 30 seconds for everybody."""
    table = Table(
        TableSpec(game=game, options=GAMES[game].options(), name="", seats=2, seed="clock", turn_seconds=30),
        time=lambda: time,
        changed=lambda: None,
    )
    for seat in range(2):
        table.sit(seat, f"Player {seat}")
    table.start()
    return table


def test_a_table_can_give_everybody_a_clock_and_then_makes_the_safe_move() -> None:
    time = PlayedTime()
    table = two_with_a_clock("lucky-numbers", time)
    (slow,) = shown(table, 0).view.active
    assert shown(table, slow).seconds == 30
    time.let_pass(29.5)
    assert shown(table, slow).seconds == 0.5
    time.let_pass(0.5)  # the safe move of a turn is to draw …
    assert shown(table, slow).view.active == (slow,)
    assert shown(table, slow).seconds == 30
    time.let_pass(30)  # … and then to leave the tile in the middle
    assert shown(table, slow).view.active == (1 - slow,)


def box_with_a_clock(time: PlayedTime) -> Table:
    """The same in the first turn of Lucky Box, when both have chosen their cards."""
    table = two_with_a_clock("lucky-box", time)
    for seat in range(2):
        make_the_first_move(table, seat)
    return table


def make_the_first_move(table: Table, seat: Seat) -> None:
    play = shown(table, seat)
    table.request(seat, Act(play.moves[0]), prompt=play.prompt)


def test_a_cross_that_is_held_back_is_seen_by_the_player_alone() -> None:
    table = box_with_a_clock(PlayedTime())
    own, others = shown(table, 0).view, shown(table, 1).view
    make_the_first_move(table, 0)
    assert shown(table, 0).view != own
    assert shown(table, 1).view == others


def test_nobody_wins_time_by_taking_moves_back() -> None:
    time = PlayedTime()
    table = box_with_a_clock(time)
    for passed in range(1, 6):
        time.let_pass(1)
        make_the_first_move(table, 0)
        table.request(0, Undo(), prompt=shown(table, 0).prompt)
        assert shown(table, 0).seconds == 30 - passed


def test_the_time_that_is_left_tells_nothing_of_what_others_do_in_secret() -> None:
    time = PlayedTime()
    table = box_with_a_clock(time)
    time.let_pass(10)
    make_the_first_move(table, 0)
    assert shown(table, 1).seconds == 20


def test_a_player_out_of_time_holds_nobody_up() -> None:
    time = PlayedTime()
    table = box_with_a_clock(time)
    number = shown(table, 0).view.numbers  # type: ignore[attr-defined]  # a view of Lucky Box
    time.let_pass(30)
    assert shown(table, 0).view.numbers != number  # type: ignore[attr-defined]
    assert [shown(table, seat).seconds for seat in range(2)] == [30, 30]
