"""The review of a finished game: its steps, its eyes, what the analysis says, and playing on from a step."""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from luckytui.client.session import GameChecked, TableChanged
from luckytui.client.verdict import Finding
from luckytui.games import GAMES, PACKS
from luckytui.games.lucky_numbers.rules import Lay, Take
from luckytui.lab import analysis
from luckytui.lab.simulate import play
from luckytui.records.deal import deal_of, line_of
from luckytui.shown.navigation import AtTable, Replay
from luckytui.shown.review import Review
from luckytui.system.viewer import Viewer
from luckytui.table.record import Record, snapshots, write
from luckytui.table.requests import Review as ReviewRequest
from luckytui.table.requests import Say
from luckytui.table.views import MatchView, ReviewView, TableView, around
from luckytui.text import Sentence, say
from luckytui.tui.app import LuckyApp
from luckytui.tui.boards.base import Board
from luckytui.tui.screens.review import BEST, PLAYED, ReviewScreen
from luckytui.tui.widgets.painted import PromptLine
from screenshots import scenes
from tests.tui.running import analysed_here, press, running, settle, showing, tell, text


@cache
def played(game: str) -> Record:
    """Return a game between as few bots as it takes, for the tests of one process."""
    levels = ["easy", "normal", "normal"][: max(2, GAMES[game].seats[0])]
    return play(GAMES[game], GAMES[game].options(), levels, "reviewed").record


def numbers() -> Record:
    return played("lucky-numbers")


@pytest.fixture(autouse=True)
def _analysed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    analysed_here(monkeypatch)


async def analysed(pilot: object) -> str:
    await pilot.app.workers.wait_for_complete()
    await settle(pilot)
    return text(pilot)


async def test_a_review_goes_forward_and_back() -> None:
    last = Review(numbers()).last
    async with running(Replay(numbers())) as pilot:
        assert f"step 0 of {last} · seen by easy 1" in await press(pilot, "g")
        assert f"step 2 of {last}" in await press(pilot, "right", "enter")
        assert f"step 1 of {last}" in await press(pilot, "left")
        assert f"step {last} of {last}" in await press(pilot, "G")
        assert "wins" in text(pilot)
        assert f"step {last} of {last}" in await press(pilot, "right")
        assert f"step 0 of {last}" in await press(pilot, "g")


async def test_a_review_opens_at_the_first_big_mistake_of_the_player_who_looks() -> None:
    async with running(Replay(numbers()), (100, 24)) as pilot:
        shown = await analysed(pilot)
        review = pilot.app.screen._review
        big = [place for place in review.decisions(0) if review.cost(place, 0) >= 10]
        assert big
        assert f"step {big[0]} of" in shown
        best, played = review.candidates
        assert f"B best    {review.named(best.move, 0)} " in shown
        assert f"A played  {review.named(played.move, 0)} " in shown
        bars = [
            row.count("█") for row in shown.splitlines() if row.strip().startswith(("B best", "A played"))
        ]
        assert bars[0] > bars[1]
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        narrow = [row for row in text(pilot).splitlines() if row.strip().startswith(("B best", "A played"))]
        assert narrow[0].count("█") not in range(1, 5), "a bar of two columns says nothing"


async def test_a_review_stays_where_the_player_has_gone() -> None:
    async with running(Replay(numbers())) as pilot:
        await pilot.press("g")
        assert "step 0 of" in await analysed(pilot)


async def test_the_end_shows_the_line_to_play_the_deal_again() -> None:
    deal = deal_of(numbers().started)
    assert deal
    async with running(Replay(numbers())) as pilot:
        await analysed(pilot)
        assert line_of(deal) in await press(pilot, "G")


