"""What comes and goes at a table besides moves tells nobody what the rules hide."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from luckytui.games.interface import SPECTATOR
from luckytui.games.lucky_numbers.rules import Lay
from luckytui.table.requests import Act, Pause, SeatBot, Undo
from tests.table.evening import ADA, BEA, CLEO, Evening


def evenings() -> list[Evening]:
    """Two evenings in which all lay their first tiles at once, held back until the last one has."""
    twins = [Evening("Ada", "Bea", "Cleo", setup="free", turn_seconds=300) for _ in range(2)]
    for evening, cell in zip(twins, [(3, 3), (1, 1)], strict=True):
        evening.table.start()
        evening.ask(ADA, Act(Lay(cell)))
    return twins


class Happening(NamedTuple):
    """Something that others see, and what it is."""

    happens: Callable[[Evening], None]
    name: str


HAPPENINGS = [
    Happening(lambda evening: evening.ask(ADA, Pause(on=True)), "a pause"),
    Happening(lambda evening: evening.ask(ADA, Pause(on=False)), "its end"),
    Happening(lambda evening: evening.table.say("Uma", "Hello!"), "talk"),
    Happening(lambda evening: evening.table.lost(CLEO), "a line goes down"),
    Happening(lambda evening: evening.ask(ADA, SeatBot(CLEO, "easy")), "a bot stands in"),
    Happening(lambda evening: evening.time.let_pass(0.1), "time passes"),
    Happening(lambda evening: evening.table.returned(CLEO), "she is back"),
    Happening(lambda evening: evening.table.lost(ADA), "Ada's line goes down"),
    Happening(lambda evening: evening.table.stand_in(ADA), "a bot stands in for Ada"),
    Happening(lambda evening: evening.table.returned(ADA), "Ada is back"),
    Happening(lambda evening: evening.ask(ADA, Undo()), "Ada takes the move back"),
]


def test_nothing_that_happens_tells_what_was_chosen_in_secret() -> None:
    one, other = evenings()
    assert one.shown(ADA) != other.shown(ADA)
    for happening in HAPPENINGS:
        for evening in (one, other):
            happening.happens(evening)
        for seat in (BEA, CLEO, SPECTATOR):
            same = replace(other.table.view(seat), log_id=one.table.view(seat).log_id)
            assert one.table.view(seat) == same, happening.name


def test_what_a_stand_in_has_chosen_in_secret_is_told_to_nobody() -> None:
    evening = Evening.playing("Ada", "Bea", "Cleo", setup="free")
    evening.table.lost(CLEO)
    evening.table.stand_in(CLEO)
    before = [evening.shown(seat) for seat in (BEA, SPECTATOR)]
    evening.time.let_pass(10)
    after = [evening.shown(seat) for seat in (BEA, SPECTATOR)]
    assert all(CLEO not in shown.view.active for shown in after), "all see that she has chosen …"
    for one, other in zip(before, after, strict=True):
        active = one.view.active
        assert replace(other, view=replace(other.view, active=active)) == one, "… and nothing of what"
