"""What a session puts together from the views of a table."""

from collections.abc import Sequence

from msgspec.structs import replace

from luckytui.client.session import Log
from luckytui.games.interface import Event, TurnBegan
from luckytui.table.views import ChatLine, MatchView, TableView, TakenBack, Timeout
from screenshots import scenes

TURNS = tuple(TurnBegan(seat=turn % 2) for turn in range(9))
HELLO, HURRY = ChatLine(name="Ben", text="hello"), ChatLine(name="Cem", text="hurry")


def view(
    log: Sequence[Event], start: int = 0, log_id: str = "", happened: int = 0, number: int = 1
) -> TableView:
    """Return a view that brings these entries."""
    table_view = scenes.game("lucky-numbers", 2, lambda _: True)
    assert isinstance(table_view.match, MatchView)
    match = replace(table_view.match, happened=happened, number=number)
    return replace(table_view, match=match, log_id=log_id, log_start=start, log=tuple(log))


def test_it_has_what_every_view_brought_and_says_how_far_it_came() -> None:
    log = Log()
    assert log.known == ""
    log.complete(view(TURNS[:2], log_id="a"))
    assert log.complete(view((HELLO, TURNS[2]), 2)).log == (*TURNS[:2], HELLO, TURNS[2])
    assert log.known == "a:4"


def test_a_move_that_is_taken_back_goes_and_talk_stays() -> None:
    log = Log()
    log.complete(view(TURNS[:2], log_id="a"))
    log.complete(view((Timeout(seat=1), TURNS[2], HELLO), 2))
    taken_back = TakenBack(seat=1, events=1)
    assert log.complete(view((taken_back, TURNS[3]), 5)).log == (*TURNS[:2], HELLO, taken_back, TURNS[3])


def test_what_comes_again_after_a_restart_is_the_same_object_and_talk_stays() -> None:
    log = Log()
    known = log.complete(view((TURNS[0], HELLO, TURNS[1]), log_id="a", happened=2))
    again = [TurnBegan(seat=turn % 2) for turn in range(3)]
    shown = log.complete(view(again, log_id="b", happened=3))
    assert shown.log == (HELLO, *TURNS[:3])
    assert shown.since(known) == [again[2]]
    assert log.known == "b:3"


def test_of_a_log_whose_beginning_did_not_fit_the_rest_is_known_by_its_place() -> None:
    log = Log()
    known = log.complete(view(TURNS[:4], log_id="a", happened=4))
    shown = log.complete(view([TurnBegan(seat=turn % 2) for turn in range(2, 6)], 9, "a", happened=6))
    assert shown.log == TURNS[2:6]
    assert len(shown.since(known)) == 2
    assert log.known == "a:13"


def test_another_game_begins_anew_but_keeps_what_was_said() -> None:
    log = Log()
    log.complete(view((HELLO, *TURNS[:4], HURRY), log_id="a.0", happened=4))
    shown = log.complete(view((HURRY, TURNS[4]), log_id="a.1", happened=1, number=2))
    assert shown.log == (HELLO, HURRY, TURNS[4])
