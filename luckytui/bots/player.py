"""What a bot is: it sees a view and the moves, like a person, and chooses."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any

from luckytui.games.interface import Move


class Bot(ABC):
    """A player, with its own source of chance. It may remember what it saw, but is never shown a state."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    @abstractmethod
    def choose(self, view: Any, moves: Sequence[Move]) -> Move:
        """Return one of the moves (at least one is given) for a view of this bot's game, within 50 ms."""


class RandomBot(Bot):
    """Plays any move: the floor that the others are measured against."""

    def choose(self, view: Any, moves: Sequence[Move]) -> Move:  # noqa: ARG002 - it does not look
        return self._rng.choice(moves)
