"""A bot for Lucky Jack that plays each move out to the end of the round, many times.

Its worlds differ in the order of the stock and in what others hold. Everyone then plays by a table of what
hands are worth, made once by benchmarks/lucky_jack_hands.py, in which every way to every jackpot counts.
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations_with_replacement, product
from math import exp, fsum
from random import Random
from typing import Literal

from luckytui.bots.search import ThinkingBot, best_of
from luckytui.games import lucky_jack as rules
from luckytui.games.interface import Move, Seat
from luckytui.games.lucky_jack import Cards, LuckyJackView, Symbol, changed

LARGEST = 9
"""How many cards the largest hand of the table has."""
UNIT = 0.5
"""How many points a unit of the table is."""
HASTE = 0.85
"""How likely nobody else hits the jackpot before the next turn."""
SPOILS = 9000
"""What it is worth, besides its points, that nobody else gets the jackpot of this round."""

_LEAD = 3400
"""How many points ahead make the win e times as likely as the loss, in the last round…"""
_LATER = 0.75
"""…and how many more, as a part of that, for each round that is to come before it."""
_TRUST = 30
"""How many worlds what the table says counts for."""
_LONGEST = 60
"""After how many turns a round is given up as a draw."""


class HardBot(ThinkingBot):
    """Plays out every move."""

    def choose(self, view: LuckyJackView, moves: Sequence[Move]) -> Move:
        game = _Game(view, self._rng.getrandbits(64))
        expected = {move: _expected(view, move) * weight_of_points(view) / 4 for move in moves}
        return best_of(expected, game.play_out, self._think, _TRUST) if len(moves) > 1 else moves[0]


def weight_of_points(position: rules.LuckyJack | LuckyJackView, ended: int = 0) -> float:
    """Return what a point more counts for the win, as a logit, in this round or some after it."""
    to_come = position.options.rounds - max(1, position.number) - ended
    return 1 / (_LEAD * (1 + _LATER * to_come))


# ── What a hand is worth ──────────────────────────────────────────────────────────────────────────


def hands(least: int = rules.FLOOR) -> Iterator[Cards]:
    """Yield all hands of so many cards and more, as far as the table goes, in its order."""
    for size in range(least, LARGEST + 1):
        yield from map(rules.count, combinations_with_replacement(rules.SYMBOLS, size))


@cache
def _table() -> dict[Cards, float]:
    units = array("H", files(__package__).joinpath("lucky_jack_hands.bin").read_bytes())
    return {hand: UNIT * worth for hand, worth in zip(hands(), units, strict=True)}


def worth(hand: Cards) -> float:
    """Return what a hand is worth at the beginning of a turn: points, with the spoils."""
    found = _table().get(hand)
    return _too_large(hand) if found is None else found


@lru_cache(maxsize=2**12)
def _too_large(hand: Cards) -> float:
    """Return what a hand is worth that the table has not: first it sheds a card that it has fewest of."""
    fewest = min(cards for cards in hand if cards)
    return HASTE * worth(changed(hand, rules.SYMBOLS[hand.index(fewest)], -1))


@lru_cache(maxsize=2**15)
def _with_one_more(hand: Cards) -> float:
    """Return what a hand is worth, on average, with a card that may be tossed."""
    stay = worth(hand)
    return fsum(chance * max(stay, worth(changed(hand, card, +1))) for card, chance in odds(hand))


@lru_cache(maxsize=2**15)
def _with_two_more(hand: Cards) -> float:
    return fsum(
        first_chance * second_chance * worth(changed(changed(hand, first, +1), second, +1))
        for (first, first_chance), (second, second_chance) in product(odds(hand), repeat=2)
    )


def odds(hand: Cards) -> list[tuple[Symbol, float]]:
    """Return how likely the next card shows each symbol, if no more is known than the hand."""
    left = [whole - held for whole, held in zip(rules.DECK, hand, strict=True)]
    return [(card, max(0, cards) / sum(left)) for card, cards in zip(rules.SYMBOLS, left, strict=True)]


def spoils(hand: Cards, cards: Literal[3, 4]) -> float:
    """Return what a jackpot is worth."""
    return SPOILS + rules.prize(rules.spread(hand)[0], cards)


# ── A hand as one number, which is quick to change ────────────────────────────────────────────────

Hand = int
"""Four bits for each symbol, lemon lowest: how many cards there are of it."""
_ONE: dict[Symbol, Hand] = {symbol: 1 << 4 * place for place, symbol in enumerate(rules.SYMBOLS)}


def _packed(cards: Cards) -> Hand:
    return sum(held * one for held, one in zip(cards, _ONE.values(), strict=True))


def _unpacked(hand: Hand) -> Cards:
    return tuple(hand // one & 15 for one in _ONE.values())


@lru_cache(maxsize=2**16)
def _wants(hand: Hand, card: Symbol) -> bool:
    """Whether a hand is worth more with a card."""
    return worth(_unpacked(hand + _ONE[card])) > worth(_unpacked(hand))


Kind = Literal["call", "discard", "lower", "draw"]


@lru_cache(maxsize=2**17)
def _best(packed: Hand, top: Symbol) -> tuple[Kind, Symbol]:
    """Return what to do with a hand in a turn, and with which card."""
    hand = _unpacked(packed)
    options: list[tuple[float, Kind, Symbol]] = [(HASTE * _with_one_more(hand), "draw", top)]
    for card, held in zip(rules.SYMBOLS, hand, strict=True):
        left = changed(hand, card, -1)
        if not held:
            continue
        if rules.rule_of(card, top) == "lower":
            options.append((HASTE * _with_two_more(left), "lower", card))
        elif sum(hand) > rules.FLOOR:
            options.append((HASTE * worth(left), "discard", card))
            if cards := rules.jackpot_of(left):
                options.append((spoils(left, cards), "call", card))
    return max(options)[1:]


# ── By the table alone ────────────────────────────────────────────────────────────────────────────


def _expected(view: LuckyJackView, move: Move) -> float:
    """Return what a hand is worth after a move, by the table alone."""
    hand = rules.count(view.hand)
    match move:
        case rules.Discard(card=card, jackpot=True):
            left = changed(hand, card, -1)
            return spoils(left, 3 if sum(left) == 3 else 4)
        case rules.Discard(card=card) if rules.rule_of(card, view.pile[-1]) == "lower":
            return HASTE * _with_two_more(changed(hand, card, -1))
        case rules.Discard(card=card):
            return HASTE * worth(changed(hand, card, -1))
        case rules.Draw():
            return HASTE * _with_one_more(hand)
        case rules.Keep() if view.drawn:
            return HASTE * worth(changed(hand, view.drawn, +1))
        case rules.TakeIt():
            return HASTE * worth(changed(hand, view.pile[-1], +1))
    return HASTE * worth(hand)


# ── What comes of a move ──────────────────────────────────────────────────────────────────────────


class _Game:
    """What is played out from one view."""

    def __init__(self, view: LuckyJackView, seed: int) -> None:
        self._view = view
        self._seed = seed
        self._worlds: list[tuple[list[Hand], list[Symbol]]] = []

    def play_out(self, move: Move, world: int) -> float:
        """Return how much of the win the seat can expect after this move."""
        while len(self._worlds) <= world:
            self._worlds.append(self._make(Random(f"{self._seed}/{len(self._worlds)}")))
        hands, stock = self._worlds[world]
        return _Round(self._view, [*hands], [*stock]).play_out(move)

    def _make(self, rng: Random) -> tuple[list[Hand], list[Symbol]]:
        """Return hands and a stock as they may be: the longer a round lasts, the better others' hands."""
        view = self._view
        tries = 1 + min(3, len(view.pile) // (2 * view.seats))
        states = [rules.imagine(view, rng) for _ in range(tries)]
        state = max(states, key=lambda one: fsum(map(worth, one.hands)))
        stock = [*rules.spread(state.stock)]
        rng.shuffle(stock)
        return [*map(_packed, state.hands)], stock


class _Round:
    """A round on its way to the end."""

    def __init__(self, view: LuckyJackView, hands: list[Hand], stock: list[Symbol]) -> None:
        self._view = view
        self._hands = hands
        self._stock = stock
        self._pile = [*view.pile]

    def play_out(self, move: Move) -> float:
        seat, turn = self._view.seat, self._view.turn
        match move:
            case rules.Discard(card=card, jackpot=True):
                self._hands[seat] -= _ONE[card]
                return self._share(seat)
            case rules.Discard(card=card):
                self._discard(seat, card, lower=rules.rule_of(card, self._pile[-1]) == "lower")
            case rules.Draw():
                self._draw(seat)
            case rules.Keep() if self._view.drawn:
                self._hands[seat] += _ONE[self._view.drawn]
            case rules.Toss() if self._view.drawn:
                self._toss(seat, self._view.drawn)
            case rules.TakeIt() | rules.Decline():
                self._toss(turn, self._pile.pop(), {seat: isinstance(move, rules.TakeIt)})
        for step in range(1, _LONGEST):
            winner = (turn + step) % self._view.seats
            if self._hits_jackpot(winner):
                return self._share(winner)
        return self._share(None)

    def _hits_jackpot(self, seat: Seat) -> bool:
        """Let a seat do what is best by the table; return whether it hits the jackpot."""
        kind, card = _best(self._hands[seat], self._pile[-1])
        if kind == "draw":
            self._draw(seat)
        else:
            self._discard(seat, card, lower=kind == "lower")
        return kind == "call"

    def _discard(self, seat: Seat, card: Symbol, *, lower: bool) -> None:
        self._hands[seat] -= _ONE[card]
        self._pile.append(card)
        if lower:
            self._hands[seat] += _ONE[self._next()] + _ONE[self._next()]

    def _draw(self, seat: Seat) -> None:
        card = self._next()
        if _wants(self._hands[seat], card):
            self._hands[seat] += _ONE[card]
        else:
            self._toss(seat, card)

    def _toss(self, seat: Seat, card: Symbol, answers: dict[Seat, bool] | None = None) -> None:
        """Toss a card: the next to the left that wants it gets it. Some answers may be known."""
        answers = answers or {}
        for step in range(1, self._view.seats):
            other = (seat + step) % self._view.seats
            if answers[other] if other in answers else _wants(self._hands[other], card):
                self._hands[other] += _ONE[card]
                return
        self._pile.append(card)

    def _next(self) -> Symbol:
        """Take a card off the stock; if it is empty, off the pile, which becomes the stock as it is."""
        if not self._stock:
            self._stock, self._pile = self._pile[:-1] or self._pile, self._pile[-1:]
        return self._stock.pop()

    def _share(self, winner: Seat | None) -> float:
        """Return how much of the game the seat can expect to win when a seat has won the round."""
        points = [*self._view.points]
        if winner is not None:
            hand = _unpacked(self._hands[winner])
            points[winner] += rules.prize(rules.spread(hand)[0], 3 if sum(hand) == 3 else 4)
        mine = points[self._view.seat]
        if self._view.number == self._view.options.rounds:
            return (mine == max(points)) / points.count(mine)
        weight = weight_of_points(self._view, ended=1)
        return 1 / fsum(exp((other - mine) * weight) for other in points)
