"""The game log of a table, as one screen remembers it."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from itertools import accumulate
from types import SimpleNamespace

import pytest

from luckytui.games.interface import Ended, TurnBegan
from luckytui.shown.game_log import Absence, GameLog
from luckytui.table.views import ChatLine, MatchView, TableView, Timeout
from screenshots import scenes

HELLO = ChatLine(number=1, name="Ben", text="hello")
HURRY = ChatLine(number=2, name="Cem", text="hurry")
TURNS = tuple(TurnBegan(seat=turn % 2) for turn in range(9))
END = Ended(winners=(0,), scores=(1, 0))


def told(start: int, stop: int, *said: ChatLine, missed: int = 0, over: bool = False) -> TableView:
    """Return a scene that knows the turns from `start` on, and these lines."""
    table_view = scenes.game("lucky-numbers", 2, scenes.over if over else lambda _: True)
    assert isinstance(table_view.match, MatchView)
    log = (*TURNS[start:stop], *([END] if over else []))
    play = scenes.replace(table_view.match, log_start=start, log=log, missed=missed)
    return scenes.replace(table_view, match=play, said=said)


def put_together(*heard: TableView) -> Iterator[TableView]:
    """Yield the views as a session shows them."""
    return accumulate(heard, lambda before, table_view: table_view.with_log_of(before))


def game_log(*heard: TableView) -> list[object]:
    remembered = GameLog()
    for table_view in put_together(*heard):
        remembered.hear(table_view)
    return list(remembered.entries())


def test_it_remembers_what_a_view_no_longer_carries() -> None:
    assert game_log(told(0, 3), told(2, 5)) == [*TURNS[:5]]


def test_a_move_that_is_taken_back_is_forgotten() -> None:
    assert game_log(told(0, 5), told(0, 3), told(2, 4)) == [*TURNS[:4]]


def test_after_a_gap_it_begins_again_and_a_longer_memory_is_taken_over() -> None:
    assert game_log(told(0, 2), told(4, 6)) == [*TURNS[4:6]]
    assert game_log(told(4, 6), told(1, 7)) == [*TURNS[1:7]]


def test_what_is_said_is_where_it_was_heard() -> None:
    heard = told(0, 2), told(0, 2, HELLO), told(1, 4, HELLO), told(1, 4, HELLO, HURRY)
    assert game_log(*heard) == [*TURNS[:2], HELLO, *TURNS[2:4], HURRY]


def test_what_was_said_in_the_lobby_comes_first() -> None:
    lobby = scenes.replace(scenes.lobby("lucky-numbers", owner=True), said=(HELLO,))
    assert game_log(lobby, told(0, 2, HELLO)) == [HELLO, *TURNS[:2]]


def test_what_was_said_before_a_player_came_is_before_what_happened() -> None:
    assert game_log(told(2, 5, HELLO), told(2, 5, HELLO, HURRY)) == [HELLO, *TURNS[2:5], HURRY]


def test_a_host_that_was_started_again_counts_from_1() -> None:
    anew = ChatLine(number=1, name="Cem", text="back?")
    heard = told(0, 1), told(0, 1, HELLO, HURRY), told(0, 1), told(0, 1, anew)
    assert game_log(*heard) == [TURNS[0], HELLO, HURRY, anew]


def test_an_absence_is_marked_where_it_began_and_where_it_ended() -> None:
    back = told(0, 5, HELLO, missed=3)
    later = told(0, 6, HELLO, missed=4)
    assert game_log(told(0, 2), back, later, told(0, 7, HELLO)) == [
        *TURNS[:2],
        Absence.AWAY,
        *TURNS[2:5],
        HELLO,
        Absence.BACK,
        *TURNS[5:7],
    ]


def test_another_game_begins_another_game_log_but_keeps_what_was_said() -> None:
    over = told(0, 4, HELLO, missed=1, over=True)
    second = told(0, 2, HELLO)
    second = scenes.replace(second, match=scenes.replace(second.match, number=2))
    assert game_log(over, second) == [HELLO, *TURNS[:2]]


def test_each_line_has_the_time_at_which_it_was_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    log = GameLog()
    views = put_together(told(0, 2), told(0, 3), told(0, 3, HELLO), told(1, 4, HELLO))
    for minute, heard in enumerate(views):
        clock = SimpleNamespace(now=partial(datetime, 2026, 11, 22, 21, minute))
        monkeypatch.setattr("luckytui.shown.game_log.datetime", clock)
        log.hear(heard)
    assert [time for _entry, time in log.timed()] == ["", "", "21:01", "21:02", "21:03"]


def test_a_timeout_is_marked_once_before_the_move_that_was_made_for_the_seat() -> None:
    timeout = Timeout(seat=1, event=2)

    def timed(stop: int) -> TableView:
        table_view = told(0, stop)
        return scenes.replace(table_view, match=scenes.replace(table_view.match, timeouts=(timeout,)))

    assert game_log(told(0, 2), timed(3), timed(4)) == [*TURNS[:2], timeout, *TURNS[2:4]]
