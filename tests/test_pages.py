"""docs/protocol.md, docs/payloads.md and docs/schema.json say what the code says: see tests/pages.py."""

import json
import re
from itertools import chain
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from luckytui.games import GAMES
from luckytui.games.interface import SPECTATOR, Game, Share, Shares
from luckytui.table import match, payloads
from luckytui.table.journal_entries import Began
from luckytui.table.match import Match
from luckytui.table.payloads import decode_request
from luckytui.table.requests import Opt
from luckytui.table.views import LINE_LENGTH
from luckytui.testing.plays import play
from net import NetError, cpace, limits
from net.messages import ClientMessage, HostMessage, decode
from net.security import CODE_LENGTH
from tests.clients import transcript
from tests.pages import DOCS, PAGES, filled, of_messages, page, schema, tables, tag

FROZEN = {
    "peek | client": {"room": "text or nothing"},
    "info | host": {
        **dict.fromkeys(("room", "game", "name", "host", "computer", "program"), "text"),
        **dict.fromkeys(("taken", "seats", "version"), "count"),
        "status": '"open", "playing", "full" or "locked"',
        "code": "flag",
    },
    "hello | client": {"program": "text", "version": "count", "features": "map of text to count = {}"},
    "hello | host": {"program": "text", "open": "flag", "features": "map of text to count = {}"},
    "bye | host": {"code": "text", "values": "map of text to text"},
}
"""What may never change: a program that speaks another version has to understand it."""

NUMBERS = {
    "protocol": (
        *(limits.FRAME_BEFORE_JOINING, limits.FRAME, limits.ANSWERS, CODE_LENGTH, round(limits.ANSWER_WAIT)),
        *(limits.MESSAGES_A_SECOND, limits.MESSAGES_AT_ONCE, limits.BYTES_A_SECOND, limits.BYTES_AT_ONCE),
    ),
    "payloads": (match.TALK, payloads._LOG, match._MOST // 2, LINE_LENGTH),
}
GAMES_BY_NAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_what_the_code_says(name: str) -> None:
    assert page(name) == filled(page(name)), "run python -m tests.pages"
    assert all(re.search(rf"\b{number}\b", page(name)) for number in NUMBERS[name])


def test_the_schema_is_that_of_the_code() -> None:
    assert (DOCS / "schema.json").read_text(encoding="utf-8") == schema(), "run python -m tests.pages"


@pytest.mark.parametrize("path", [*DOCS.glob("*.md"), *DOCS.parent.glob("*.md")], ids=lambda path: path.stem)
def test_files_that_a_page_names_are_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]*)(?:#([\w-]*))?\)", text)
    files = re.findall(r"`((?:luckytui|net|tests|docs|benchmarks|screenshots)/[\w./-]+)`", text)
    assert [link for link, _ in links if not (path.parent / link).exists()] == []
    assert [anchor for link, anchor in links if anchor and anchor not in anchors(path, link)] == []
    assert [file for file in files if not (DOCS.parent / file).exists()] == []


def test_each_attack_that_the_page_names_has_its_test() -> None:
    files = [
        DOCS.parent / "tests" / name
        for name in ("client/test_attacks.py", "client/test_witness.py", "table/test_exchange.py")
    ]
    tests = "".join(path.read_text(encoding="utf-8") for path in files)
    attacks = re.findall(
        r"`(\w+)`", page("fair-play").partition("begins with `test_`")[2].partition("\n## ")[0]
    )
    assert [name for name in attacks if f"def test_{name}(" not in tests] == []


def anchors(path: Path, link: str) -> list[str]:
    """Return what can follow # in a link from a page."""
    text = (path.parent / link if link else path).read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


@pytest.mark.parametrize("message", FROZEN)
def test_frozen_messages_are_as_they_were(message: str) -> None:
    rows = {row.split(" | ")[2]: cells[0] for row, cells in of_messages().items() if row.startswith(message)}
    assert rows == {"": "", **FROZEN[message]}


def test_each_message_has_an_example_with_its_fields() -> None:
    rows = next(rows for _, _, rows in tables(page("protocol")) if rows[0][0] == "message")
    examples = {
        example["type"]: example for row in rows for example in map(json.loads, re.findall("{.*}", row[-1]))
    }
    for row in of_messages():
        name, _sender, field = row.split(" | ")
        assert name == "info" or field in {"", *examples[name]} or name == "hello"


def test_a_message_without_a_field_that_the_schema_requires_is_malformed() -> None:
    definitions = json.loads(schema())["$defs"]
    for entry in chain.from_iterable(transcript.read()):
        union = ClientMessage if entry.sender == "client" else HostMessage
        whole = msgspec.msgpack.decode(bytes.fromhex(entry.frame)[4:])
        (kind,) = [kind for kind in get_args(union) if kind.__struct_config__.tag == whole["type"]]
        name = next(name for name in (kind.__name__, f"messages.{kind.__name__}") if name in definitions)
        later = msgspec.msgpack.encode({**whole, "later": [{"a": None}]})
        assert decode(later, union) == decode(msgspec.msgpack.encode(whole), union)
        for required in definitions[name]["required"]:
            less = {field: value for field, value in whole.items() if field != required}
            with pytest.raises(NetError, match="unreadable"):
                decode(msgspec.msgpack.encode(less), union)


def test_no_key_is_made_with_the_shares_that_the_page_refuses() -> None:
    refused = page("protocol").partition("These shares make K zero: ")[2].partition("\n\n")[0]
    for share in re.findall(r"`(\w+)`", refused):
        with pytest.raises(ValueError):  # noqa: PT011 - the library's words
            cpace.multiply(transcript.CLIENT_SECRET, bytes.fromhex(share))


@GAMES_BY_NAME
def test_the_page_says_what_is_hidden(game: Game) -> None:
    sections = {"What all games share", game.key}
    rows = [row for _, section, rows in tables(page("payloads")) if section in sections for row in rows]
    said = {
        name: {*re.findall(r"\w+", row[-1].partition("Hidden from ")[2].partition(":")[2])}
        for row in rows
        if row[0] == "event"
        for name in row[1].split(", ")
    }
    hidden: dict[str, set[str]] = {name: set() for name in said}
    names, share = ["Ana"] * game.usual_seats, Share(seat=0, name="Ana")
    began = Began(1, transcript.DATE, "0" * 32, Shares(secret="0" * 64, values=(share,)))
    started = Match(game, game.options(), names, "hidden", began=began).record.started
    steps = play(game, game.options(), 3, "hidden").steps
    for event in chain([started], *(step.events for step in steps)):
        seen = event.seen_by(SPECTATOR)
        hidden[tag(type(event))] |= {
            name for name in event.__struct_fields__ if getattr(seen, name) != getattr(event, name)
        }
    said["start"] -= {"deck"} if game.key != "lucky-box" else set()  # no other game has one
    assert hidden == said


@GAMES_BY_NAME
def test_the_examples_are_requests(game: Game) -> None:
    examples = [*map(json.loads, re.findall(r'^\{"request": .*\}$', page("payloads"), re.MULTILINE))]
    assert len(examples) == 6
    for example in examples:
        if example["request"] != "act" or game.key == "lucky-squares":
            request = decode_request(game, msgspec.msgpack.encode(example))
            assert example.items() <= msgspec.to_builtins(request).items() or isinstance(request, Opt)
