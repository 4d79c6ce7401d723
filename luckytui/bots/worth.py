"""What moves and positions are worth: a hint says so for the player, the analysis for everyone afterwards."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from luckytui.bots import USUAL, make
from luckytui.games import PACKS
from luckytui.games.interface import Move, State, View
from luckytui.text import N_, Sentence

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


class Worth(Generic[S, V]):
    """What a game knows of this; a game derives its own. By itself, the chances are even in any position."""

    def worths(self, view: V, moves: Sequence[Move]) -> list[float]:  # noqa: ARG002 - a game overrides it
        """Return what each of these moves is worth by `normal`'s measure, in the game's own unit.

        Empty: the game cannot tell.
        """
        return []

    def is_mixed(self, moves: Sequence[Move]) -> bool:  # noqa: ARG002 - as above
        """Whether several of these moves are the best, and should be mixed, so that nobody foresees them."""
        return False

    def reason(self, view: V, move: Move) -> Sentence:  # noqa: ARG002 - as above
        """Say why a move is good."""
        return Sentence(N_("A bot would do this."))

    def strengths(self, state: S) -> Sequence[float]:
        """Return how strong each seat is: the exponentials say how the win is shared.

        In a game for one player it is how many points to expect.
        """
        return [0.0] * state.seats

    def strength_after(self, view: V, worth: float) -> float:  # noqa: ARG002 - as above
        """Return how strong the seat of a view is if its move has this worth."""
        return 0.0


@cache
def worth_of(game: str) -> Worth[Any, Any]:
    """Return what a game knows of worth."""
    pack = PACKS[game]
    worth: type[Worth[Any, Any]] = pack.part(pack.worth) if pack.worth else Worth
    return worth()


class Advice(NamedTuple):
    """What to do, and why."""

    move: Move
    reason: Sentence


def advise(game: str, view: Any, moves: Sequence[Move], worths: Sequence[float] = ()) -> Advice:
    """Return what the best bot would do of these moves (at least one), as the player sees the game.

    `worths` is what they are worth, if that is known.
    """
    worth = worth_of(game)
    known = [] if worth.is_mixed(moves) else worths or worth.worths(view, moves)
    move = moves[known.index(max(known))] if known else make(game, USUAL, Random(0)).choose(view, moves)
    return Advice(move, worth.reason(view, move))
