"""The results of Lucky Jack: the score as the game counts it, who led when, what decided it."""

from collections.abc import Sequence
from typing import Any

from luckytui.games.interface import Ended, Event
from luckytui.games.lucky_jack import rules
from luckytui.games.lucky_jack.names import card_name, counted
from luckytui.shown.scores import Score, by_round, of_kind
from luckytui.shown.words import NOTHING, AnyModel
from luckytui.text import _


def score(model: AnyModel, events: Sequence[Event], ended: Ended) -> Score:
    """Return the score of a game that is over."""
    rounds = of_kind(rules.RoundEnded, events)
    gains = [[each.points * (seat == each.seat) for seat in range(len(ended.scores))] for each in rounds]
    found = by_round(model, gains, ended, _("Points"))
    found.foot = [_foot(each.symbol, each.cards) if each.symbol else ([NOTHING], None) for each in rounds]
    return found


def _foot(symbol: rules.Symbol, cards: int) -> tuple[Sequence[str], Any]:
    name = card_name(symbol)
    return (counted(symbol, cards), f"{name}×{cards}", name), (symbol, cards)
