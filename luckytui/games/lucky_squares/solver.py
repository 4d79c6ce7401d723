"""The rest of a round of Lucky Squares as a game of its own, solved by regret matching.

A seat decides which square it picks, and for each card which kind of action it takes (`KINDS`). Of a kind
it takes the best action, by what it can know then. The last action of a round is the best of all kinds. In
each pass one seat tries all that it can do, against others who play as they have learned so far (external
sampling, as in counterfactual regret minimization). What a seat played on average over all passes is close to
a balance, in which nobody would win more by playing differently. Once cards are picked, others may be plain.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, fsum, inf
from operator import mul
from random import Random
from time import monotonic

from luckytui.games.interface import Seat
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.bots import GHOST_STAYS_AWAY, ROLL, WEIGHTS, mixed_pick
from luckytui.games.lucky_squares.rules import COLORS, COSTS, LuckySquares, LuckySquaresView, Plan

KINDS: tuple[type[rules.Move], ...] = (
    rules.Pass,
    rules.Change,
    rules.Swap,
    rules.Populate,
    rules.Split,
    rules.Forbid,
    rules.Reveal,
)
"""What an action may be. The first ones are those that can be the last of a round."""
_LAST = KINDS[1:5]
_FORBID, _REVEAL = KINDS.index(rules.Forbid), KINDS.index(rules.Reveal)

PLAIN = 0.5
"""How often others are taken to have picked as `normal` does."""
HASTY = 0.25
"""How often they are taken to look at their own action alone."""

Square = int
"""The place of a square in `COLORS`."""
Odds = Sequence[float]
"""How likely each color is, or each kind."""
_PASS: Plan = (rules.Pass,)

SQUARES = range(len(COLORS))
_PAIRS = [*combinations(SQUARES, 2)]
SURE = [tuple(float(one == other) for other in SQUARES) for one in SQUARES]
"""The odds of a card that lies open."""
_EVEN: Odds = (1 / len(COLORS),) * len(COLORS)


class Stakes:
    """What cents are worth to the seats of a view: in the last round the win, before it a share of it."""

    def __init__(self, view: LuckySquaresView | LuckySquares, cent: float, late_cent: float) -> None:
        by_laps, rounds = view.options.end == "laps", view.options.laps * view.seats
        self._is_last = by_laps and view.number == rounds
        self._limit = 0 if by_laps else view.options.limit
        self._cent = late_cent if by_laps and view.number >= rounds - 1 else cent
        shares = hoped(view.cents, self._cent)
        self.envies = [[share / (1 - own) for share in shares] for own in shares]
        """For each seat how many of its own cents a cent of each other seat takes from it."""
        self.shares = shares
        self.slopes = [self._cent * share * (1 - share) for share in shares]
        """How much of the win a cent is worth to each seat."""

    def of(self, ends: Sequence[float]) -> list[float]:
        """Return how the win is shared if the round ends with these cents."""
        most = max(ends)
        if self._is_last or (self._limit and most >= self._limit):
            first = [end >= most for end in ends]
            return [won / sum(first) for won in first]
        return hoped(ends, self._cent)


def hoped(cents: Sequence[float], cent: float) -> list[float]:
    """Return how the win will be shared, as far as cents tell, if one cent counts as much as this."""
    most = max(cents)
    weights = [exp(cent * (one - most)) for one in cents]
    total = fsum(weights)
    return [weight / total for weight in weights]


@dataclass(slots=True)
class Position:
    """A round after some of its moves, with all cards, and what everyone believes of them."""

    squares: list[float]
    cents: list[float]
    pending: Sequence[Seat]
    cards: list[Square]
    odds: list[Odds]
    plain: Collection[Seat] = ()
    """The seats that look at their own action alone."""

    def copy(self) -> "Position":
        return self.dealt([*self.cards], self.odds, self.plain)

    def dealt(self, cards: list[Square], odds: Sequence[Odds], plain: Collection[Seat] = ()) -> "Position":
        """Return a copy with other cards, and what is believed of them."""
        return Position([*self.squares], [*self.cents], self.pending, cards, [*odds], plain)

    def is_open(self, seat: Seat) -> bool:
        """Whether everyone knows a seat's card."""
        return 1.0 in self.odds[seat]

    def act(self, plan: Plan, roll: float = ROLL) -> None:
        """Take the next action. A roll brings its mean, unless it is given."""
        (kind, *about), (seat, *self.pending) = plan, self.pending
        self.cents[seat] -= COSTS[kind]
        if kind is rules.Change:
            shown, self.cards[seat] = self.is_open(seat), about[0]
            if shown:
                self.odds[seat] = SURE[about[0]]
        elif kind is rules.Forbid:
            self.pending.remove(about[0])
        elif kind is rules.Reveal:
            self.odds[about[0]] = SURE[self.cards[about[0]]]
        else:
            rules.move_cents(self.squares, kind, about, roll)

    def ends(self, stays: float = 1.0) -> list[float]:
        """Return the cents of all after the showdown; of those on the squares only this share stays."""
        return [
            cents + stays * self.squares[card] * (self.cards.count(card) == 1)
            for cents, card in zip(self.cents, self.cards, strict=True)
        ]


