"""The time that a claim may take: told to those who are asked, and up for those who do not answer."""

import msgspec
import pytest

from luckytui.games import GAMES
from luckytui.games.interface import Seat
from luckytui.games.lucky_jack import (
    LUCKY_JACK,
    NONE,
    Claimed,
    Decline,
    Discard,
    Draw,
    Keep,
    LuckyJack,
    LuckyJackOptions,
    TakeIt,
    Toss,
    Tossed,
)
from luckytui.table.party import Party
from luckytui.table.requests import Act, Undo
from luckytui.table.snapshot import Snapshot
from luckytui.table.table import StaleMove, Table
from tests.table.played_time import PlayedTime


def party_of(*levels: str, time: PlayedTime, claim_seconds: int = 8, pace: float = 1.0) -> Party:
    """Return a party in the middle of its first turn; "" stands for a person, else it is a bot's level."""
    party = Party(
        LUCKY_JACK,
        LuckyJackOptions(claim_seconds=claim_seconds),
        name="table",
        seats=len(levels),
        seed="clock",
        pace=pace,
        time=time,
        changed=lambda: None,
    )
    for seat, level in enumerate(levels):
        if level:
            party.seat_bot(seat, level)
        else:
            party.sit(seat, f"Player {seat}")
    party.start()
    return party


def shown(party: Party, seat: Seat) -> Snapshot:
    play = party.scene(seat).play
    assert play is not None
    return play


def act(party: Party, seat: Seat, move: Draw | Toss | Keep | TakeIt | Decline) -> None:
    party.request(seat, Act(move), prompt=shown(party, seat).prompt)


def toss(party: Party) -> Seat:
    """Let whoever's turn it is draw and toss; return who it was."""
    (tosser,) = shown(party, 0).view.active
    act(party, tosser, Draw())
    act(party, tosser, Toss())
    return tosser


def left_of(tosser: Seat, seats: int) -> list[Seat]:
    return [(tosser + step) % seats for step in range(1, seats)]


def test_those_who_are_asked_are_told_how_many_seconds_are_left() -> None:
    time = PlayedTime()
    party = party_of("", "", "", time=time)
    assert {shown(party, seat).seconds for seat in range(3)} == {None}

    tosser = toss(party)
    assert [shown(party, seat).seconds for seat in left_of(tosser, 3)] == [8, 8]
    assert shown(party, tosser).seconds is None

    time.let_pass(3)
    assert [shown(party, seat).seconds for seat in left_of(tosser, 3)] == [5, 5]


def test_silence_counts_as_a_decline() -> None:
    time = PlayedTime()
    party = party_of("", "", "", time=time)
    tosser = toss(party)
    near, far = left_of(tosser, 3)
    act(party, far, TakeIt())

    time.let_pass(7.9)
    assert shown(party, near).moves == (Decline(), TakeIt())
    time.let_pass(0.2)

    assert any(isinstance(event, Claimed) and event.seat == far for event in shown(party, near).log)
    assert shown(party, near).seconds is None


def test_when_all_are_silent_the_card_stays_and_the_game_goes_on() -> None:
    time = PlayedTime()
    party = party_of("", "", "", "", time=time)
    tosser = toss(party)

    time.let_pass(8)

    following = shown(party, 0)
    assert following.view.active == (left_of(tosser, 4)[0],)
    assert isinstance(following.log[-2], Tossed)


def test_an_answer_does_not_set_the_clock_back() -> None:
    time = PlayedTime()
    party = party_of("", "", "", time=time)
    near, far = left_of(toss(party), 3)
    time.let_pass(5)

    act(party, far, Decline())

    assert shown(party, near).seconds == 3
    assert shown(party, far).seconds is None


def test_the_next_claim_has_its_own_time() -> None:
    time = PlayedTime()
    party = party_of("", "", time=time)
    toss(party)
    time.let_pass(8)
    time.let_pass(60)

    asked = left_of(toss(party), 2)

    assert [shown(party, seat).seconds for seat in asked] == [8]


