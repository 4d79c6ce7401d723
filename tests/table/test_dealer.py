"""The dealer: fair, the same for the same seed for ever, and for each occasion on its own."""

from collections import Counter
from collections.abc import Mapping

import pytest

from luckytui.games.interface import Move
from luckytui.games.lucky_numbers import TILES, TurnOver
from luckytui.table import dealer
from luckytui.table.dealer import Dealer

FULL = {TurnOver(tile): 2 for tile in TILES}


def draws(seed: str, outcomes: Mapping[Move, int], number: int, occasion: str = "stack") -> list[Move]:
    dealing = Dealer(seed)
    return [dealing.draw(occasion, outcomes) for _ in range(number)]


def test_what_a_seed_draws_never_changes() -> None:
    drawn = draws("lucky", FULL, 12)
    assert [move.tile for move in drawn] == [14, 9, 16, 18, 1, 15, 12, 3, 15, 1, 15, 12]  # type: ignore[attr-defined]


def test_another_seed_draws_otherwise() -> None:
    assert draws("lucky", FULL, 12) != draws("unlucky", FULL, 12)


def test_another_occasion_draws_otherwise() -> None:
    assert draws("lucky", FULL, 12) != draws("lucky", FULL, 12, "dice")


def test_a_draw_does_not_depend_on_what_was_drawn_before() -> None:
    one, other = Dealer("lucky"), Dealer("lucky")
    one.draw("stack", FULL)
    other.draw("stack", {TurnOver(1): 1, TurnOver(2): 5})
    assert one.draw("stack", FULL) == other.draw("stack", FULL)


def test_a_draw_does_not_depend_on_what_is_drawn_on_other_occasions() -> None:
    one, other = Dealer("lucky"), Dealer("lucky")
    for _ in range(5):
        one.draw("dice", FULL)
    assert [one.draw("stack", FULL) for _ in range(5)] == [other.draw("stack", FULL) for _ in range(5)]


def test_each_outcome_is_as_likely_as_its_weight_says() -> None:
    weights = {TurnOver(1): 1, TurnOver(2): 2, TurnOver(3): 3}
    drawn = Counter(draws("fair", weights, 6000))
    surprise = sum((drawn[move] - 1000 * weight) ** 2 / (1000 * weight) for move, weight in weights.items())
    assert surprise < 13.8, "chi-square with 2 degrees of freedom: beyond this once in a thousand seeds"


def test_a_number_that_would_favour_some_outcomes_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """2²⁵⁶ is one more than a multiple of 3: the last number there is would be one too many for the first."""
    numbers = iter([b"\xff" * 32, bytes(31) + b"\x01"])
    monkeypatch.setattr(dealer.hmac, "digest", lambda *_: next(numbers))
    assert Dealer("any").draw("any", {TurnOver(1): 1, TurnOver(2): 1, TurnOver(3): 1}) == TurnOver(2)
    assert next(numbers, None) is None