class Prospects:
    """What actions bring the seat that acts next if nobody acts after it, in cents, by what it knows."""

    def __init__(self, position: Position, envies: Sequence[float]) -> None:
        self._position = position
        seat = position.pending[0]
        self._card = card = position.cards[seat]
        self._cents = position.cents[seat]
        alone, others = [1.0] * len(COLORS), [0.0] * len(COLORS)
        for rival, odds in enumerate(position.odds):
            if rival != seat:
                for square, chance in enumerate(odds):
                    if chance:
                        others[square] = (1 - chance) * others[square] + chance * envies[rival] * alone[
                            square
                        ]
                        alone[square] *= 1 - chance
        self._moving = [*map(sum, zip(alone, others, strict=True))]
        """What a cent on each square is worth more if the card is there."""
        self._worths = [-envied for envied in others]
        """What a cent on each square is worth, with the card where it is."""
        self._worths[card] = alone[card]

    def best(self, kind: type[rules.Move]) -> tuple[float, Plan]:
        """Return what the best action of a kind brings, and that action; without one, to pass."""
        squares, worths = self._position.squares, self._worths
        found: list[tuple[float, *tuple[int, ...]]] = []
        if COSTS[kind] > self._cents:
            return 0.0, _PASS
        if kind is rules.Change:
            values = [*map(mul, self._moving, squares)]
            now, values[self._card] = values[self._card], -inf
            found = [(max(values) - now, values.index(max(values)))]
        elif kind is rules.Swap:
            for one, other in _PAIRS:
                found.append(((squares[other] - squares[one]) * (worths[one] - worths[other]), one, other))
        elif kind is rules.Populate:
            found = [(ROLL * worths[self._card], self._card)]
        elif kind is rules.Split:
            richest = sorted(SQUARES, key=worths.__getitem__, reverse=True)[:3]
            for source in SQUARES:
                if half := squares[source] // 2:
                    one, other = sorted([square for square in richest if square != source][:2])
                    gain = half * (worths[one] + worths[other] - 2 * worths[source])
                    found.append((gain, source, one, other))
        brings, *about = max(found, default=(0.0,))
        return (brings - COSTS[kind], (kind, *about)) if about else (0.0, _PASS)

    def alone(self, others: int = 0) -> Plan:
        """Return the best action of all kinds, where this many of others come later that may undo it."""
        lasting, most, plan = WEIGHTS.lasting**others, 0.0, _PASS
        for kind in _LAST:
            brings, action = self.best(kind)
            if (lasts := lasting * brings - (1 - lasting) * COSTS[kind]) > most:
                most, plan = lasts, action
        return plan