def test_with_no_limit_a_claim_waits_as_long_as_it_takes() -> None:
    time = PlayedTime()
    party = party_of("", "", time=time, claim_seconds=0)
    (asked,) = left_of(toss(party), 2)

    time.let_pass(100_000)

    assert shown(party, asked).moves == (Decline(), TakeIt())
    assert shown(party, asked).seconds is None


def test_a_party_that_breaks_up_stops_its_clock() -> None:
    time = PlayedTime()
    party = party_of("", "random", "random", time=time)
    while not isinstance(shown(party, 0).log[-1], Tossed):
        if shown(party, 0).moves:
            act(party, 0, Draw() if Draw() in shown(party, 0).moves else Toss())
        else:
            time.let_pass(0.1)

    party.close()

    assert time.alarms == []


def test_now_a_bot_answers_before_a_person_could_and_now_after() -> None:
    time = PlayedTime()
    party = party_of("", "random", "random", "random", time=time)
    delays: list[float] = []
    while len(delays) < 60 and party.playing:
        if not shown(party, 0).moves:
            time.let_pass(0.1)
        elif shown(party, 0).seconds is None:
            act(party, 0, Draw() if Draw() in shown(party, 0).moves else Toss())
        else:
            waiting = [alarm.when - time.now for alarm in time.alarms]
            delays += [delay for delay in waiting if delay < 8]
            act(party, 0, Decline())

    assert min(delays) < 0.6
    assert max(delays) > 1.6


def test_an_abandoned_seat_declines() -> None:
    time = PlayedTime()
    party = party_of("", "", "", time=time)
    near, far = left_of(toss(party), 3)
    act(party, far, Decline())

    party.stand_up(near)
    time.let_pass(1)

    assert shown(party, far).seconds is None


# ── What the table makes of a claim ───────────────────────────────────────────────────────────────


def table_with_a_claim() -> tuple[Table, list[Seat]]:
    """Return a table of four at which a card was tossed, and who is asked, the nearest first."""
    table = Table(LUCKY_JACK, LuckyJackOptions(), ["Ana", "Ben", "Cem", "Dora"], "claim")
    (tosser,) = table.prompts
    for move in (Draw(), Toss()):
        table.submit(tosser, table.prompts[tosser], move)
    return table, left_of(tosser, 4)


def everything_shown(table: Table, *, but: Seat) -> list[bytes]:
    return [msgspec.msgpack.encode(table.snapshot(seat)) for seat in (-2, *range(4)) if seat != but]


@pytest.mark.parametrize("answer", [TakeIt(), Decline()])
def test_an_answer_that_settles_nothing_yet_is_seen_by_nobody(answer: TakeIt | Decline) -> None:
    table, (_, _, far) = table_with_a_claim()
    before = everything_shown(table, but=far)

    table.submit(far, table.prompts[far], answer)

    assert everything_shown(table, but=far) == before


def test_an_answer_to_a_claim_that_is_settled_is_refused() -> None:
    table, (near, _, far) = table_with_a_claim()
    prompts = table.prompts
    table.submit(near, prompts[near], TakeIt())

    for late in (near, far):
        with pytest.raises(StaleMove):
            table.submit(late, prompts[late], Decline())


def test_a_seat_that_had_not_answered_yet_and_is_now_asked_something_else_has_a_new_prompt() -> None:
    table, (near, _, far) = table_with_a_claim()
    claim = table.prompts[far]
    state = table._state
    assert isinstance(state, LuckyJack)
    state.stock, state.reshuffles, state.first = NONE, 5, (far - 1) % 4  # so that `far` starts the next round

    table.submit(near, table.prompts[near], TakeIt())

    assert list(table.prompts) == [far]
    with pytest.raises(StaleMove):
        table.submit(far, claim, TakeIt())


# ── What can be taken back ────────────────────────────────────────────────────────────────────────


def test_a_draw_cannot_be_taken_back() -> None:
    table = Table(LUCKY_JACK, LuckyJackOptions(), ["Ana", "Ben"], "undo")
    (seat,) = table.prompts
    table.submit(seat, table.prompts[seat], Draw())

    assert not table.may_undo(seat)


