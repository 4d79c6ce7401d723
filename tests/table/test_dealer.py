"""The dealer: fair, the same for the same seed for ever, and for each occasion on its own."""

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, Game, Move
from luckytui.games.lucky_numbers.rules import TILES, TurnOver
from luckytui.lab.simulate import play
from luckytui.table import dealer
from luckytui.table.dealer import Dealer

FULL = {TurnOver(tile): 2 for tile in TILES}


def draws(seed: str, outcomes: Mapping[Move, int], number: int, occasion: str = "stack") -> list[Move]:
    dealing = Dealer(seed)
    return [dealing.draw(occasion, outcomes) for _ in range(number)]


def test_what_a_seed_draws_never_changes() -> None:
    drawn = draws("lucky", FULL, 12)
    assert [move.tile for move in drawn] == [14, 9, 16, 18, 1, 15, 12, 3, 15, 1, 15, 12]  # type: ignore[attr-defined]


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


PAGE = (Path(__file__).parents[2] / "docs" / "fair-play.md").read_text(encoding="utf-8")


def by_the_page(key: bytes, occasion: str, count: int, weights: Sequence[int]) -> int:
    """Which of the outcomes it is, in no words but those of the page."""
    total = sum(weights)
    for attempt in range(100):
        text = f"{occasion}#{count}#{attempt}".encode()
        number = int.from_bytes(hmac.new(key, text, hashlib.sha256).digest(), "big")
        if number < 2**256 // total * total:
            break
    ticket = number % total
    return next(place for place in range(len(weights)) if ticket < sum(weights[: place + 1]))


def test_the_example_of_the_page() -> None:
    seed, occasion = re.findall(r"`([^`]*)`", PAGE.partition("For example, the seed")[2])[:2]
    told = re.findall(r"\d", PAGE.partition("counted from 0: ")[2].partition("\n")[0])
    drawn = [by_the_page(bytes.fromhex(seed), occasion, count, [1] * 6) for count in range(1, len(told) + 1)]
    assert drawn == [int(digit) for digit in told]
    assert len(told) > 5


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_draw_follows_the_rule_of_the_page_on_an_occasion_that_it_names(game: Game) -> None:
    """Two seeds: one that is a key in itself, and one that is hashed."""
    named = re.findall(r"`([^`]*)`", "".join(re.findall(rf"\| {game.key} \|(?:.*\n\| \|)*.*", PAGE)))
    patterns = [re.sub(r"\b[NKS]\b", r"\\d+", name) for name in named]
    options = {"lucky-squares": {"ghost": True}}.get(game.key, {})
    for seed, key in [("ab" * 16, b"\xab" * 16), ("text", hashlib.sha256(b"text").digest()[:16])]:
        record = play(game, game.options(**options), ["random"] * 3, seed).record
        state, counts = game.new(3, record.options), Counter[str]()
        for step in record.steps:
            if step.seat == CHANCE:
                occasion, outcomes = state.occasion(), state.outcomes()
                assert any(re.fullmatch(pattern, occasion) for pattern in patterns), occasion
                counts[occasion] += 1
                place = by_the_page(key, occasion, counts[occasion], [*outcomes.values()])
                assert [*outcomes][place] == step.move
            state.apply(step.seat, step.move)
