"""Bots that think: how they spread their time, and that no table waits for them in its loop."""

import os
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import partial
from itertools import count
from random import Random
from typing import Any

import pytest

from luckytui.bots import ALL_LEVELS, LEVELS, kind_of, make, thinking
from luckytui.bots.player import Bot
from luckytui.bots.search import SECONDS, ThinkingBot, Trial
from luckytui.games import GAMES
from luckytui.games.interface import Game, Move
from luckytui.games.lucky_numbers.rules import Discard, Draw, Lay
from luckytui.lab.simulate import play
from luckytui.shown import hints
from luckytui.table.requests import SeatBot
from luckytui.table.views import MatchView
from luckytui.testing.plays import plays, some
from tests.games.test_lucky_numbers import EXAMPLE_A, holding
from tests.table.evening import ADA, CLEO, Evening

ADVICE = hints.advice
"""The real one: tests ask no other process for hints otherwise."""

THINKERS = [(key, level) for key in GAMES for level in LEVELS if issubclass(kind_of(key, level), ThinkingBot)]


class Hangs(Bot):
    """Never answers."""

    def choose(self, view: Any, moves: Sequence[Move]) -> Move:
        while True:
            pass


@pytest.fixture(params=GAMES.values(), ids=lambda game: game.key)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param


@pytest.mark.parametrize("level", ALL_LEVELS)
def test_the_same_view_and_seed_give_the_same_choice_whatever_is_hidden(game: Game, level: str) -> None:
    """In each stage of each game, for each level."""
    by_stage = defaultdict(list)
    for played in plays(game, 2):
        for step in played.decisions:
            by_stage[step.before.view(step.seat).stage].append(step)
    for steps in by_stage.values():
        for step in some(steps, 4):
            view = step.before.view(step.seat)
            twins = [game.imagine(view, Random(world)) for world in range(2)]
            chosen = [
                make(game.key, level, Random(7), think=4).choose(twin.view(step.seat), twin.moves(step.seat))
                for twin in twins
            ]
            assert chosen[0] == chosen[1]
            assert chosen[0] in step.before.moves(step.seat)


@pytest.mark.parametrize(("game_key", "level"), THINKERS)
def test_a_game_with_a_number_of_iterations_can_be_repeated(game_key: str, level: str) -> None:
    game = GAMES[game_key]
    bots = [level, "easy", "easy"][: max(2, game.seats[0])]
    once, again = (play(game, game.options(), bots, "seed", think=1) for _ in range(2))
    assert once.record.steps == again.record.steps


class Thinker(ThinkingBot):
    """Thinks about moves in worlds that are numbers."""

    def choose(self, view: Any, moves: Sequence[Move]) -> Move:
        raise NotImplementedError

    def weighs(self, expected: Mapping[Move, float], play_out: Callable[[Move, int], float]) -> Move:
        worlds = count()
        return self.best_of(Trial(expected, lambda _rng: next(worlds), play_out))


def test_the_better_half_stays_and_all_are_tried_in_the_same_worlds() -> None:
    tried: list[tuple[Move, int]] = []
    worths: dict[Move, float] = {Draw(): 1.0, Discard(): 2.0, Lay((0, 0)): 3.0, Lay((1, 1)): 0.0}

    def play_out(move: Move, world: int) -> float:
        tried.append((move, world))
        return worths[move] + Random(world).random()

    assert Thinker(Random(1), think=16).weighs(dict.fromkeys(worths, 0.0), play_out) == Lay((0, 0))
    assert len(tried) == 16
    assert {move for move, world in tried if world == 0} == set(worths)
    assert {move for move, world in tried if world == 5} == {Lay((0, 0)), Discard()}


def test_what_was_expected_counts_as_long_as_little_is_known() -> None:
    def play_out(move: Move, _world: int) -> float:
        return float(move == Draw())

    expected: dict[Move, float] = {Draw(): 0.0, Discard(): 1.0}
    assert Thinker(Random(1), think=8).weighs(expected, play_out) == Discard()
    assert Thinker(Random(1), think=80).weighs(expected, play_out) == Draw()


def test_a_single_move_takes_no_thought() -> None:
    def play_out(_move: Move, _world: int) -> float:
        pytest.fail("it is played out")

    assert Thinker(Random(1), think=100).weighs({Draw(): 0.0}, play_out) == Draw()


def test_without_a_number_of_iterations_time_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(10_000))
    monkeypatch.setattr("luckytui.bots.search.monotonic", lambda: next(now) / 100)
    tried: list[Move] = []
    Thinker(Random(1)).weighs({Draw(): 0.0, Discard(): 0.0}, lambda move, _: tried.append(move) or 0.0)
    assert 150 < len(tried) < 200


