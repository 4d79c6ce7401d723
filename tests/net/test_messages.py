"""Messages: to bytes and back, and nothing else gets through."""

import math
import struct
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net import NetError, unpack
from net.messages import (
    Ack,
    AnyMessage,
    Auth,
    Bye,
    Challenge,
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
    Proof,
    Reject,
    View,
    Welcome,
    decode,
    encode,
)

ID = bytes(range(16))
TOKEN = bytes(range(32))

FROM_CLIENT: list[ClientMessage] = [
    Peek(None),
    Hello("luckytui 0.1", 1, 1),
    Auth(TOKEN, bytes(64)),
    Join(None, "Ana", watch=False, token=TOKEN, new=True),
    Join("r", "Ana", watch=True, token=TOKEN, new=False),
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
    HostHello("luckytui 0.1", 1, open=False),
    Challenge(TOKEN),
    Proof(bytes(64)),
    Welcome("r", "g", "Ana", 0),
    Welcome("r", "g", "Ana", None),
    View(3, b"payload"),
    Ack(ID),
    Reject(ID, "stale", b""),
    Ping(),
    Bye("kicked", {}),
]


def fault(payload: bytes, expected: Any) -> str:
    """The code of the error that decoding raised, if it did."""
    try:
        decode(payload, expected)
    except NetError as error:
        return error.code
    return ""


def packed(value: object) -> bytes:
    return msgspec.msgpack.encode(value)


@pytest.mark.parametrize("message", FROM_CLIENT, ids=lambda message: message.__struct_config__.tag)
def test_a_client_message_comes_back_as_it_was(message: ClientMessage) -> None:
    assert decode(encode(message), ClientMessage) == message


@pytest.mark.parametrize("message", FROM_HOST, ids=lambda message: message.__struct_config__.tag)
def test_a_host_message_comes_back_as_it_was(message: HostMessage) -> None:
    assert decode(encode(message), HostMessage) == message


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_malformed(payload: bytes) -> None:
    assert fault(payload, ClientMessage) in {"", "malformed"}
    assert fault(payload, HostMessage) in {"", "malformed"}


@given(st.sampled_from([*FROM_CLIENT, *FROM_HOST]), st.data())
def test_a_message_with_a_wrong_byte_is_a_message_or_malformed(
    message: AnyMessage, data: st.DataObject
) -> None:
    payload = bytearray(encode(message))
    payload[data.draw(st.integers(0, len(payload) - 1))] = data.draw(st.integers(0, 255))
    assert fault(bytes(payload), ClientMessage) in {"", "malformed"}
    assert fault(bytes(payload), HostMessage) in {"", "malformed"}


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
