"""The rulebook: every position in it is played, so what the pages say is what the rules do."""

from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from luckytui import rulebook
from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, IllegalMove, Move, State
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from tests.catalogues import template

POSITIONS = [
    pytest.param(game, position, id=f"{game}/{part.key}-{number}")
    for game in GAMES
    for part in rulebook.paragraphs(game)
    for number, position in enumerate(part.positions, 1)
]


def seen(state: State, seat: int) -> Any:
    return msgspec.json.decode(msgspec.json.encode(state.view(seat)))


@pytest.mark.parametrize(("game", "position"), POSITIONS)
def test_a_position_is_what_its_seat_sees(game: str, position: rulebook.Position) -> None:
    view = seen(rulebook.begin(game, position), position.seat)
    plain = {name: value for name, value in position.view.items() if "@" not in str(value)}
    assert {name: view[name] for name in plain} == plain


@pytest.mark.parametrize(("game", "position"), POSITIONS)
def test_what_it_calls_legal_is_legal(game: str, position: rulebook.Position) -> None:
    moves = rulebook.begin(game, position).moves(position.seat)
    legal = {rulebook.move(game, position.seat, written) for written in position.legal}
    assert legal <= set(moves)
    assert not position.exactly or legal == set(moves)


@pytest.mark.parametrize(("game", "position"), POSITIONS)
def test_what_it_calls_illegal_is_refused_by_a_paragraph(game: str, position: rulebook.Position) -> None:
    state = rulebook.begin(game, position)
    for written in position.illegal:
        with pytest.raises(IllegalMove) as refused:
            state.apply(position.seat, rulebook.move(game, position.seat, written))
        assert rulebook.of_refusal(game, refused.value.reason), written


@pytest.mark.parametrize(("game", "position"), POSITIONS)
def test_what_is_played_comes_out_as_it_says(game: str, position: rulebook.Position) -> None:
    state = rulebook.begin(game, position)
    for seat, written in position.played:
        state.apply(seat, rulebook.move(game, seat, written))
    view = seen(state, position.seat)
    assert {name: view[name] for name in position.after} == position.after
    assert (state.result.winners if state.result else ()) == position.winners


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_names_its_paragraph(game: str) -> None:
    """Moves of one position are tried in others: what the rules refuse there, a paragraph forbids."""
    rng = Random(game)
    entry = GAMES[game]
    options = [
        entry.options(),
        *(msgspec.convert(part.only, entry.options) for part in rulebook.paragraphs(game)),
    ]
    tried: list[Move] = []
    for seats, chosen in product((entry.seats[1], entry.seats[2]), dict.fromkeys(options)):
        state = entry.new(seats, chosen)
        for _ in range(120):
            if not state.active:
                break
            seat = rng.choice(sorted(state.active))
            for asked in range(seats):
                for move in rng.sample(tried, min(8, len(tried))):
                    if move not in state.moves(asked):
                        with pytest.raises(IllegalMove) as refused:
                            state.apply(asked, move)
                        assert rulebook.of_refusal(game, refused.value.reason), refused.value
            moves = state.moves(seat)
            tried += rng.sample(moves, min(2, len(moves))) if seat != CHANCE else []
            state.apply(seat, rng.choice(moves))


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_in_the_book_is_one_of_the_rules(game: str) -> None:
    known = {text.id for text in template() if any("/games/" in file for file, _line in text.locations)}
    assert {text for part in rulebook.paragraphs(game) for text in part.refusals} <= known


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_has_a_paragraph_whatever_is_played(game: str) -> None:
    entry = GAMES[game]
    for only in ({}, *(part.only for part in rulebook.paragraphs(game))):
        state = entry.new(entry.seats[1], msgspec.convert(only, entry.options))
        rng = Random(game)
        for _ in range(60):
            for seat in sorted(state.active - {CHANCE}):
                assert rulebook.at_decision(game, state.view(seat))
            if state.active:
                seat = min(state.active)
                state.apply(seat, rng.choice(state.moves(seat)))


def test_a_variant_that_is_not_played_is_left_out() -> None:
    options = LuckyNumbersOptions(bruno=True)
    played = {part.key for part in rulebook.paragraphs("lucky-numbers", options)}
    assert "bruno" in played
    assert not played & {"michael", "free", "tournament"}


def test_all_are_credited() -> None:
    names = {"lucky-numbers": "Michael Schacht", "lucky-jack": "Richard Brault and Pascal Thoniel"}
    names |= {"lucky-box": "Phil Walker-Harding", "lucky-squares": "a print-and-play rules sheet"}
    for game, name in names.items():
        assert name in rulebook.credits_of(game)
        assert "independent implementation" in rulebook.credits_of(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_can_be_played_to_its_end(game: str) -> None:
    for scene in rulebook.lesson(game).scenes:
        state = rulebook.begin(game, scene)
        for step in scene.steps:
            state.apply(scene.seat, rulebook.move(game, scene.seat, step.move))
            for seat, move in rulebook.moves_after(game, state, step):
                state.apply(seat, move)
