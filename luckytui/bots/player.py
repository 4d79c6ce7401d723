"""What a bot is: it sees a view and the moves, like a person, and chooses."""

from collections.abc import Sequence
from random import Random
from typing import Protocol

from luckytui.games.interface import Move, View


class Bot(Protocol):
    """A player. It may remember what it has seen, but it is never shown a state."""

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return one of the moves (at least one is given), within 50 ms."""


class RandomBot:
    """Plays any move: the floor that the others are measured against."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View, moves: Sequence[Move]) -> Move:  # noqa: ARG002 - it does not look
        """Return any of the moves."""
        return self._rng.choice(moves)
