"""The arena: seats rotated, the same deals to each line-up, and what is said of the games."""

import json
import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from luckytui.bots import make
from luckytui.bots.player import Bot
from luckytui.cli import run
from luckytui.games import GAMES
from luckytui.games.interface import Move
from luckytui.lab import arena, simulate
from luckytui.lab.arena import Played
from luckytui.lab.simulate import Series, play

NUMBERS = GAMES["lucky-numbers"]


class FirstMove(Bot):
    """A bot written elsewhere."""

    def choose(self, view: Any, moves: Sequence[Move]) -> Move:
        return moves[0]


class Broken(Bot):
    """Fails, or answers nonsense, in turn."""

    def choose(self, view: Any, moves: Sequence[Move]) -> Move:
        if self._rng.random() < 0.5:
            raise ValueError("I cannot play")
        return "nonsense"  # type: ignore[return-value]


class Hanging(Bot):
    """Never answers."""

    def choose(self, view: Any, moves: Sequence[Move]) -> Move:
        while True:
            pass


def test_each_deal_is_played_with_the_seats_rotated() -> None:
    def pairings(seats: int, bots: Sequence[str], games: int) -> list[Played]:
        return [*arena.pairings(Series("lucky-numbers", NUMBERS.options(), seats, bots, games, "seed"))]

    assert pairings(3, ["a", "b"], 4) == [
        Played(0, ("a", "b", "a")),
        Played(0, ("b", "a", "a")),
        Played(0, ("a", "a", "b")),
        Played(1, ("a", "b", "a")),
    ]
    assert pairings(4, ["a", "b"], 2) == [Played(0, ("a", "b") * 2), Played(0, ("b", "a") * 2)]
    assert pairings(2, ["a"], 2) == [Played(0, ("a", "a")), Played(1, ("a", "a"))]


def test_a_bot_wins_with_all_its_seats_and_a_shared_win_is_a_part_of_one() -> None:
    games = [Played(0, ("a", "b", "a"), (0, 1)), Played(0, ("b", "a", "a"), (1, 2))]
    a, b = arena.scores(games)
    assert (a.bot, a.games, a.won, a.share, a.even) == ("a", 2, 1.5, 0.75, pytest.approx(2 / 3))
    assert (b.bot, b.games, b.won, b.share, b.even) == ("b", 2, 0.5, 0.25, pytest.approx(1 / 3))
    assert 0 <= a.low <= a.share <= a.high <= 1


def test_games_of_one_deal_that_depend_on_each_other_do_not_make_an_interval_narrow() -> None:
    alike = [Played(deal, ("a", "b"), (deal % 2,)) for deal in range(40) for _ in range(5)]
    apart = [Played(deal, ("a", "b"), (deal % 2,)) for deal in range(200)]
    (wide, _), (narrow, _) = arena.scores(alike), arena.scores(apart)
    assert wide.share == narrow.share == 0.5
    assert wide.high - wide.low > 2 * (narrow.high - narrow.low)


def test_the_line_ups_of_a_deal_get_the_same_tiles() -> None:
    dealt = [
        play(NUMBERS, NUMBERS.options(), bots, "deal").record.events[3:6]
        for bots in (["easy", "random"], ["random", "easy"])
    ]
    assert dealt[0] == dealt[1]


def test_it_is_the_same_on_any_executor() -> None:
    def winners(executor: ThreadPoolExecutor | None) -> list[Played]:
        series = Series("lucky-numbers", NUMBERS.options(), 2, ["easy", "random"], 6, "seed")
        return [*arena.compete(series, executor)]

    with ThreadPoolExecutor(2) as executor:
        assert winners(executor) == winners(None)


