"""What the bots of a game weigh moves with: data, found again by `python -m benchmarks.tune GAME`."""

from typing import TypeVar

from msgspec import convert

from luckytui.games import data

Weights = TypeVar("Weights")


def weights_of(game: str, kind: type[Weights]) -> Weights:
    """Return a game's weights, typed. Raises msgspec.ValidationError if one is missing or of another type."""
    return convert(data(game, "weights.toml")["bots"], kind)
