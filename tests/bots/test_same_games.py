"""A seed gives the same games on every Python version, and what bots remember between games is bounded."""

import hashlib
import pkgutil
from importlib import import_module

import msgspec
import pytest

from luckytui import bots
from luckytui.games import GAMES, PACKS
from luckytui.lab.simulate import play

PLAYED = {
    "lucky-numbers": "845247149557",
    "lucky-jack": "5d72ba0c0144",
    "lucky-box": "43a037e5ca1f",
    "lucky-squares": "68e7814d7f37",
}
"""The first digits of a sum over the moves of a game. They change with the bots, and with nothing else."""


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_gives_the_same_game_on_every_python(game: str) -> None:
    match = play(GAMES[game], GAMES[game].options(), ["hard", "normal", "easy"], "golden", think=6)
    moves = msgspec.json.encode([step.move for step in match.record.steps])
    assert hashlib.sha256(moves).hexdigest()[:12] == PLAYED[game]


def test_what_bots_remember_is_bounded() -> None:
    few = {"_plans", "_places", "table", "layers", "pool", "worth_of", "data"}  # by a color or a game; tables
    shared = [f"luckytui.bots.{module.name}" for module in pkgutil.iter_modules(bots.__path__)]
    own = [f"{pack.package}.{part}" for pack in PACKS.values() for part in ("bots", "hard", "worth")]
    for module in (*shared, *own, "luckytui.games.lucky_jack.hands", "luckytui.games.lucky_jack.network"):
        for name, function in vars(import_module(module)).items():
            if hasattr(function, "cache_info") and name not in few:
                assert function.cache_info().maxsize, f"{module}.{name}"
