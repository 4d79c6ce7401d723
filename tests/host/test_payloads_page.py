"""docs/payloads.md says what is hidden, and its examples and numbers are those of the code."""

import json
import re
from collections.abc import Sequence
from itertools import chain
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from luckytui.bots import ALL_LEVELS, LEVELS
from luckytui.games import GAMES
from luckytui.games.interface import FORMAT, SPECTATOR, Game, Shares, Started
from luckytui.table import log, payloads
from luckytui.table.log import TALK
from luckytui.table.payloads import encode
from luckytui.table.requests import Act, Denied, Request, Say, Start, Undo
from luckytui.table.spec import TableSpec
from luckytui.table.table import Table
from luckytui.table.views import LINE_LENGTH
from luckytui.testing.plays import play
from tests.pages import Row, page, tables, tag
from tests.table.evening import NOW
from tests.table.played_time import PlayedTime

PAGE = page("payloads")
GAMES_BY_NAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def section(title: str) -> str:
    """The part of the page under this heading."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def events_of(title: str) -> dict[str, Row]:
    """The rows of a section's events, by name."""
    (rows,) = [rows for _, section, rows in tables(PAGE) if section == title and rows[0][0] == "event"]
    return {name: row for row in rows[1:] for name in row[0].split(", ")}


@GAMES_BY_NAME
def test_the_page_says_what_is_hidden(game: Game) -> None:
    said = {
        name: {*re.findall(r"\w+", row[-1].partition("Hidden from ")[2].partition(":")[2])}
        for name, row in (events_of("What all games share") | events_of(game.key)).items()
    }
    hidden: dict[str, set[str]] = {name: set() for name in said}
    happened = (event for step in play(game, game.options(), 3, "hidden").steps for event in step.events)
    started = Started(
        game="",
        format=FORMAT,
        id="",
        played="",
        seats=0,
        names=(),
        options={},
        seed="",
        shares=Shares(secret="", values=()),
        deck=[],
    )
    for event in chain([started], happened):
        seen = event.seen_by(SPECTATOR)
        hidden[tag(type(event))] |= {
            name for name in event.__struct_fields__ if getattr(seen, name) != getattr(event, name)
        }
    assert hidden == said


@GAMES_BY_NAME
def test_the_number_of_seats_is_said(game: Game) -> None:
    assert section(game.key).startswith(f"\n{game.seats[0]} to {game.seats[-1]} seats.")


def test_the_numbers_are_those_of_the_code() -> None:
    for number in (TALK, payloads._LOG, log._MOST // 2):
        assert re.search(rf"\b{number}\b", section("The log"))
    assert f"1 to {LINE_LENGTH} characters" in section("Requests")
    assert all(f"`{level}`" in section("The table") for level in ALL_LEVELS)
    assert " or ".join(f"`{level}`" for level in LEVELS) in section("Requests")


def examples() -> tuple[bytes, list[bytes]]:
    """The payloads of the page: the table, and then what is asked for and answered, in this order."""
    game = GAMES["lucky-squares"]
    table = Table(
        TableSpec(
            game=game.key,
            options=game.options(),
            name="Ana's table",
            seats=3,
            bots=2,
            levels=("easy",),
            seed="example",
        ),
        owner=0,
        time=PlayedTime,
        changed=lambda: None,
    )
    table.sit(0, "Ana")
    table.seat_bots()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("luckytui.table.table.utc_now", lambda: NOW)
        table.request(0, Start())
    table_view = replace(table.view(0), log_id="90eb191394d6c038.1")
    assert table_view.match is not None
    asked: Sequence[Request] = (Act(table_view.match.moves[0]), Undo(), Say("My lucky colour!"))
    for request in asked:
        shown = table.view(0).match
        table.request(0, request, prompt=shown.prompt if shown else 0)
    with pytest.raises(Denied) as refused:
        table.request(0, Say(""))
    return encode(table_view), [*map(encode, asked), encode(refused.value.reason)]


def plain(payload: bytes) -> Any:
    return msgspec.msgpack.decode(payload)


def test_the_example_is_the_view_of_a_table() -> None:
    table_view, _ = examples()
    reading = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert reading
    assert json.loads(reading[1]) == plain(table_view)
