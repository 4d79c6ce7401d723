"""The weights of the bots: typed data, and the script that finds them again."""

from unittest.mock import patch

import msgspec
import pytest

from benchmarks import tune
from luckytui.bots import kind_of
from luckytui.bots.player import weights_of
from luckytui.games import GAMES, data
from luckytui.games.lucky_jack import bots as lucky_jack
from luckytui.lab.arena import BotScore
from luckytui.lab.simulate import Series


def test_a_weight_that_is_missing_or_of_another_type_is_refused() -> None:
    weights = data("lucky-jack", "weights.toml")
    for wrong in ({"near": 4.5}, {"near": "five"}):
        with patch.dict(weights["bots"], wrong), pytest.raises(msgspec.ValidationError):
            weights_of("lucky-jack", lucky_jack.Weights)
    with patch.dict(weights, bots={}), pytest.raises(msgspec.ValidationError):
        weights_of("lucky-jack", lucky_jack.Weights)


def test_every_weight_with_a_decimal_point_can_be_tuned_and_no_other() -> None:
    weights = {"a": 2.0, "b": 3, "c": [1, 0.5], "d": {"x": 4.0}}
    where = [*tune.paths(weights)]
    assert where == [("a",), ("c", 1), ("d", "x")]
    assert tune.scaled(weights, where, [0.0] * 3) == weights
    assert tune.scaled({"a": 2.0, "b": 3}, [("a",)], [1.0])["a"] == pytest.approx(5.43656)


@pytest.mark.parametrize("game", GAMES)
def test_a_candidate_has_its_own_weights_and_leaves_the_present_ones_alone(game: str) -> None:
    present = kind_of(game, "normal")
    weights = data(game, "weights.toml")["bots"]
    where = [*tune.paths(weights)]
    tune.install(game, tune.scaled(weights, where, [0.1] * len(where)))
    candidate = kind_of(game, "candidate:NormalBot")
    assert candidate is not present
    assert kind_of(game, "normal") is present
    assert kind_of(game, "hard") is not kind_of(game, "candidate:HardBot")


def test_weights_without_sense_lose_to_the_present_ones() -> None:
    game = GAMES["lucky-squares"]
    series = Series(game.key, game.options(), 3, ["normal"] * 3, 12, "sense")

    def share(weights: tune.Weights) -> float:
        score: BotScore = tune.played(series, weights)
        return score.share

    weights = data(game.key, "weights.toml")["bots"]
    assert share(weights) == pytest.approx(1 / 3)
    assert share({**weights, "envy": -3.0, "lasting": 3.0}) < 0.2
