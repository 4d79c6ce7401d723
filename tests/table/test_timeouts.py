"""Moves that were made because time ran out: each is known as such, to the players and after a restart."""

from collections.abc import Sequence

import msgspec

from luckytui.games.interface import SPECTATOR, Seat
from luckytui.games.lucky_jack.rules import LUCKY_JACK, LuckyJackOptions
from luckytui.games.lucky_numbers.rules import LUCKY_NUMBERS, LuckyNumbersOptions
from luckytui.table.journal_entries import JournalEntry, entry_type
from luckytui.table.match import Match
from luckytui.table.requests import Undo
from luckytui.table.views import LOG_TAIL, Timeout
from tests.table.evening import ADA, BEA, Evening


def timeouts(evening: Evening, seat: Seat = SPECTATOR) -> Sequence[Timeout]:
    return evening.shown(seat).timeouts


def test_everyone_sees_for_whom_time_ran_out_and_before_which_event() -> None:
    evening = Evening("Ada", "Bea", turn_seconds=30)
    evening.table.start()
    slow, events = evening.whose_turn, evening.told
    evening.time.let_pass(30)
    for seat in (ADA, BEA, SPECTATOR):
        assert timeouts(evening, seat) == (Timeout(seat=slow, event=events),)
    evening.time.let_pass(30)
    assert timeouts(evening) == (Timeout(seat=slow, event=events), Timeout(seat=slow, event=events + 1))


def test_moves_made_in_time_or_for_a_player_who_left_are_no_timeouts() -> None:
    evening = Evening("Ada", "Bea", "easy", turn_seconds=30)
    evening.table.start()
    evening.table.stand_up(BEA)
    for _ in range(6):
        if evening.whose_turn == ADA:
            evening.move()
        evening.time.let_pass(3)
    assert timeouts(evening) == ()


def test_a_timeout_is_in_the_view_as_long_as_its_event() -> None:
    evening = Evening("Ada", "Bea", turn_seconds=30)
    evening.table.start()
    evening.time.let_pass(60 * LOG_TAIL)
    shown = evening.shown(SPECTATOR)
    assert shown.log_start > 0
    assert len(shown.timeouts) > LOG_TAIL // 4
    assert all(timeout.event >= shown.log_start for timeout in shown.timeouts)


def test_a_move_taken_back_after_time_ran_out_is_made_again_and_shown_once() -> None:
    evening = Evening("Ada", "Bea", turn_seconds=30)
    evening.table.start()
    slow = evening.whose_turn
    evening.time.let_pass(60)
    before = timeouts(evening)
    evening.ask(slow, Undo())
    evening.time.let_pass(0)
    assert timeouts(evening) == before


def test_while_moves_are_held_back_only_the_player_concerned_sees_the_timeout() -> None:
    match = Match(LUCKY_NUMBERS, LuckyNumbersOptions(setup="free"), ["Ada", "Bea"], "seed")
    events = match.happened
    others = [match.view(seat) for seat in (BEA, SPECTATOR)]
    match.submit_fallback(ADA, timed_out=True)
    assert match.view(ADA).timeouts == (Timeout(seat=ADA, event=events),)
    assert [match.view(seat) for seat in (BEA, SPECTATOR)] == others
    for seat in (ADA, ADA, ADA, BEA, BEA, BEA, BEA):
        match.submit_fallback(seat, timed_out=seat == ADA)
    for seat in (ADA, BEA, SPECTATOR):
        assert match.view(seat).timeouts == (Timeout(seat=ADA, event=events),)


def test_nobody_else_learns_who_was_silent_at_a_claim() -> None:
    """Silence says that a player did not claim: the rules never tell the others that."""
    match = Match(LUCKY_JACK, LuckyJackOptions(), ["Ada", "Bea", "Cleo"], "claim")
    (tosser,) = match.prompts
    for _ in ("draw", "toss"):
        match.submit_fallback(tosser)
    silent, *_ = asked = list(match.prompts)
    for seat in asked:
        match.submit_fallback(seat, timed_out=seat == silent)
    assert [bool(match.view(seat).timeouts) for seat in (silent, tosser, SPECTATOR)] == [True, False, False]


def test_timeouts_are_known_after_a_restart() -> None:
    kept: list[JournalEntry] = []
    evening = Evening("Ada", "Bea", turn_seconds=30, keep=kept.append)
    evening.table.start()
    evening.time.let_pass(40)
    evening.move()
    evening.time.let_pass(40)
    written = [msgspec.json.encode(entry) for entry in kept]
    again = Evening("", "", turn_seconds=30)
    again.table.restore(msgspec.json.decode(line, type=entry_type(LUCKY_NUMBERS)) for line in written)
    assert len(timeouts(evening)) == 2
    assert timeouts(again) == timeouts(evening)
