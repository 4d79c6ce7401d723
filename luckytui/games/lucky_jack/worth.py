"""What moves and positions of Lucky Jack are worth, and why a move is good."""

from collections.abc import Mapping, Sequence
from random import Random

from luckytui.bots.worth import Shares, Worth, begun
from luckytui.games.interface import Move
from luckytui.games.lucky_jack import bots, hard, rules
from luckytui.games.lucky_jack.course import Course
from luckytui.games.lucky_jack.rules import LuckyJack, LuckyJackView, prize_of
from luckytui.text import N_, Sentence

_DECIDED = {
    0.0: N_("Even the best jackpots leave you behind."),
    1.0: N_("Even the best jackpots leave everyone else behind."),
}
"""What is said where the rounds that are left decide nothing any more."""
_FAR = 0.05
"""How far below the worst move that the network rated the other moves are put, as a share of the win."""


class LuckyJackWorth(Worth[LuckyJack, LuckyJackView]):
    """What Lucky Jack knows of chances."""

    hides = True
    quick = 3000

    def candidates(self, view: LuckyJackView, moves: Sequence[Move]) -> Sequence[Move]:
        close = hard.close_moves(view, moves)
        return sorted(close, key=close.__getitem__, reverse=True)

    def expected(self, view: LuckyJackView, moves: Sequence[Move]) -> Mapping[Move, float]:
        """Return what the network of `hard` says; of moves that it is not asked about, a little less."""
        brought = hard.brought_by(view, moves) if moves else {}
        least = min(brought.values(), default=0.0)
        return {move: brought.get(move, least - _FAR) for move in moves}

    def play_out(self, state: LuckyJack, rng: Random) -> Shares:
        begun(state, rng, ("dealer", "deal", "turn_over"))
        course = Course(state, rng)
        course.play_on(state)
        return course.shares()

    def reasons(self, view: LuckyJackView, move: Move, other: Move | None = None) -> Sequence[Sentence]:  # noqa: ARG002
        if decided := self.worked_out(view, [move]):
            return [Sentence(_DECIDED[decided[move]])]
        hand, card = rules.count(view.hand), view.pile[-1]
        match move:
            case rules.Discard(card=symbol, jackpot=True):
                return _of_jackpot(view, prize_of(rules.changed(hand, symbol, -1)))
            case rules.Discard(card=symbol):
                card, hand = symbol, rules.changed(hand, symbol, -1)
            case rules.Keep() if view.drawn:
                card, hand = view.drawn, rules.changed(hand, view.drawn, +1)
            case rules.Toss() if view.drawn:
                card = view.drawn
            case rules.TakeIt():
                hand = rules.changed(hand, card, +1)
        chased = bots.Hopes(bots.stock_of(view)).chased(hand, _missing(view))
        values: dict[str, str | int] = {"card": card, "symbol": chased}
        text = _why(view, move, card, is_chased=card == chased)
        is_short = card != chased and hand[rules.SYMBOLS.index(chased)] < 4
        return [Sentence(text, values), *[Sentence(N_("Collect every {symbol}."), values)] * is_short]

    def worked_out(self, view: LuckyJackView, moves: Sequence[Move]) -> dict[Move, float]:
        """Tell whether the rounds that are left decide nothing any more, whatever anybody makes of them."""
        best = max(points for seat, points in enumerate(view.points) if seat != view.seat)
        behind, most = best - view.points[view.seat], rules.prize("seven", 4)
        if abs(behind) <= most * (view.options.rounds - view.number + 1):
            return {}
        return dict.fromkeys((*self.candidates(view, moves), *moves), float(behind < 0))

    def sees_end(self, view: LuckyJackView) -> bool:
        """In the last round, a jackpot ends the game, and everyone's points are open."""
        return view.stage == "turn" and view.number == view.options.rounds


def _missing(view: LuckyJackView) -> int:
    """Return how many points a seat needs at least to share the win, if this is the last round."""
    return max(view.points) - view.points[view.seat] if view.number == view.options.rounds else 0


def _why(view: LuckyJackView, move: Move, card: rules.Symbol, *, is_chased: bool) -> str:
    """Return why a move with a card is good; a draw is about none."""
    match move:
        case rules.Discard() if rules.rule_of(card, view.pile[-1]) == "lower":
            return N_("Two new cards bring you closer than the {card} does.")
        case rules.Discard() | rules.Toss() | rules.Decline() if is_chased:
            return N_("You can spare one {card} and still have enough.")
        case rules.Discard():
            return N_("You can do without the {card}.")
        case rules.Draw():
            return N_("A new card helps you more than a discard.")
        case rules.Keep() | rules.TakeIt() if is_chased:
            return N_("You collect every {card}.")
        case rules.Keep() | rules.TakeIt():
            return N_("You will need a card to call with.")
    return N_("The {card} does not bring you closer.")


def _of_jackpot(view: LuckyJackView, points: int) -> list[Sentence]:
    """Say what a jackpot brings."""
    text = N_("The jackpot scores {points}.")
    if view.number < view.options.rounds:
        text = N_("The jackpot scores {points}, and somebody else may be quicker next turn.")
    return [Sentence(text, {"points": points})]
