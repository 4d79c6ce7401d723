"""docs/protocol.md, docs/payloads.md and docs/schema.json say what the code says: see tests/pages.py."""

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from net import NetError
from net.messages import ClientMessage, HostMessage, decode
from tests.clients import transcript
from tests.pages import DOCS, PAGES, filled, of_messages, page, schema

FROZEN = {
    "peek | client": {"room": "text or nothing"},
    "info | host": {
        **dict.fromkeys(("room", "game", "name", "host", "computer", "program"), "text"),
        **dict.fromkeys(("taken", "seats", "lowest", "highest"), "count"),
        "status": '"open", "playing", "full" or "locked"',
        "code": "flag",
    },
    "hello | client": {
        "program": "text",
        "lowest": "count",
        "highest": "count",
        "features": "map of text to count = {}",
    },
    "hello | host": {
        "program": "text",
        "version": "count",
        "open": "flag",
        "features": "map of text to count = {}",
    },
    "bye | host": {"code": "text", "values": "map of text to text"},
}
"""What may never change: a program that speaks another version has to understand it."""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_what_the_code_says(name: str) -> None:
    assert page(name) == filled(page(name)), "run python -m tests.pages"


def test_the_schema_is_that_of_the_code() -> None:
    assert (DOCS / "schema.json").read_text(encoding="utf-8") == schema(), "run python -m tests.pages"


def test_both_pages_together_are_short() -> None:
    assert sum(len(page(name).splitlines()) for name in PAGES) <= 700


@pytest.mark.parametrize("path", [*DOCS.glob("*.md"), *DOCS.parent.glob("*.md")], ids=lambda path: path.stem)
def test_files_and_tests_that_a_page_names_are_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)(?:#[\w-]*)?\)", text)
    files = re.findall(r"`((?:luckytui|net|tests|docs|benchmarks|screenshots)/[\w./-]+)`", text)
    assert [link for link in links if not (path.parent / link).exists()] == []
    assert [file for file in files if not (DOCS.parent / file).exists()] == []


@pytest.mark.parametrize("message", FROZEN)
def test_frozen_messages_are_as_they_were(message: str) -> None:
    rows = {row.split(" | ")[2]: cells[0] for row, cells in of_messages().items() if row.startswith(message)}
    assert rows == {"": "", **FROZEN[message]}


def test_a_message_without_a_field_that_the_schema_requires_is_malformed() -> None:
    definitions = json.loads(schema())["$defs"]
    for conversation in transcript.read():
        for entry in conversation:
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
