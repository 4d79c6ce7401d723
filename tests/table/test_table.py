"""A table: who may do what, what moves by itself, and how one game follows another."""

from collections.abc import Sequence

import pytest

from luckytui.bots.player import Bot
from luckytui.games.interface import SPECTATOR, Move, Seat, View
from luckytui.games.lucky_numbers.rules import (
    LUCKY_NUMBERS,
    Discard,
    Draw,
    LuckyNumbersOptions,
    LuckyNumbersView,
)
from luckytui.lab.simulate import play
from luckytui.table import live_match
from luckytui.table.requests import Act, Again, Opt, Remove, RemoveBot, Request, SeatBot, Start, Undo
from luckytui.table.seating import BOT_NAMES
from luckytui.table.spec import choice_of
from luckytui.table.views import Occupant
from tests.table.evening import ADA, BEA, Evening, denied


@pytest.mark.parametrize(
    "request_",
    [
        Start(),
        SeatBot(2, "easy"),
        RemoveBot(2),
        Remove("Ada"),
        Opt(choice_of(LuckyNumbersOptions(bruno=True))),
    ],
)
def test_nobody_else_may_do_that(request_: Request) -> None:
    evening = Evening("Ada", "Bea", "")
    words = "Only the host can do that."
    assert denied(evening, BEA, request_) == words
    assert denied(evening, SPECTATOR, request_) == words


def test_a_bot_can_be_sent_away_before_the_game_and_not_in_it() -> None:
    evening = Evening("Ada", "easy")
    evening.ask(ADA, RemoveBot(1))
    assert evening.table.seating.open_seats == [1]
    evening.ask(ADA, SeatBot(1, "easy"))
    evening.ask(ADA, Start())
    assert denied(evening, ADA, RemoveBot(1)) == "That cannot be done now."


@pytest.mark.parametrize(
    "request_", [RemoveBot(0), RemoveBot(-1), RemoveBot(9), SeatBot(1, "godlike"), Again()]
)
def test_what_makes_no_sense_is_denied(request_: Request) -> None:
    assert denied(Evening("Ada", ""), ADA, request_) == "That cannot be done now."


@pytest.mark.parametrize("seat", [0, 1, -1, 2])
def test_a_bot_takes_nobodys_seat(seat: Seat) -> None:
    assert denied(Evening("Ada", "Bea"), ADA, SeatBot(seat, "easy")) == "That seat is taken."


def test_a_game_does_not_start_with_open_seats_or_twice() -> None:
    assert denied(Evening("Ada", ""), ADA, Start()) == (
        "There are open seats: wait for somebody, or seat bots there."
    )
    evening = Evening("Ada", "Bea")
    evening.ask(ADA, Start())
    assert denied(evening, ADA, Start()) == "The game has begun already."


@pytest.mark.parametrize("request_", [Act(Draw()), Undo(), Again()])
def test_nothing_can_be_played_before_the_game(request_: Request) -> None:
    assert denied(Evening("Ada", "Bea"), ADA, request_) == "That cannot be done now."


def test_a_player_leaving_before_the_game_leaves_an_open_seat() -> None:
    evening = Evening("Ada", "Bea")
    evening.table.stand_up(BEA)
    assert evening.table.seating.occupants[BEA] == Occupant(kind="open")


def test_no_bot_has_the_name_of_a_player_or_watcher() -> None:
    evening = Evening(BOT_NAMES[0].upper(), "", "")
    evening.table.watched_by(BOT_NAMES[1:])
    for seat in (1, 2):
        evening.table.seat_bot(seat, "easy")
    assert [occupant.name for occupant in evening.table.seating.occupants[1:]] == [
        f"{name} 2" for name in BOT_NAMES[:2]
    ]


def test_everyone_sees_the_watchers() -> None:
    evening = Evening("Ada", "Bea")
    evening.table.watched_by(["Uma"])
    assert evening.table.view(BEA).watchers == ("Uma",)
    changes = evening.changes
    evening.table.watched_by(["Uma"])
    assert evening.changes == changes


def test_the_owner_changes_what_the_next_game_is_played_by() -> None:
    evening = Evening("Ada", "Bea")
    bruno = LuckyNumbersOptions(bruno=True)
    evening.ask(ADA, Opt(choice_of(bruno)))
    assert evening.table.view(BEA).options == bruno
    evening.table.start()
    view = evening.shown(BEA).view
    assert isinstance(view, LuckyNumbersView)
    assert view.options == bruno
    assert denied(evening, ADA, Opt(choice_of(LuckyNumbersOptions()))) == "That cannot be done now."


def test_agreeing_to_another_game_is_not_agreeing_to_other_rules() -> None:
    evening = Evening.played("Ada", "Bea")
    before = evening.shown(BEA)
    evening.ask(BEA, Again())
    evening.ask(ADA, Opt(choice_of(LuckyNumbersOptions(bruno=True))))
    evening.ask(ADA, Again())
    assert not evening.table.playing
    assert evening.shown(BEA) == before, "the game that is over was played by its own"


def test_a_bot_waits_a_moment_before_it_moves() -> None:
    evening = Evening.playing("easy", "normal", pace=2.0)
    told = evening.told
    evening.time.let_pass(1.9)
    assert evening.told == told
    evening.time.let_pass(0.2)
    assert evening.told > told


def test_bots_among_themselves_play_the_game_that_the_simulation_plays() -> None:
    evening = Evening.playing("easy", "normal", setup="michael")
    evening.time.let_pass(1000)
    (record,) = evening.records
    simulated = play(LUCKY_NUMBERS, LuckyNumbersOptions(setup="michael"), ["easy", "normal"], "evening")
    assert record.events[1:] == simulated.record.events[1:]


