"""docs/schema.json is the source of both pages' tables; the decoder takes what it says, and nothing else."""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from net import NetError
from net.messages import AnyMessage, ClientMessage, HostMessage, decode, encode
from tests.schema import PAGES, Row, as_markdown, page, tables, written

SCHEMA = tables()
MESSAGES = SCHEMA["protocol"]["Messages/message"]
EXPECTED: dict[str, Any] = {"client": ClientMessage, "host": HostMessage}

SAMPLES: dict[str, Any] = {
    "text": "Ana",
    "count": 3,
    "flag": True,
    "bytes": b"payload",
    "id": bytes(16),
    "token": bytes(32),
    "share": bytes(32),
    "proof": bytes(64),
    "map of text to count": {"fair": 1},
    "map of text to text": {"seconds": "5"},
}
"""A value of each type."""

WRONG: dict[str, list[Any]] = {
    "text": [b"Ana", 3, "x" * 257],
    "count": [-1, 2**31, 1.0, True, "3"],
    "flag": [1, "true"],
    "bytes": ["payload", 3],
    "id": [bytes(15), bytes(17), "x" * 16],
    "token": [bytes(31), bytes(33)],
    "share": [bytes(31), bytes(33)],
    "proof": [bytes(63), bytes(65)],
    "map of text to count": [{"fair": "1"}, [], {1: 1}],
    "map of text to text": [{"seconds": 5}, [], "x"],
}
"""Values that are not of it."""

MAY_BE_MISSING = {"features", "answered", "known"}

FROZEN = {
    ("peek", "client"): {"room": "text or nothing"},
    ("info", "host"): {
        "room": "text",
        "game": "text",
        "name": "text",
        "host": "text",
        "computer": "text",
        "taken": "count",
        "seats": "count",
        "status": "text",
        "program": "text",
        "lowest": "count",
        "highest": "count",
        "code": "flag",
    },
    ("hello", "client"): {
        "program": "text",
        "lowest": "count",
        "highest": "count",
        "features": "map of text to count",
    },
    ("hello", "host"): {
        "program": "text",
        "version": "count",
        "open": "flag",
        "features": "map of text to count",
    },
    ("bye", "host"): {"code": "text", "values": "map of text to text"},
}
"""What may never change: whoever speaks another version has to understand it."""


def described() -> dict[tuple[str, str], dict[str, str]]:
    """The fields of each message and their types, by its type and who sends it."""
    fields: dict[tuple[str, str], dict[str, str]] = {}
    for row in MESSAGES:
        named = fields.setdefault((row["message"], row["from"]), {})
        if row["field"]:
            named[row["field"]] = row["type"]
    return fields


def sample(message: str, fields: dict[str, str]) -> dict[str, Any]:
    """A message that the schema allows."""
    values = {name: SAMPLES[kind.removesuffix(" or nothing")] for name, kind in fields.items()}
    return {"type": message, **values, **({"status": "open"} if "status" in fields else {})}


def packed(value: object) -> bytes:
    return msgspec.msgpack.encode(value)


def faults() -> Iterator[Any]:
    """Messages with one field that is missing or wrong."""
    for (message, sender), fields in described().items():
        for name, kind in fields.items():
            good = sample(message, fields)
            plain = kind.removesuffix(" or nothing")
            wrong = [{**good, name: value} for value in [*WRONG[plain], *([None] if plain == kind else [])]]
            if name not in MAY_BE_MISSING:
                wrong.append({other: value for other, value in good.items() if other != name})
            yield pytest.param(sender, wrong, id=f"{message} of the {sender}: {name}")


@pytest.mark.parametrize("name", PAGES)
def test_the_tables_of_a_page_are_those_of_the_schema(name: str) -> None:
    assert dict(written(page(name))) == {table: as_markdown(rows) for table, rows in SCHEMA[name].items()}


def test_both_pages_are_shorter_than_they_were() -> None:
    assert sum(len(page(name).splitlines()) for name in PAGES) < 826


def test_these_are_the_messages_of_the_code() -> None:
    code = {
        (kind.__struct_config__.tag, sender): sorted(kind.__struct_fields__)
        for sender, union in EXPECTED.items()
        for kind in get_args(union)
    }
    assert {message: sorted(fields) for message, fields in described().items()} == code


def test_frozen_messages_are_as_they_were() -> None:
    assert {message: fields for message, fields in described().items() if message in FROZEN} == FROZEN
    named = "`peek`, `info`, `hello` and `bye` are frozen"
    assert named in page("protocol")


@pytest.mark.parametrize(("message", "sender"), list(described()))
def test_what_the_schema_allows_is_decoded(message: str, sender: str) -> None:
    fields = described()[message, sender]
    whole = sample(message, fields)
    decoded: AnyMessage = decode(packed(whole), EXPECTED[sender])
    assert msgspec.msgpack.decode(encode(decoded)) == whole
    for name in (name for name, kind in fields.items() if kind.endswith(" or nothing")):
        assert getattr(decode(packed({**whole, name: None}), EXPECTED[sender]), name) is None
    assert decode(packed({**whole, "later": [{"a": None}]}), EXPECTED[sender]) == decoded


@pytest.mark.parametrize(("sender", "wrong"), list(faults()))
def test_what_the_schema_forbids_is_malformed(sender: str, wrong: list[Row]) -> None:
    for message in wrong:
        with pytest.raises(NetError) as error:
            decode(packed(message), EXPECTED[sender])
        assert error.value.code == "malformed"
