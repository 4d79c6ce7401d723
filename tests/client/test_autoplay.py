"""A bot at somebody's place: it plays on, whatever is refused meanwhile."""

import asyncio
from random import Random

import pytest
from msgspec.structs import replace

from luckytui.client import autoplay as autoplay_module
from luckytui.client.autoplay import autoplay
from luckytui.client.session import Closed, GameChecked, Refused, TableChanged
from luckytui.client.verdict import Finding
from luckytui.table.requests import Act, Again, Request
from luckytui.table.views import TableView
from luckytui.text import Sentence
from screenshots.scenes import ShownSession, game, over


class Table(ShownSession):
    """A table that shows what a test wants."""

    def __init__(self, table_view: TableView) -> None:
        super().__init__(table_view)
        self._asked = asyncio.Event()

    def request(self, request: Request, prompt: int = 0) -> None:
        super().request(request, prompt)
        self._asked.set()

    async def until_asked(self) -> None:
        """Wait until a move is asked for."""
        await self._asked.wait()
        self._asked.clear()


async def play_to_the_end(table: Table, playing: "asyncio.Task[object]") -> None:
    table.tell(TableChanged(game("lucky-numbers", 2, over)))
    await asyncio.sleep(0)
    assert not table.has_left, "the record may still come"
    table.tell(GameChecked(b"", Finding("unproven", Sentence(""))))
    await playing
    assert table.has_left


async def test_a_move_that_is_refused_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autoplay_module, "_RETRY", 0.001)
    table = Table(game("lucky-numbers", 2, lambda shown: bool(shown.prompt)))
    playing = asyncio.create_task(autoplay(table, "random", Random(1)))
    await table.until_asked()
    table.tell(Refused(Sentence("The disk is full.")))
    await table.until_asked()
    assert table.requests[0][1] == table.requests[1][1]
    await play_to_the_end(table, playing)


async def test_a_game_that_was_over_before_the_bot_came_is_not_its_own() -> None:
    table_view = game("lucky-numbers", 2, over)
    table = Table(table_view)
    playing = asyncio.create_task(autoplay(table, "random", Random(1)))
    await table.until_asked()
    assert table.requests == [(Again(), 0)]
    table.tell(TableChanged(table_view))
    table.tell(TableChanged(game("lucky-numbers", 2, lambda shown: bool(shown.prompt))))
    await table.until_asked()
    assert isinstance(table.requests[1][0], Act)
    await play_to_the_end(table, playing)


async def test_where_no_game_follows_the_outcome_is_the_last_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autoplay_module, "_PATIENCE", 0.001)
    assert (await autoplay(Table(game("lucky-numbers", 2, over)), "random", Random(1))).end.winners


async def test_in_a_pause_nothing_is_asked_for() -> None:
    table_view = game("lucky-numbers", 2, lambda shown: bool(shown.prompt))
    assert table_view.match
    another = replace(table_view.match, prompt=table_view.match.prompt + 1)
    table = Table(replace(table_view, paused=True, match=another))
    playing = asyncio.create_task(autoplay(table, "random", Random(1)))
    await asyncio.sleep(0)
    table.tell(TableChanged(table_view))
    await table.until_asked()
    assert [prompt for _act, prompt in table.requests] == [table_view.match.prompt]
    await play_to_the_end(table, playing)


async def test_a_table_that_closes_right_after_the_end_has_an_outcome() -> None:
    table = Table(game("lucky-numbers", 2, lambda shown: bool(shown.prompt)))
    playing = asyncio.create_task(autoplay(table, "random", Random(1)))
    await table.until_asked()
    table.tell(TableChanged(game("lucky-numbers", 2, over)))
    table.tell(Closed(Sentence("The host has closed the table.")))
    assert (await playing).end


async def test_a_question_that_is_shown_again_is_answered_once() -> None:
    table_view = game("lucky-numbers", 2, lambda shown: bool(shown.prompt))
    table = Table(table_view)
    playing = asyncio.create_task(autoplay(table, "random", Random(1)))
    await table.until_asked()
    for _again in range(3):
        table.tell(TableChanged(table_view))
        await asyncio.sleep(0)
    await play_to_the_end(table, playing)
    assert len([each for each, _prompt in table.requests if isinstance(each, Act)]) == 1
