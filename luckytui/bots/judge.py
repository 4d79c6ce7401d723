"""The judge: how likely a seat is to win in a position, and after each of its moves.

Hints, costs, luck and the review all ask it. Chances are between 0 and 1; a shared win counts its share. In a
game for one player, points take their place. Positions are played on to the end in worlds that differ in what
is hidden and what chance brings, the same worlds for all moves. What decides the game is worked out.
"""

from collections.abc import Mapping, Sequence
from math import fsum, inf, sqrt
from random import Random
from statistics import fmean, pvariance
from time import monotonic
from typing import Any, NamedTuple

from luckytui.bots.search import played_on
from luckytui.bots.worth import Shares, Worth, shares_of, worth_of
from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, Move, State
from luckytui.text import Sentence

TRUST = 300
"""How many worlds a game's own expectation of its moves counts for."""
_FEW, _APART = 4, 0.2
"""A standard error is taken off what a move seems to cost, as the best of some moves seems too good; with so
few worlds, two. It reckons with as many more worlds, this far from the mean: a few may happen to be alike."""
_ALIKE = 0.01
"""Moves whose chances differ by less are about as good: nobody sees the difference in whole percents."""
_MIXED = 0.03
"""A move that is made now and then, lest it be foreseen, brings less than the best one by this at most."""
_DEEP = 12
"""How many moves, including chance's, are searched for the end of a game."""


class Advice(NamedTuple):
    """What to do, and why."""

    move: Move
    reasons: Sequence[Sentence]
    chance: float | None
    """The chance to win after it; None in a solo game. Only what is certain is 0 or 1."""
    is_shared: bool = False
    """Whether the chance is a share of a win that is certain."""
    as_good: Sequence[Move] = ()
    """The moves that the judge cannot tell from it, the best first."""
    mixed: Mapping[Move, float] = {}
    """The moves that it was drawn from, and how often each is to be made; empty: it is the best one."""


class Judgment(NamedTuple):
    """What the judge found about the moves of a decision."""

    chances: Mapping[Move, float]
    """The chance to win after each move that was examined."""
    best: Move
    cost: float
    """How much of the chance to win the move that was made gives away, without what may be noise: at least 0,
    and at most the chance after the best move."""
    mixed: Mapping[Move, float] = {}
    """How often to make which moves where nobody should foresee it; empty: there is one best move."""

    def compared(self) -> tuple[list[Move], Move | None]:
        """Return the moves about as good as the best one, and the best of the others; None: there is none."""
        ranked = sorted(self.chances, key=self.chances.__getitem__, reverse=True)
        alike = [move for move in ranked if self.chances[self.best] - self.chances[move] < _ALIKE]
        return [move for move in alike if move != self.best], next(iter(ranked[len(alike) :]), None)


def advise(
    game: str,
    view: Any,
    moves: Sequence[Move],
    rng: Random | None = None,
    *,
    think: int = 0,
) -> Advice | None:
    """Return the move (of at least one) after which the judge gives the player the best chance.

    Where moves should be mixed, one is drawn by the player's own chance. Without `think` it takes the time
    that the game gives a hint. None: the game cannot tell.
    """
    worth = worth_of(game)
    judgment = judged(game, view, moves, think=think, seconds=worth.hint_seconds)
    if judgment is None:
        return None
    move, mixed, known = judgment.best, judgment.mixed, certain(game, view, moves)
    as_good, other = judgment.compared()
    if mixed:
        (move,), as_good = (rng or Random()).choices([*mixed], [*mixed.values()]), []
    chance, reasons = judgment.chances[move], worth.reasons(view, move, other)
    if view.seats == 1:
        return Advice(move, reasons, None, as_good=as_good)
    if move in known and (chance == 1 or max(known.values()) == 0 == len(moves) - len(known)):
        return Advice(move, reasons, chance)
    if move in known and _is_share(game, view, moves, move):
        return Advice(move, reasons, chance, is_shared=True)
    return Advice(move, reasons, max(0.01, min(0.99, chance)), as_good=as_good, mixed=mixed)


