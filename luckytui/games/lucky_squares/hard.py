"""A bot for Lucky Squares that plays the best actions by `normal`'s measure out to the showdown.

Its worlds differ in the hidden cards, drawn by how likely `normal` thinks them. Everyone who is still to act
then does what is best for themselves, as far as they can know.
"""

from collections.abc import Sequence
from math import fsum
from random import Random

from luckytui.bots.search import ThinkingBot
from luckytui.bots.worth import Trial
from luckytui.games.interface import Move
from luckytui.games.lucky_squares import bots as normal
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.bots import NormalBot
from luckytui.games.lucky_squares.rules import COLORS, COSTS, Color, LuckySquaresView, Pass

_WIDTH = 4
"""How many actions are played out, besides doing nothing."""


class HardBot(ThinkingBot):
    """Mixes its picks as `normal` does, and plays out its actions."""

    def choose(self, view: LuckySquaresView, moves: Sequence[Move]) -> Move:
        if view.stage == "pick":
            return NormalBot(self._rng).choose(view, moves)
        played = trial(view, moves)
        return self.best_of(played.expected, played.imagine, played.play_out)


def trial(view: LuckySquaresView, moves: Sequence[Move]) -> Trial:
    """Return how passing and the most promising actions are played out, in cents."""
    gains = {move: normal.gain(view, move) for move in moves}
    ranked = sorted((move for move in moves if move != Pass()), key=gains.__getitem__, reverse=True)
    game = _Game(view)
    return Trial({move: gains[move] for move in (Pass(), *ranked[:_WIDTH])}, game.cards, game.play_out)


class _Game:
    """What is played out from one view."""

    def __init__(self, view: LuckySquaresView) -> None:
        self._view = view
        self._public = normal.public_outlook(view)

    def play_out(self, move: Move, world: Sequence[Color]) -> float:
        """Return the cents that the seat gains by the showdown, less its envy of the others."""
        view, cards = self._view, [*world]
        cents, public = [*view.cents], self._public
        pending = [*view.pending]
        known = {seat for seat, card in enumerate(view.cards) if card}
        plan: Move | None = move
        while pending:
            seat = pending.pop(0)
            mine = public.knowing(seat, cards[seat])
            plan = plan or normal.best_plan(mine, seat, cards[seat], cents[seat])
            cents[seat] -= COSTS[type(plan)]
            match plan:
                case rules.Change(color=color):
                    cards[seat] = color
                    if seat in known:
                        public = public.knowing(seat, color)
                case rules.Reveal(target=target):
                    known.add(target)
                    public = public.knowing(target, cards[target])
                case rules.Forbid(target=target) if target in pending:
                    pending.remove(target)
                case _:
                    public = public.after(seat, plan)
            plan = None
        return self._outcome(cents, cards, public.squares)

    def _outcome(self, cents: Sequence[float], cards: Sequence[Color], squares: Sequence[float]) -> float:
        stays_away = normal.GHOST_STAYS_AWAY if self._view.options.ghost else 1.0
        ends = [
            own + stays_away * squares[COLORS.index(card)] * (cards.count(card) == 1)
            for own, card in zip(cents, cards, strict=True)
        ]
        mine = ends.pop(self._view.seat)
        return mine - normal.WEIGHTS.envy * fsum(ends) / len(ends)

    def cards(self, rng: Random) -> Sequence[Color]:
        """Return cards as they may lie: one's own and the open ones as they are."""
        odds = self._public.odds
        cards = [rng.choices(COLORS, odds[seat])[0] for seat in range(self._view.seats)]
        if self._view.pick:
            cards[self._view.seat] = self._view.pick
        return cards
