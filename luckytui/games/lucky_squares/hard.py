"""A bot for Lucky Squares that solves what is left of the round.

It mixes its picks as the solution does. It plays actions out in worlds that differ in the hidden cards, which
are as likely as the solution picks them, with everyone acting by it. It works out the last action of a round.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import fsum, inf, prod
from random import Random
from sys import maxsize
from time import monotonic

from msgspec.structs import replace

from luckytui.bots.search import ThinkingBot, Trial
from luckytui.games import data
from luckytui.games.interface import Move
from luckytui.games.lucky_squares import bots as normal
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.rules import COLORS, LuckySquares, LuckySquaresView, Pass, Pick, plan_of
from luckytui.games.lucky_squares.solver import SQUARES, SURE, Odds, Round, Square, Stakes, believed

_WEIGHTS: dict[str, float] = data("lucky-squares", "weights.toml")["worth"]
PASSES = 120
"""How many passes it takes to learn how the cards were picked, and how to act."""
_WIDTH = 12
"""How many actions are played out, besides doing nothing, forbidding, and turning up a card."""
_DEALS = 16
"""How many deals a world has."""
_TRUST = 4
"""How many worlds the expectation of `normal` counts for."""
_MOST = 216
"""How many deals are looked at to work out the last action."""
_LEARNING = 1 / 4
"""How much of the time it may take to learn the picks, and as much again to learn the actions."""
_RARE = 0.05
"""A square whose odds are below this share of the likeliest is not picked: it is noise."""


class HardBot(ThinkingBot):
    """Solves the round."""

    def choose(self, view: LuckySquaresView, moves: Sequence[Move]) -> Move:
        began, seconds = monotonic(), inf if self._think else self._seconds
        if view.stage == "pick":
            odds = picks(view, self._think or maxsize, seconds)
            return Pick(self._rng.choices(COLORS, odds)[0])
        played = trial(view, moves, seconds=_LEARNING * seconds)
        if len(view.pending) == 1:
            return max(moves, key=played.expected.__getitem__)
        return self.best_of(played, _TRUST, began)


def picks(view: LuckySquaresView, passes: int, seconds: float = inf) -> Odds:
    """Return how often to pick each square, learned in at most this many passes and seconds."""
    odds = _picking(view, passes, seconds).picks(view.seat)
    return [chance * (chance > _RARE * max(odds)) for chance in odds]


def beliefs(view: LuckySquaresView, passes: int, seconds: float = inf) -> Sequence[Odds]:
    """Return how likely each card is, or each pick, if picks are learned in these passes and seconds."""
    return believed(view, _picking(view, passes, seconds))


def _picking(view: LuckySquaresView, passes: int, seconds: float) -> Round:
    return _learned(replace(view, seat=0, active=(), pick=None), passes, seconds)


@lru_cache(maxsize=8)
def _learned(view: LuckySquaresView, passes: int, seconds: float) -> Round:
    """Return a round with the picks learned: all see the same of them."""
    solved = Round(view, stakes_of(view))
    solved.learn(passes, seconds)
    return solved


def trial(view: LuckySquaresView, moves: Sequence[Move], passes: int = PASSES, seconds: float = inf) -> Trial:
    """Return how to play out picks or actions; the last action of a round is calculated exactly.

    Before that the picks, and then the actions, are learned in this many passes, or for these seconds.
    """
    seat, stakes, odds = view.seat, stakes_of(view), beliefs(view, passes, seconds)
    known = [*odds]
    if view.pick:
        known[seat] = SURE[COLORS.index(view.pick)]
    solved = Round(view, stakes, odds) if view.pick else _picking(view, passes, seconds)
    if len(view.pending) == 1:
        deals = [*_deals(known)]
        found = {move: solved.brought_last(seat, plan_of(move), deals) for move in moves}
        return Trial(found, lambda _: None, lambda move, _: found[move])

    def imagine(rng: Random) -> list[tuple[list[Square], float]]:
        deals = [[rng.choices(SQUARES, one)[0] for one in known] for _ in range(_DEALS)]
        return [(deal, rng.random()) for deal in deals]

    def play_out(move: Move, world: list[tuple[list[Square], float]]) -> float:
        if isinstance(move, Pick):
            own = COLORS.index(move.color)
            shares = (solved.play_pick(seat, own, cards, Random(seed)) for cards, seed in world)
        else:
            plan = plan_of(move)
            shares = (solved.play_out(seat, plan, cards, Random(seed)) for cards, seed in world)
        return fsum(shares) / _DEALS

    if not view.pick:
        return Trial(dict.fromkeys(moves, 0.0), imagine, play_out)
    solved.learn(passes, seconds)
    gains = normal.gains_of(view, moves)
    ranked = sorted(moves, key=gains.__getitem__, reverse=True)
    asides = (move for move in moves if isinstance(move, rules.Forbid | rules.Reveal))
    kept = dict.fromkeys((Pass(), *ranked[:_WIDTH], *asides))
    now, slope = stakes.shares[seat], stakes.slopes[seat]
    return Trial({move: now + slope * gains[move] for move in kept}, imagine, play_out)


def stakes_of(view: LuckySquaresView | LuckySquares) -> Stakes:
    """Return what cents are worth to the seats of a view."""
    return Stakes(view, _WEIGHTS["cent"], _WEIGHTS["cent"] * _WEIGHTS["late_cent"])


def _deals(known: Sequence[Odds]) -> Iterator[tuple[float, Sequence[Square]]]:
    """Yield deals of the cards, each with its chance: all possible ones, or a sample of many."""
    open_to = [[square for square in SQUARES if one[square]] for one in known]
    if prod(map(len, open_to)) <= _MOST:
        for cards in product(*open_to):
            yield prod(one[card] for one, card in zip(known, cards, strict=True)), cards
    else:
        rng = Random(0)
        for _ in range(_MOST):
            yield 1 / _MOST, [rng.choices(SQUARES, one)[0] for one in known]
