"""What a bot is: it sees a view and the moves, like a person, and chooses, by weights that are data."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from msgspec import convert

from luckytui.games import data
from luckytui.games.interface import Move

log = logging.getLogger(__name__)

Weights = TypeVar("Weights")


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


def weights_of(game: str, kind: type[Weights]) -> Weights:
    """Return what a game's bots weigh moves with, typed; `python -m benchmarks.tune GAME` finds it again.

    Raises msgspec.ValidationError if a weight is missing or of another type.
    """
    return convert(data(game, "weights.toml")["bots"], kind)


def chosen(who: str, choose: Callable[[], Move], moves: Sequence[Move]) -> Move | None:
    """Return a bot's move; None if it fails or does what it may not, which the log then says."""
    try:
        move = choose()
    except Exception:
        log.exception("A bot failed: %s", who)
        return None
    if move in moves:
        return move
    log.error("A bot may not do that: %s, %s", who, move)
    return None
