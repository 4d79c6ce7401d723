"""The order of play in a round of Lucky Squares: who acts when, and what everyone has done."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from luckytui.games.interface import Seat
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.model import LuckySquaresModel


class Slot(NamedTuple):
    """A line in the order of play: whose action or pick it is, and its status."""

    seat: Seat
    status: Literal["done", "now", "to come", "forbidden", "won", ""]
    is_second: bool = False
    """Whether it is the second action of the lead player."""
    deed: rules.Acted | None = None
    is_new: bool = False
    """Whether it was done since the player last acted."""


def slots_of(model: LuckySquaresModel) -> Iterator[Slot]:
    """Yield who picks, or who acts when; between rounds, the players and who has won."""
    view = model.view
    if model.is_acting:
        yield from _actions(model)
    elif view.stage == "pick":
        yield from (Slot(seat, "now" if seat in view.active else "done") for seat in model.seats)
    else:
        most = max(view.cents) if view.stage == "over" and not model.moment else None
        yield from (Slot(seat, "won" if view.cents[seat] == most else "") for seat in model.seats)


def _actions(model: LuckySquaresModel) -> Iterator[Slot]:
    """Yield each action of the round: one that is neither done nor to come was forbidden."""
    deeds, pending = [*model.deeds], [*model.view.pending]
    for place, seat in enumerate((*model.seats, model.view.lead)):
        is_second = place == model.view.seats
        if deeds and deeds[0].seat == seat:
            is_new = all(deed.seat != model.me for deed in deeds)
            yield Slot(seat, "done", is_second, deeds.pop(0), is_new)
        elif pending and pending[0] == seat:
            is_next = len(pending) == len(model.view.pending)
            yield Slot(pending.pop(0), "now" if is_next else "to come", is_second)
        else:
            yield Slot(seat, "forbidden", is_second)
