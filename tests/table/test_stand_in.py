"""When a player is away: what was missed, and the bot that stands in."""

from collections.abc import Sequence

import pytest

from luckytui.games.interface import Move, Seat, View
from luckytui.games.lucky_numbers.rules import Discard, Draw
from luckytui.table import live_match
from luckytui.table.requests import Act, Again, RemoveBot, SeatBot, Undo
from luckytui.table.views import Returned
from tests.table.evening import ADA, BEA, CLEO, Evening, denied


def away(evening: Evening, seat: Seat) -> Evening:
    """The same evening, when it is the turn of a player who lost the connection."""
    evening.table.start()
    while evening.whose_turn != seat:
        evening.move()
    evening.table.lost(seat)
    return evening


def test_the_owner_lets_a_bot_play_for_a_player_who_is_away() -> None:
    evening = away(Evening("Ada", "Bea"), BEA)
    evening.time.let_pass(100)
    assert evening.whose_turn == BEA
    evening.ask(ADA, SeatBot(BEA, "easy"))
    occupant = evening.table.seating.occupants[BEA]
    assert (occupant.kind, occupant.name, occupant.level, occupant.here) == ("person", "Bea", "easy", False)
    evening.time.let_pass(10)
    assert evening.whose_turn == ADA


def test_a_player_who_is_back_has_the_seat_back() -> None:
    evening = away(Evening("Ada", "Bea"), BEA)
    evening.ask(ADA, SeatBot(BEA, "normal"))
    evening.table.returned(BEA)
    assert evening.table.seating.occupants[BEA].level == ""
    told = evening.told
    evening.time.let_pass(100)
    assert evening.told == told, "nothing is played for her any more"
    evening.ask(BEA, Act(Draw()))


def test_the_owner_lets_the_bot_rest_and_the_game_wait_again() -> None:
    evening = away(Evening("Ada", "Bea"), BEA)
    evening.ask(ADA, SeatBot(BEA, "normal"))
    evening.ask(ADA, RemoveBot(BEA))
    told = evening.told
    evening.time.let_pass(100)
    assert evening.told == told
    assert evening.table.seating.occupants[BEA].kind == "person"


def test_no_bot_stands_in_for_a_player_who_is_here_or_before_the_game() -> None:
    evening = Evening("Ada", "Bea")
    evening.table.lost(BEA)
    assert denied(evening, ADA, SeatBot(BEA, "easy")) == "That seat is taken."
    evening.table.returned(BEA)
    evening.table.start()
    assert denied(evening, ADA, SeatBot(BEA, "easy")) == "That seat is taken."
    assert denied(evening, ADA, RemoveBot(BEA)) == "That cannot be done now."


def test_the_bot_that_the_owner_chose_is_not_changed_for_another() -> None:
    evening = away(Evening("Ada", "Bea"), BEA)
    evening.ask(ADA, SeatBot(BEA, "easy"))
    evening.table.stand_in(BEA)
    assert evening.table.seating.occupants[BEA].level == "easy"


def test_when_a_bot_stands_in_for_each_of_them_the_game_goes_on_to_its_end() -> None:
    evening = away(Evening("Ada", "Bea", owner=None), BEA)
    evening.table.lost(ADA)
    for seat in (ADA, BEA):
        evening.table.stand_in(seat)
    evening.time.let_pass(1000)
    assert len(evening.records) == 1


def test_the_bot_stands_in_for_the_next_game_too() -> None:
    evening = away(Evening("Ada", "Bea"), BEA)
    evening.table.stand_in(BEA)
    for _ in range(500):
        if not evening.table.playing:
            break
        if evening.whose_turn == ADA:
            evening.move()
        evening.time.let_pass(1)
    evening.ask(ADA, Again())
    assert evening.table.playing
    while evening.whose_turn == ADA:
        evening.move()
    evening.time.let_pass(10)
    assert evening.whose_turn == ADA


class Broken:
    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        raise ZeroDivisionError


class Cheat:
    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        return Discard() if Discard() not in moves else Draw()


@pytest.mark.parametrize("bot", [Broken(), Cheat()])
def test_a_bot_that_fails_makes_the_safe_default_move_and_stops_no_game(
    bot: Broken | Cheat, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(live_match, "make", lambda *_: bot)
    evening = Evening.playing("easy", "normal", owner=None)
    evening.time.let_pass(1000)
    assert len(evening.records) == 1
    assert "A bot" in caplog.text


def missed(evening: Evening, seat: Seat) -> int:
    """How much the player missed who has just come back; 0 if nothing."""
    (*_, latest) = evening.log(seat)
    return latest.missed if isinstance(latest, Returned) else 0


def test_a_newcomer_has_missed_only_what_happened_while_away() -> None:
    evening = away(Evening("Ada", "Bea", "Cleo"), CLEO)
    evening.table.stand_up(CLEO)
    evening.time.let_pass(10)
    evening.table.sit(CLEO, "Dora")
    evening.table.lost(CLEO)
    evening.table.returned(CLEO)
    assert missed(evening, CLEO) == 0


def test_a_move_taken_back_meanwhile_is_not_missed() -> None:
    evening = Evening.playing("Ada", "Bea", "Cleo")
    while evening.whose_turn != ADA:
        evening.move()
    evening.move()
    evening.move()
    evening.table.lost(CLEO)
    evening.ask(ADA, Undo())
    before = evening.told
    evening.move()
    evening.table.returned(CLEO)
    assert missed(evening, CLEO) == evening.told - before


def test_a_player_who_comes_back_into_the_next_game_missed_all_of_it() -> None:
    evening = Evening.played("Ada", "Bea")
    evening.ask(ADA, Again())
    evening.table.lost(BEA)
    assert evening.table.playing
    evening.table.returned(BEA)
    assert missed(evening, BEA) == evening.told
