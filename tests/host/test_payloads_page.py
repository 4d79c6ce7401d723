"""docs/payloads.md says what the code does: every name and type of every struct, and no more."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from luckytui.bots import ALL_LEVELS, LEVELS
from luckytui.games import GAMES
from luckytui.games.interface import (
    SPECTATOR,
    Ended,
    Event,
    Game,
    Move,
    Share,
    Shares,
    Started,
    TurnBegan,
    View,
)
from luckytui.games.options import Options, fields
from luckytui.table import log, payloads
from luckytui.table.log import TALK
from luckytui.table.payloads import encode
from luckytui.table.requests import Act, Denied, Opt, Request, Say, Start, Undo, request_type
from luckytui.table.spec import GameChoice, TableSpec, choice_of
from luckytui.table.table import Table
from luckytui.table.views import (
    LINE_LENGTH,
    ChatLine,
    DealingView,
    Door,
    GuestDoor,
    MatchView,
    Occupant,
    RecordPiece,
    Returned,
    ReviewView,
    TableView,
    TakenBack,
    Timeout,
)
from luckytui.testing.plays import play
from luckytui.text import Sentence
from tests.table.evening import NOW
from tests.table.played_time import PlayedTime

PAGE = (Path(__file__).parents[2] / "docs" / "payloads.md").read_text(encoding="utf-8")
GAMES_BY_NAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

COMMON_EVENTS = (Started, TurnBegan, Ended)
TABLE_EVENTS = (ChatLine, Timeout, TakenBack, Returned)
BASE = {
    "text": str,
    "integer": int,
    "number": float,
    "flag": bool,
    "bytes": bytes,
    "anything": Any,
    "nothing": NoneType,
    "absent": msgspec.UnsetType,
}
"""The types that the page names and does not make of others."""
STRUCTS = {
    Options: "options",
    GameChoice: "choice",
    View: "view",
    Move: "move",
    Event: "event",
    Occupant: "occupant",
    Door: "door",
    GuestDoor: "guestdoor",
    TableView: "table",
    MatchView: "match",
    DealingView: "dealing",
    RecordPiece: "record",
    ReviewView: "review",
}
"""Those with a table of their own; of the first four each game has its own kinds."""
OF_A_GAME = ("options", "view", "move", "event", "choice")

Row: TypeAlias = list[str]
Shape: TypeAlias = frozenset[Any]
"""What a type comes down to, written in Python or on the page: all that may stand there."""


# ── The page ──────────────────────────────────────────────────────────────────────────────────────


def section(title: str) -> str:
    """The part of the page under this heading."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(text: str, heading: str) -> list[Row]:
    """The cells of the table with these column titles; no row where there is no such table."""
    table = text.partition(f"| {heading} |\n")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[1:]]


def by_name(table: list[Row]) -> dict[str, Row]:
    """The other cells of each row by the names in its first."""
    return {name: cells for names, *cells in table for name in names.split(", ")}


def types_for(game: Game) -> dict[str, str]:
    """How the page makes each named type: those of all games, and those of this one."""
    heading = "type | on the wire | meaning"
    common = by_name(rows(section("What holds for all payloads"), heading))
    own = by_name(rows(section(game.key), heading))
    return {name: wire for name, (wire, _) in (common | own).items() if name.isalpha() and name not in BASE}


def fields_of(table: list[Row], game: Game) -> dict[str, Shape]:
    """The fields that a table of a struct tells, each with its type."""
    return {name: told_type(kind, game) for name, (kind, _) in by_name(table).items()}


def told_type(text: str, game: Game) -> Shape:
    """The shape of a type as the page writes it."""
    return Reader(text, game).whole()


def told_fields(text: str, game: Game) -> dict[str, Shape]:
    """The shapes of fields as the page lists them: `name: type`, or a name that is a type's, too."""
    parts = [part.partition(":") for part in text.split(";") if part.strip()]
    return {name.strip(): told_type(kind or name, game) for name, _, kind in parts}


