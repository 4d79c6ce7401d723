"""What moves and positions of Lucky Jack are worth, and why a move is good."""

from collections.abc import Mapping, Sequence
from random import Random

from luckytui.bots.worth import Shares, Worth, begun
from luckytui.games.interface import Move, increased
from luckytui.games.lucky_jack import hard, reasons, rules
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

    def reasons(self, view: LuckyJackView, move: Move, other: Move | None = None) -> Sequence[Sentence]:
        decided = self.worked_out(view, [move])
        if decided and not (isinstance(move, rules.Discard) and move.jackpot):
            return [Sentence(_DECIDED[decided[move]])]
        return [*reasons.of(view, move, other)]

    def worked_out(self, view: LuckyJackView, moves: Sequence[Move]) -> dict[Move, float]:
        """Tell after which moves the rounds that are left decide nothing, whatever anybody makes of them."""
        found = {}
        for move in (*self.candidates(view, moves), *moves):
            points, left = view.points, view.options.rounds - view.number + 1
            if isinstance(move, rules.Discard) and move.jackpot:
                hand = rules.changed(rules.count(view.hand), move.card, -1)
                points, left = increased(points, view.seat, prize_of(hand)), left - 1
            own, best = (
                points[view.seat],
                max(other for seat, other in enumerate(points) if seat != view.seat),
            )
            if abs(own - best) > rules.prize("seven", 4) * left:
                found[move] = float(own > best)
            elif not left:
                found[move] = 1 / points.count(best)
        return found
