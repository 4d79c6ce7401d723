"""What is shown step by step at a table of Lucky Numbers: a tile turned over, and a garden that is full."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from luckytui.games import lucky_numbers as rules
from luckytui.games.interface import Event
from luckytui.games.lucky_numbers import SIDE
from luckytui.tui.boards.lucky_numbers.model import Full, LuckyNumbersModel, TileTurning
from luckytui.tui.stage import Still


def moments(
    before: LuckyNumbersModel, after: LuckyNumbersModel, news: Sequence[Event]
) -> Iterator[Still[LuckyNumbersModel]]:
    """Yield the pictures of what has happened."""
    if news and isinstance(news[-1], rules.Drawn) and after.view.hand:
        for on_edge in (True, False):
            yield Still(after.posed(after.view, after.log, TileTurning(on_edge)), 0.08)
    laid = next((event for event in reversed(news) if isinstance(event, rules.Laid)), None)
    if laid and any(isinstance(event, rules.GameEnded) and not all(event.empty) for event in news):
        garden = rules.with_tile(before.view.gardens[laid.seat], laid.cell, laid.tile)
        gardens = (*before.view.gardens[: laid.seat], garden, *before.view.gardens[laid.seat + 1 :])
        view = replace(before.view, gardens=gardens, hand=0, active=())
        for diagonal in range(2 * SIDE - 1):
            yield Still(after.posed(view, before.log, Full(laid.seat, diagonal)), 0.12)
        yield Still(after.posed(view, before.log, Full(laid.seat, 2 * SIDE)), None)
