"""Bots for Lucky Squares.

Both mix their picks, for a pick that can be foreseen is worth nothing. `EasyBot` goes where the coins are
and looks at open cards only. `NormalBot` holds for every player how likely each card is, works out from it
what a cent on each square is worth to it, and buys what is worth more than its price.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import fsum, prod
from typing import NamedTuple

from msgspec import Struct

from luckytui.bots.player import Bot, weights_of
from luckytui.games.interface import Move, Seat
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.rules import COLORS, COSTS, Color, LuckySquaresView, Pass

Odds = tuple[float, ...]
"""How likely a card is of each color, in the order of `COLORS`."""

GHOST_STAYS_AWAY = 5 / 6
ROLL = sum(rules.NUMBERS) / len(rules.NUMBERS)
"""What the number die shows on average."""


class Weights(Struct, frozen=True):
    """What actions are weighed with, as weights.toml says."""

    doubt: float
    reach: float
    lasting: float
    envy: float


WEIGHTS = weights_of("lucky-squares", Weights)


class EasyBot(Bot):
    """Picks one of the richest squares, leaves it when it sees company there, and now and then adds to it."""

    def choose(self, view: LuckySquaresView, moves: Sequence[Move]) -> Move:
        richest = sorted(COLORS, key=lambda color: -rules.on(view.squares, color))
        if view.stage == "pick":
            return rules.Pick(self._rng.choice(richest[:3]))
        others = {card for seat, card in enumerate(view.cards) if seat != view.seat}
        if view.pick in others:
            plans: list[Move] = [rules.Change(color) for color in richest if color not in others]
        else:
            plans = [rules.Populate(view.pick)] if view.pick and self._rng.random() < 1 / 6 else []
        return next((plan for plan in plans if plan in moves), Pass())


class NormalBot(Bot):
    """Weighs every action by what it brings it at the showdown, and what it brings the others."""

    def choose(self, view: LuckySquaresView, moves: Sequence[Move]) -> Move:
        if view.stage == "pick":
            return rules.Pick(self._rng.choices(COLORS, mixed_pick(view.squares, view.seats))[0])
        gains = gains_of(view, moves)
        best = max(gains, key=gains.__getitem__)
        return best if gains[best] > 0 else Pass()


def mixed_pick(squares: rules.Squares, seats: int) -> Odds:
    """Return the odds with which all players should pick, so that every square they pick pays the same.

    A square with v cents that each of the others picks with chance p pays v·(1 − p)^others: the balance
    of that simultaneous game. What a pick then pays is found by halving an interval.
    """
    worths = _within_reach(squares)
    low, high = 0.0, max(worths)
    for _ in range(30):
        pays = (low + high) / 2
        if fsum(_odds_that_pay(worths, pays, seats)) > 1:
            low = pays
        else:
            high = pays
    odds = _odds_that_pay(worths, low, seats)
    return tuple(chance / fsum(odds) for chance in odds)


def _within_reach(squares: rules.Squares) -> list[float]:
    """Return what each square promises to one who is alone there: its own coins, or those swapped to it."""
    most = max(squares)
    return [max(1, cents + WEIGHTS.reach * max(0, most - cents - COSTS[rules.Swap])) for cents in squares]


def _odds_that_pay(worths: Sequence[float], pays: float, seats: int) -> list[float]:
    return [max(0.0, 1 - (pays / worth) ** (1 / (seats - 1))) for worth in worths]


class Outlook(NamedTuple):
    """The cents on the squares, and how likely each player has which card."""

    squares: tuple[float, ...]
    odds: tuple[Odds, ...]
    ghost: bool

    def knowing(self, seat: Seat, card: Color) -> "Outlook":
        """Return the outlook of one who knows a seat's card."""
        sure = tuple(float(color == card) for color in COLORS)
        return self._replace(odds=(*self.odds[:seat], sure, *self.odds[seat + 1 :]))

    def cards_of(self, seat: Seat) -> Iterator[tuple[float, Color, "Outlook"]]:
        """Yield each card that a seat may have: how likely it is, and the outlook of one who knows it."""
        odds = zip(self.odds[seat], COLORS, strict=True)
        return ((chance, color, self.knowing(seat, color)) for chance, color in odds if chance)

    def after(self, seat: Seat, move: Move) -> "Outlook":
        """Return the outlook after an action that changes a card or the squares; others leave it as it is."""
        if isinstance(move, rules.Change):
            return self.knowing(seat, move.color)
        return self._replace(squares=rules.after(self.squares, move, ROLL))

    def standing(self, seat: Seat) -> float:
        """Return the cents that the showdown will bring a seat, less its envy of what the others get."""
        worths = _worths(self.odds, seat, self.ghost)
        return fsum(worth * cents for worth, cents in zip(worths, self.squares, strict=True))