class _Learner:
    """What a seat has learned to do in a situation."""

    __slots__ = ("played", "regrets")

    def __init__(self, choices: int) -> None:
        self.regrets = [0.0] * choices
        self.played = [0.0] * choices
        """How often each choice was made over all passes, the later ones counted more."""

    def learn(self, open_to: Sequence[int], mix: Sequence[float], brought: Sequence[float]) -> float:
        """Add what each choice would have brought more than the mix; return what that brought."""
        mean = fsum(map(mul, mix, brought))
        for choice, one in zip(open_to, brought, strict=True):
            self.regrets[choice] = max(0.0, self.regrets[choice] + one - mean)
        return mean

    def note(self, open_to: Sequence[int], mix: Sequence[float], weight: int) -> None:
        for choice, chance in zip(open_to, mix, strict=True):
            self.played[choice] += weight * chance


def _shares(weights: Sequence[float], open_to: Sequence[int]) -> list[float]:
    """Return how often to make each of these choices: in proportion to its weight; all alike without any."""
    found = [weights[choice] for choice in open_to]
    total = fsum(found)
    return [weight / total for weight in found] if total else [1 / len(found)] * len(found)


class Round:
    """What is left of the round that a view shows."""

    def __init__(self, view: LuckySquaresView, stakes: Stakes, odds: Sequence[Odds] | None = None) -> None:
        """Without odds of the cards, these are still to be picked."""
        self.stakes = stakes
        self._stays = GHOST_STAYS_AWAY if view.options.ghost else 1.0
        self._seats = range(view.seats)
        clockwise = [*self._seats[view.lead :], *self._seats[: view.lead]]
        picked = view.squares if view.stage in {"roll", "pick"} else view.at_pick
        self._start = Position(
            [*(view.squares if odds else picked)],
            [*view.cents],
            view.pending if odds else (*clockwise, view.lead),
            [],
            [*(odds or (_EVEN,) * view.seats)],
        )
        self._rng = Random(0)  # all who see the same learn the same
        self._picks = [_Learner(len(COLORS)) for _ in self._seats]
        self._actions: dict[tuple[Seat, int, Square, bool], _Learner] = {}
        self._passes = 0
        self._learners = [*dict.fromkeys(self._start.pending[:-1])]
        """Who learns in turn; the last action of a round needs no learning."""
        self._learn = self._learn_actions if odds else self._learn_picks

    def picks(self, seat: Seat) -> Odds:
        """Return how often a seat should pick each square, as far as it has been learned."""
        return _shares(self._picks[seat].played, SQUARES)

    def learn(self, passes: int, seconds: float = inf) -> None:
        """Make this many passes, or as many as these seconds allow."""
        until = monotonic() + seconds
        for _ in range(passes):
            if monotonic() >= until:
                break
            self._passes += 1
            self._learn(self._learners[self._passes % len(self._learners)])

    def _learn_picks(self, learner: Seat) -> None:
        """Let a seat try all picks, and with each of them all its actions."""
        mixes = [_shares(one.regrets, SQUARES) for one in self._picks]
        odds = [*map(self.picks, self._seats)]
        for one, mix in zip(self._picks, mixes, strict=True):
            one.note(SQUARES, mix, self._passes)
        cards, brought = [self._rng.choices(SQUARES, mix)[0] for mix in mixes], []
        for cards[learner] in SQUARES:
            brought.append(self._finish(self._start.dealt([*cards], odds), learner, self._rng, learns=True))
        self._picks[learner].learn(SQUARES, mixes[learner], brought)

    def _learn_actions(self, learner: Seat) -> None:
        """Let a seat try all its actions, with a card that it may have."""
        cards = [self._rng.choices(SQUARES, odds)[0] for odds in self._start.odds]
        plain = self._some_but(learner, self._rng)
        self._finish(self._start.dealt(cards, self._start.odds, plain), learner, self._rng, learns=True)

    def play_out(self, seat: Seat, plan: Plan, cards: Sequence[Square], rng: Random) -> float:
        """Return what a seat gets of the win after its action, if all then play as they have learned."""
        position = self._start.dealt([*cards], self._start.odds, self._some_but(seat, rng))
        position.act(plan)
        return self._finish(position, seat, rng, learns=False)

    def play_pick(self, seat: Seat, pick: Square, cards: Sequence[Square], rng: Random) -> float:
        """Return what a seat gets of the win with a pick, if all then play as they have learned."""
        position = self._start.dealt([*cards], [*map(self.picks, self._seats)])
        position.cards[seat] = pick
        return self._finish(position, seat, rng, learns=False)

    def brought_last(self, seat: Seat, plan: Plan, deals: Iterable[tuple[float, Sequence[Square]]]) -> float:
        """Return what a seat gets of the win by the last action, over weighted deals and all rolls."""
        brings, rolls = 0.0, rules.NUMBERS if plan[0] is rules.Populate else range(1)
        for weight, cards in deals:
            for roll in rolls:
                position = self._start.dealt([*cards], self._start.odds)
                position.act(plan, roll)
                brings += weight * self.stakes.of(position.ends(self._stays))[seat] / len(rolls)
        return brings

    def _some_but(self, seat: Seat, rng: Random) -> Collection[Seat]:
        return [one for one in self._seats if one != seat and rng.random() < HASTY]

    def _finish(self, position: Position, of: Seat, rng: Random, *, learns: bool) -> float:
        """Play to the end of the round and return what a seat gets of the win. If it learns, it tries all."""
        while position.pending:
            seat, *later = position.pending
            prospects = Prospects(position, self.stakes.envies[seat])
            if not later or seat in position.plain:
                position.act(prospects.alone(sum(one != seat for one in later)))
                continue
            learned, kinds = self._situation(position)
            mix = _shares(learned.regrets if learns or seat == of else learned.played, kinds)
            if learns and seat == of:
                brought = []
                for kind in kinds:
                    after = position.copy()
                    after.act(self._plan(position, prospects, KINDS[kind]))
                    brought.append(self._finish(after, of, rng, learns=True))
                return learned.learn(kinds, mix, brought)
            if learns:
                learned.note(kinds, mix, self._passes)
            (kind,) = rng.choices(kinds, mix)
            position.act(self._plan(position, prospects, KINDS[kind]))
        return self.stakes.of(position.ends(self._stays))[of]

    def _situation(self, position: Position) -> tuple[_Learner, Sequence[int]]:
        """Return what the seat that acts has learned, and the kinds of action that it has."""
        (seat, *later), cents = position.pending, position.cents
        key = seat, later.count(seat), position.cards[seat], position.is_open(seat)
        if key not in self._actions:
            self._actions[key] = _Learner(len(KINDS))
        kinds = [place for place, kind in enumerate(KINDS[:-2]) if COSTS[kind] <= cents[seat]]
        if COSTS[rules.Forbid] <= cents[seat] and any(one != seat for one in later):
            kinds.append(_FORBID)
        if COSTS[rules.Reveal] <= cents[seat] and seat in later and self._hidden(position):
            kinds.append(_REVEAL)
        return self._actions[key], kinds

    def _hidden(self, position: Position) -> list[Seat]:
        """Return the other seats whose cards the one that acts does not know."""
        seat = position.pending[0]
        return [one for one in self._seats if one != seat and not position.is_open(one)]

    def _plan(self, position: Position, prospects: Prospects, kind: type[rules.Move]) -> Plan:
        """Return the action of a kind: forbid the last of another's, reveal the card of the strongest."""
        seat, *later = position.pending
        if kind is rules.Forbid:
            return kind, next(one for one in reversed(later) if one != seat)
        if kind is rules.Reveal:
            return kind, max(self._hidden(position), key=self.stakes.envies[seat].__getitem__)
        return prospects.best(kind)[1]


def believed(view: LuckySquaresView, picking: Round) -> list[Odds]:
    """Return how likely each card is, or each pick before they are made, by what `picking` has learned."""
    squares = view.squares if view.stage == "pick" else view.at_pick
    plain, later = (mixed_pick(each, view.seats) for each in (squares, view.squares))
    picks = (zip(plain, picking.picks(seat), strict=True) for seat in range(view.seats))
    picked = [[PLAIN * one + (1 - PLAIN) * other for one, other in pairs] for pairs in picks]
    return [
        SURE[COLORS.index(card)] if card else later if seat in view.changed else picked[seat]
        for seat, card in enumerate(view.cards)
    ]
