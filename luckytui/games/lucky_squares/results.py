"""The results of Lucky Squares: the score as the game counts it, who led when, what decided it."""

from collections.abc import Sequence

from luckytui.games.interface import Ended, Event
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.words import SIGNS
from luckytui.shown.scores import Score, by_round, of_kind
from luckytui.shown.words import AnyModel
from luckytui.text import _


def score(model: AnyModel, events: Sequence[Event], ended: Ended) -> Score:
    """Return the score of a game that is over."""
    ends, showdowns = of_kind(rules.RoundEnded, events), of_kind(rules.Showdown, events)
    had: Sequence[int] = [rules.START_CENTS] * len(ended.scores)
    if ends and ends[0].number > 1:
        had, ends = ends[0].cents, ends[1:]
    gains = []
    for each in ends:
        gains.append([now - before for now, before in zip(each.cents, had, strict=True)])
        had = each.cents
    found = by_round(model, gains, ended, _("Cents"), "¢")
    found.chips = {
        (seat, column): (SIGNS[color], f"{'rim' if gains[column][seat] > 0 else 'square'}-{color}")
        for column, showdown in enumerate(showdowns[len(showdowns) - len(gains) :])
        for seat, color in enumerate(showdown.picks[: len(ended.scores)])
    }
    return found
