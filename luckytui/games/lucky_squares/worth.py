"""What moves and positions of Lucky Squares are worth, and why a move is good."""

from collections.abc import Iterator, Sequence
from math import inf, prod
from random import Random

from luckytui.bots.search import Trial
from luckytui.bots.worth import Shares, Worth, by_chance
from luckytui.games.interface import CHANCE, Move, Seat
from luckytui.games.lucky_squares import bots, hard, rules
from luckytui.games.lucky_squares.bots import GHOST_STAYS_AWAY
from luckytui.games.lucky_squares.rules import COLORS, LuckySquares, LuckySquaresView
from luckytui.games.lucky_squares.solver import Odds, hoped
from luckytui.text import N_, Sentence

_PASSES = 60
"""In how many passes a look at a game learns the picks, and the actions at most."""
_LEARNING = 0.25
"""How many seconds of a hint it may take to learn, in at most `_LONGEST` passes."""
_LONGEST = 300
_MOST = 3
"""How many squares are mixed at most."""
_ASTRAY = 0.25
"""How often a seat takes a random action: players do not always find the best one for themselves."""
_CENT = 0.2
"""What a cent counts at the end of a round that is still open: it will end a little better or worse."""


class LuckySquaresWorth(Worth[LuckySquares, LuckySquaresView]):
    """What Lucky Squares knows of chances."""

    hides = True
    hint_seconds = 0.4
    quick = 1500

    _effort: tuple[int, float] = _PASSES, inf
    """In how many passes and seconds what is believed was learned last: reasons go by the same belief."""

    def trial(self, view: LuckySquaresView, moves: Sequence[Move], think: int) -> Trial:
        is_pick = view.stage == "pick"
        self._effort = _LONGEST, _LEARNING if is_pick else _LEARNING / 2  # and then the actions
        if think:
            self._effort = _PASSES if is_pick else min(_PASSES, think), inf
        played = hard.trial(view, moves, *self._effort)
        if not is_pick:
            return played
        odds = zip(hard.picks(view, *self._effort), COLORS, strict=True)
        best = sorted(odds, reverse=True)[:_MOST]
        return played._replace(mixed={rules.Pick(color): chance for chance, color in best})

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
        return [*_why(view, hard.beliefs(view, *self._effort), move)]

    def sees_end(self, view: LuckySquaresView) -> bool:
        """The last action is worked out if the others' cards are open; it may end the game."""
        others = (card for seat, card in enumerate(view.cards) if seat != view.seat)
        return view.stage == "act" and len(view.pending) == 1 and all(others)

    def worked_out(self, view: LuckySquaresView, moves: Sequence[Move]) -> dict[Move, float]:
        """Return what decides the last round wherever the cards are: nobody can overtake who is first.

        In each action to come the richest square gains half of another, or what the die shows.
        """
        options = view.options
        is_last = options.end == "laps" and view.number == options.laps * view.seats
        if view.stage != "act" or not is_last or self.sees_end(view):
            return {}
        seat, others = view.seat, max(cents for one, cents in enumerate(view.cents) if one != view.seat)
        wins, loses = dict[Move, float](), dict[Move, float]()
        for move in sorted(moves, key=lambda move: rules.COSTS[type(move)]):
            squares = rules.after(view.squares, move, rules.NUMBERS[-1])
            card = move.color if isinstance(move, rules.Change) else view.pick or COLORS[0]
            own, most = view.cents[seat] - rules.COSTS[type(move)], max(squares)
            for _ in view.pending[1:]:
                most += max(rules.NUMBERS[-1], most // 2)
            if own > others + most:
                wins[move] = 1.0
            if own + (most if view.pending[1:] else rules.on(squares, card)) < others:
                loses[move] = 0.0
        return loses if len(loses) == len(moves) else wins

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


def _why(view: LuckySquaresView, odds: Sequence[Odds], move: Move) -> Iterator[Sentence]:
    """Say why a pick or an action is good, if these are the odds of the cards."""
    stays = GHOST_STAYS_AWAY if view.options.ghost else 1.0
    others = [one for seat, one in enumerate(odds) if seat != view.seat]

    def free(color: rules.Color) -> int:
        """Return how likely nobody else is on a square, in percent."""
        return round(100 * stays * prod(1 - one[COLORS.index(color)] for one in others))

    squares, later, own = view.squares, view.pending[1:], view.pick or COLORS[0]
    after = rules.after(squares, move, rules.NUMBERS[0])
    before, cents, percent = rules.on(squares, own), rules.on(after, own), free(own)
    match move:
        case rules.Pick(color=color):
            there = rules.on(squares, color)
            text = N_("Nobody else picks {color} ({cents}¢) in {percent}% of such rounds.")
            yield Sentence(text, {"color": color, "cents": there, "percent": free(color)})
            if there + rules.COSTS[rules.Swap] < max(squares):
                yield Sentence(N_("Swap and Split can still bring coins there."))
        case rules.Change(color=color):
            text = N_(
                "Nobody else is on {color} ({cents}¢) in {percent}% of such rounds, "
                "on {own} ({own_cents}¢) in {own_percent}%."
            )
            there = rules.on(squares, color)
            values = {"color": color, "cents": there, "percent": free(color)}
            yield Sentence(text, {**values, "own": own, "own_cents": cents, "own_percent": percent})
        case rules.Populate() | rules.Split() | rules.Swap() if cents > before:
            text = N_("Your square then has {cents}¢. Nobody else is there in {percent}% of such rounds.")
            most = before + rules.NUMBERS[-1]
            then = f"{cents}–{most}" if isinstance(move, rules.Populate) else cents
            yield Sentence(text, {"cents": then, "percent": percent})
        case rules.Reveal(target=target) if target == view.seat and {*later} - {target}:
            yield Sentence(N_("The others see that your square is taken."))
        case rules.Reveal() if view.seat in later:
            yield Sentence(N_("You see the card before you act again."))
        case rules.Reveal() if later:
            yield Sentence(N_("Those who act after you may turn on that player, not on you."))
        case rules.Forbid(target=target) if [seat for seat in later if seat != view.seat] == [target]:
            yield Sentence(N_("Nobody can answer you then."))
        case rules.Pass():
            text = N_(
                "Nobody else is on your square ({cents}¢) in {percent}% of such rounds: "
                "no action is worth its price."
            )
            yield Sentence(text, {"cents": cents, "percent": percent})