async def test_what_a_step_cost_and_why_is_said_beside_it() -> None:
    async with running(Replay(numbers()), (120, 40)) as pilot:
        shown = await analysed(pilot)
        assert "Luck and play" in shown
        assert "Turning points" in shown
        assert "Chance to win, each player, through the game" in shown
        review = pilot.app.screen._review
        better = [
            place
            for place in range(review.last)
            if review.cost(place, 0) >= 1
            and isinstance(review.analysis.steps[review._steps[place][0]].best, Lay | Take)
        ]
        costly = max(better, key=lambda place: review.cost(place, 0))
        review.place = costly
        shown = await press(pilot, "left", "right")
        assert f"That cost about {review.cost(costly, 0):.0f}%: from " in " ".join(shown.split())
        assert "[" in shown, "the cursor is where the best move is made"
        await pilot.resize_terminal(60, 20)
        shown = await press(pilot, "left", "right")
        said = " ".join(shown.splitlines()[-3:-1])
        assert re.search(r"That cost \d+%\. +Why B: +\w", said), "the move and its chance are above it"
        best, made = review.candidates
        row = next(row for row in shown.splitlines() if row.lstrip().startswith(BEST + " "))
        for each in (best, made):
            assert re.search(rf"{BEST if each.is_best else PLAYED} \w.* {each.chance:.0f}%", row)


async def test_a_reason_is_given_to_the_player_who_decides_and_only_for_the_best_move() -> None:
    async with running(Replay(numbers()), (120, 40)) as pilot:
        await analysed(pilot)
        review: Any = pilot.app.screen._review
        for seat in range(2):
            review.eyes = seat
            for place in range(review.last):
                review.place = place
                judged, said = review.judged, review.verdict()
                if judged and len(review.candidates) > 1:
                    best, made = review.candidates
                    assert best.chance - made.chance == round(judged.cost)
                for cost, before, after in re.findall(r"cost (?:about )?(\d+)%: from (\d+)% to (\d+)%", said):
                    assert int(before) - int(cost) == int(after)
                if judged and judged.cost < 0.5:
                    is_best = review._played(judged) == judged.best
                    assert ("The best move." in said) == is_best, "one as good has other reasons"
                if judged and (judged.seat != seat or "As good as" in said):
                    assert not any(say(reason) in said for reason in judged.reasons)


async def test_an_analysis_that_fails_is_said_and_the_review_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = Future[object]()
    failed.set_exception(BrokenExecutor("no memory"))
    monkeypatch.setattr(analysis, "later", lambda _text: failed)
    async with running(Replay(numbers())) as pilot:
        assert "cannot be worked out" in await analysed(pilot)
        assert "Working out" not in await press(pilot, "right")


async def test_turning_points_and_decisions_follow_each_other() -> None:
    async with running(Replay(numbers())) as pilot:
        await analysed(pilot)
        review = pilot.app.screen._review
        points = review.turning_points()
        sizes = [abs(point.change) for point in points]
        assert sizes == sorted(sizes, reverse=True)
        turns = sorted(point.place for point in points)
        await pilot.press("g")
        for place in turns:
            await pilot.press("t")
            assert review.place == place
        await pilot.press("T")
        assert review.place == turns[-2]
        await pilot.press("g", "n")
        first, second, *_others = review.decisions(0)
        assert review.place == first
        await pilot.press("n")
        assert review.place == second
        await pilot.press("N")
        assert review.place == first


async def test_what_a_turning_point_was_is_said_openly() -> None:
    async with running(Replay(played("lucky-jack"))) as pilot:
        await analysed(pilot)
        points = (await press(pilot, "tab")).split("Turning points")[1].splitlines()[1:]
    changes = [line for line in points if re.search(r"[+−]\d+% *$", line)]
    assert changes
    assert all(re.search("[a-z]{3}", line) for line in changes), "also what the seat cannot see"


async def test_the_steps_follow_each_other_by_themselves() -> None:
    async with running(Replay(numbers())) as pilot:
        await pilot.press("space")
        await asyncio.sleep(10)  # of played time
        stopped = await press(pilot, "space")
        assert int(re.findall(r"step (\d+) of", stopped)[0]) > 2
        await asyncio.sleep(10)
        assert text(pilot) == stopped


async def test_each_player_sees_what_that_player_saw_and_all_open_shows_what_is_hidden() -> None:
    async with running(Replay(played("lucky-jack")), (120, 40)) as pilot:
        shown = await press(pilot, "right", "right", "2")
        assert "seen by normal 2" in shown
        assert "What is hidden" not in shown
        shown = await press(pilot, "a")
        assert "all open" in shown
        assert "What is hidden" in shown
        assert "seen by" in await press(pilot, "s")


