"""Luck told apart from play: the sum is exact, luck is fair, decisions are judged by what the seat knew."""

import asyncio
import json
import re
from concurrent.futures import Future
from functools import cache
from io import BytesIO, TextIOWrapper
from itertools import groupby
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from luckytui.bots.judge import values_of
from luckytui.cli import run
from luckytui.games import GAMES
from luckytui.games.interface import CHANCE
from luckytui.lab import analysis
from luckytui.lab.analysis import Analysis, Assessment, later
from luckytui.lab.simulate import play
from luckytui.table.record import Record, write

REFINED = analysis.refined
"""The real one: tests refine no games otherwise."""
SEATS = {"lucky-numbers": 3, "lucky-jack": 2, "lucky-box": 2, "lucky-squares": 3}


def played(game: str, seats: int, seed: str, *bots: str) -> Record:
    levels = [bots[seat % len(bots)] for seat in range(seats)]
    return play(GAMES[game], GAMES[game].options(), levels, seed).record


def analysed(game: str, seats: int | None = None) -> tuple[Record, Analysis]:
    """Return a game between bots and its analysis, which is slow: tests of one game share it."""
    return _analysed(game, seats or SEATS[game])


@cache
def _analysed(game: str, seats: int) -> tuple[Record, Analysis]:
    record = played(game, seats, "adds up", "easy", "normal")
    return record, analysis.of(record, think=4)


EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def result(record: Record, seat: int) -> float:
    ended = record.events[-1]
    winners, scores = ended.winners, ended.scores  # type: ignore[attr-defined]
    return 100 * (seat in winners) / len(winners) if len(scores) > 1 else scores[0]


@pytest.mark.parametrize(("game", "seats"), [*dict.fromkeys(GAMES).items(), ("lucky-box", 1)])
def test_start_luck_and_everyones_play_add_up_to_the_result(game: str, seats: int | None) -> None:
    record, found = analysed(game, seats)
    seats = len(record.started.names)
    numbers = range(len(record.steps))
    assert len(found.steps) == len(record.steps)
    for seat in range(seats):
        account = found.account(seat)
        changes = [found.luck(number, seat) + found.play(number, seat) for number in numbers]
        assert account.start + sum(changes) == pytest.approx(result(record, seat), abs=1e-9)
        assert account.start + account.luck + account.play + account.others == pytest.approx(account.result)
        assert account.result == result(record, seat)
        assert account.play <= 0
        assert account.others >= 0
    if seats > 1:
        assert sum(found.start) == pytest.approx(100)
        assert all(sum(step.values) == pytest.approx(100) for step in found.steps)
        assert all(-1e-9 < value < 100 + 1e-9 for step in found.steps for value in step.values)
        assert sum(found.account(seat).luck for seat in range(seats)) == pytest.approx(0, abs=1e-9)


@EVERY_GAME
def test_no_decision_costs_more_than_there_was_to_lose(game: str) -> None:
    for step in analysed(game)[1].steps:
        assert 0 <= step.cost <= step.chance + 1e-9
        assert step.best is not None or not step.reasons
        if step.seat == CHANCE:
            assert (step.cost, step.best) == (0, None)


@pytest.mark.parametrize("game", ["lucky-jack", "lucky-squares"])
def test_a_decision_is_judged_by_what_the_seat_knew(game: str) -> None:
    """Whatever is hidden from it: a position that it cannot tell from the real one gives the same figures."""
    record, rng = played(game, SEATS[game], "knew", "easy"), Random(1)
    state = GAMES[game].new(SEATS[game], GAMES[game].options())
    for step in record.steps:
        moves = state.moves(step.seat)
        if step.seat != CHANCE and len(moves) > 1 and rng.random() < 0.3:
            view = state.view(step.seat)
            twin = GAMES[game].imagine(view, rng).view(step.seat)
            real, other = (analysis.judged(game, each, moves, step.move, think=8) for each in (view, twin))
            assert real == other
        state.apply(step.seat, step.move)


