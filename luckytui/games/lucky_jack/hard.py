"""A bot for Lucky Jack that asks a network which of the moves that are good by its tables of hands is best.

It plays for the win instead of for points.
"""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from luckytui.bots.player import Bot
from luckytui.games.interface import Move
from luckytui.games.lucky_jack import hands as tables
from luckytui.games.lucky_jack import network, rules
from luckytui.games.lucky_jack.bots import Hopes, stock_of, worth_after
from luckytui.games.lucky_jack.rules import Cards, LuckyJackView

_CLOSE = 0.4
"""What a move is worth at least by the tables, as a part of the best one: else the network is not asked."""


class HardBot(Bot):
    """Makes the move that brings most, among those that are good by its tables.

    It takes no notice of chance: the same view gets the same answer.
    """

    def choose(self, view: LuckyJackView, moves: Sequence[Move]) -> Move:
        brought = brought_by(view, moves)
        return max(brought, key=brought.__getitem__)


def brought_by(view: LuckyJackView, moves: Sequence[Move]) -> dict[Move, float]:
    """Return what moves that are close by the tables bring, as a part of the win; only differences count."""
    close = close_moves(view, moves)
    best = max(close.values())
    return {move: network.brought(network.inputs(view, move, worth, best)) for move, worth in close.items()}


def close_moves(view: LuckyJackView, moves: Sequence[Move]) -> dict[Move, float]:
    """Return what the moves are worth by the tables, of those that are not far from the best."""
    is_next = view.stage == "claim" and (view.turn + 1) % view.seats == view.seat
    worth_of = partial(_worth_of_turn if is_next else worth_after, view, _Chances(view))
    worths = {move: worth_of(move) for move in moves}
    return {move: worth for move, worth in worths.items() if worth >= _CLOSE * max(worths.values())}


def _worth_of_turn(view: LuckyJackView, hopes: Hopes, move: Move) -> float:
    """Return what one's turn will be worth, which comes right after an answer to a claim."""
    if isinstance(move, rules.TakeIt):
        view = replace(view, hand=(*view.hand, view.pile[-1]), pile=view.pile[:-1])
    turn = [*rules.discards(rules.count(view.hand), view.pile[-1]), rules.Draw()]
    return max(worth_after(view, hopes, later) for later in turn)


class _Chances(Hopes):
    """What hands are worth by the tables, as things are."""

    def __init__(self, view: LuckyJackView) -> None:
        others = [seat for seat in range(view.seats) if seat != view.seat]
        is_last, best = view.number == view.options.rounds, max(view.points[seat] for seat in others)
        self._behind = best - view.points[view.seat] if is_last else None
        kind = tables.kind_for([view.sizes[seat] for seat in others], self._behind)
        self._table = tables.table(kind)
        self.hindrance = kind.hindrance
        super().__init__(stock_of(view))

    def of_jackpot(self, points: int) -> float:
        return tables.of_jackpot(points, self._behind)

    def _worth(self, hand: Cards) -> float:
        return tables.worth(self._table, hand)
