"""What the bots weigh moves with: data (weights.toml), found again by `python -m benchmarks.tune GAME`."""

import tomllib
from importlib.resources import files
from typing import Any, TypeVar

from msgspec import convert

Weights = TypeVar("Weights")

WEIGHTS: dict[str, dict[str, Any]] = tomllib.loads(
    files(__package__).joinpath("weights.toml").read_text(encoding="utf-8")
)
"""The weights of each game, by their names."""


def weights_of(game: str, kind: type[Weights]) -> Weights:
    """Return a game's weights, typed. Raises msgspec.ValidationError if one is missing or of another type."""
    return convert(WEIGHTS[game], kind)
