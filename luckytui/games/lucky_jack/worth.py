"""What moves and positions of Lucky Jack are worth, and why a move is good."""

from collections.abc import Sequence
from random import Random

from luckytui.bots.worth import Shares, Worth, begun
from luckytui.games.interface import Move
from luckytui.games.lucky_jack import hard, rules
from luckytui.games.lucky_jack.course import Course
from luckytui.games.lucky_jack.rules import LuckyJack, LuckyJackView
from luckytui.text import N_, Sentence


class LuckyJackWorth(Worth[LuckyJack, LuckyJackView]):
    """What Lucky Jack knows of chances."""

    hides = True

    def candidates(self, view: LuckyJackView, moves: Sequence[Move]) -> Sequence[Move]:
        close = hard.close_moves(view, moves)
        return sorted(close, key=close.__getitem__, reverse=True)

    def play_out(self, state: LuckyJack, rng: Random) -> Shares:
        begun(state, rng, ("dealer", "deal", "turn_over"))
        course = Course(state, rng)
        course.play_on(state)
        return course.shares()

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

    def sees_end(self, view: LuckyJackView) -> bool:
        """In the last round, a jackpot ends the game, and everyone's points are open."""
        return view.stage == "turn" and view.number == view.options.rounds