@EVERY_GAME
def test_luck_is_fair(game: str) -> None:
    """What chance events bring the first seat is nothing on average, however little is thought."""
    lucks = list[float]()
    for number in range(12):
        record = played(game, SEATS[game], f"fair {number}", "easy")
        state, luck = GAMES[game].new(SEATS[game], record.options), 0.0
        for is_chance, steps in groupby(record.steps, lambda step: step.seat == CHANCE):
            before = values_of(game, state, 2, record.started.id)[0] if is_chance else 0.0
            for step in steps:
                state.apply(step.seat, step.move)
            luck += values_of(game, state, 2, record.started.id)[0] - before if is_chance else 0.0
        lucks.append(luck)
    assert abs(fmean(lucks)) < 3.5 * stdev(lucks) / len(lucks) ** 0.5


def test_the_turning_point_is_what_luck_or_a_mistake_changed_most() -> None:
    _record, found = analysed("lucky-jack")
    changes = [
        abs(found.luck(number, 0) + found.play(number, 0) * (step.seat == 0))
        for number, step in enumerate(found.steps)
    ]
    assert changes[found.turning_point(0)] == max(changes)


def test_refining_begins_with_the_costliest_and_keeps_the_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    record, found = analysed("lucky-jack")
    asked = list[int]()

    def refine(_job: object, _text: bytes, number: int) -> Future[Assessment]:
        asked.append(number)
        done: Future[Assessment] = Future()
        done.set_result(replace(found.steps[number], is_refined=True))
        return done

    monkeypatch.setattr(analysis, "_process", lambda: Mock(submit=refine))

    async def last() -> Analysis:
        latest = found
        async for latest in REFINED(write(record), found):
            assert latest.account(0).result == found.account(0).result
        return latest

    assert all(step.is_refined for step in asyncio.run(last()).steps)
    assert found.steps[asked[0]].cost == max(step.cost for step in found.steps)
    assert sorted(asked) == [*range(len(record.steps))]


def test_an_analysis_that_failed_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process may be killed; the next look at the game asks another."""
    first: Future[object] = Future()
    second: Future[object] = Future()
    pool = Mock(submit=Mock(side_effect=[first, second]))
    monkeypatch.setattr(analysis.thinking, "pool", lambda: pool)
    assert later(b"a game") is first
    assert later(b"a game") is first
    first.set_exception(OSError("killed"))
    assert later(b"a game") is second
    assert later(b"a game") is second


@EVERY_GAME
def test_a_record_is_analysed_step_by_step(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, found = analysed(game)
    steps = (replace(step, cost=9.0) if step.best is not None else step for step in found.steps)
    found = Analysis(found.start, tuple(steps))
    monkeypatch.setattr(analysis, "of", lambda read, _think: found if write(read) == write(record) else None)
    file = tmp_path / "game.jsonl"
    file.write_bytes(write(record))
    assert run(["analyse", str(file), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert len(printed["steps"]) == len(record.steps)
    for seat, player in enumerate(printed["players"]):
        parts = [player[name] for name in ("start", "luck", "play", "others")]
        assert sum(parts) == pytest.approx(player["result"], abs=1e-9)
        assert player["turning_point"] == found.turning_point(seat) + 1
    assert run(["analyse", str(file)]) == 0
    out = capsys.readouterr().out
    assert "\n   1  " in out
    assert not re.search(r'[{}"\[\]]', out), "no raw moves"
    assert "Better: " in out
    monkeypatch.setenv("LANGUAGE", "de")
    assert run(["analyse", str(file)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"[+−]\d+,\d", out)
    assert not re.search(r"\d\.\d(?!\d\d)", out)


def test_a_record_is_read_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = played("lucky-box", 1, "alone", "easy")
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(write(record))))
    assert run(["analyse", "-", "--think", "2"]) == 0
    assert "In points." in capsys.readouterr().out
