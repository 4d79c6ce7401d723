"""What moves and positions of Lucky Jack are worth, and why a move is good."""

from collections.abc import Sequence
from functools import lru_cache
from statistics import fmean

from luckytui.bots.worth import Worth
from luckytui.games import data
from luckytui.games.interface import Move
from luckytui.games.lucky_jack import bots, hands, hard, rules
from luckytui.games.lucky_jack.rules import LuckyJack, LuckyJackView
from luckytui.text import N_, Sentence

_WEIGHTS: dict[str, float] = data("lucky-jack", "weights.toml")["worth"]


class LuckyJackWorth(Worth[LuckyJack, LuckyJackView]):
    """What Lucky Jack knows of worth."""

    def worths(self, view: LuckyJackView, moves: Sequence[Move]) -> list[float]:
        hopes = bots.Hopes(bots.stock_of(view))
        return [bots.worth_after(view, hopes, move) for move in moves]

    def reason(self, view: LuckyJackView, move: Move) -> Sentence:
        hand = [*view.hand]
        match move:
            case rules.Discard(jackpot=True):
                return Sentence(N_("Call the jackpot: somebody else may be quicker than a better one."))
            case rules.Discard(card=card):
                hand.remove(card)
            case rules.Keep() if view.drawn:
                hand.append(view.drawn)
            case rules.TakeIt():
                hand.append(view.pile[-1])
        values: dict[str, str | int] = {"symbol": max(rules.SYMBOLS, key=hand.count)}
        match move:
            case rules.Discard(card=card) if rules.rule_of(card, view.pile[-1]) == "lower":
                return Sentence(N_("Two new cards bring you closer than the {card} does."), {"card": card})
            case rules.Discard(card=card):
                return Sentence(
                    N_("You can do without the {card}: collect every {symbol}."), {"card": card, **values}
                )
            case rules.Draw():
                return Sentence(
                    N_("Draw: every card that can go costs you more. Collect every {symbol}."), values
                )
            case rules.Keep():
                return Sentence(N_("Keep it: it goes with what you hold. Collect every {symbol}."), values)
            case rules.Toss():
                return Sentence(N_("Toss it: it does not bring you closer. Collect every {symbol}."), values)
            case rules.TakeIt():
                return Sentence(N_("Take it: it goes with what you hold. Collect every {symbol}."), values)
        return Sentence(N_("Pass: one more card, and none that you need. Collect every {symbol}."), values)

    def corrected(self, view: LuckyJackView, moves: Sequence[Move], found: list[float]) -> list[float]:
        """Let the tables and the network of `hard` say by how much each move falls short of the best."""
        brought = hard.brought_by(view, moves)
        level, best = max(found), max(brought.values())
        least = level + min(brought.values()) - best
        return [
            level + brought[move] - best if move in brought else min(least, chance)
            for move, chance in zip(moves, found, strict=True)
        ]

    def sees_end(self, view: LuckyJackView) -> bool:
        """In the last round, a jackpot ends the game, and everyone's points are open."""
        return view.stage == "turn" and view.number == view.options.rounds

    def strengths(self, state: LuckyJack) -> list[float]:
        return [
            _strength(state, seat, _WEIGHTS["hand"] * _worth_in_hand(state, seat))
            for seat in range(state.seats)
        ]

    def strength_after(self, view: LuckyJackView, worth: float) -> float:
        return _strength(view, view.seat, _WEIGHTS["spoils"] + _WEIGHTS["promise"] * worth)


def _strength(position: LuckyJack | LuckyJackView, seat: int, more: float) -> float:
    """Return a seat's strength if its hand is worth so many points."""
    to_come = position.options.rounds - max(1, position.number)
    return (position.points[seat] + more) / (_WEIGHTS["lead"] * (1 + _WEIGHTS["later"] * to_come))


def _worth_in_hand(state: LuckyJack, seat: int) -> float:
    """Return what a seat's hand is worth, at most 1, with the card that it has drawn if that is of use."""
    hand, is_turn = state.hands[seat], seat == state.turn
    if state.stage in {"dealer", "deal"}:
        return _worth_when_filled(hand, rules.DEALT - sum(hand))
    if state.drawn and is_turn:
        return max(_worth_when_filled(one, 0) for one in (hand, rules.changed(hand, state.drawn, +1)))
    return _worth_when_filled(hand, state.owed if state.reason == "lower" and is_turn else 0)


@lru_cache(maxsize=2**14)
def _worth_when_filled(hand: rules.Cards, missing: int) -> float:
    """Return what a hand is worth on average if cards of all kinds complete it, and nobody is near."""
    symbols, table = rules.SYMBOLS, hands.table(hands.Kind(crowd=False, lead=None, near=False))
    filled = (
        rules.count(
            [*rules.spread(hand), *(symbols[(first + 3 * more) % len(symbols)] for more in range(missing))]
        )
        for first in range(len(symbols) if missing else 1)
    )
    return fmean(hands.worth(table, hand) for hand in filled)
