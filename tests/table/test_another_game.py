"""Another game with the same people: at the table, behind a host and from the journal."""

from pathlib import Path

import pytest

from luckytui.games.interface import Ended, Seat
from luckytui.games.lucky_jack.rules import LuckyJackOptions
from luckytui.games.lucky_squares.rules import LuckySquaresOptions
from luckytui.host.saved_tables import look_into
from luckytui.table.record import Record, read, write
from luckytui.table.requests import Act, Again, Opt, Start
from luckytui.table.spec import GameChoice, choice_of
from luckytui.text import UserError
from tests.host.tables import TOKEN, Guest
from tests.host.test_journal import KeptTable, ReopenedTable, act_all, look
from tests.table.evening import ADA, BEA, Evening

JACK = LuckyJackOptions(reshuffles=1)


def over(*seated: str, best_of: int = 0) -> Evening:
    """A table of Lucky Numbers where the first game is over."""
    return Evening.played(*seated, best_of=best_of)


def test_everyone_stays_seated_for_another_of_the_games_and_bots_too() -> None:
    evening = over("Ada", "Bea", "easy")
    names = evening.shown(ADA).names
    evening.ask(ADA, Opt(choice_of(JACK)))
    before = evening.table.view(BEA)
    assert (before.game, before.next) == ("lucky-numbers", choice_of(JACK)), "the results stay on view"
    evening.ask(ADA, Again())
    assert not evening.table.playing
    evening.ask(BEA, Again())
    view = evening.table.view(BEA)
    assert (view.game, view.options, view.next) == ("lucky-jack", JACK, None)
    assert evening.shown(BEA).names == names
    assert [occupant.kind for occupant in view.occupants] == ["person", "person", "bot"]


def test_what_the_seats_do_not_fit_is_refused_with_a_sentence() -> None:
    evening = over("Ada", "Bea")
    words = "Lucky Squares is for 3–6 players, not for 2."
    with pytest.raises(UserError, match=words):
        evening.ask(ADA, Opt(choice_of(LuckySquaresOptions())))
    assert evening.table.view(ADA).next is None


def test_a_game_that_is_not_installed_here_is_refused_with_a_sentence() -> None:
    evening = over("Ada", "Bea")
    with pytest.raises(UserError, match="The game chess is not installed where the table is"):
        evening.ask(ADA, Opt(GameChoice("chess", {"time": 5})))
    assert evening.table.view(ADA).next is None


def play_first_moves(evening: Evening) -> None:
    """Make the first move that is allowed until the game is over."""
    while evening.table.playing:
        match = evening.shown(ADA)
        if match.prompt:
            evening.ask(ADA, Act(match.moves[0]))
        evening.time.let_pass(1)


def test_each_game_of_the_evening_has_a_record_of_its_own() -> None:
    evening = over("Ada", "easy")
    evening.ask(ADA, Opt(choice_of(JACK)))
    evening.ask(ADA, Again())
    play_first_moves(evening)
    records = read(b"".join(map(write, evening.records)))
    assert [record.game.key for record in records] == ["lucky-numbers", "lucky-jack"]


def test_the_score_of_the_evening_goes_on_over_different_games() -> None:
    evening = over("Ada", "easy")
    assert evening.table.view(ADA).won == won_in(evening.records)
    evening.ask(ADA, Opt(choice_of(JACK)))
    evening.ask(ADA, Again())
    told = evening.table.view(ADA).log
    assert not any(isinstance(event, Ended) for event in told), "the log is of the new game"
    assert evening.table.view(ADA).won == won_in(evening.records[:1]), "while the next game is played"
    play_first_moves(evening)
    assert len(evening.records) == 2
    assert evening.table.view(ADA).won == won_in(evening.records)


def won_in(records: list[Record]) -> tuple[tuple[Seat, ...], ...]:
    """Who won each of these games, in the order in which they were played."""
    return tuple(record.ended.winners for record in records)


def test_a_series_is_won_by_more_than_half_and_the_next_game_begins_another() -> None:
    evening = over("Ada", "easy", best_of=3)
    while max(evening.table.view(ADA).wins) < 2:
        evening.ask(ADA, Again())
        assert evening.table.view(ADA).won == won_in(evening.records), "a game that goes on does not count"
        play_first_moves(evening)
    assert evening.table.view(ADA).won == won_in(evening.records)
    evening.ask(ADA, Again())
    assert evening.table.view(ADA).won == (), "nobody has won a game of the new series"
    play_first_moves(evening)
    assert evening.table.view(ADA).won == won_in(evening.records[-1:])


def play_to_the_end(*guests: Guest) -> None:
    while guests[0].at.application.table.playing:
        act_all(*guests)


async def test_a_host_changes_games_and_is_resumed(own_state: Path) -> None:
    async with KeptTable(owned=True) as table:
        ana, ben = table.join("Ana", token=TOKEN), table.join("Ben")
        ana.ask(Start())
        play_to_the_end(ana, ben)
        assert ben.ask(Opt(choice_of(JACK))) is not None
        assert ana.ask(Opt(choice_of(JACK))) is None
        assert table.room.info(code=False).game == "lucky-jack", "what is found on the network"
        for guest in (ana, ben):
            guest.ask(Again())
        for _ in range(5):
            act_all(ana, ben)
        await table.journal.safe()
        assert ana.table_view.game == "lucky-jack"
        assert look_into(table.journal.path).contents.choice(table.journal.header.table) == choice_of(JACK)
        async with await ReopenedTable.of(table.remains()) as again:
            assert look(again.back(ana).table_view) == look(ana.table_view)
            assert sum(again.back(ana).table_view.wins) > 0, "the score of the evening is kept"
            moved = again.back(ben)
            play_to_the_end(again.back(ana), moved)
            assert moved.table_view.match
