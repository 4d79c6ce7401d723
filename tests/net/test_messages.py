"""Messages: to bytes and back, and nothing else gets through."""

import tracemalloc
from typing import Any

import msgspec
import pytest

from net import NetError, messages
from tests.net.wire import INFO

ID = bytes(range(16))
TOKEN = bytes(range(32))

FROM_CLIENT: list[messages.ClientMessage] = [
    messages.Peek(None),
    messages.Forwarded(TOKEN, "10.0.0.7"),
    messages.Hello("luckytui 0.1", 1),
    messages.Auth(TOKEN, bytes(64)),
    messages.Join(None, "Ana", watch=False, token=TOKEN, new=True),
    messages.Join("r", "Ana", watch=True, token=TOKEN, new=False),
    messages.Move(ID, 3, b"payload"),
    messages.Pong(),
    messages.Leave(),
]
FROM_HOST: list[messages.HostMessage] = [
    INFO,
    messages.HostHello("luckytui 0.1", open=True),
    messages.HostHello("luckytui 0.1", open=False),
    messages.Challenge(TOKEN),
    messages.Proof(bytes(64)),
    messages.Welcome("r", "Ana", 0),
    messages.Welcome("r", "Ana", None),
    messages.View(3, b"payload"),
    messages.Ack(ID),
    messages.Reject(ID, "stale", b""),
    messages.Ping(),
    messages.Bye("kicked", {}),
]


def fault(payload: bytes, expected: Any) -> str:
    """The code of the error that decoding raised, if it did."""
    try:
        messages.decode(payload, expected)
    except NetError as error:
        return error.code
    return ""


def packed(value: object) -> bytes:
    return msgspec.msgpack.encode(value)


@pytest.mark.parametrize("message", FROM_CLIENT, ids=lambda message: message.__struct_config__.tag)
def test_a_client_message_comes_back_as_it_was(message: messages.ClientMessage) -> None:
    assert messages.decode(messages.encode(message), messages.ClientMessage) == message


@pytest.mark.parametrize("message", FROM_HOST, ids=lambda message: message.__struct_config__.tag)
def test_a_host_message_comes_back_as_it_was(message: messages.HostMessage) -> None:
    assert messages.decode(messages.encode(message), messages.HostMessage) == message


@pytest.mark.parametrize("message", [*FROM_CLIENT, *FROM_HOST], ids=lambda message: type(message).__name__)
def test_fields_of_a_later_version_are_ignored(message: messages.AnyMessage) -> None:
    later = {
        **msgspec.to_builtins(message, builtin_types=(bytes,)),
        "colour": "red",
        "more": [{"a": [None, 1.5]}],
    }
    expected = messages.ClientMessage if message in FROM_CLIENT else messages.HostMessage
    assert messages.decode(packed(later), expected) == message


@pytest.mark.parametrize("expected", [messages.ClientMessage, messages.HostMessage])
def test_a_message_of_a_later_version_is_none(expected: Any) -> None:
    assert messages.decode(packed({"type": "commit", "hash": TOKEN}), expected) is None


@pytest.mark.parametrize(
    ("payload", "what"),
    [
        (
            packed({"type": "move", "id": ID, "prompt": "3", "payload": b""}),
            "Expected `int`, got `str` - at `$.prompt`",
        ),
        (
            packed({"type": "move", "id": b"", "prompt": 3, "payload": b""}),
            "Expected `bytes` of length >= 16 - at `$.id`",
        ),
        (packed({"type": "join"}), "Object missing required field `room`"),
        (packed({"type": "peek", "room": "x" * 257}), "Expected `str` of length <= 256 - at `$.room`"),
        (b"\x81\xa4type", "Unpack failed: incomplete input"),
        (packed({"type": "pong"}) + b"x", "unpack(b) received extra data."),
        (packed(["pong"]), "Expected `object`, got `array`"),
        (packed({"type": "pong", "x": [0] * 65}), "65 exceeds max_array_len(64)"),
        (
            packed({"type": "pong", "x": {str(number): 0 for number in range(65)}}),
            "65 exceeds max_map_len(64)",
        ),
        (b"\x91" * 4000, "StackError"),
        (b"\x82\xa4type\xa4pong\xa1x" + b"\x91" * 60_000, "StackError"),
    ],
)
def test_what_is_malformed_says_what_is_wrong_and_where(payload: bytes, what: str) -> None:
    with pytest.raises(NetError) as error:
        messages.decode(payload, messages.ClientMessage)
    assert error.value.code == "malformed"
    assert error.value.values["what"].startswith(what)


@pytest.mark.parametrize(
    "announced",
    [b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xdc\x00\x40" * 20_000],
)
def test_a_length_that_is_only_announced_costs_nothing(announced: bytes) -> None:
    assert peak(b"\x82\xa4type\xa3bye\xa6values" + announced) < 1_000_000


@pytest.mark.parametrize("smallest", [b"\x80", b"\x90", b"\x81\xa0\xc0"])
def test_what_is_ignored_costs_a_hundred_times_its_bytes_at_most(smallest: bytes) -> None:
    rows = 64 * (b"\xdc\x00\x40" + smallest * 64)
    payload = b"\x82\xa4type\xa4ping\xa1x\x94" + 4 * (b"\xdc\x00\x40" + rows)
    assert fault(payload, messages.HostMessage) == ""
    assert peak(payload) < 100 * len(payload)


def peak(payload: bytes) -> int:
    """Bytes of memory that it takes to decode this, at most at once."""
    tracemalloc.start()
    try:
        fault(payload, messages.HostMessage)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
