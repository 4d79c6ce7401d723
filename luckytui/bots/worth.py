"""What a game knows of chances: how positions are played on, what decides a game, and why a move is good."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from random import Random
from typing import Any, Generic, TypeVar, cast

from luckytui.bots.search import Trial
from luckytui.games import GAMES, PACKS
from luckytui.games.interface import CHANCE, Game, Move, State, View
from luckytui.text import Sentence

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

Shares = tuple[float, ...]
"""Which part of the win each seat gets, 0 to 1; in a game for one player, its points."""


class Worth(Generic[S, V]):
    """What a game knows of this; a game derives its own. By itself, it cannot tell anything."""

    hint_seconds = 0.3
    """How long a hint takes: it learns, if the game does, and plays on."""
    quick = 6000
    """How many times the seats play on for a first look at a game, all its steps together."""
    hides = False
    """Whether moves show what was hidden, so that they change others' chances without a mistake."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def candidates(self, view: V, moves: Sequence[Move]) -> Sequence[Move]:  # noqa: ARG002 - a game overrides it
        """Return the moves that may be the best, the most promising first. Empty: the game cannot tell."""
        return ()

    def expected(self, view: V, moves: Sequence[Move]) -> Mapping[Move, float]:  # noqa: ARG002 - as above
        """Return what moves bring by what the game has learned; only differences count. Empty: nothing."""
        return {}

    def imagine(self, view: V, rng: Random) -> S:
        """Return a position that the seat cannot tell from the real one, as likely as it is."""
        return cast("S", self.game.imagine(view, rng))

    def trial(self, view: V, moves: Sequence[Move], think: int) -> Trial:  # noqa: ARG002 - as above
        """Return how the moves that may be the best are played on, in chances; none: the game cannot tell.

        `think` is how many times that will be done; 0: as often as there is time for.
        """

        def imagine(rng: Random) -> tuple[S, int]:
            course = rng.getrandbits(64)
            return self.imagine(view, rng), course

        def play_out(move: Move, world: tuple[S, int]) -> float:
            state, course = world[0].copy(), Random(world[1])
            state.apply(view.seat, move)
            return (shares_of(state) if state.result else self.play_out(state, course))[view.seat]

        return Trial(dict.fromkeys(self.candidates(view, moves), 0.0), imagine, play_out)

    def play_out(self, state: S, rng: Random) -> Shares:  # noqa: ARG002 - as above
        """Play a position on to the end by a quick rule, which may change it, and return who wins."""
        return (1 / state.seats,) * state.seats if state.seats > 1 else (0.0,)

    def reasons(self, view: V, move: Move, other: Move | None = None) -> Sequence[Sentence]:  # noqa: ARG002
        """Say why a move is good, in true sentences; better than which `other` one, if that is known."""
        return []

    def sees_end(self, view: V) -> bool:  # noqa: ARG002 - as above
        """Whether the seat may be able to work out what its moves bring, whatever is hidden from it."""
        return False

    def worked_out(self, view: V, moves: Sequence[Move]) -> dict[Move, float]:  # noqa: ARG002 - as above
        """Return the chance to win after each of these moves, where the game can work it out by itself."""
        return {}

    def decided(self, state: S) -> Shares | None:  # noqa: ARG002 - as above
        """Return who gets which part of the win if nobody can change that, though the game is not over."""
        return None

    def closing(self, state: S) -> Sequence[Move] | None:  # noqa: ARG002 - as above
        """Return the moves to look at in a position that can be worked out, the best one among them.

        Where it is chance's turn, these are all outcomes. None: the position is open.
        """
        return None


def by_chance(state: State, rng: Random) -> Move:
    """Return what chance brings next."""
    outcomes = state.outcomes()
    return rng.choices([*outcomes], [*outcomes.values()])[0]


T = TypeVar("T")


def shuffled(counts: Iterable[tuple[T, int]], most: int, rng: Random) -> list[T]:
    """Return items in an order by chance, of each as many as `counts` says, `most` at most.

    Where one is missing, the others come in the same order: what is to come differs little between positions
    that differ little, and so do their chances.
    """
    drawn = ((rng.random(), item, number < left) for item, left in counts for number in range(most))
    return [item for _, item, is_there in sorted(drawn, key=itemgetter(0)) if is_there]


def begun(state: State, rng: Random, stages: Sequence[str]) -> None:
    """Let chance move, and everyone make their safe moves, as long as the game is at one of these stages."""
    while state.active and state.stage in stages:  # type: ignore[attr-defined]
        seat = min(state.active)
        state.apply(seat, by_chance(state, rng) if seat == CHANCE else state.fallback(seat))


def shares_of(state: State) -> Shares:
    """Return which part of the win each seat got in a game that is over; its points if it played alone."""
    assert state.result is not None  # noqa: S101 - it is over
    winners, scores = state.result.winners, state.result.scores
    if len(scores) == 1:
        return (float(scores[0]),)
    return tuple((seat in winners) / len(winners) for seat in range(len(scores)))


@cache
def worth_of(game: str) -> Worth[Any, Any]:
    """Return what a game knows of chances to win."""
    pack = PACKS[game]
    worth: type[Worth[Any, Any]] = pack.part(pack.worth) if pack.worth else Worth
    return worth(GAMES[game])
