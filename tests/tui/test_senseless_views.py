"""Views of the right types that make no sense: they are refused where they come in, or can be shown."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from textual.geometry import Size

from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, SPECTATOR, Game, TurnBegan
from luckytui.shown import words
from luckytui.shown.game import shown_of
from luckytui.shown.scores import score_of
from luckytui.table.payloads import Malformed, decode_table_view, encode
from luckytui.table.views import MatchView, TableView, around
from luckytui.testing.plays import plays
from luckytui.tui.boards import BOARDS
from luckytui.tui.canvas import Canvas

SPOILT = 50
"""How many views of each game are spoilt."""

Tree = Any
"""What a payload holds: dictionaries, lists, texts, numbers."""


def views(game: Game, rng: Random) -> Iterator[TableView]:
    """Yield views of a few games from their middle and their end, for players and for one who watches."""
    for played in plays(game, 3):
        steps = [step for step in played.steps if step.seat != CHANCE]
        for step in rng.sample(steps, 10):
            seat = rng.choice([step.seat, SPECTATOR])
            asked = seat != SPECTATOR
            known = played.steps[: played.steps.index(step)][-30:]
            yield around(
                MatchView(
                    names=tuple(f"Player {number}" for number in range(played.seats)),
                    view=step.before.view(seat),
                    prompt=int(asked),
                    moves=tuple(step.before.moves(seat)) if asked else (),
                ),
                game.key,
                (event.seen_by(seat) for each in known for event in each.events),
            )


def places(tree: Tree) -> Iterator[tuple[Tree, Any]]:
    """Yield every dictionary or list in a tree with each of its keys."""
    for key in range(len(tree)) if isinstance(tree, list) else list(tree):
        yield tree, key
        if isinstance(tree[key], dict | list):
            yield from places(tree[key])


def spoilt(payload: bytes, rng: Random) -> bytes:
    """Return a payload with one value changed, left out or put twice."""
    tree = msgspec.msgpack.decode(payload)
    holder, key = rng.choice([each for each in places(tree) if each[1] != "game"])
    value = holder[key]
    match value:
        case bool() | None:
            holder[key] = rng.choice([True, False, None, 7, "red"])
        case int():
            holder[key] = rng.choice([-3, -2, -1, 0, 1, 5, 13, 99, 2**62, None])
        case str():
            holder[key] = rng.choice(
                ["", "drawn", "claim", "act", "over", "cross", "black", "seven", "x" * 300]
            )
        case list():
            holder[key] = rng.choice([[], value[1:], value[:-1], value * 2, None])
        case dict():
            holder[key] = rng.choice([{}, None])
    if rng.random() < 0.2:
        del holder[key]
    return msgspec.msgpack.encode(tree)


def show_all(view: TableView, before: TableView | None = None) -> None:
    """Look at a view in every way that a person can."""
    board = BOARDS[view.game]
    model = shown_of(view.game).model(view).settled(asked_again=True)
    words.turn(model)
    shown_of(view.game).words.prompt(model)
    for event in model.log:
        shown_of(view.game).words.tell(event, model)
    for section in shown_of(view.game).words.sections(model).values():
        list(section)
    list(shown_of(view.game).words.heard(model, None, model.log))
    assert not model.asked or model.question()
    for command in (each.name for each in board.VERBS):
        model.does(command)
    pictures = [model]
    if before:
        pictures += [each.model for each in model.moments(shown_of(view.game).model(before), model.log)]
    for picture in pictures:
        for size in ((60, 15), (80, 18), (115, 42)):
            board.PICTURE.paint(Canvas(Size(*size)), picture)
    if model.log and words.tag_of(model.log[-1]) == "end":
        score_of(model, model.log, model.log[-1])


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_view_that_makes_no_sense_is_refused_or_can_be_shown(game: Game) -> None:
    rng, refused = Random(game.key), 0
    sound = list(views(game, rng))
    for view in sound:
        assert decode_table_view(encode(view))
    for _ in range(SPOILT):
        view = rng.choice(sound)
        payload = spoilt(encode(view), rng)
        try:
            found = decode_table_view(payload)
        except Malformed:
            refused += 1
            continue
        if found.match:
            show_all(found, view)
    assert SPOILT / 4 < refused < SPOILT


@pytest.mark.parametrize("seat", [2, 99, -3])
def test_a_seat_that_the_table_has_not_is_refused(seat: int) -> None:
    state = GAMES["lucky-numbers"].new(2, GAMES["lucky-numbers"].options())
    match_view = MatchView(names=("Ana", "Ben"), view=state.view(0))
    with pytest.raises(Malformed):
        decode_table_view(encode(around(match_view, "lucky-numbers", [TurnBegan(seat=seat)])))
