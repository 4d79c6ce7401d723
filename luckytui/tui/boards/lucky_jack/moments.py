"""What is shown step by step at a table of Lucky Jack: a jackpot, and who takes a tossed card."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from luckytui.games import lucky_jack as rules
from luckytui.games.interface import Event
from luckytui.tui.boards.lucky_jack.model import Jackpot, LuckyJackModel, Taken
from luckytui.tui.stage import Still


def moments(
    before: LuckyJackModel, after: LuckyJackModel, news: Sequence[Event]
) -> Iterator[Still[LuckyJackModel]]:
    """Yield the pictures of what has happened."""
    for event, following in pairwise([*news, None]):
        match event, following:
            case rules.Claimed(seat=seat), _:
                yield Still(after.posed(before.view, before.log, Taken(seat)), 0.3)
            case rules.Discarded(), rules.RoundEnded(seat=int()):
                yield from _jackpot(before, after, event, following)


def _jackpot(
    before: LuckyJackModel, after: LuckyJackModel, discarded: rules.Discarded, ended: rules.RoundEnded
) -> Iterator[Still[LuckyJackModel]]:
    """Yield the hand with the discard, then the winning cards turning gold one by one, then the prize."""
    cards = ended.cards or 0
    sizes = list(before.view.sizes)
    sizes[discarded.seat] = cards
    for step in range(cards + 2):
        moment = Jackpot(discarded, ended, tuple(sizes), step)
        yield Still(after.posed(before.view, before.log, moment), 0.15)
    yield Still(after.posed(before.view, before.log, moment._replace(step=cards + 2)), None)