def test_a_keep_shows_nobody_anything_and_can_be_taken_back_until_the_next_moves() -> None:
    table = Table(LUCKY_JACK, LuckyJackOptions(), ["Ana", "Ben"], "undo")
    (seat,) = table.prompts
    table.submit(seat, table.prompts[seat], Draw())
    before = table.snapshot(seat)
    table.submit(seat, table.prompts[seat], Keep())
    assert table.may_undo(seat)

    table.undo(seat)
    assert table.snapshot(seat).view == before.view
    assert table.snapshot(seat).log == before.log

    table.submit(seat, table.prompts[seat], Keep())
    (following,) = table.prompts
    table.submit(following, table.prompts[following], Draw())
    assert not table.may_undo(seat)


def test_a_card_that_all_have_seen_cannot_be_taken_back() -> None:
    table = Table(LUCKY_JACK, LuckyJackOptions(), ["Ana", "Ben"], "undo")
    (seat,) = table.prompts
    discard = next(move for move in table.snapshot(seat).moves if isinstance(move, Discard))
    table.submit(seat, table.prompts[seat], discard)

    assert not table.may_undo(seat)


def test_a_toss_opens_a_claim_and_cannot_be_taken_back_nor_can_an_answer() -> None:
    table, asked = table_with_a_claim()
    assert not any(map(table.may_undo, range(4)))

    for seat in reversed(asked):
        table.submit(seat, table.prompts[seat], Decline())
        assert not any(map(table.may_undo, range(4)))


def two_with_a_clock(game: str, time: PlayedTime) -> Party:
    """Two people at the beginning of a game, with 30 seconds for everybody."""
    party = Party(
        GAMES[game],
        GAMES[game].options(),
        name="table",
        seats=2,
        seed="clock",
        turn_seconds=30,
        time=time,
        changed=lambda: None,
    )
    for seat in range(2):
        party.sit(seat, f"Player {seat}")
    party.start()
    return party


def test_a_table_can_give_everybody_a_clock_and_then_makes_the_safe_move() -> None:
    time = PlayedTime()
    party = two_with_a_clock("lucky-numbers", time)
    (slow,) = shown(party, 0).view.active
    assert shown(party, slow).seconds == 30
    time.let_pass(29.5)
    assert shown(party, slow).seconds == 0.5
    time.let_pass(0.5)  # the safe move of a turn is to draw …
    assert shown(party, slow).view.active == (slow,)
    assert shown(party, slow).seconds == 30
    time.let_pass(30)  # … and then to leave the tile in the middle
    assert shown(party, slow).view.active == (1 - slow,)


def test_without_a_clock_nobody_is_hurried() -> None:
    time = PlayedTime()
    party = party_of("", "", time=time)
    assert shown(party, 0).seconds is None
    assert shown(party, 1).seconds is None


def box_with_a_clock(time: PlayedTime) -> Party:
    """The same in the first turn of Lucky Box, when both have chosen their cards."""
    party = two_with_a_clock("lucky-box", time)
    for seat in range(2):
        make_the_first_move(party, seat)
    return party


def make_the_first_move(party: Party, seat: Seat) -> None:
    play = shown(party, seat)
    party.request(seat, Act(play.moves[0]), prompt=play.prompt)


def test_nobody_wins_time_by_taking_moves_back() -> None:
    time = PlayedTime()
    party = box_with_a_clock(time)
    for passed in range(1, 6):
        time.let_pass(1)
        make_the_first_move(party, 0)
        party.request(0, Undo())
        assert shown(party, 0).seconds == 30 - passed


def test_the_time_that_is_left_tells_nothing_of_what_others_do_in_secret() -> None:
    time = PlayedTime()
    party = box_with_a_clock(time)
    time.let_pass(10)
    make_the_first_move(party, 0)
    assert shown(party, 1).seconds == 20


def test_whose_time_is_up_holds_nobody_up_any_longer() -> None:
    time = PlayedTime()
    party = box_with_a_clock(time)
    number = shown(party, 0).view.numbers  # type: ignore[attr-defined]  # a view of Lucky Box
    time.let_pass(30)
    assert shown(party, 0).view.numbers != number  # type: ignore[attr-defined]
    assert [shown(party, seat).seconds for seat in range(2)] == [30, 30]
