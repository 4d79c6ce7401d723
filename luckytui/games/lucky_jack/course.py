"""How a round of Lucky Jack may go on: everyone plays quickly by the tables of hands, many times over."""

from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from statistics import fmean

from luckytui.bots.worth import shuffled
from luckytui.games.interface import Seat
from luckytui.games.lucky_jack import hands as tables
from luckytui.games.lucky_jack import rules
from luckytui.games.lucky_jack.rules import SYMBOLS, Cards, LuckyJack, Symbol, changed, prize_of

_MOST_TURNS = 400
"""After this many turns, nobody wins a round that is played on."""
_PRIZES = {1: 9, 2: 14, 3: 11, 4: 15, 5: 11, 6: 15, 7: 10, 8: 4, 10: 4, 12: 4, 14: 3}
"""How many of a hundred rounds among `normal`s end with this many thousand points."""


@cache
def expected(points: Sequence[int], rounds: int) -> float:
    """Return how much of the game the first seat can expect, with this many rounds to come among equals."""
    if not rounds:
        return (points[0] == max(points)) / points.count(max(points))
    return fmean(
        fmean((expected(_with_prize(points, seat, prize), rounds - 1) for prize in _PRIZES), _PRIZES.values())
        for seat in range(len(points))
    )


def _with_prize(points: Sequence[int], seat: Seat, prize: int) -> Sequence[int]:
    """Return the points after a round, the others' sorted: `expected` then has fewer cases to compute."""
    own, *others = (had + 1000 * prize * (place == seat) for place, had in enumerate(points))
    return own, *sorted(others)


class Course:
    """A round that is played on to its end."""

    def __init__(self, state: LuckyJack, rng: Random) -> None:
        self._seats, self._turn = state.seats, state.turn
        self._points, self._is_last = [*state.points], state.number == state.options.rounds
        self._left = state.options.rounds - state.number
        self._hands, self._pile = [*state.hands], [*state.pile]
        self._stock = shuffled(zip(SYMBOLS, state.stock, strict=True), max(rules.DECK), rng)
        self._rng = rng
        self._reshuffles = state.options.reshuffles - state.reshuffles if state.options.reshuffles else -1
        self._is_over = False

    def shares(self) -> tuple[float, ...]:
        """Return what part of the game each seat can expect after the round."""
        points = self._points
        return tuple(
            expected((points[seat], *sorted(points[:seat] + points[seat + 1 :])), self._left)
            for seat in range(self._seats)
        )

    def play_on(self, state: LuckyJack) -> None:
        """Play the round to its end from where it is."""
        match state.stage:
            case "draw" if state.reason == "lower":
                self._draw_lower(self._turn, state.owed)
            case "draw":
                self._draw(self._turn)
            case "drawn" if state.drawn:
                self._keep_or_toss(self._turn, state.drawn)
            case "claim":
                self._offer(self._turn, state.answers)
            case "turn":
                self._turn -= 1
        for _ in range(_MOST_TURNS):
            if self._is_over:
                break
            self._turn = (self._turn + 1) % self._seats
            self._play_turn(self._turn)

    def _play_turn(self, seat: Seat) -> None:
        if not self._stock:
            self._reshuffle()
            if self._is_over:
                return
        hand, top = self._hands[seat], self._pile[-1]
        card, calls = _choice(self._kind(seat), self._behind(seat), hand, top)
        if card is None:
            self._draw(seat)
            return
        self._pile.append(card)
        hand = self._hands[seat] = changed(hand, card, -1)
        if calls:
            self._points[seat] += prize_of(hand)
            self._is_over = True
        elif rules.VALUE[card] < rules.VALUE[top]:
            self._draw_lower(seat, 2)

    def _kind(self, seat: Seat) -> tables.Kind:
        sizes = [sum(hand) for other, hand in enumerate(self._hands) if other != seat]
        return tables.kind_for(sizes, self._behind(seat))

    def _behind(self, seat: Seat) -> int | None:
        """Return how many points the best of the others is ahead; None: more rounds are to come."""
        if not self._is_last:
            return None
        others = (points for other, points in enumerate(self._points) if other != seat)
        return max(others) - self._points[seat]

    def _draw(self, seat: Seat) -> None:
        self._keep_or_toss(seat, self._stock.pop())

    def _draw_lower(self, seat: Seat, owed: int) -> None:
        for _ in range(owed):
            if not self._stock:
                self._reshuffle()
            if self._stock:
                self._hands[seat] = changed(self._hands[seat], self._stock.pop(), +1)

    def _keep_or_toss(self, seat: Seat, card: Symbol) -> None:
        if self._wants(seat, card):
            self._hands[seat] = changed(self._hands[seat], card, +1)
        else:
            self._pile.append(card)
            self._offer(seat, (None,) * self._seats)

    def _offer(self, tosser: Seat, answers: Sequence[bool | None]) -> None:
        """Let the nearest seat that wants the tossed card have it."""
        for step in range(1, self._seats):
            seat = (tosser + step) % self._seats
            wants = answers[seat]
            if self._wants(seat, self._pile[-1]) if wants is None else wants:
                self._hands[seat] = changed(self._hands[seat], self._pile.pop(), +1)
                break

    def _wants(self, seat: Seat, card: Symbol) -> bool:
        kind, hand = self._kind(seat), self._hands[seat]
        return _worth(kind, changed(hand, card, +1)) > _worth(kind, hand)

    def _reshuffle(self) -> None:
        """Make the pile the new stock and turn over a card, or end the round if no reshuffle is left."""
        if self._reshuffles == 0:
            self._is_over = True
            return
        self._reshuffles -= 1
        self._stock, self._pile = self._pile, []
        self._rng.shuffle(self._stock)
        self._pile.append(self._stock.pop())


@lru_cache(maxsize=2**17)
def _choice(kind: tables.Kind, behind: int | None, hand: Cards, top: Symbol) -> tuple[Symbol | None, bool]:
    """Return which card to discard, and whether to call a jackpot with it; no card: draw."""
    best = _worth_with_one_more(kind, hand)
    chosen: tuple[Symbol | None, bool] = None, False
    for card in rules.SYMBOLS:
        if not hand[rules.VALUE[card] - 1]:
            continue
        left = changed(hand, card, -1)
        if rules.VALUE[card] < rules.VALUE[top]:
            if (worth := _worth_with_two_more(kind, left)) > best:
                best, chosen = worth, (card, False)
        elif sum(hand) > rules.FLOOR:
            worth = _worth(kind, left) * (1 + kind.hindrance * rules.VALUE[card])
            if worth > best:
                best, chosen = worth, (card, False)
            if rules.jackpot_of(left) and (worth := tables.of_jackpot(prize_of(left), behind)) > best:
                best, chosen = worth, (card, True)
    return chosen


@lru_cache(maxsize=2**17)
def _worth(kind: tables.Kind, hand: Cards) -> float:
    return tables.worth(tables.table(kind), hand)


@lru_cache(maxsize=2**16)
def _worth_with_one_more(kind: tables.Kind, hand: Cards) -> float:
    """Return what a hand will be worth with a card that may be tossed, if any symbol is as likely."""
    stay = _worth(kind, hand)
    return fmean(max(stay, _worth(kind, changed(hand, card, +1))) for card in SYMBOLS)


@lru_cache(maxsize=2**16)
def _worth_with_two_more(kind: tables.Kind, hand: Cards) -> float:
    """Return what a hand will be worth with two cards that it has to take."""
    return fmean(
        _worth(kind, changed(changed(hand, first, +1), second, +1)) for first in SYMBOLS for second in SYMBOLS
    )
