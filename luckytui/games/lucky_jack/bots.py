"""Bots for Lucky Jack: one collects and sheds as it comes, one counts the turns to each jackpot."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import product
from math import exp, fsum

from msgspec import Struct

from luckytui.bots.player import Bot, weights_of
from luckytui.games.interface import Move
from luckytui.games.lucky_jack import rules
from luckytui.games.lucky_jack.rules import Cards, LuckyJackView, Symbol, changed, prize_of


class EasyBot(Bot):
    """Collects what it holds most of, sheds the rest as it comes, and calls the first jackpot there is."""

    def choose(self, view: LuckyJackView, moves: Sequence[Move]) -> Move:
        match view.stage:
            case "claim":
                return rules.TakeIt() if _is_welcome(view, view.pile[-1]) else rules.Decline()
            case "drawn":
                return rules.Keep() if view.drawn and _is_welcome(view, view.drawn) else rules.Toss()
        discards = [move for move in moves if isinstance(move, rules.Discard)]
        jackpots = [move for move in discards if move.jackpot]
        if jackpots:
            return self._rng.choice(jackpots)
        collected = max(view.hand, key=view.hand.count)
        unwanted = [move for move in discards if move.card != collected or view.hand.count(collected) > 5]
        gladly = [move for move in unwanted if rules.rule_of(move.card, view.pile[-1]) != "lower"]
        return self._rng.choice(gladly or [rules.Draw(), *unwanted])


def _is_welcome(view: LuckyJackView, card: Symbol) -> bool:
    """Whether a card pairs with one in the hand, or is the one it needs to call a jackpot with."""
    return card in view.hand or len(view.hand) == rules.FLOOR == view.hand.count(view.hand[0])


class Weights(Struct, frozen=True):
    """What hands are weighed with, as weights.toml says."""

    least_tops: float
    finding: float
    setting_out: float
    impatience: float
    hindrance: float
    near: int
    hindrance_near: float
    hindrance_far: float
    spoils: float
    too_large: float


WEIGHTS = weights_of("lucky-jack", Weights)
_FORESEEN = 8
"""How many cards to shed are looked at closely."""


class NormalBot(Bot):
    """Makes the move after which its hand is worth most, on the average of what it may draw.

    It takes no notice of chance: the same view gets the same answer.
    """

    def choose(self, view: LuckyJackView, moves: Sequence[Move]) -> Move:
        return max(moves, key=partial(worth_after, view, Hopes(stock_of(view))))


def stock_of(view: LuckyJackView) -> Cards:
    """Return how many of each symbol the stock can hold at most, as far as a seat can know."""
    return tuple(map(min, rules.unseen(view), view.stock_at_most))


def worth_after(view: LuckyJackView, hopes: "Hopes", move: Move) -> float:
    """Return what the hand is worth after a move; in points, if `hopes` are."""
    hand = rules.count(view.hand)
    match move:
        case rules.Discard(card=card, jackpot=True):
            return hopes.of_jackpot(prize_of(changed(hand, card, -1)))
        case rules.Discard(card=card) if rules.rule_of(card, view.pile[-1]) == "lower":
            return hopes.with_two_more(changed(hand, card, -1))
        case rules.Discard(card=card):
            return hopes.worth(changed(hand, card, -1)) * (1 + hopes.hindrance * rules.VALUE[card])
        case rules.Draw():
            return hopes.with_one_more(hand)
        case rules.Keep() if view.drawn:
            return hopes.worth(changed(hand, view.drawn, +1))
        case rules.TakeIt():
            return hopes.worth(changed(hand, view.pile[-1], +1))
    return hopes.worth(hand)


class Hopes:
    """What hands are worth as long as the stock is what it is: how long to find a card, and to shed one."""

    hindrance = WEIGHTS.hindrance
    """What it is worth to leave the next player a top card one symbol higher, as a part of the hand's."""

    def __init__(self, stock: Cards) -> None:
        odds = [cards / max(1, sum(stock)) for cards in stock]
        self._odds = dict(zip(rules.SYMBOLS, odds, strict=True))
        self._to_find = [WEIGHTS.finding / max(chance, 0.01) for chance in odds]
        self.worth = cache(self._worth)

    def of_jackpot(self, points: int) -> float:
        """Return what it is worth to call a jackpot of this many points."""
        return points

    def with_one_more(self, hand: Cards) -> float:
        """Return what a hand will be worth, on average, with a card that may be tossed."""
        stay = self.worth(hand)
        return fsum(
            odds * max(stay, self.worth(changed(hand, card, +1))) for card, odds in self._odds.items()
        )

    def with_two_more(self, hand: Cards) -> float:
        """Return what a hand will be worth, on average, with two cards that it has to take."""
        return fsum(
            first_odds * second_odds * self.worth(changed(changed(hand, first, +1), second, +1))
            for (first, first_odds), (second, second_odds) in product(self._odds.items(), repeat=2)
        )

    def _worth(self, hand: Cards) -> float:
        """Return the points of the best jackpot that can be made of a hand, less what its turns away cost."""
        return max(self._jackpots(hand))[0]

    def chased(self, hand: Cards, least: int) -> Symbol:
        """Return the symbol of the best jackpot of at least these points; of any, if there is none."""
        return max([*self._jackpots(hand, least)] or self._jackpots(hand))[1]

    def _jackpots(self, hand: Cards, least: int = 0) -> Iterator[tuple[float, Symbol]]:
        for card, cards in product(rules.SYMBOLS, (3, 4)):
            points = rules.prize(card, cards)
            if points >= least:
                turns = self._turns_to_jackpot(hand, card, cards)
                yield points * exp(-WEIGHTS.impatience * turns), card

    def _turns_to_jackpot(self, hand: Cards, card: Symbol, cards: int) -> float:
        """Return how many turns a hand is away from that many cards of one symbol and nothing else."""
        place = rules.VALUE[card] - 1
        if hand[place] == sum(hand) == cards:
            return WEIGHTS.setting_out
        to_shed = changed(hand, card, -min(cards, hand[place]))
        return _turns_to_shed(to_shed) + self._to_find[place] * max(0, cards - hand[place])


@lru_cache(maxsize=2**16)
def _turns_to_shed(cards: Cards) -> float:
    """Return how many turns it takes to discard all these cards, each time the lowest that can go.

    Any symbol is as likely to be on top as any other. Of many cards only the lowest are looked at closely,
    and each higher one takes a turn: the work would double with every card.
    """
    if sum(cards) > _FORESEEN:
        return sum(cards) - _FORESEEN + _turns_to_shed(rules.count(rules.spread(cards)[:_FORESEEN]))
    tops, going, later = 0, 0, 0.0
    for card, held in zip(rules.SYMBOLS, cards, strict=True):
        tops += 1
        if held:
            later += tops * _turns_to_shed(changed(cards, card, -1))
            going, tops = going + tops, 0
    return len(rules.SYMBOLS) / max(going, WEIGHTS.least_tops) + later / going if going else 0.0
