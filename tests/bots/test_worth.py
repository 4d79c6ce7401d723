"""A hint is what the best bot would do, with a reason, in every game and at every decision."""

from random import Random

import pytest

from luckytui.bots import USUAL, make
from luckytui.bots.worth import advise, worth_of
from luckytui.games import GAMES
from luckytui.games.interface import CHANCE


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_the_best_bots_choice_with_a_reason(game: str) -> None:
    rng, reasons = Random(game), set()
    for _ in range(3):
        state = GAMES[game].new(3, GAMES[game].options())
        for _ in range(120):
            if not state.active:
                break
            seat = min(state.active)
            moves = state.moves(seat)
            move = rng.choice(moves)
            if seat != CHANCE and rng.random() < 0.5:
                view = state.view(seat)
                advice = advise(game, view, moves)
                worths = dict(zip(moves, worth_of(game).worths(view, moves), strict=True))
                bots_choice = make(game, USUAL, Random(0)).choose(view, moves)
                assert worths[advice.move] == worths[bots_choice] == max(worths.values())
                assert str(advice.reason).endswith(".")
                reasons.add(advice.reason.template)
                move = advice.move
            state.apply(seat, move)
    assert len(reasons) > 2
