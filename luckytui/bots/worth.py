"""What moves and positions are worth: a hint says so for the player, the analysis for everyone afterwards."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from luckytui.games import PACKS
from luckytui.games.interface import Move, State, View
from luckytui.text import N_, Sentence

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


class Trial(NamedTuple):
    """How moves are played on."""

    expected: Mapping[Move, float]
    """What each move that is played on is expected to bring."""
    imagine: Callable[[Random], Any]
    """Returns a world: all that is hidden, as it may be."""
    play_out: Callable[[Move, Any], float]
    """Returns what a move brings in a world, which it leaves as it is."""
    in_chances: bool = False
    """Whether a move brings a chance to win; else points."""


class Worth(Generic[S, V]):
    """What a game knows of this; a game derives its own. By itself, the chances are even in any position."""

    def worths(self, view: V, moves: Sequence[Move]) -> list[float]:  # noqa: ARG002 - a game overrides it
        """Return what each of these moves is worth by `normal`'s measure, in the game's own unit.

        Empty: the game cannot tell.
        """
        return []

    def mixed(self, view: V, moves: Sequence[Move]) -> list[float]:  # noqa: ARG002 - as above
        """Return how often to make each move where nobody should foresee it; else nothing."""
        return []

    def trial(self, view: V, moves: Sequence[Move]) -> Trial | None:  # noqa: ARG002 - as above
        """Return how `hard` plays moves on, if it does."""
        return None

    def corrected(
        self,
        view: V,  # noqa: ARG002 - as above
        moves: Sequence[Move],  # noqa: ARG002 - as above
        found: list[float],
    ) -> list[float]:
        """Return chances after each move as the game's strongest evaluator corrects them."""
        return found

    def reason(self, view: V, move: Move) -> Sentence:  # noqa: ARG002 - as above
        """Say why a move is good."""
        return Sentence(N_("A bot would do this."))

    def sees_end(self, view: V) -> bool:  # noqa: ARG002 - as above
        """Whether the seat may be able to work out what its moves bring, whatever is hidden from it."""
        return False

    def closing(self, state: S) -> Sequence[Move] | None:  # noqa: ARG002 - as above
        """Return the moves to look at in a position that can be worked out, the best one among them.

        Where it is chance's turn, these are all outcomes. None: the position is open.
        """
        return None

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
