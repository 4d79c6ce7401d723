"""What is shown step by step at a table of Lucky Box: a number, a bonus, what a round has scored."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from luckytui.games import lucky_box as rules
from luckytui.games.interface import Event
from luckytui.games.lucky_box_player import LINES
from luckytui.tui.boards.lucky_box.model import LuckyBoxModel, NumberTurning, Scored, Winning
from luckytui.tui.stage import Still


def moments(
    before: LuckyBoxModel, after: LuckyBoxModel, news: Sequence[Event]
) -> Iterator[Still[LuckyBoxModel]]:
    """Yield the pictures of what has happened."""
    for had, card in zip(before.own_cards, after.own_cards, strict=False):
        for line, cells in LINES.items():
            if had.id == card.id and had.crosses & cells != cells == card.crosses & cells:
                yield Still(after.posed(after.view, after.log, Winning(card.id, line)), 0.12)
    for event in news:
        match event:
            case rules.RoundEnded() if any(event.points):
                totals = tuple(worth.total for worth in after.worths)
                view = replace(before.view, active=())
                for step, seconds in enumerate((0.2, 0.2, 0.2, None)):
                    scored = Scored(event.number, event.points, totals, step)
                    yield Still(after.posed(view, before.log, scored), seconds)
            case rules.NumberTurned():
                yield Still(after.posed(after.view, after.log, NumberTurning()), 0.15)