class Reader:
    """Reads a type from the page. Names of types are looked up there."""

    def __init__(self, text: str, game: Game) -> None:
        self._words = re.findall(r'"[^"]*"|-?\d+|\w+|[][{}():;,]', text)
        self._game = game
        self._types = types_for(game)

    def whole(self) -> Shape:
        shape = self._type()
        assert not self._words, self._words
        return shape

    def _type(self, *, commas: bool = True) -> Shape:
        shape = self._one()
        while self._next("or") or (commas and self._next(",")):
            shape |= self._one()
        return shape

    def _one(self) -> Shape:
        word = self._words.pop(0)
        match word:
            case "list":
                self._expect("of")
                return frozenset({("list", self._one())})
            case "map":
                self._expect("of")
                key = self._one()
                self._expect("to")
                return frozenset({("map", key, self._one())})
            case "(":
                shape = self._type()
                self._expect(")")
                return shape
            case "[":
                return frozenset({("items", *self._listed())})
            case "{":
                end = self._words.index("}")
                text, self._words = " ".join(self._words[:end]), self._words[end + 1 :]
                return frozenset({("fields", frozenset(told_fields(text, self._game).items()))})
            case _ if word in BASE:
                return frozenset({BASE[word]})
            case _ if word in STRUCTS.values():
                return frozenset({word})
            case _ if word in self._types:
                return told_type(self._types[word], self._game)
        return frozenset({("just", json.loads(word))})

    def _listed(self) -> Iterator[Shape]:
        while not self._next("]"):
            yield self._type(commas=False)
            self._next(",")

    def _next(self, word: str) -> bool:
        is_next = self._words[:1] == [word]
        if is_next:
            self._words.pop(0)
        return is_next

    def _expect(self, word: str) -> None:
        assert self._next(word), f"{word} before {self._words}"


# ── The code ──────────────────────────────────────────────────────────────────────────────────────