def test_a_bot_is_named_by_its_module(capfd: pytest.CaptureFixture[str]) -> None:
    assert isinstance(make("lucky-jack", "tests.test_arena:FirstMove", Random(1)), FirstMove)
    flags = ["--seats=2", "--games=2", "--workers=1", "--seed=s", "--json"]
    assert run(["arena", "lucky-numbers", "--bots", "tests.test_arena:FirstMove,easy", *flags]) == 0
    printed = json.loads(capfd.readouterr().out)
    assert [printed[name] for name in ("game", "seats", "games", "seed")] == ["lucky-numbers", 2, 2, "s"]
    mine, easy = printed["bots"]
    assert list(mine) == ["bot", "games", "won", "share", "low", "high", "even"]
    assert (mine["bot"], mine["games"], mine["even"]) == ("tests.test_arena:FirstMove", 2, 0.5)
    assert mine["won"] + easy["won"] == 2


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("no_such_module:Bot", "The bot no_such_module:Bot cannot be imported"),
        ("json:Bot", "The bot json:Bot cannot be imported"),
        ("json:dumps", "json:dumps is not a bot"),
        ("god", "no bot plays at level “god”"),
    ],
)
def test_a_bot_that_is_not_there(name: str, why: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "lucky-numbers", "--seats=2", f"--bots={name}"]) == 2
    assert why in capfd.readouterr().err


def test_a_bot_that_fails_has_its_fallback_made_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    match = play(NUMBERS, NUMBERS.options(), ["tests.test_arena:Broken", "easy"], "seed")
    assert match.result
    assert match.result.winners == (1,)
    assert {
        "A bot failed: tests.test_arena:Broken 1",
        "A bot may not do that: tests.test_arena:Broken 1, nonsense",
    } <= set(caplog.messages)


def test_a_bot_that_hangs_loses_its_move_to_the_fallback_and_the_log_says_so(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "MOST_SECONDS", 0.01)
    squares = GAMES["lucky-squares"]
    options = squares.options(laps=1)
    match = play(squares, options, ["tests.test_arena:Hanging", "random", "random"], "seed")
    assert match.result
    assert "A bot failed: tests.test_arena:Hanging 1" in caplog.messages


_SMALL = ["arena", "lucky-squares", "--bots=normal,easy", "--seats=3", "--games=3", "--workers=1"]


def test_the_table_has_intervals_and_ratings(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(_SMALL) == 0
    head, *rows = capfd.readouterr().out.splitlines()
    assert head.split()[:6] == ["bot", "games", "won", "share", "95%", "even"]
    assert [row.split()[0] for row in rows] == ["normal", "easy"]


def test_the_tables_figures_are_those_of_the_language(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    assert run(_SMALL) == 0
    table = capfd.readouterr().out
    assert re.search(r"\d,\d\xa0%–\d+,\d\xa0%", table)
    assert not re.search(r"\d\.\d", table)


def test_the_better_bot_is_rated_higher() -> None:
    games = [Played(0, ("a", "b", "b"), (0,)) for _ in range(5)]
    rated = arena.ratings(games)
    assert rated["a"] > rated["b"]


def test_lack_of_dask_is_told(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    flags = ["--seats=2", "--bots=easy", "--dask=tcp://127.0.0.1:1"]
    assert run(["arena", "lucky-numbers", *flags]) == 1
    assert "The Dask cluster at tcp://127.0.0.1:1 cannot be used" in capfd.readouterr().err


def test_on_a_dask_cluster_a_killed_worker_loses_no_game() -> None:
    import distributed  # noqa: PLC0415 - slow

    options = GAMES["lucky-squares"].options()
    series = Series("lucky-squares", options, 3, ["normal", "easy"], 16, "seed")

    def games(executor: Executor | None) -> Iterator[Played]:
        return arena.compete(series, executor)

    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
        client.get_executor() as executor,
    ):
        (victim, *_), played = client.run(os.getpid).values(), []
        for one in games(executor):
            played.append(one)
            if len(played) == 3:
                os.kill(victim, signal.SIGKILL)
    assert played == [*games(None)]