def test_a_process_of_its_own_thinks_also_after_another_was_killed() -> None:
    state = holding(13, EXAMPLE_A, EXAMPLE_A)
    try:
        with pytest.raises(BrokenExecutor):
            thinking.submit(os._exit, 1).result(60)
        move = thinking.think("lucky-numbers", "normal", "seed", state.view(0), state.moves(0)).result(60)
    finally:
        thinking.pool().shutdown()
        thinking.pool.cache_clear()
    assert move in state.moves(0)


def test_a_bot_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MOST_SECONDS", 0.05)
    state = holding(13, EXAMPLE_A, EXAMPLE_A)
    with pytest.raises(TimeoutError):
        thinking._choose(
            "lucky-numbers", "tests.bots.test_thinking:Hangs", "s", state.view(0), state.moves(0)
        )


class Later(Executor):
    """Keeps what is asked of it until the test lets it be done."""

    def __init__(self) -> None:
        self.asked: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, job: Callable[..., Any], /, *parts: Any, **more: Any) -> Future[Any]:
        self.asked.append((Future(), partial(job, *parts, **more)))
        return self.asked[-1][0]

    def do(self) -> None:
        """Do all that was asked."""
        for future, job in self.asked:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(job())
                except ValueError as error:
                    future.set_exception(error)
        self.asked.clear()


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Later:
    later = Later()
    monkeypatch.setattr(thinking, "pool", lambda: later)
    monkeypatch.setattr(thinking, "make", lambda game, _level, rng, **_: make(game, "easy", rng))
    return later


def test_a_table_goes_on_while_a_bot_thinks(pool: Later) -> None:
    evening = Evening.playing("hard", "normal", "Cleo", owner=CLEO)
    while evening.whose_turn != 0:
        evening.time.let_pass(1)
        if evening.whose_turn == CLEO:
            evening.move()
    evening.time.let_pass(60)
    assert len(pool.asked) == 1, "it is asked once"
    assert evening.whose_turn == 0, "and its turn lasts"
    happened = evening.shown(CLEO).happened
    pool.do()
    evening.time.let_pass(0.1)
    assert evening.shown(CLEO).happened > happened or len(pool.asked) == 1


def test_a_bot_that_fails_while_it_thinks_makes_the_safe_move(
    pool: Later, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> Bot:
        raise ValueError("it cannot play")

    monkeypatch.setattr(thinking, "make", fail)
    evening = Evening.playing("hard", "hard", owner=None)
    while not evening.records:
        evening.time.let_pass(1)
        pool.do()
    assert "A bot failed: hard at seat 0 of lucky-numbers" in caplog.messages


def test_a_thought_is_given_up_when_the_player_is_back(pool: Later) -> None:
    evening = Evening.playing("Ada", "Bea")
    while evening.whose_turn != 1:
        evening.move()
    evening.table.lost(1)
    evening.table.request(ADA, SeatBot(1, "hard"))
    evening.time.let_pass(2)
    ((thought, _),) = pool.asked
    evening.table.returned(1)
    assert thought.cancelled()


def test_bots_that_think_at_once_share_the_time(monkeypatch: pytest.MonkeyPatch, pool: Later) -> None:
    """Four are asked at once, and there are two processes: all have finished after a second."""
    given: list[float] = []
    monkeypatch.setattr(thinking, "workers", lambda: 2)
    monkeypatch.setattr(
        thinking,
        "make",
        lambda *_, seconds: given.append(seconds) or make("lucky-numbers", "easy", Random(1)),
    )
    evening = Evening.playing("hard", "hard", "hard", "hard", owner=None, setup="free")
    evening.time.let_pass(1)
    pool.do()
    assert given == [pytest.approx(SECONDS / 2)] * 4


def test_only_bots_that_think_are_sent_there() -> None:
    assert thinking.thinks("lucky-numbers", "hard")
    assert not thinking.thinks("lucky-numbers", "normal")
    assert not thinking.thinks("lucky-numbers", "random")


async def test_no_hint_is_said_where_the_process_that_thinks_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = Future[object]()
    failed.set_exception(BrokenExecutor("no memory"))
    monkeypatch.setattr(thinking, "submit", lambda *_: failed)
    state = GAMES["lucky-squares"].new(3, GAMES["lucky-squares"].options())
    match = MatchView(names=("A", "B", "C"), view=state.view(0), prompt=1, moves=())
    assert await ADVICE("lucky-squares", match) is None
