"""What moves and positions of Lucky Squares are worth, and why a move is good."""

from collections.abc import Mapping, Sequence
from math import fsum, prod
from random import Random

from luckytui.bots.search import Trial
from luckytui.bots.worth import Shares, Worth, by_chance
from luckytui.games.interface import CHANCE, Move, Seat
from luckytui.games.lucky_squares import bots, hard, rules
from luckytui.games.lucky_squares.rules import COLORS, LuckySquares, LuckySquaresView
from luckytui.text import N_, Sentence

_PASSES = 60
"""In how many passes picks and actions are learned at most, unless there is time for more."""
_ASTRAY = 0.25
"""How often a seat takes a random action: players do not always find the best one for themselves."""


class LuckySquaresWorth(Worth[LuckySquares, LuckySquaresView]):
    """What Lucky Squares knows of chances."""

    hides = True
    quick = 1500

    def candidates(self, view: LuckySquaresView, moves: Sequence[Move]) -> Sequence[Move]:
        odds = dict(zip(moves, self.mixed(view, moves), strict=True))
        return sorted(moves, key=odds.__getitem__, reverse=True)

    def trial(self, view: LuckySquaresView, moves: Sequence[Move], think: int) -> Trial:
        if view.stage == "pick":
            return super().trial(view, moves, think)
        return hard.trial(view, moves, min(_PASSES, think)) if think else hard.trial(view, moves)

    def imagine(self, view: LuckySquaresView, rng: Random) -> LuckySquares:
        """Guess the hidden cards by how likely they are."""
        state = super().imagine(view, rng)
        if view.stage not in {"act", "populate", "ghost"}:
            return state
        odds = bots.public_outlook(view).odds
        state.picks = tuple(
            view.pick if seat == view.seat else card or rng.choices(COLORS, odds[seat])[0]
            for seat, card in enumerate(view.cards)
        )
        return state

    def play_out(self, state: LuckySquares, rng: Random) -> Shares:
        while not state.number:
            state.apply(CHANCE, by_chance(state, rng))
        number, stakes = state.number, hard.stakes_of(state)
        while state.active and state.number == number:
            seat = min(state.active)
            if seat == CHANCE:
                state.apply(seat, by_chance(state, rng))
            elif state.stage == "pick":
                odds = bots.mixed_pick(state.squares, state.seats)
                state.apply(seat, rules.Pick(rng.choices(COLORS, odds)[0]))
            else:
                astray = rng.random() < _ASTRAY
                state.apply(seat, rng.choice(state.moves(seat)) if astray else _plan(state, seat))
        return tuple(stakes.of(state.cents))

    def mixed(self, view: LuckySquaresView, moves: Sequence[Move]) -> list[float]:
        odds = _picks(view) if view.stage == "pick" else {}
        return [odds.get(move.color, 0.0) for move in moves if isinstance(move, rules.Pick)]

    def reasons(self, view: LuckySquaresView, move: Move, other: Move | None = None) -> Sequence[Sentence]:  # noqa: ARG002
        if isinstance(move, rules.Pick):
            often = {
                color: percent for color, chance in _picks(view).items() if (percent := round(100 * chance))
            }
            if move.color in often and len(often) > 1:
                return [_mix(often)]
        return [Sentence(*_why(view, move))]

    def sees_end(self, view: LuckySquaresView) -> bool:
        """The last action is worked out if the others' cards are open; it may end the game."""
        others = (card for seat, card in enumerate(view.cards) if seat != view.seat)
        return view.stage == "act" and len(view.pending) == 1 and all(others)

    def closing(self, state: LuckySquares) -> Sequence[Move] | None:
        """Return what the last dice of a round can show."""
        return [*state.outcomes()] if state.stage in {"populate", "ghost"} else None


def _plan(state: LuckySquares, seat: Seat) -> Move:
    """Return the best that a seat can do for itself."""
    view = state.view(seat)
    assert view.pick is not None  # noqa: S101 - who acts has picked
    outlook = bots.public_outlook(view).knowing(seat, view.pick)
    plan = bots.best_plan(outlook, seat, view.pick, view.cents[seat])
    return plan if state.refusal(seat, plan) is None else rules.Pass()


def _why(view: LuckySquaresView, move: Move) -> tuple[str, dict[str, str | int]]:
    """Return why an action is good, or a pick that is not among the hinted three."""
    match move:
        case rules.Change(color=color) | rules.Pick(color=color):
            text = N_(
                "You get {cents} cents from {color} if nobody else picks it. Chance of that: {percent}%."
            )
            cents = rules.on(view.squares, color)
            return text, {"color": color, "cents": cents, "percent": _alone(view, color)}
        case rules.Populate(square=square) if square == view.pick:
            text = N_(
                "Your square gets 1 to 6 cents more, and the chance that you are alone there is {percent}%."
            )
            return text, {"percent": _alone(view, square)}
        case rules.Swap(squares=squares) if view.pick in squares:
            return _of_own(view, move)
        case rules.Split(source=source, targets=targets) if view.pick in {source, *targets}:
            return _of_own(view, move)
        case rules.Split(source=source):
            cents = rules.on(view.squares, source) // 2 * 2
            text = N_("It takes {cents} cents from {color}, where others may be alone.")
            return text, {"color": source, "cents": cents}
        case rules.Reveal(target=target) if target == view.seat:
            return N_("The others see that your square is taken."), {}
        case rules.Reveal() if view.seat in view.pending[1:]:
            return N_("You see the card before you act again."), {}
        case rules.Reveal() if view.pending[1:]:
            return N_("Those who act after you see the card, too."), {}
        case rules.Forbid():
            return N_("It takes the next action from somebody who could hurt you with it."), {}
        case rules.Pass():
            return N_("No action is worth its price now."), {}
    return N_("It hurts the others more than it costs you."), {}


def _of_own(view: LuckySquaresView, move: Move) -> tuple[str, dict[str, str | int]]:
    """Say what an action that moves coins makes of the player's own square."""
    both = view.squares, rules.after(view.squares, move, 0)
    before, then = (rules.on(squares, view.pick or COLORS[0]) for squares in both)
    return N_("Your square has {after} cents then, not {before}."), {"before": before, "after": then}


def _alone(view: LuckySquaresView, color: rules.Color) -> int:
    """Return the chance, in percent, that nobody else is on a square, as far as the seat can know."""
    place, odds = COLORS.index(color), bots.public_outlook(view).odds
    return round(100 * prod(1 - one[place] for seat, one in enumerate(odds) if seat != view.seat))


def _picks(view: LuckySquaresView) -> dict[rules.Color, float]:
    """Return the three squares that are worth picking, the best first, and how often to pick each."""
    ranked = sorted(zip(hard.picks(view, _PASSES), COLORS, strict=True), reverse=True)[:3]
    return {color: chance / fsum(chance for chance, _ in ranked) for chance, color in ranked}


def _mix(often: Mapping[rules.Color, int]) -> Sentence:
    """Say how often, in percent, to pick which of two or three squares."""
    values: dict[str, str | int] = {}
    for name, (color, percent) in zip(("first", "second", "third"), often.items(), strict=False):
        values |= {name: color, f"{name}_percent": percent}
    two = N_(
        "Nobody should foresee your pick. Pick {first} in {first_percent}% of such rounds, "
        "{second} in {second_percent}%."
    )
    three = N_(
        "Nobody should foresee your pick. Pick {first} in {first_percent}% of such rounds, "
        "{second} in {second_percent}%, {third} in {third_percent}%."
    )
    return Sentence(three if "third" in values else two, values)
