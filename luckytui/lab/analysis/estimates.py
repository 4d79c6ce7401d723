"""What a position is worth to each seat, by a quick estimate: how much of the win it can expect.

The game says how strong each seat is there. What it weighs with, benchmarks/weights.py fits to results of
`normal`s.
"""

from collections.abc import Sequence
from math import exp, fsum
from random import Random
from typing import Any

from luckytui.bots.worth import worth_of
from luckytui.games import GAMES
from luckytui.games.interface import State


def values_of(game: str, state: State) -> tuple[float, ...]:
    """Return what a position is worth to each seat: in percent of the win, in points for one player alone."""
    if state.seats == 1:
        return (float(state.result.scores[0]) if state.result else worth_of(game).strengths(state)[0],)
    if state.result:
        winners = state.result.winners
        return tuple(100 * (seat in winners) / len(winners) for seat in range(state.seats))
    return _shares(worth_of(game).strengths(state))


def after_each(game: str, view: Any, worths: Sequence[float]) -> list[float]:
    """Return what a position is worth to the seat that sees it if its move has each of these worths.

    What is hidden from the seat is as `imagine` deals it.
    """
    game_worth = worth_of(game)
    own = [game_worth.strength_after(view, worth) for worth in worths]
    if view.seats == 1:
        return own
    strengths = game_worth.strengths(GAMES[game].imagine(view, Random(0)))
    return [_shares([*strengths[: view.seat], one, *strengths[view.seat + 1 :]])[view.seat] for one in own]


def _shares(strengths: Sequence[float]) -> tuple[float, ...]:
    best = max(strengths)
    weights = [exp(one - best) for one in strengths]
    return tuple(100 * weight / fsum(weights) for weight in weights)
