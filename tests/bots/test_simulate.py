"""Bots among themselves: the same arguments give the same record, byte for byte, wherever they play."""

import os
import subprocess
import sys

import pytest

from luckytui.games import GAMES
from luckytui.games.interface import Game, Started
from luckytui.lab.simulate import Series, play, simulate
from luckytui.table import record

ELSEWHERE = """
import sys
from tests.bots.test_simulate import one_of_each

sys.stdout.buffer.write(one_of_each())
"""


def one_of_each() -> bytes:
    """Return the record of a game of each kind."""
    levels = ["normal", "easy", "random"]
    seats = {game.key: max(3, game.seats[0]) for game in GAMES.values()}
    games = (
        simulate(Series(game.key, game.options(), seats[game.key], levels, 1, "seed"))
        for game in GAMES.values()
    )
    return b"".join(text for records in games for text in records)


@pytest.fixture(params=GAMES.values(), ids=lambda game: game.key)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param


def test_another_process_makes_the_same_records() -> None:
    """Each process has another seed for its hashes."""
    made = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        env={**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": "."},
        capture_output=True,
        check=True,
    ).stdout
    assert made == one_of_each()
    assert [told.game.key for told in record.read(made)] == [*GAMES]


def test_a_game_can_be_played_again_from_its_start_alone(game: Game) -> None:
    *_, last = simulate(Series(game.key, game.options(), game.seats[0], ["easy", "random"], 2, "seed"))
    (told,) = record.read(last)
    started: Started = told.started
    levels = [name.split()[0] for name in started.names]
    assert started.seed
    assert record.write(play(told.game, told.options, levels, started.seed).record) == last