async def test_at_80_columns_luck_is_behind_a_key() -> None:
    async with running(Replay(numbers())) as pilot:
        assert "Turning points" not in await analysed(pilot)
        assert "Turning points" in await press(pilot, "tab")
        assert "Turning points" not in await press(pilot, "tab")


@pytest.mark.parametrize("game", GAMES)
async def test_keys_work_while_luck_hides_the_board(game: str) -> None:
    async with running(Replay(played(game))) as pilot:
        await analysed(pilot)
        assert "“x” does nothing here" in await press(pilot, "tab", "x")
        assert f"step {Review(played(game)).last} of" in await press(pilot, "G")


async def test_of_a_game_without_analysis_a_review_says_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACKS, "lucky-jack", msgspec.structs.replace(PACKS["lucky-jack"], worth=""))
    async with running(Replay(played("lucky-jack")), (120, 30)) as pilot:
        shown = await analysed(pilot)
        assert not re.search("(?i)luck and play|turning|best", shown)
        assert "Not now · ⇥" in await press(pilot, "tab")
        assert "Not now · 9: See what this player sees." in await press(pilot, "9")


@pytest.mark.parametrize("game", ["lucky-jack", "lucky-squares"])
async def test_every_turning_point_says_what_happened(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("luckytui.shown.review._TURNING_POINTS", 20)
    async with running(Replay(played(game)), (120, 40)) as pilot:
        await pilot.press("a")
        shown = await analysed(pilot)
    points = re.findall(r"^.*?\d+ (.*?)[●▼✚] +[+−]\d+%$", shown, re.MULTILINE)
    assert len(points) > 3
    assert all(map(str.strip, points))


async def test_turning_points_are_whole_where_there_is_room() -> None:
    async with running(Replay(played("lucky-jack")), (120, 30)) as pilot:
        shown = await analysed(pilot)
    points = re.findall(r"\d+ .*?[●▼] +[+−]\d+%$", shown, re.MULTILINE)
    assert points
    assert not any("…" in point for point in points)


@pytest.mark.parametrize("size", [(48, 30), (48, 33), (48, 39), (48, 45)], ids=str)
async def test_on_an_upright_phone_the_board_has_the_rows(size: tuple[int, int]) -> None:
    async with running(Replay(numbers()), size) as pilot:
        board = pilot.app.screen.query_one(Board)
        assert board.canvas.width < 60
        assert pilot.app.screen.query_one(PromptLine).region.bottom == size[1] - 1


async def test_playing_on_from_a_step_leads_to_a_board_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")  # a key would only end what moves
    before = write(numbers())
    async with running(Replay(numbers())) as pilot:
        await analysed(pilot)
        shown = await press(pilot, "g", "n", "p")
        assert "playing on" in shown
        assert "your turn" in shown
        assert "Leave? The game ends here." in await press(pilot, "enter", "q")
        shown = await press(pilot, "q")
        assert "a review" in shown
        assert "step " in shown
    assert write(numbers()) == before


@cache
def made() -> list[int]:
    """Return how many moves of the record lead to each step that is shown."""
    return [snapshot.made for snapshot in snapshots(numbers())]


def at_the_end(*, review: ReviewView | None = None) -> TableView:
    """The table after a game, as the first seat sees it."""
    record = numbers()
    (*_others, end) = snapshots(record)
    match_view = MatchView(names=record.started.names, view=end.state.view(0))
    table_view = around(match_view, record.game.key, (event.seen_by(0) for event in record.events))
    return msgspec.structs.replace(table_view, review=review)


async def shown(pilot: object, session: scenes.ShownSession, review: ReviewView | None) -> str:
    await tell(pilot, session, TableChanged(at_the_end(review=review)))
    await pilot.app.workers.wait_for_complete()
    await settle(pilot)
    return text(pilot)


@asynccontextmanager
async def after_a_game() -> AsyncIterator[tuple[object, scenes.ShownSession]]:
    async with showing(at_the_end()) as (pilot, session):
        await tell(
            pilot, session, GameChecked(write(numbers()), Finding("unproven", Sentence("Not proven.")))
        )
        yield pilot, session


async def test_the_results_lead_to_a_review_that_can_be_led() -> None:
    async with after_a_game() as (pilot, session):
        assert "a review" in await press(pilot, "v")
        await pilot.press("g", "right", "f")
        assert [request for request, _prompt in session.requests] == [ReviewRequest(made()[1])]
        assert "you lead" in await shown(pilot, session, ReviewView(seat=0, step=made()[1]))
        await pilot.press("right")
        assert session.requests[-1] == (ReviewRequest(made()[2]), 0)
        await pilot.press("q")
        assert session.requests[-1] == (ReviewRequest(None), 0)


async def test_the_others_see_the_leaders_step_and_anyone_can_go_alone_and_come_back() -> None:
    async with after_a_game() as (pilot, session):
        assert "step 5 of" in await shown(pilot, session, ReviewView(seat=1, step=made()[5])), (
            "it opens by itself"
        )
        assert "normal 2 leads" in text(pilot)
        assert "step 6 of" in await shown(pilot, session, ReviewView(seat=1, step=made()[6]))
        alone = await press(pilot, "left")
        assert "step 5 of" in alone
        assert "alone" in alone
        assert "step 5 of" in await shown(pilot, session, ReviewView(seat=1, step=made()[9]))
        assert "step 9 of" in await press(pilot, "f")
        assert session.requests == []
        assert "seen by" in await shown(pilot, session, None)


async def test_while_somebody_leads_the_talk_is_there_and_can_be_joined() -> None:
    async with after_a_game() as (pilot, session):
        led = at_the_end(review=ReviewView(seat=1, step=made()[5]))
        led = scenes.with_talk(led, ("normal 2", "There. Did you not see c1?"))
        assert "There. Did you not see c1?" in await tell(pilot, session, TableChanged(led))
        await pilot.resize_terminal(120, 40)
        assert "Talk" in await press(pilot, "m", *"I do now", "enter")
    assert session.requests == [(Say("I do now"), 0)]


async def test_a_player_looks_through_their_own_eyes_first() -> None:
    table_view = msgspec.structs.replace(at_the_end(), seat=1)
    assert Review(numbers(), company=table_view).eyes == 1
    assert Review(numbers(), company=msgspec.structs.replace(table_view, seat=-2)).eyes == 0


async def test_the_leader_may_go_on_before_the_review_is_on_the_screen() -> None:
    async with after_a_game() as (pilot, _session):
        screen = ReviewScreen(numbers())
        shown = pilot.app.push_screen(screen)
        screen.follow(at_the_end(review=ReviewView(seat=1, step=7)))
        await shown
        await settle(pilot)
        assert "leads" in text(pilot)


async def test_a_review_that_was_left_stays_closed_while_the_leader_goes_on() -> None:
    async with after_a_game() as (pilot, session):
        await shown(pilot, session, ReviewView(seat=1, step=made()[5]))
        await pilot.press("q")
        assert "a review" not in await shown(pilot, session, ReviewView(seat=1, step=made()[6]))
        assert "step 6 of" in await press(pilot, "v")


async def test_a_review_waits_for_the_record() -> None:
    async with showing(at_the_end()) as (pilot, session):
        assert "not here yet" in await press(pilot, "v")
        assert "a review" not in await shown(pilot, session, ReviewView(seat=1, step=made()[5]))
        session.tell(GameChecked(write(numbers()), Finding("unproven", Sentence("Not proven."))))
        assert "step 5 of" in await shown(pilot, session, ReviewView(seat=1, step=made()[5]))


async def test_a_guest_reviews_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    session = scenes.ShownSession(at_the_end())
    app = LuckyApp(AtTable(session), Viewer(is_guest=True, environment={}))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await tell(
            pilot, session, GameChecked(write(numbers()), Finding("unproven", Sentence("Not proven.")))
        )
        await pilot.press("v")
        await pilot.app.workers.wait_for_complete()
        assert "Luck and play" in await press(pilot, "tab")
    assert os.listdir(tmp_path) == []  # noqa: PTH208 - no path may be asked in a loop


async def test_the_signs_of_moves_are_beside_brackets_and_figures() -> None:
    async with running(Replay(played("lucky-squares")), (120, 40)) as pilot:
        await analysed(pilot)
        for _decision in range(8):
            shown = await press(pilot, "n")
            assert not re.search(rf"[{BEST}{PLAYED}]\d", shown)
            assert shown.count("[") == shown.count("]")
