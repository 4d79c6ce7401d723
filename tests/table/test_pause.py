"""A pause: who can ask for one, and what waits in it."""

import pytest

from luckytui.games.interface import SPECTATOR, Seat
from luckytui.games.lucky_numbers.rules import Draw
from luckytui.table.journal_entries import JournalEntry
from luckytui.table.requests import Act, Pause, Request, Undo
from tests.table.evening import ADA, BEA, CLEO, Evening, denied

PAUSED = "The game is paused. A player who asked for the pause can resume it."


def a_game_of_three(**settings: int) -> Evening:
    evening = Evening("Ada", "Bea", "Cleo", **settings)  # type: ignore[arg-type]
    evening.table.start()
    return evening


def test_the_owner_pauses_and_resumes_the_game_alone() -> None:
    evening = a_game_of_three()
    evening.ask(ADA, Pause(on=True))
    assert evening.table.view(BEA).paused
    assert evening.table.seating.occupants[ADA].pause
    evening.ask(BEA, Pause(on=False))
    assert evening.table.paused
    evening.ask(ADA, Pause(on=False))
    assert not evening.table.paused


def test_a_player_who_asked_for_a_pause_can_take_that_back() -> None:
    evening = Evening.playing("Ada", "Bea", owner=None)
    evening.ask(ADA, Pause(on=True))
    evening.ask(ADA, Pause(on=False))
    evening.ask(BEA, Pause(on=True))
    assert not evening.table.paused
    evening.ask(ADA, Pause(on=True))
    evening.ask(BEA, Pause(on=False))
    assert not evening.table.paused


def test_a_player_who_is_away_need_not_agree_until_back() -> None:
    evening = Evening.playing("Ada", "Bea", owner=None)
    evening.table.lost(BEA)
    evening.ask(ADA, Pause(on=True))
    assert evening.table.paused
    evening.table.returned(BEA)
    assert not evening.table.paused
    evening.table.lost(BEA)
    assert evening.table.paused


def test_a_player_who_joins_in_the_middle_must_agree_too() -> None:
    evening = Evening.playing("Ada", "Bea", "Cleo", owner=None)
    evening.table.stand_up(CLEO)
    for seat in (ADA, BEA):
        evening.ask(seat, Pause(on=True))
    assert evening.table.paused
    evening.table.sit(CLEO, "Dora")
    assert not evening.table.paused


@pytest.mark.parametrize("seat", [ADA, BEA])
def test_a_player_who_loses_the_connection_asks_for_no_pause_any_longer(seat: Seat) -> None:
    evening = a_game_of_three()
    evening.ask(seat, Pause(on=True))
    evening.table.lost(seat)
    assert not evening.table.seating.occupants[seat].pause
    assert not evening.table.paused
    evening.table.returned(seat)
    assert not evening.table.seating.occupants[seat].pause


def test_an_owner_who_loses_the_connection_has_not_paused_the_game() -> None:
    """Alone with bots: the game waits while the owner is away, and resumes when they return."""
    evening = Evening.playing("Ada", "easy")
    evening.table.lost(ADA)
    assert evening.table.paused
    assert not evening.table.seating.occupants[ADA].pause
    evening.table.returned(ADA)
    assert not evening.table.paused


def test_after_a_restart_the_game_waits_until_somebody_is_back_and_nobody_asks_for_a_pause() -> None:
    kept: list[JournalEntry] = []
    evening = Evening.playing("Ada", "Bea", turn_seconds=30, keep=kept.append)
    evening.ask(ADA, Pause(on=True))
    again = Evening("", "", turn_seconds=30)
    again.table.restore(kept)
    assert again.table.paused
    told = again.told
    again.time.let_pass(1000)
    assert again.told == told
    again.table.returned(BEA)
    assert not again.table.paused
    assert not any(occupant.pause for occupant in again.table.seating.occupants)


def test_the_game_waits_while_none_of_its_people_is_here() -> None:
    evening = Evening.playing("Ada", "Bea", "easy", turn_seconds=30)
    evening.table.lost(ADA)
    evening.time.let_pass(1)
    evening.table.lost(BEA)
    told = evening.told
    evening.time.let_pass(1000)
    assert evening.told == told
    assert evening.table.view(SPECTATOR).paused
    evening.table.returned(BEA)
    evening.time.let_pass(1000)
    assert evening.told > told


def test_bots_alone_wait_for_nobody() -> None:
    evening = Evening.playing("easy", "normal", owner=None)
    assert not evening.table.paused


@pytest.mark.parametrize("request_", [Act(Draw()), Undo()])
def test_nothing_is_played_in_a_pause(request_: Request) -> None:
    evening = a_game_of_three()
    evening.ask(ADA, Pause(on=True))
    before = evening.shown(evening.whose_turn)
    assert denied(evening, evening.whose_turn, request_) == PAUSED
    assert evening.shown(evening.whose_turn) == before


def test_the_clock_keeps_what_is_left() -> None:
    evening = a_game_of_three(turn_seconds=30)
    seat = evening.whose_turn
    evening.time.let_pass(20)
    evening.ask(ADA, Pause(on=True))
    for _ in range(2):
        evening.time.let_pass(500)
        assert evening.shown(seat).seconds == 10
    evening.ask(ADA, Pause(on=False))
    assert evening.shown(seat).seconds == 10
    told = evening.told
    evening.time.let_pass(9.9)
    assert evening.told == told
    evening.time.let_pass(0.2)
    assert evening.told > told


def test_bots_wait_and_go_on() -> None:
    evening = Evening.playing("Ada", "easy", "normal")
    while evening.whose_turn == ADA:
        evening.move()
    evening.ask(ADA, Pause(on=True))
    told = evening.told
    evening.time.let_pass(1000)
    assert evening.told == told
    assert evening.time.alarms == []
    evening.ask(ADA, Pause(on=False))
    evening.time.let_pass(1.1)
    assert evening.told > told
