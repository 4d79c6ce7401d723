"""A hint is what the judge finds best, with a reason, in every game and at every decision."""

from random import Random

import pytest

from luckytui.bots.judge import advise, judged
from luckytui.games import GAMES
from luckytui.games.interface import CHANCE


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_the_best_move_of_the_judge_with_a_reason(game: str) -> None:
    rng, reasons = Random(game), set()
    for _ in range(2):
        state = GAMES[game].new(3, GAMES[game].options())
        for _ in range(60):
            if not state.active:
                break
            seat = min(state.active)
            moves = state.moves(seat)
            move = rng.choice(moves)
            if seat != CHANCE and rng.random() < 0.5:
                view = state.view(seat)
                advice = advise(game, view, moves, think=4)
                found = judged(game, view, moves, think=4)
                assert found
                assert all(0 <= chance <= 1 for chance in found.chances.values())
                if not found.mixed:
                    assert advice.move == found.best
                assert all(str(reason).endswith(".") for reason in advice.reasons)
                reasons.update(reason.template for reason in advice.reasons)
                move = advice.move
            state.apply(seat, move)
    assert len(reasons) > 2
