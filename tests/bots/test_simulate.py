"""Bots among themselves: the same arguments give the same record, byte for byte, wherever they play."""

import os
import subprocess
import sys

import pytest

from luckytui.games import GAMES
from luckytui.games.interface import Game, Started
from luckytui.simulate import play, simulate
from luckytui.table import record

ELSEWHERE = """
import sys
from luckytui.games import GAMES
from luckytui.simulate import simulate

for game in GAMES.values():
    for text in simulate(game, game.options(), game.seats[-1], ["normal", "easy", "random"], 1, "seed"):
        sys.stdout.buffer.write(text)
"""


@pytest.fixture(params=GAMES.values(), ids=lambda game: game.key)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param


def test_another_process_makes_the_same_records() -> None:
    made = [
        subprocess.run(
            [sys.executable, "-c", ELSEWHERE],
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in (1, 2)
    ]
    assert made[0] == made[1]
    assert [told.game.key for told in record.read(made[0])] == [*GAMES]


def test_several_games_are_several_records_that_follow_the_rules(game: Game) -> None:
    seats = game.seats[0]
    text = b"".join(simulate(game, game.options(), seats, ["easy"], 3, "seed"))
    records = list(record.read(text))
    assert [told.started.seed for told in records] == ["seed", "seed/2", "seed/3"]
    for told in records:
        *_, last = record.positions(told)
        assert last.state.result is not None


def test_a_game_can_be_played_again_from_its_start_alone(game: Game) -> None:
    *_, last = simulate(game, game.options(), game.seats[0], ["easy", "random"], 2, "seed")
    (told,) = record.read(last)
    started: Started = told.started
    levels = [name.split()[0] for name in started.names]
    assert started.seed
    assert record.write(play(told.game, told.options, levels, started.seed).record) == last


def test_where_there_are_fewer_levels_than_seats_they_repeat_in_turn() -> None:
    game = GAMES["lucky-numbers"]
    (text,) = simulate(game, game.options(), 4, ["easy", "random", "easy"], 1, "seed")
    (told,) = record.read(text)
    assert told.started.names == ("easy 1", "random 2", "easy 3", "easy 4")
