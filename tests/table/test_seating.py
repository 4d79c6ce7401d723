"""Who sits where: what is kept of it, and what each seat is shown."""

import pytest

from luckytui.games.interface import SPECTATOR
from luckytui.table.journal_entries import JournalEntry, NotKept, Seated
from luckytui.table.seating import OPEN, Seating
from luckytui.table.views import Occupant
from luckytui.text import Sentence
from tests.table.evening import ADA, BEA, Evening

ANA = Occupant(kind="person", name="Ana")


def full(_entry: JournalEntry) -> None:
    raise NotKept(Sentence("The disk is full."))


def test_what_outlives_the_host_is_kept_before_it_changes() -> None:
    kept: list[JournalEntry] = []
    seating = Seating(2, owner=0, keep=kept.append)
    seating.put(1, ANA)
    seating.put(1, Occupant(kind="person", name="Ana", here=False))
    assert kept == [Seated(1, ANA)]


def test_what_cannot_be_kept_changes_nothing_unless_it_has_happened_anyway() -> None:
    seating = Seating(2, owner=0, keep=full)
    with pytest.raises(NotKept):
        seating.put(1, ANA)
    assert seating.occupants == [OPEN, OPEN]
    seating.put(1, ANA, anyway=True)
    assert seating.occupants == [OPEN, ANA]


def test_a_view_is_made_once_for_each_seat_until_something_changes() -> None:
    evening = Evening.playing("Ada", "Bea")
    for seat in (ADA, BEA, SPECTATOR):
        shown = evening.shown(seat)
        assert evening.shown(seat) is shown
    before = evening.shown(SPECTATOR)
    evening.table.say("Ada", "Hello!")
    assert evening.shown(SPECTATOR) is before, "the game is as it was"
    evening.move()
    assert evening.shown(SPECTATOR) != before