@lru_cache(maxsize=512)
def _worths(odds: tuple[Odds, ...], seat: Seat, ghost: bool) -> tuple[float, ...]:
    worths = []
    for here in zip(*odds, strict=True):
        alone = [
            chance * prod(1 - other for rival, other in enumerate(here) if rival != owner)
            for owner, chance in enumerate(here)
        ]
        others = (fsum(alone) - alone[seat]) / (len(alone) - 1)
        worths.append((alone[seat] - WEIGHTS.envy * others) * (GHOST_STAYS_AWAY if ghost else 1))
    return tuple(worths)


def public_outlook(view: LuckySquaresView) -> Outlook:
    """Return what anyone may believe: open cards are certain, hidden ones follow the odds."""
    reason = mixed_pick(view.squares, view.seats)
    hidden = tuple((1 - WEIGHTS.doubt) * chance + WEIGHTS.doubt / len(COLORS) for chance in reason)
    outlook = Outlook(view.squares, (hidden,) * view.seats, view.options.ghost)
    for seat, card in enumerate(view.cards):
        if card:
            outlook = outlook.knowing(seat, card)
    return outlook


def gains_of(view: LuckySquaresView, moves: Sequence[Move]) -> dict[Move, float]:
    """Return what each action promises, in cents, its price taken off."""
    public = public_outlook(view)
    return {move: _gain(view, public, move) for move in moves}


def _gain(view: LuckySquaresView, public: Outlook, move: Move) -> float:
    assert view.pick is not None  # noqa: S101 - who acts has picked
    mine = public.knowing(view.seat, view.pick)
    others_to_come = sum(seat != view.seat for seat in view.pending[1:])
    match move:
        case rules.Reveal(target=target):
            worth = _insight(view, view.pick, mine, target) if view.seat in view.pending[1:] else 0
        case rules.Forbid(target=target):
            worth = _threat(view, public, mine, target)
        case _:
            worth = mine.after(view.seat, move).standing(view.seat) - mine.standing(view.seat)
    return worth * WEIGHTS.lasting**others_to_come - COSTS[type(move)]


def _insight(view: LuckySquaresView, pick: Color, mine: Outlook, target: Seat) -> float:
    """Return what it is worth to see a card before one's last action."""
    cents, informed = view.cents[view.seat] - COSTS[rules.Reveal], 0.0
    for chance, _, seen in mine.cards_of(target):
        plan = best_plan(seen, view.seat, pick, cents)
        informed += chance * (seen.after(view.seat, plan).standing(view.seat) - COSTS[type(plan)])
    return informed - mine.standing(view.seat)


def _threat(view: LuckySquaresView, public: Outlook, mine: Outlook, target: Seat) -> float:
    """Return what the next action of another seat costs this one, if that does what is best for itself."""
    loss = 0.0
    for chance, color, now in mine.cards_of(target):
        plan = best_plan(public.knowing(target, color), target, color, view.cents[target])
        loss += chance * (now.standing(view.seat) - now.after(target, plan).standing(view.seat))
    return loss


def best_plan(outlook: Outlook, seat: Seat, card: Color, cents: int) -> Move:
    """Return the best that a seat with this card and these cents can do for itself."""
    plans = (plan for plan in _plans(card) if COSTS[type(plan)] <= cents)
    return max(plans, key=lambda plan: outlook.after(seat, plan).standing(seat) - COSTS[type(plan)])


@cache
def _plans(card: Color) -> tuple[Move, ...]:
    """Return what serves a seat with this card: to wait, to leave, or to bring coins to its square."""
    leave = [rules.Change(color) for color in COLORS if color != card]
    return (Pass(), rules.Populate(card), *leave, *(rules.Swap(pair) for pair in rules.PAIRS if card in pair))
