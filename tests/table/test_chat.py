"""What is said at a table: by whom, how much, and who reads it."""

import pytest

from luckytui.games.interface import SPECTATOR, Seat
from luckytui.table.requests import Again, Say
from luckytui.table.views import LINE_LENGTH, ChatLine
from tests.table.evening import ADA, BEA, Evening, denied

TOO_MUCH = "You are sending messages too fast. Wait a few seconds."


def said(evening: Evening) -> list[str]:
    return [line.text for line in lines(evening, SPECTATOR)]


def lines(evening: Evening, seat: Seat) -> list[ChatLine]:
    return [entry for entry in evening.log(seat) if isinstance(entry, ChatLine)]


def test_everyone_reads_what_is_said_and_by_whom() -> None:
    evening = Evening("Ada", "Bea")
    changes = evening.changes
    evening.ask(BEA, Say("Hello!"))
    assert evening.changes > changes
    for seat in (ADA, BEA, SPECTATOR):
        assert lines(evening, seat) == [ChatLine(name="Bea", text="Hello!")]


def test_what_was_said_stays_through_lost_connections_into_the_next_game() -> None:
    evening = Evening("Ada", "Bea")
    evening.ask(BEA, Say("Hello!"))
    evening.table.lost(BEA)
    evening.table.start()
    evening.table.returned(BEA)
    assert said(evening) == ["Hello!"]
    evening.play_on_alone()
    evening.ask(BEA, Say("Again!"))
    evening.ask(ADA, Again())
    assert said(evening) == ["Hello!", "Again!"]


@pytest.mark.parametrize("text", ["", "x" * (LINE_LENGTH + 1), "two\nlines", "\x1b[2J", "\u202eturned"])
def test_a_line_is_neither_empty_nor_long_nor_anything_but_text(text: str) -> None:
    evening = Evening("Ada", "Bea")
    assert denied(evening, ADA, Say(text)) == "A message can have 1 to 200 characters."
    assert said(evening) == []


def test_a_line_of_any_script_is_as_long_as_it_may_be() -> None:
    evening = Evening("Ada", "Bea")
    evening.ask(ADA, Say("語" * LINE_LENGTH))
    assert said(evening) == ["語" * LINE_LENGTH]


def test_nobody_fills_the_table_with_words() -> None:
    evening = Evening("Ada", "Bea")
    for _ in range(5):
        evening.ask(ADA, Say("la"))
        evening.time.let_pass(1)
    assert denied(evening, ADA, Say("la")) == TOO_MUCH
    evening.ask(BEA, Say("Shh!"))
    evening.time.let_pass(5)
    evening.ask(ADA, Say("sorry"))
    assert denied(evening, ADA, Say("la")) == TOO_MUCH
    assert said(evening) == ["la"] * 5 + ["Shh!", "sorry"]
