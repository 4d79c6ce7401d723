"""Moves that were made because time ran out: each is known as such, to the players and after a restart."""

from collections.abc import Sequence

import msgspec

from luckytui.client.session import Log
from luckytui.games.interface import SPECTATOR, Event, Seat
from luckytui.games.lucky_numbers.rules import LUCKY_NUMBERS, LuckyNumbersOptions
from luckytui.table.journal_entries import JournalEntry, entry_type
from luckytui.table.match import Match
from luckytui.table.requests import Undo
from luckytui.table.views import TableEvent, Timeout
from tests.table.evening import ADA, BEA, Evening


def timeouts(log: Sequence[Event]) -> list[tuple[Seat, int]]:
    """For whom time ran out, each with the number of events of the game that were told before."""
    places = (place for place, entry in enumerate(log) if isinstance(entry, Timeout))
    return [
        (log[place].seat, sum(not isinstance(each, TableEvent) for each in log[:place]))  # type: ignore[attr-defined]
        for place in places
    ]


def known(match: Match, seat: Seat) -> list[tuple[Seat, int]]:
    return timeouts(match.log.after(seat, "")[-1])


def test_everyone_sees_for_whom_time_ran_out_and_before_which_event() -> None:
    evening = Evening.playing("Ada", "Bea", turn_seconds=30)
    slow, events = evening.whose_turn, evening.told
    evening.time.let_pass(30)
    for seat in (ADA, BEA, SPECTATOR):
        assert timeouts(evening.log(seat)) == [(slow, events)]
    evening.time.let_pass(30)
    assert timeouts(evening.log(SPECTATOR)) == [(slow, events), (slow, events + 1)]


def test_moves_made_in_time_or_for_a_player_who_left_are_no_timeouts() -> None:
    evening = Evening.playing("Ada", "Bea", "easy", turn_seconds=30)
    evening.table.stand_up(BEA)
    for _ in range(6):
        if evening.whose_turn == ADA:
            evening.move()
        evening.time.let_pass(3)
    assert timeouts(evening.log(SPECTATOR)) == []


def test_a_move_taken_back_after_time_ran_out_is_made_again_and_shown_once() -> None:
    evening = Evening.playing("Ada", "Bea", turn_seconds=30)
    slow, log = evening.whose_turn, Log()
    evening.time.let_pass(60)
    before = timeouts(log.complete(evening.table.view(SPECTATOR)).log)
    evening.ask(slow, Undo())
    evening.time.let_pass(0)
    assert timeouts(log.complete(evening.table.view(SPECTATOR, log.known)).log) == before


def test_while_moves_are_held_back_only_the_player_concerned_sees_the_timeout() -> None:
    match = Match(LUCKY_NUMBERS, LuckyNumbersOptions(setup="free"), ["Ada", "Bea"], "seed")
    events = match.happened
    others = [match.log.after(seat, "") for seat in (BEA, SPECTATOR)]
    match.submit_fallback(ADA, timed_out=True)
    match.undo(ADA, match.prompts[ADA])
    match.submit_fallback(ADA, timed_out=True)
    assert known(match, ADA) == [(ADA, events)]
    assert [match.log.after(seat, "") for seat in (BEA, SPECTATOR)] == others
    for seat in (ADA, ADA, ADA, BEA, BEA, BEA, BEA):
        match.submit_fallback(seat, timed_out=seat == ADA)
    for seat in (ADA, BEA, SPECTATOR):
        assert known(match, seat) == [(ADA, events)]


def test_timeouts_are_known_after_a_restart() -> None:
    kept: list[JournalEntry] = []
    evening = Evening.playing("Ada", "Bea", turn_seconds=30, keep=kept.append)
    evening.time.let_pass(40)
    evening.move()
    evening.time.let_pass(40)
    written = [msgspec.json.encode(entry) for entry in kept]
    again = Evening("", "", turn_seconds=30)
    again.table.restore(msgspec.json.decode(line, type=entry_type(LUCKY_NUMBERS)) for line in written)
    assert len(timeouts(evening.log(SPECTATOR))) == 2
    assert again.log(SPECTATOR) == evening.log(SPECTATOR)
