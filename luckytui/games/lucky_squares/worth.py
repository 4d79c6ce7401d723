"""What moves and positions of Lucky Squares are worth, and why a move is good."""

from collections.abc import Iterator, Sequence
from math import fsum, prod
from random import Random

from luckytui.bots.search import Trial
from luckytui.bots.worth import Shares, Worth, by_chance
from luckytui.games.interface import CHANCE, Move, Seat
from luckytui.games.lucky_squares import bots, hard, rules
from luckytui.games.lucky_squares.bots import GHOST_STAYS_AWAY
from luckytui.games.lucky_squares.rules import COLORS, LuckySquares, LuckySquaresView
from luckytui.games.lucky_squares.solver import Odds, hoped
from luckytui.text import N_, Sentence

_PASSES, _FEW = 300, 60
"""In how many passes a hint learns the picks, and a first look at a game the picks and the actions."""
_MOST = 3
"""How many squares are mixed at most."""
_ASTRAY = 0.25
"""How often a seat takes a random action: players do not always find the best one for themselves."""
_CENT = 0.2
"""What a cent counts at the end of a round that is still open: it will end a little better or worse."""


class LuckySquaresWorth(Worth[LuckySquares, LuckySquaresView]):
    """What Lucky Squares knows of chances."""

    hides = True
    quick = 1500

    _passes = _FEW
    """How many passes what is believed was last learned in: reasons go by the same belief."""

    def trial(self, view: LuckySquaresView, moves: Sequence[Move], think: int) -> Trial:
        if view.stage == "pick":
            self._passes = _FEW if think else _PASSES
            odds = zip(hard.picks(view, self._passes), COLORS, strict=True)
            best = sorted(odds, reverse=True)[:_MOST]
            played = hard.trial(view, moves, self._passes)
            return played._replace(mixed={rules.Pick(color): chance for chance, color in best})
        self._passes = min(_FEW, think) if think else hard.PASSES
        return hard.trial(view, moves, self._passes)

    def play_out(self, state: LuckySquares, rng: Random) -> Shares:
        while not state.number:
            state.apply(CHANCE, by_chance(state, rng))
        number, stakes, is_last = state.number, hard.stakes_of(state), len(state.pending) == 1
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
        return tuple(stakes.of(state.cents) if is_last else hoped(state.cents, _CENT))

    def reasons(
        self,
        view: LuckySquaresView,
        move: Move,
        other: Move | None = None,  # noqa: ARG002
    ) -> Sequence[Sentence]:
        return [*_why(view, _Cards(view, hard.beliefs(view, self._passes)), move)]

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


class _Cards:
    """Where the others are, as far as the seat can know."""

    def __init__(self, view: LuckySquaresView, odds: Sequence[Odds]) -> None:
        self._others = [one for seat, one in enumerate(odds) if seat != view.seat]
        self._stays = GHOST_STAYS_AWAY if view.options.ghost else 1.0

    def none_on(self, color: rules.Color) -> int:
        """Return how likely nobody else is on a square, in percent."""
        return round(100 * self._stays * prod(1 - one[COLORS.index(color)] for one in self._others))

    def one_on(self, color: rules.Color) -> int:
        """Return how likely one of the others is alone on a square, in percent."""
        here = [one[COLORS.index(color)] for one in self._others]
        alone = (one * prod(1 - rival for rival in here) / (1 - one) if one < 1 else 0 for one in here)
        return round(100 * self._stays * fsum(alone))


def _why(view: LuckySquaresView, cards: _Cards, move: Move) -> Iterator[Sentence]:
    """Say why a pick or an action is good."""
    squares, later, own = view.squares, view.pending[1:], view.pick or COLORS[0]
    after, price = rules.after(squares, move, 0), rules.COSTS.get(type(move), 0)
    before, cents, percent = rules.on(squares, own), rules.on(after, own), cards.none_on(own)
    match move:
        case rules.Pick(color=color):
            there = rules.on(squares, color)
            text = N_("Nobody else picks {color} ({cents}¢) in {percent}% of such rounds.")
            yield Sentence(text, {"color": color, "cents": there, "percent": cards.none_on(color)})
            if there + rules.COSTS[rules.Swap] < max(squares):
                yield Sentence(N_("Swap and Split can still bring coins there."))
        case rules.Change(color=color):
            text = N_(
                "Nobody else is on {color} ({cents}¢) in {percent}% of such rounds, "
                "on {own} ({own_cents}¢) in {own_percent}%."
            )
            there = rules.on(squares, color)
            values = {"color": color, "cents": there, "percent": cards.none_on(color)}
            yield Sentence(text, {**values, "own": own, "own_cents": cents, "own_percent": percent})
        case rules.Populate(square=square) if square == own:
            text = N_(
                "For {price} cents, your square gets 1 to 6 more. "
                "Nobody else is there in {percent}% of such rounds."
            )
            yield Sentence(text, {"price": price, "percent": percent})
        case rules.Split() | rules.Swap() if cents > before:
            text = N_(
                "For {price} cents, your square has {cents}, not {before}. "
                "Nobody else is there in {percent}% of such rounds."
            )
            yield Sentence(text, {"price": price, "cents": cents, "before": before, "percent": percent})
        case rules.Split() | rules.Swap() if cents == before:
            lost, color = max(
                (was - now, color) for was, now, color in zip(squares, after, COLORS, strict=True)
            )
            text = N_(
                "For {price} cents, {color} loses {cents}. "
                "Somebody else is alone there in {percent}% of such rounds."
            )
            values = {"color": color, "cents": lost, "percent": cards.one_on(color)}
            yield Sentence(text, {"price": price, **values})
        case rules.Reveal(target=target) if target == view.seat and {*later} - {target}:
            yield Sentence(N_("The others see that your square is taken."))
        case rules.Reveal() if view.seat in later:
            yield Sentence(N_("You see the card before you act again."))
        case rules.Reveal() if later:
            yield Sentence(N_("Those who act after you may turn on that player, not on you."))
        case rules.Forbid(target=target) if [seat for seat in later if seat != view.seat] == [target]:
            yield Sentence(N_("Nobody can answer you then."))
        case rules.Forbid() if cents:
            text = N_(
                "It takes the next action from somebody who could change to your square, "
                "or move its {cents} cents."
            )
            yield Sentence(text, {"cents": cents})
        case rules.Pass():
            text = N_(
                "Nobody else is on your square ({cents}¢) in {percent}% of such rounds: "
                "no action is worth its price."
            )
            yield Sentence(text, {"cents": cents, "percent": percent})
