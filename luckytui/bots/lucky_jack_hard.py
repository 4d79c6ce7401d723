"""A bot for Lucky Jack that plays rounds out after the moves that are best by its tables of hands.

It plays for the win instead of for points. Others hold in its worlds what fits the view and how people play.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from luckytui.bots import lucky_jack_hands as tables
from luckytui.bots.lucky_jack import WEIGHTS, Hopes, stock_of, worth_after
from luckytui.bots.lucky_jack_course import Ending, Worlds, play_out
from luckytui.bots.search import ThinkingBot
from luckytui.games import lucky_jack as rules
from luckytui.games.interface import Move
from luckytui.games.lucky_jack import Cards, LuckyJackView, Symbol, changed

_MOST_SEATS = 3
"""With more seats rounds are not played out: that wins no more games there than the tables do."""
_WIDTH = 3
"""After how many moves rounds are played out."""
_CLOSE = 0.7
"""What such a move is worth at least by the tables, as a part of the best one."""
_TRUST = 200
"""How many rounds what the tables say of a move counts for."""


class HardBot(ThinkingBot):
    """Makes the move after which it is most likely to win."""

    def choose(self, view: LuckyJackView, moves: Sequence[Move]) -> Move:
        is_next = view.stage == "claim" and (view.turn + 1) % view.seats == view.seat
        chances = _Chances(view)
        worth_of = partial(_worth_of_turn if is_next else worth_after, view, chances)
        worths = dict(zip(moves, map(worth_of, moves), strict=True))
        ranked = sorted(moves, key=worths.__getitem__, reverse=True)[:_WIDTH]
        if view.seats > _MOST_SEATS:
            return ranked[0]
        close = {move: worths[move] for move in ranked if worths[move] >= _CLOSE * worths[ranked[0]]}
        worlds = Worlds(view)
        play_on = partial(play_out, view, chances.kind)
        return self.best_of(
            close, worlds.imagine, lambda move, world: chances.of_end(play_on(move, world)), _TRUST
        )


def _worth_of_turn(view: LuckyJackView, hopes: Hopes, move: Move) -> float:
    """Return what one's turn will be worth, which comes right after an answer to a claim."""
    if isinstance(move, rules.TakeIt):
        view = replace(view, hand=(*view.hand, view.pile[-1]), pile=view.pile[:-1])
    return max(worth_after(view, hopes, later) for later in _moves_of_turn(view))


def _moves_of_turn(view: LuckyJackView) -> Iterator[Move]:
    yield rules.Draw()
    for card in sorted(set(view.hand)):
        is_lower = rules.rule_of(card, view.pile[-1]) == "lower"
        if is_lower or len(view.hand) > rules.FLOOR:
            yield rules.Discard(card)
        if not is_lower and rules.jackpot_of(changed(rules.count(view.hand), card, -1)):
            yield rules.Discard(card, jackpot=True)


class _Chances(Hopes):
    """What hands are worth by the tables, as things are."""

    def __init__(self, view: LuckyJackView) -> None:
        others = [seat for seat in range(view.seats) if seat != view.seat]
        self._view = view
        self._behind = max(view.points[seat] for seat in others) - view.points[view.seat]
        self._is_last = view.number == view.options.rounds
        near = min(view.sizes[seat] for seat in others) <= WEIGHTS.near
        lead = tables.lead_of(self._behind) if self._is_last else None
        self.kind = tables.Kind(view.seats >= tables.CROWD, lead, near)
        self._table = tables.table(self.kind)
        self.hindrance = self.kind.hindrance
        super().__init__(stock_of(view))

    def of_jackpot(self, symbol: Symbol, cards: int) -> float:
        return self.of_end((self._view.seat, rules.prize(symbol, cards)))

    def of_end(self, ending: Ending) -> float:
        """Return what it is worth that a round ends like this."""
        winner, points = ending
        if not self._is_last:
            return tables.spoils(points, None) if winner == self._view.seat else 0.0
        totals = list(self._view.points)
        if winner is not None:
            totals[winner] += points
        own = totals.pop(self._view.seat)
        return 1.0 if own > max(totals) else 0.5 * (own == max(totals))

    def _worth(self, hand: Cards) -> float:
        return tables.worth(self._table, hand)
