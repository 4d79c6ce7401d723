"""docs/payloads.md says what is hidden, its examples are requests, and its numbers are those of the code."""

import json
import re
from itertools import chain

import msgspec
import pytest

from luckytui.bots import ALL_LEVELS, LEVELS
from luckytui.games import GAMES
from luckytui.games.interface import FORMAT, SPECTATOR, Game, Shares, Started
from luckytui.table import log, payloads
from luckytui.table.log import TALK
from luckytui.table.payloads import decode_request
from luckytui.table.requests import Opt
from luckytui.table.views import LINE_LENGTH
from luckytui.testing.plays import play
from tests.pages import Row, page, tables, tag

PAGE = page("payloads")
GAMES_BY_NAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def section(title: str) -> str:
    """The part of the page under this heading."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def events_of(title: str) -> dict[str, Row]:
    """The rows of a section's events, by name."""
    rows = [row for _, section, rows in tables(PAGE) if section == title for row in rows]
    return {name: row for row in rows if row[0] == "event" for name in row[1].split(", ")}


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
        rules="",
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


@GAMES_BY_NAME
def test_the_examples_are_requests(game: Game) -> None:
    examples = re.findall(r'^\{"request": .*\}$', section("Requests"), re.MULTILINE)
    for example in map(json.loads, examples):
        request = decode_request(game, msgspec.msgpack.encode(example))
        assert example.items() <= msgspec.to_builtins(request).items() or isinstance(request, Opt)
    assert len(examples) == 5
