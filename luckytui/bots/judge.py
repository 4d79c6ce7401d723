"""The judge: how likely a seat is to win in a position, and after each of its moves.

Hints, costs, luck and the review all ask it. Chances are between 0 and 1; a shared win counts its share. In a
game for one player, points take their place.
"""

from collections.abc import Sequence
from itertools import count
from math import exp, fsum
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from luckytui.bots.search import TRUST
from luckytui.bots.worth import worth_of
from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, Move, State
from luckytui.text import Sentence

HINT_SECONDS = 0.3
"""How long a hint plays on."""
_DEEP = 12
"""How many moves, chance's included, are followed to the end of a game."""

Shares = tuple[float, ...]
"""The chance of each seat to win, or its points in a game for one player."""


class Advice(NamedTuple):
    """What to do, and why."""

    move: Move
    reason: Sentence


def advise(
    game: str, view: Any, moves: Sequence[Move], rng: Random | None = None, seconds: float = 0.0
) -> Advice:
    """Return the move (of at least one) after which the judge gives the player the best chance.

    Where moves should be mixed, one is drawn by the player's own chance.
    """
    worth = worth_of(game)
    mixed = worth.mixed(view, moves)
    if mixed:
        (move,) = (rng or Random()).choices(moves, mixed)
    else:
        move = best_of(moves, chances(game, view, moves, seconds=seconds))
    return Advice(move, worth.reason(view, move))


def best_of(moves: Sequence[Move], found: Sequence[float]) -> Move:
    """Return the move with the best chance; the first one where the game cannot tell."""
    return moves[found.index(max(found))] if found else moves[0]


def chances(game: str, view: Any, moves: Sequence[Move], think: int = 0, seconds: float = 0.0) -> list[float]:
    """Return how likely the seat is to win after each of these moves; empty if the game cannot tell.

    Moves that decide the game are worked out. Of the others, those that `hard` would look at are played on in
    `think` worlds, or for some seconds, by a chance of the judge's own; without either, they are estimated.
    """
    worth = worth_of(game)
    worths = worth.worths(view, moves)
    if not worths:
        return []
    known = certain(game, view, moves)
    if len(known) < len(moves) and (think or seconds):
        worths, found = _played_on(game, view, moves, worths, think, seconds)
    else:
        found = []
    found = found or after_each(game, view, worths)
    found = worth.corrected(view, moves, found)
    if view.seats > 1:
        found = [min(1.0, max(0.0, chance)) for chance in found]
    return [known.get(move, chance) for move, chance in zip(moves, found, strict=True)]


def _played_on(
    game: str, view: Any, moves: Sequence[Move], worths: list[float], think: int, seconds: float
) -> tuple[list[float], list[float]]:
    """Return the worths as they are after moves were played on, and the chances if those come of it."""
    trial = worth_of(game).trial(view, moves)
    if trial is None or len(trial.expected) < 2:
        return worths, []
    sums, until, worlds = dict.fromkeys(trial.expected, 0.0), monotonic() + seconds, 0
    for world in count():
        if world >= think and (think or (world and monotonic() >= until)):
            break
        imagined = trial.imagine(Random(f"judge/{world}"))
        for move in sums:
            sums[move] += trial.play_out(move, imagined)
        worlds += 1
    scores = {move: (TRUST * trial.expected[move] + total) / (TRUST + worlds) for move, total in sums.items()}
    best = max(scores, key=scores.__getitem__)
    level = sums[best] / worlds if trial.in_chances else max(worths)
    least = level + min(scores.values()) - scores[best]
    if trial.in_chances:
        rated = after_each(game, view, worths)
        return worths, [
            level + scores[move] - scores[best] if move in scores else min(least, one)
            for move, one in zip(moves, rated, strict=True)
        ]
    return [
        level + scores[move] - scores[best] if move in scores else min(least, one)
        for move, one in zip(moves, worths, strict=True)
    ], []


def values_of(game: str, state: State) -> Shares:
    """Return how likely each seat is to win from a position, by a quick estimate; points for one alone.

    The game says how strong each seat is. What it weighs with, benchmarks/weights.py fits to results of
    `normal`s.
    """
    if state.seats == 1:
        return (float(state.result.scores[0]) if state.result else worth_of(game).strengths(state)[0],)
    return shares_of(state) if state.result else _shares(worth_of(game).strengths(state))


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


def _shares(strengths: Sequence[float]) -> Shares:
    best = max(strengths)
    weights = [exp(one - best) for one in strengths]
    return tuple(weight / fsum(weights) for weight in weights)


def certain(game: str, view: Any, moves: Sequence[Move]) -> dict[Move, float]:
    """Return the chance to win after each move that decides the game, whatever is hidden from the seat."""
    if view.seats == 1 or not worth_of(game).sees_end(view):
        return {}
    state, found = GAMES[game].imagine(view, Random(0)), {}
    for move in moves:
        after = state.copy()
        after.apply(view.seat, move)
        if shares := _solved(game, after, _DEEP):
            found[move] = shares[view.seat]
    return found


def _solved(game: str, state: State, deep: int) -> Shares | None:
    """Return who gets which part of the win if everyone plays for the most of it; None if it is open."""
    if state.result:
        return shares_of(state)
    moves = worth_of(game).closing(state) if deep else None
    if moves is None:
        return None
    (seat,), found = state.active, []
    for move in moves:
        after = state.copy()
        after.apply(seat, move)
        shares = _solved(game, after, deep - 1)
        if shares is None:
            return None
        found.append(shares)
    if seat != CHANCE:
        return max(found, key=lambda shares: shares[seat])
    weights = [state.outcomes()[move] for move in moves]
    return tuple(
        fsum(share * weight for share, weight in zip(shares, weights, strict=True)) / sum(weights)
        for shares in zip(*found, strict=True)
    )


def shares_of(state: State) -> Shares:
    """Return which part of the win each seat got in a game that is over."""
    winners = state.result.winners if state.result else ()
    return tuple((seat in winners) / len(winners) for seat in range(state.seats))
