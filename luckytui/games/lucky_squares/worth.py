"""What moves and positions of Lucky Squares are worth, and why a move is good."""

from collections.abc import Sequence

from luckytui.bots.worth import Trial, Worth
from luckytui.games import data
from luckytui.games.interface import Move
from luckytui.games.lucky_squares import bots, hard, rules
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

    def mixed(self, view: LuckySquaresView, moves: Sequence[Move]) -> list[float]:
        odds = dict(zip(COLORS, bots.mixed_pick(view.squares, view.seats), strict=True))
        return [odds[move.color] for move in moves if isinstance(move, rules.Pick)]

    def trial(self, view: LuckySquaresView, moves: Sequence[Move]) -> Trial | None:
        return hard.trial(view, moves) if view.stage == "act" else None

    def reason(self, view: LuckySquaresView, move: Move) -> Sentence:
        if isinstance(move, rules.Pick):
            return _mix(bots.mixed_pick(view.squares, view.seats))
        if isinstance(move, rules.Pass):
            return Sentence(N_("Pass: no action is worth its price now."))
        gain = bots.gain(view, move)
        text = N_("It promises {gain} cents more than it costs.")
        return Sentence(text, {"gain": f"{gain:.1f}"})

    def sees_end(self, view: LuckySquaresView) -> bool:
        """The last action is worked out if the others' cards are open; it may end the game."""
        others = (card for seat, card in enumerate(view.cards) if seat != view.seat)
        return view.stage == "act" and len(view.pending) == 1 and all(others)

    def closing(self, state: LuckySquares) -> Sequence[Move] | None:
        """Return what the last dice of a round can show."""
        return [*state.outcomes()] if state.stage in {"populate", "ghost"} else None

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


def _mix(odds: bots.Odds) -> Sentence:
    """Say how often to pick which square; of more than three, the rest is left out."""
    ranked = sorted(zip(odds, COLORS, strict=True), reverse=True)[:3]
    values: dict[str, str | int] = {}
    for name, (chance, color) in zip(("first", "second", "third"), ranked, strict=True):
        values |= {name: color, f"{name}_percent": round(100 * chance)}
    text = N_(
        "Let chance pick: {first} {first_percent} %, {second} {second_percent} %, {third} {third_percent} %."
    )
    return Sentence(text, values)


def _strength(position: LuckySquares | LuckySquaresView, cents: float) -> float:
    options = position.options
    by_laps, most = options.end == "laps", options.laps * position.seats
    is_last = position.number == most if by_laps else max(position.cents) >= options.limit - _WEIGHTS["round"]
    return _WEIGHTS["cent"] * cents * (_WEIGHTS["late_cent"] if is_last else 1)
