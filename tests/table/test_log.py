"""The log of a table: its entries are numbered, each is told once, and each seat knows its own part."""

import pytest

from luckytui.client.session import Log as Known
from luckytui.games.interface import SPECTATOR, Event
from luckytui.games.lucky_numbers.rules import Discard, Discarded
from luckytui.table import match as match_module
from luckytui.table.match import Log
from luckytui.table.requests import Act, Again, Say, Undo
from luckytui.table.views import ChatLine, Returned, TakenBack, Timeout
from tests.table.evening import ADA, BEA, Evening


def told(log: Log, seat: int = SPECTATOR, number: int | None = None) -> tuple[int, tuple[Event, ...]]:
    """How many entries a seat knows, and those that it does not."""
    log_id, start, entries = log.after(seat, "" if number is None else f"{log.id}:{number}")
    assert log_id == (log.id if number is None or number != start else "")
    return start, entries


def line(text: str) -> ChatLine:
    return ChatLine(name="Ada", text=text)


def test_a_seats_numbers_tell_nothing_of_what_only_others_know() -> None:
    log = Log(2)
    log.add(Timeout(seat=ADA), only=ADA)
    log.add(line("one"))
    log.add(Timeout(seat=ADA), but=ADA)
    assert told(log, ADA) == (0, (Timeout(seat=ADA), line("one")))
    assert told(log, BEA) == told(log) == (0, (line("one"), Timeout(seat=ADA)))


def test_who_takes_a_seat_is_not_told_of_the_absences_of_its_former_owner() -> None:
    log = Log(2)
    log.add(Returned(missed=1), only=ADA)
    log.add(line("one"))
    log.forget_absences(ADA)
    assert told(log, ADA) == (0, (line("one"),))


def test_the_oldest_entries_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_module, "_MOST", 8)
    log = Log(2)
    for number in range(1, 12):
        log.add(line(str(number)))
        told(log, ADA)
    assert told(log, ADA) == (4, tuple(line(str(number)) for number in range(5, 12)))
    assert told(log, ADA, 9) == (9, (line("10"), line("11")))
    assert told(log, ADA, 3) == told(log, ADA), "that is forgotten"


def test_an_undo_sends_no_event_again() -> None:
    evening = Evening.playing("Ada", "Bea")
    seat = evening.whose_turn
    evening.move()
    log = Known()
    start, before = len(log.complete(evening.table.view(BEA)).log), evening.told
    evening.ask(seat, Act(Discard()))
    evening.table.say("Uma", "Hm!")
    evening.ask(seat, Undo())
    news = evening.table.view(BEA, log.known)
    assert (news.log_id, news.log_start) == ("", start)
    discarded, _turn, said, taken_back = news.log
    assert isinstance(discarded, Discarded)
    assert taken_back == TakenBack(seat=seat, events=2)
    assert log.complete(news).log[start:] == (said, taken_back)
    assert evening.told == before


def test_each_game_begins_a_log_with_what_was_said_last() -> None:
    evening, known = Evening("Ada", "Bea"), Known()
    evening.table.start()
    evening.play_on_alone()
    evening.ask(BEA, Say("Once more?"))
    known.complete(evening.table.view(ADA))
    evening.ask(ADA, Again())
    evening.ask(BEA, Again())
    news = evening.table.view(ADA, known.known)
    assert news.log_id
    assert news.log[:2] == (ChatLine(name="Bea", text="Once more?"), news.events[0])
    assert known.complete(news).log == news.log
