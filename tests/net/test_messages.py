"""Messages: to bytes and back, and nothing else gets through."""

import math
import struct
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net import NetError, unpack
from net.messages import (
    Ack,
    AnyMessage,
    Bye,
    ClientMessage,
    Hello,
    HostHello,
    HostMessage,
    Info,
    Join,
    Leave,
    Move,
    Peek,
    Ping,
    Pong,
    Reject,
    View,
    Welcome,
    decode_from_client,
    decode_from_host,
    encode,
    kind,
)

ID = bytes(range(16))
TOKEN = bytes(range(32))

FROM_CLIENT: list[ClientMessage] = [
    Peek(None),
    Hello("luckytui 0.1", 1, 1),
    Join(None, "Ana", watch=False, token=None),
    Join(None, "Ana", watch=True, token=TOKEN),
    Move(ID, 3, b"payload"),
    Pong(),
    Leave(),
]
FROM_HOST: list[HostMessage] = [
    Info(
        game="g",
        name="n",
        taken=1,
        seats=4,
        status="open",
        room="r",
        program="p",
        lowest=1,
        highest=1,
        code=False,
    ),
    HostHello("luckytui 0.1", 1, open=True),
    Welcome("r", "g", "Ana", 0, TOKEN),
    Welcome("r", "g", "Ana", None, TOKEN),
    View(3, b"payload"),
    Ack(ID),
    Reject(ID, "stale", b""),
    Ping(),
    Bye("kicked", {}),
]


def fault(decode: Callable[[bytes], AnyMessage], payload: bytes) -> str:
    """The code of the error that decoding raised, if it did."""
    try:
        decode(payload)
    except NetError as error:
        return error.code
    return ""


def packed(value: object) -> bytes:
    return msgspec.msgpack.encode(value)


MALFORMED = {
    "nothing": b"",
    "a byte that msgpack never uses": b"\xc1",
    "a map cut short": packed({"type": "peek"})[:-1],
    "bytes after the message": packed({"type": "peek"}) + b"\xc0",
    "text that is not UTF-8": b"\x81\xa4type\xa2\xff\xfe",
    "nesting 60,000 deep": b"\x91" * 60_000 + b"\xc0",
    "maps nested 20,000 deep": b"\x81\xa1a" * 20_000 + b"\xc0",
    "an array said to have 2^31 items": b"\xdd\x80\x00\x00\x00",
    "a map said to have 2^32 - 1 entries": b"\xdf\xff\xff\xff\xff",
    "bytes said to be 4 GiB": b"\xc6\xff\xff\xff\xff",
    "a text longer than any of ours": packed(
        {"type": "hello", "program": "x" * 300, "lowest": 1, "highest": 1}
    ),
    "an extension": b"\x81\xa4type\xd4\x01\x00",
    "an empty extension": b"\x81\xa4type\xc7\x00\x05",
    "a timestamp": b"\x81\xa4type\xd6\xff\x00\x00\x00\x00",
    "not a map": packed([1, 2, 3]),
    "no type": packed({"id": ID}),
    "a type that is none": packed({"type": "cheat"}),
    "a type that is a number": packed({"type": 1}),
    "a host's message": packed({"type": "ping"}),
    "an unknown field": packed({"type": "peek", "extra": 1}),
    "a missing field": packed({"type": "move", "id": ID, "prompt": 1}),
    "a key that is a number": b"\x82\xa4type\xa4peek\x01\x02",
    "a key that is bytes": b"\x82\xa4type\xa4peek\xc4\x01a\x02",
    "a key twice": b"\x82\xa4type\xa4peek\xa4type\xa4peek",
    "a bool for a number": packed({"type": "move", "id": ID, "prompt": True, "payload": b""}),
    "a float for a number": packed({"type": "move", "id": ID, "prompt": 1.0, "payload": b""}),
    "a text for a number": packed({"type": "move", "id": ID, "prompt": "1", "payload": b""}),
    "NaN": packed({"type": "move", "id": ID, "prompt": math.nan, "payload": b""}),
    "a negative number": packed({"type": "move", "id": ID, "prompt": -(2**63), "payload": b""}),
    "a number of 64 bits": packed({"type": "move", "id": ID, "prompt": 2**63, "payload": b""}),
    "a text for bytes": packed({"type": "move", "id": ID, "prompt": 1, "payload": "YWJj"}),
    "an id of 15 bytes": packed({"type": "move", "id": ID[1:], "prompt": 1, "payload": b""}),
    "a token of 31 bytes": packed({"type": "join", "name": "", "watch": False, "token": TOKEN[1:]}),
    "HTTP": b"GET / HTTP/1.1\r\nHost: example\r\n\r\n",
}


@pytest.mark.parametrize("message", FROM_CLIENT, ids=kind)
def test_a_client_message_comes_back_as_it_was(message: ClientMessage) -> None:
    assert decode_from_client(encode(message)) == message


@pytest.mark.parametrize("message", FROM_HOST, ids=kind)
def test_a_host_message_comes_back_as_it_was(message: HostMessage) -> None:
    assert decode_from_host(encode(message)) == message


@pytest.mark.parametrize("payload", MALFORMED.values(), ids=MALFORMED)
def test_malformed(payload: bytes) -> None:
    with pytest.raises(NetError) as raised:
        decode_from_client(payload)
    assert raised.value.code == "malformed"


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_malformed(payload: bytes) -> None:
    assert fault(decode_from_client, payload) in {"", "malformed"}
    assert fault(decode_from_host, payload) in {"", "malformed"}


@given(st.sampled_from([*FROM_CLIENT, *FROM_HOST]), st.data())
def test_a_message_with_a_wrong_byte_is_a_message_or_malformed(
    message: AnyMessage, data: st.DataObject
) -> None:
    payload = bytearray(encode(message))
    payload[data.draw(st.integers(0, len(payload) - 1))] = data.draw(st.integers(0, 255))
    assert fault(decode_from_client, bytes(payload)) in {"", "malformed"}
    assert fault(decode_from_host, bytes(payload)) in {"", "malformed"}


def test_unpack_gives_plain_values_within_the_limits_asked_for() -> None:
    value = {"cells": [1, None, [2, True]], "name": "Ana", "id": b"\x00"}
    assert unpack(packed(value), maps=3, arrays=3, strings=5) == value


@pytest.mark.parametrize("limit", ["maps", "arrays", "strings"])
def test_unpack_refuses_what_is_over_a_limit(limit: str) -> None:
    bounds = {"maps": 3, "arrays": 3, "strings": 5}
    with pytest.raises(ValueError, match="exceeds"):
        unpack(packed({"a": [1, 2, 3], "b": "abcde", "c": 0}), **{**bounds, limit: bounds[limit] - 1})


def test_unpack_leaves_it_to_the_reader_which_numbers_are_good() -> None:
    value = unpack(b"\xcb" + struct.pack(">d", math.nan), maps=0, arrays=0, strings=0)
    assert isinstance(value, float)
    assert math.isnan(value)