def shape(kind: Any) -> Shape:
    """The shape of a type of the code."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return frozenset(("just", value) for value in parts)
    if origin in {Union, UnionType}:
        return frozenset(chain.from_iterable(map(shape, parts)))
    if (origin is tuple and parts[-1] is ...) or origin is list:
        return frozenset({("list", shape(parts[0]))})
    if origin is tuple:
        return frozenset({("items", *map(shape, parts))})
    if origin is dict:
        return frozenset({("map", *map(shape, parts))})
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        named = next((name for base, name in STRUCTS.items() if issubclass(kind, base)), None)
        if kind.__struct_config__.array_like and not named:
            return frozenset({("items", *shapes(kind).values())})
        return frozenset({named or ("fields", frozenset(shapes(kind).items()))})
    assert kind in BASE.values(), kind
    return frozenset({kind})


def shapes(struct: type[msgspec.Struct]) -> dict[str, Shape]:
    """The fields of a struct and their shapes."""
    hints = get_type_hints(struct)
    return {name: shape(hints[name]) for name in struct.__struct_fields__}


def tag(struct: type[msgspec.Struct]) -> str:
    """What a move, an event or a request is called on the wire."""
    return str(struct.__struct_config__.tag)


# ── Tables ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "struct"), [(name, struct) for struct, name in STRUCTS.items() if name not in OF_A_GAME]
)
def test_what_a_person_sees_has_these_fields(name: str, struct: type[msgspec.Struct]) -> None:
    for game in GAMES.values():
        assert fields_of(rows(PAGE, f"{name} | type | meaning"), game) == shapes(struct)


@pytest.mark.parametrize(("name", "struct"), [("sentence", Sentence), ("share", Share), ("shares", Shares)])
def test_small_types_have_these_fields(name: str, struct: type[msgspec.Struct]) -> None:
    assert told_type(name, GAMES["lucky-box"]) == shape(struct)


@GAMES_BY_NAME
def test_a_choice_names_its_game(game: Game) -> None:
    written = msgspec.msgpack.decode(encode(Opt(choice_of(game.options()))))
    assert written["choice"]["game"] == game.key
    assert types_for(game)["choice"] == f"{{{'; '.join(written['choice']).replace('game', 'game: text')}}}"


@GAMES_BY_NAME
def test_these_are_the_requests(game: Game) -> None:
    table = rows(section("Requests"), "request | fields | when | meaning")
    told = {name: told_fields(listed, game) for name, listed, *_ in table}
    assert told == {tag(request): shapes(request) for request in get_args(request_type(game))}


@GAMES_BY_NAME
def test_a_game_has_these_options(game: Game) -> None:
    table = by_name(rows(section(game.key), "option | values | default | meaning"))
    assert list(table) == [field.name for field in fields(game.options)]
    for field in fields(game.options):
        values, default, _ = table[field.name]
        assert list(told_choices(values)) == list(field.choices)
        assert json.loads(default) == field.default


def test_a_deck_can_be_chosen() -> None:
    game = GAMES["lucky-box"]
    table = by_name(rows(section(game.key), "option | values | default | meaning"))
    assert told_type(table["cards"][0], game) == shapes(game.options)["cards"]


def told_choices(text: str) -> Iterator[Any]:
    """The choices that a cell names one by one; a list is not among them."""
    for part in re.split(r", | or ", text):
        low, _, high = part.partition(" to ")
        if high:
            yield from range(int(low), int(high) + 1)
        elif part == "flag":
            yield from (False, True)
        elif not part.startswith("list of"):
            yield json.loads(part)


@GAMES_BY_NAME
def test_a_game_has_these_moves(game: Game) -> None:
    table = rows(section(game.key), "move | meaning")
    told = [form.strip("[] ").partition(", ") for form, _ in table]
    assert {
        json.loads(name): list(told_fields(listed.replace(", ", "; "), game).items())
        for name, _, listed in told
    } == {tag(move): list(shapes(move).items()) for move in get_args(game.moves)}


@GAMES_BY_NAME
def test_a_view_has_these_fields(game: Game) -> None:
    common = fields_of(rows(section("What all games share"), "view | type | meaning"), game)
    own = fields_of(rows(section(game.key), "view | type | meaning"), game)
    assert not common.keys() & own.keys()
    assert common | own == shapes(game.view)


@GAMES_BY_NAME
def test_a_game_has_these_events(game: Game) -> None:
    own = {name: told_fields(cells[0], game) for name, cells in told_events(game.key).items()}
    assert own == {tag(event): shapes(event) for event in get_args(game.events) if event not in COMMON_EVENTS}
    for title, kinds in {"What all games share": COMMON_EVENTS, "The log": TABLE_EVENTS}.items():
        told = {name: told_fields(cells[0], game) for name, cells in told_events(title).items()}
        assert told == {tag(event): shapes(event) for event in kinds}


def told_events(title: str) -> dict[str, Row]:
    return by_name(rows(section(title), "event | fields | meaning"))


@GAMES_BY_NAME
def test_the_page_says_what_is_hidden(game: Game) -> None:
    told = {
        name: set(re.findall(r"\w+", cells[-1].partition("Hidden from ")[2].partition(":")[2]))
        for name, cells in (told_events("What all games share") | told_events(game.key)).items()
    }
    hidden: dict[str, set[str]] = {name: set() for name in told}
    played = play(game, game.options(), 3, "hidden")
    happened = (event for step in played.steps for event in step.events)
    started = Started(
        game="",
        format=2,
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
    assert hidden == told


@GAMES_BY_NAME
def test_the_number_of_seats_is_told(game: Game) -> None:
    assert section(game.key).startswith(f"\n{game.seats[0]} to {game.seats[-1]} seats.")


def test_the_numbers_are_those_of_the_code() -> None:
    for number in (TALK, payloads._LOG, log._MOST // 2):
        assert re.search(rf"\b{number}\b", section("The log"))
    assert f"1 to {LINE_LENGTH} characters" in section("Requests")
    assert all(f"`{level}`" in section("The table") for level in ALL_LEVELS)
    assert " or ".join(f"`{level}`" for level in LEVELS) in section("Requests")


# ── Examples ──────────────────────────────────────────────────────────────────────────────────────


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
