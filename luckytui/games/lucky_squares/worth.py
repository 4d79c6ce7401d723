"""What moves and positions of Lucky Squares are worth, and why a move is good."""

from collections.abc import Sequence

from luckytui.bots.worth import Worth
from luckytui.games import data
from luckytui.games.interface import Move
from luckytui.games.lucky_squares import bots, rules
from luckytui.games.lucky_squares.rules import COLORS, LuckySquares, LuckySquaresView
from luckytui.text import N_, Sentence

_WEIGHTS: dict[str, float] = data("lucky-squares", "weights.toml")["worth"]


class LuckySquaresWorth(Worth[LuckySquares, LuckySquaresView]):
    """What Lucky Squares knows of worth."""

    def worths(self, view: LuckySquaresView, moves: Sequence[Move]) -> list[float]:
        return [
            round(bots.pay(view.squares, view.seats, move.color), 6)  # equal ones do not differ
            if isinstance(move, rules.Pick)
            else bots.gain(view, move)
            for move in moves
        ]

    def is_mixed(self, moves: Sequence[Move]) -> bool:
        return isinstance(moves[0], rules.Pick)

    def reason(self, view: LuckySquaresView, move: Move) -> Sentence:
        if isinstance(move, rules.Pick):
            odds = bots.mixed_pick(view.squares, view.seats)[COLORS.index(move.color)]
            text = N_("Mix your picks: this square {percent} % of the time.")
            return Sentence(text, {"percent": round(100 * odds)})
        if isinstance(move, rules.Pass):
            return Sentence(N_("Pass: no action is worth its price now."))
        gain = bots.gain(view, move)
        text = N_("It promises {gain} cents more than it costs.")
        return Sentence(text, {"gain": f"{gain:.1f}"})

    def strengths(self, state: LuckySquares) -> list[float]:
        if state.stage not in {"act", "populate", "ghost"}:
            return [_strength(state, cents) for cents in state.cents]
        sure = _WEIGHTS["stays"] ** len(state.pending)
        reason = [*zip(COLORS, bots.mixed_pick(state.squares, state.seats), strict=True)]
        odds = tuple(
            tuple(sure * (color == pick) + (1 - sure) * odd for color, odd in reason) for pick in state.picks
        )
        outlook = bots.Outlook(state.squares, odds, state.options.ghost)
        return [
            _strength(state, cents + _WEIGHTS["standing"] * outlook.standing(seat))
            for seat, cents in enumerate(state.cents)
        ]

    def strength_after(self, view: LuckySquaresView, worth: float) -> float:
        own = worth + view.cents[view.seat]
        if view.pick:
            outlook = bots.public_outlook(view).knowing(view.seat, view.pick)
            own += _WEIGHTS["standing"] * outlook.standing(view.seat)
        return _strength(view, own)


def _strength(position: LuckySquares | LuckySquaresView, cents: float) -> float:
    options = position.options
    by_laps, most = options.end == "laps", options.laps * position.seats
    is_last = position.number == most if by_laps else max(position.cents) >= options.limit - _WEIGHTS["round"]
    return _WEIGHTS["cent"] * cents * (_WEIGHTS["late_cent"] if is_last else 1)
