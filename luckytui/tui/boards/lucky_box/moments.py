"""What is shown step by step at a table of Lucky Box: a number turned over, and what a round has scored."""

from collections.abc import Iterator, Sequence

from luckytui.games import lucky_box as rules
from luckytui.games.interface import Event
from luckytui.tui.boards.lucky_box.model import LuckyBoxModel, NumberTurning, Scored
from luckytui.tui.stage import Still


def moments(
    before: LuckyBoxModel, after: LuckyBoxModel, news: Sequence[Event]
) -> Iterator[Still[LuckyBoxModel]]:
    """Yield the pictures of what has happened."""
    for event in news:
        match event:
            case rules.RoundEnded() if any(event.points):
                totals = tuple(worth.total for worth in after.worths)
                for step, seconds in enumerate((0.2, 0.2, 0.2, None)):
                    scored = Scored(event.number, event.points, totals, step)
                    yield Still(after.posed(before.view, before.log, scored), seconds)
            case rules.NumberTurned():
                yield Still(after.posed(after.view, after.log, NumberTurning()), 0.15)
