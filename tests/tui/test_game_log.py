"""The game log of a table, as one screen remembers it."""

from datetime import datetime
from functools import partial
from types import SimpleNamespace

import pytest

from luckytui.games.interface import Event, TurnBegan
from luckytui.shown.game_log import Absence, GameLog, missed
from luckytui.table.views import ChatLine, Returned, TableView, TakenBack, Timeout
from screenshots import scenes

HELLO = ChatLine(name="Ben", text="hello")
TURNS = tuple(TurnBegan(seat=turn % 2) for turn in range(9))


def told(*log: Event) -> TableView:
    """Return a scene with this log, as a session shows it to the first seat."""
    return scenes.replace(scenes.game("lucky-numbers", 2, lambda _: True), log=log)


def game_log(*heard: TableView) -> list[object]:
    remembered = GameLog()
    for table_view in heard:
        remembered.hear(table_view)
    return [entry for entry, _time in remembered.timed(heard[-1].log)]


def test_it_has_what_the_newest_view_has() -> None:
    log = (TURNS[0], HELLO, Timeout(seat=1), TakenBack(seat=1, events=2))
    assert game_log(told(*TURNS), told(*log)) == [*log]


def test_an_absence_is_marked_where_it_began_and_where_it_ended() -> None:
    assert game_log(told(*TURNS[:5], HELLO, Returned(missed=3), *TURNS[5:7])) == [
        *TURNS[:2],
        Absence.AWAY,
        *TURNS[2:5],
        HELLO,
        Absence.BACK,
        *TURNS[5:7],
    ]
    assert game_log(told(TURNS[4], Returned(missed=3))) == [Absence.AWAY, TURNS[4], Absence.BACK]
    assert game_log(told(Returned(missed=3))) == [Absence.AWAY, Absence.BACK], "the rest is not known"


def test_what_was_missed_is_news_until_the_player_has_moved() -> None:
    back = (*TURNS[:5], HELLO, Returned(missed=3), *TURNS[5:6])
    assert missed(told(*TURNS)) == ()
    assert missed(told(*back)) == TURNS[2:5]
    assert missed(told(*back, TakenBack(seat=0, events=9))) == TURNS[2:5]
    moved = next(event for event in scenes.game("lucky-numbers", 2, scenes.over).log if _is_mine(event))
    assert missed(told(*back, moved)) == ()


def _is_mine(event: Event) -> bool:
    return getattr(event, "seat", None) == 0 and not isinstance(event, TurnBegan)


def test_each_line_has_the_time_at_which_it_was_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    log = GameLog()
    views = told(*TURNS[:2]), told(*TURNS[:3]), told(*TURNS[:3], HELLO), told(*TURNS[1:3], HELLO, TURNS[3])
    for minute, heard in enumerate(views):
        clock = SimpleNamespace(now=partial(datetime, 2026, 11, 22, 21, minute))
        monkeypatch.setattr("luckytui.shown.game_log.datetime", clock)
        log.hear(heard)
    assert [time for _entry, time in log.timed(views[-1].log)] == ["", "21:01", "21:02", "21:03"]