def judged(
    game: str,
    view: Any,
    moves: Sequence[Move],
    made: Move | None = None,
    *,
    think: int = 0,
    seconds: float = 0.0,
) -> Judgment | None:
    """Return what the moves of a decision bring, and what the one that was made cost.

    `think` is how many times a move is played on, for all of them together; without it, there are these
    seconds in all. None: the game cannot tell.
    """
    worth, began = worth_of(game), monotonic()
    trial = worth.trial(view, moves, think)
    candidates = [*trial.expected]
    if not candidates:
        return None
    if made is not None and made not in candidates:
        candidates.append(made)
    known = certain(game, view, moves)
    open_moves = [move for move in candidates if move not in known]
    most = max(known.values(), default=0.0)
    if most == 1:  # nothing is better
        open_moves = [move for move in open_moves if move == made]
    elif most == 0 and not open_moves:  # everything is better
        open_moves = [move for move in moves if move not in known]
    expected = worth.expected(view, open_moves)
    open_trial = trial._replace(expected={move: expected.get(move, 0.0) for move in open_moves})
    found = played_on(open_trial, think, seconds, TRUST, began=began, made=made)
    chances = {**known, **_chances(found, expected, is_alone=view.seats == 1)}
    best = max(chances, key=chances.__getitem__)
    mixed = _mixed(trial.mixed, chances, best)
    if made is None or made == best or made in mixed:
        return Judgment(chances, best, 0.0, mixed)
    least = -inf if view.seats == 1 else 0.0
    cost = chances[best] - chances[made]
    if best in found and made in found:
        apart = [one - other for one, other in zip(found[best], found[made], strict=False)]
        worlds = len(apart)
        spread = (pvariance(apart) * worlds + _FEW * _APART**2) / (worlds + _FEW)
        error = sqrt(spread * worlds) / (worlds + TRUST * bool(expected))
        cost -= (1 + _FEW / worlds) * error
    return Judgment(chances, best, max(0.0, min(cost, chances[best] - least)), mixed)


def _mixed(mixed: Mapping[Move, float], chances: Mapping[Move, float], best: Move) -> dict[Move, float]:
    """Return how often to make which moves, without those that bring clearly less than the best one."""
    kept = {move: often for move, often in mixed.items() if chances[best] - chances[move] < _MIXED}
    return {move: often / fsum(kept.values()) for move, often in kept.items()} if len(kept) > 1 else {}


def _chances(
    found: Mapping[Move, Sequence[float]], expected: Mapping[Move, float], *, is_alone: bool
) -> dict[Move, float]:
    """Return the chance to win after each move, from playing it out and from what was expected of it.

    The best one's is told from all its worlds, and one more with an even chance: what is open is not certain.
    Every other one's is told from that, by the worlds that both were played on in.
    """
    if not found:
        return {}
    best, most = next(iter(found.items()))
    trust, even = TRUST if expected else 0, 0 if is_alone else 1
    level = (fsum(most) + 0.5 * even) / (len(most) + even)
    more = {move: fsum(each) - fsum(most[: len(each)]) for move, each in found.items()}
    if expected:
        more = {move: one + trust * (expected[move] - expected[best]) for move, one in more.items()}
    chances = {move: level + one / (len(found[move]) + trust + even) for move, one in more.items()}
    return chances if is_alone else {move: max(0.0, min(1.0, one)) for move, one in chances.items()}


def values_of(game: str, state: State, think: int, worlds: str) -> Shares:
    """Return how likely each seat is to win from a position that is played on `think` times.

    `worlds` names what chance brings then: the same for all positions of a game, as they are compared, and
    another for each game, so that errors are not the same in all of them.
    """
    worth = worth_of(game)
    if solved := _solved(worth, state, _DEEP):
        return solved
    ends = [worth.play_out(state.copy(), Random(f"{worlds}/{world}")) for world in range(think)]
    return tuple(map(fmean, zip(*ends, strict=True)))


def certain(game: str, view: Any, moves: Sequence[Move]) -> dict[Move, float]:
    """Return the chance to win after each move that decides the game, whatever is hidden from the seat.

    Those that end it come first: of two that win for certain, a hint is to name the one that wins at once.
    """
    worth, at_once = worth_of(game), dict[Move, float]()
    if later := worth.worked_out(view, moves):
        return later
    if view.seats == 1 or not worth.sees_end(view):
        return {}
    state = GAMES[game].imagine(view, Random(0))
    for move in moves:
        after = state.copy()
        after.apply(view.seat, move)
        if shares := _solved(worth, after, _DEEP):
            (at_once if after.result else later)[move] = shares[view.seat]
    return at_once | later


def _is_share(game: str, view: Any, moves: Sequence[Move], move: Move) -> bool:
    """Whether the chance after a move that was worked out is no odds, but a share of a certain win."""
    if move in worth_of(game).worked_out(view, moves):
        return True
    state = GAMES[game].imagine(view, Random(0))
    state.apply(view.seat, move)
    return state.result is not None


def _solved(worth: Worth[Any, Any], state: State, deep: int) -> Shares | None:
    """Return each seat's share of the win under best play; None if the search does not settle it."""
    if state.result:
        return shares_of(state)
    if shares := worth.decided(state):
        return shares
    moves = worth.closing(state) if deep else None
    if moves is None:
        return None
    (seat,), found = state.active, []
    for move in moves:
        after = state.copy()
        after.apply(seat, move)
        after_it = _solved(worth, after, deep - 1)
        if after_it is None:
            return None
        found.append(after_it)
    if seat != CHANCE:
        return max(found, key=lambda shares: shares[seat])
    weights = [state.outcomes()[move] for move in moves]
    return tuple(
        fsum(share * weight for share, weight in zip(shares, weights, strict=True)) / sum(weights)
        for shares in zip(*found, strict=True)
    )
