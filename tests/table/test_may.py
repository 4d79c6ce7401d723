"""What one may ask is in the view, and what is in it is granted."""

import pytest

from luckytui.games.interface import SPECTATOR, Seat
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.table import requests
from luckytui.table.spec import choice_of
from luckytui.text import UserError
from tests.table.evening import ADA, BEA, CLEO, Evening

REQUESTS: dict[str, requests.Request] = {
    "undo": requests.Undo(),
    "pause": requests.Pause(on=True),
    "again": requests.Again(),
    "review": requests.Review(0),
    "start": requests.Start(),
    "opt": requests.Opt(choice_of(LuckyNumbersOptions(bruno=True))),
}


def at_the_lobby() -> Evening:
    return Evening("Ada", "Bea", "", owner=ADA)


def full() -> Evening:
    return Evening("Ada", "Bea", "easy", owner=ADA)


def playing() -> Evening:
    evening = full()
    evening.table.start()
    return evening


def with_a_discard() -> Evening:
    evening = playing()
    while evening.whose_turn != ADA:
        evening.time.let_pass(1) if evening.whose_turn == CLEO else evening.move()
    evening.move()
    evening.move()
    return evening


def paused() -> Evening:
    evening = playing()
    evening.ask(ADA, requests.Pause(on=True))
    return evening


def away() -> Evening:
    evening = playing()
    evening.table.lost(BEA)
    return evening


def over() -> Evening:
    return Evening.played("Ada", "Bea", owner=ADA)


def led() -> Evening:
    evening = over()
    evening.ask(BEA, requests.Review(3))
    return evening


EVENINGS = [at_the_lobby, full, playing, with_a_discard, paused, away, over, led]


def is_granted(evening: Evening, seat: Seat, request: requests.Request) -> bool:
    try:
        prompt = evening.shown(seat).prompt if evening.begun else 0
        evening.table.request(seat, request, prompt=prompt)
    except UserError:
        return False
    return True


@pytest.mark.parametrize("name", REQUESTS)
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.__name__)
@pytest.mark.parametrize("seat", [ADA, BEA, SPECTATOR])
def test_what_may_be_asked_is_granted_and_nothing_else(evening: object, seat: Seat, name: str) -> None:
    table = evening()  # type: ignore[operator]
    may = table.table.view(seat).may
    expected = name in may or (name == "pause" and "resume" in may)  # to ask for it twice changes nothing
    assert is_granted(table, seat, REQUESTS[name]) == expected


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.__name__)
def test_bots_are_seated_and_removed_where_the_view_says_so(evening: object) -> None:
    for name, request in {
        "seatbot": lambda seat: requests.SeatBot(seat, "easy"),
        "removebot": requests.RemoveBot,
    }.items():
        seats = evening().table.view(ADA).may.get(name, ())  # type: ignore[operator]
        asked = [seat for seat in range(3) if is_granted(evening(), ADA, request(seat))]  # type: ignore[operator]
        assert asked == sorted(seats)
        assert name not in evening().table.view(BEA).may  # type: ignore[operator]


def test_one_who_is_asked_may_act_unless_the_game_is_paused() -> None:
    evening = playing()
    mover = evening.whose_turn
    assert "act" in evening.table.view(mover).may
    evening.ask(ADA, requests.Pause(on=True))
    assert "act" not in evening.table.view(mover).may
    with pytest.raises(requests.Denied):
        evening.ask(mover, requests.Act(evening.shown(mover).moves[0]))


def test_one_who_is_alone_has_nobody_to_talk_to() -> None:
    evening = Evening("Ada", "easy", owner=ADA)
    assert "say" not in evening.table.view(ADA).may
    evening.table.watched_by(["Uma"])
    assert "say" in evening.table.view(ADA).may