def test_a_bot_is_shown_its_view_and_its_moves_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Seat, View, Sequence[Move]]] = []

    class Spy:
        def __init__(self, seat: Seat) -> None:
            self._seat = seat

        def choose(self, view: View, moves: Sequence[Move]) -> Move:
            asked.append((self._seat, view, moves))
            return moves[0]

    def spy(_game: str, level: str, _rng: object) -> Bot:
        return Spy({"easy": 0, "normal": 1}[level])

    monkeypatch.setattr(live_match, "make", spy)
    evening = Evening.playing("easy", "normal", setup="free")
    evening.time.let_pass(20)
    assert {seat for seat, _, _ in asked} == {0, 1}
    for seat, view, moves in asked:
        assert isinstance(view, LuckyNumbersView)
        assert view.seat == seat
        assert all(isinstance(move, Move) for move in moves)


def test_a_player_leaving_in_the_game_plays_safe_moves_from_then_on() -> None:
    evening = Evening.playing("Ada", "Bea")
    for seat in (ADA, BEA):
        evening.table.stand_up(seat)
    assert [occupant.kind for occupant in evening.table.seating.occupants] == ["left", "left"]
    evening.time.let_pass(1000)
    (record,) = evening.records
    assert not any(type(event).__name__ == "Laid" and event.source != "deal" for event in record)  # type: ignore[attr-defined]


@pytest.mark.parametrize("back", ["bot", "person"])
def test_the_seat_of_a_player_who_left_can_be_taken(back: str) -> None:
    evening = Evening.playing("Ada", "Bea")
    evening.table.stand_up(evening.whose_turn)
    seat = evening.whose_turn
    if back == "bot":
        evening.ask(1 - seat, SeatBot(seat, "normal"))
    else:
        evening.table.sit(seat, "Cleo")
    evening.time.let_pass(10)
    if back == "bot":
        assert evening.whose_turn != seat, "the bot has moved"
    else:
        assert evening.shown(seat).moves == (Draw(),), "nothing was played for her"


def test_a_lost_connection_leaves_the_seat_to_its_player() -> None:
    evening = Evening.playing("Ada", "Bea")
    seat = evening.whose_turn
    evening.table.lost(seat)
    evening.time.let_pass(100)
    assert evening.whose_turn == seat
    assert not evening.table.seating.occupants[seat].here
    evening.table.returned(seat)
    evening.ask(seat, Act(Draw()))


def test_nothing_moves_at_a_closed_table() -> None:
    evening = Evening.playing("easy", "normal")
    evening.table.close()
    assert evening.time.alarms == []
    evening.table.stand_up(0)
    assert evening.time.alarms == [], "and stays so, whoever comes or goes"


def test_a_move_taken_back_in_time_is_not_answered_by_a_bot() -> None:
    evening = Evening.playing("Ada", "easy")
    while evening.whose_turn != ADA:
        evening.time.let_pass(1)
    evening.ask(ADA, Act(Draw()))
    evening.ask(ADA, Act(Discard()))
    evening.time.let_pass(0.5)
    evening.ask(ADA, Undo())
    told = evening.told
    evening.time.let_pass(10)
    assert evening.told == told


def test_a_finished_game_is_recorded_once_with_the_names_and_the_seed() -> None:
    evening = Evening.played("Ada", "Bea")
    evening.table.lost(BEA)
    (record,) = evening.records
    assert record.started.names == ("Ada", "Bea")
    assert record.started.seed == "evening"


def test_the_next_game_begins_when_everyone_here_wants_it() -> None:
    evening = Evening.playing("Ada", "Bea", "easy", pace=0)
    for _ in range(200):
        evening.time.let_pass(0)
        if not evening.table.playing:
            break
        moves = evening.shown(evening.whose_turn).moves
        evening.ask(evening.whose_turn, Act(Draw() if Draw() in moves else Discard()))
    assert not evening.table.playing
    evening.ask(ADA, Again())
    assert evening.table.seating.occupants[ADA].again
    assert not evening.table.playing
    evening.ask(BEA, Again())
    assert evening.table.playing
    assert not evening.table.seating.occupants[ADA].again
    assert denied(evening, ADA, Again()) == "That cannot be done now."


def test_the_next_game_does_not_wait_for_players_who_are_away() -> None:
    evening = Evening.played("Ada", "Bea")
    evening.ask(ADA, Again())
    evening.table.lost(BEA)
    assert evening.table.playing


def test_the_next_game_has_a_seed_of_its_own() -> None:
    evening = Evening.playing("Ada", "Bea")
    for _ in range(2):
        evening.play_on_alone()
        evening.ask(ADA, Again())
        evening.ask(BEA, Again())
    seeds = [record.started.seed for record in evening.records]
    assert seeds[0] == "evening"
    assert len(str(seeds[1])) == 32, "the first record tells the seed that was chosen: here is another one"


def test_no_answer_of_one_game_fits_the_next_by_chance() -> None:
    evening = Evening.playing("Ada", "Bea")
    first = {evening.shown(seat).prompt for seat in (ADA, BEA)}
    evening.play_on_alone()
    evening.ask(ADA, Again())
    evening.ask(BEA, Again())
    second = {evening.shown(seat).prompt for seat in (ADA, BEA)}
    assert first == {0, 1}
    assert second == {0, 2**16 + 1}


def test_no_game_begins_while_a_seat_is_open() -> None:
    evening = Evening.played("Ada", "Bea")
    evening.table.stand_up(BEA)
    evening.ask(ADA, Again())
    assert not evening.table.playing
    evening.table.seat_bot(BEA, "easy")
    assert evening.table.playing
