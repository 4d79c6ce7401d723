"""What the keys promise: Enter does what the prompt says, and the prompt always says it."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from luckytui.games.interface import Move
from luckytui.shown.game import shown_of
from luckytui.shown.model import Model
from luckytui.shown.words import with_why
from luckytui.table.views import MatchView
from screenshots import scenes

SEATS = {"lucky-numbers": 3, "lucky-jack": 4, "lucky-box": 2, "lucky-squares": 4}
VIEWS, APART = 12, 5
"""In how many views of a game Enter is tried, and how far they are apart."""


@cache
def asked(game: str) -> list[Model[Any]]:
    """Return the models of a game in which the first player is asked something."""
    views: list[MatchView] = []

    def note(view: MatchView) -> bool:
        views.append(view)
        return len(views) > 4 * VIEWS * APART or scenes.over(view)

    scene = scenes.game(game, SEATS[game], note, whole=True)
    some = [view for view in views if view.prompt][::APART][:VIEWS]
    models = (shown_of(game).model(scenes.replace(scene, match=view)) for view in some)
    return [model.settled(asked_again=True) for model in models]


def under_way(model: Model[Any]) -> Iterator[Model[Any]]:
    """Yield the model with the cursor at every place, and once the first part of a move is named as well."""
    for place in (model.at, *model.places):
        here = model.going_to(place)
        yield here
        step = here.does("act")
        if step is not None and not isinstance(step, Move):
            yield from (step.going_to(each) for each in (step.at, *step.places))


@pytest.mark.parametrize("game", SEATS)
def test_the_prompt_says_what_enter_does_whenever_it_does_something(game: str) -> None:
    prompt = shown_of(game).words.prompt
    models = (each for model in asked(game) for each in under_way(model))
    said = {(with_why(prompt(each), each), each.does("act") is not None) for each in models}
    assert len(said) > 10
    assert [text for text, does in said if ("Enter: " in text) != does] == []


@pytest.mark.parametrize("game", SEATS)
def test_the_cursor_begins_where_enter_does_something(game: str) -> None:
    assert all(model.does("act") is not None for model in asked(game))
