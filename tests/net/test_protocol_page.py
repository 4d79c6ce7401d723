"""docs/protocol.md says what the code does."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from net import FAULTS, limits
from net.frames import FrameDecoder
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
    decode_from_client,
    decode_from_host,
    encode,
    kind,
)
from net.protocol import TRANSITIONS
from net.security import derive_key, prove

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
ID = bytes(range(16))
TOKEN = bytes(range(32))
ROOM = "90eb191394d6c038"
CODE = "7KQ2M9XD"
SALT = bytes(range(0x10, 0x20))
FINGERPRINT = sha256(b"certificate").digest()
HOST_NONCE = bytes(range(0x20, 0x40))
CLIENT_NONCE = bytes(range(0x40, 0x60))
KEY = derive_key(CODE, SALT, FINGERPRINT)
HOST_PROOF = prove(KEY, "host", HOST_NONCE, CLIENT_NONCE)
CLIENT_PROOF = prove(KEY, "client", HOST_NONCE, CLIENT_NONCE)

EXAMPLES: list[AnyMessage] = [
    Peek(None),
    Info(
        game="lucky-numbers",
        name="Ana's table",
        taken=1,
        seats=4,
        status="open",
        room=ROOM,
        program="luckytui 0.1",
        lowest=1,
        highest=1,
        code=True,
    ),
    Hello("luckytui 0.1", 1, 1),
    HostHello("luckytui 0.1", 1, open=False),
    Challenge(SALT, HOST_NONCE),
    Auth(CLIENT_NONCE, CLIENT_PROOF),
    Proof(HOST_PROOF),
    Join(None, "Ana", watch=False, token=None),
    Welcome(ROOM, "lucky-numbers", "Ana", 0, TOKEN),
    View(7, b"..."),
    Move(ID, 7, b"b2"),
    Ack(ID),
    Reject(ID, "stale", b""),
    Ping(),
    Pong(),
    Leave(),
    Bye("too_big", {"length": "70000", "limit": "65536"}),
]


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under these column titles."""
    table = PAGE.partition(f"| {heading} |\n")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[1:]]


def test_every_example_is_the_message_it_stands_for() -> None:
    blocks = re.findall(r"```hex\n(.*?)```", PAGE, re.DOTALL)
    for block, message in zip(blocks, EXAMPLES, strict=True):
        decoder = FrameDecoder(limits.FRAME)
        decoder.feed(bytes.fromhex(block))
        (payload,) = decoder
        decode = decode_from_client if isinstance(message, ClientMessage) else decode_from_host
        assert decode(payload) == message
        assert payload == encode(message)


def test_every_message_has_an_example() -> None:
    assert {type(message) for message in EXAMPLES} == set(ClientMessage.__args__) | set(HostMessage.__args__)


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: type(message).__name__)
def test_every_field_is_named(message: AnyMessage) -> None:
    section = re.search(rf"### {kind(message)}.*?(?=\n###? )", PAGE, re.DOTALL)
    assert section
    described = (
        section[0] if not isinstance(message, HostHello) else PAGE.partition("hello, from the host")[2]
    )
    assert all(
        re.search(rf"^\| [\w, ]*\b{field}\b", described, re.MULTILINE) for field in message.__struct_fields__
    )


def test_the_proofs_are_made_as_told() -> None:
    assert f"with the code `{CODE}`" in PAGE
    assert [bytes.fromhex(cell.strip("`")) for _, cell in rows("what | bytes")] == [
        SALT,
        FINGERPRINT,
        KEY,
        HOST_NONCE,
        CLIENT_NONCE,
        CLIENT_PROOF,
        HOST_PROOF,
    ]


def test_the_states_are_those_of_the_code() -> None:
    told = {
        (state, name): following or state
        for state, client, host in rows("state | the client may send | the host may send")
        for name, following in re.findall(r"(\w+)(?: → (\w+))?", f"{client} {host}")
    }
    assert told == {
        (state.name, message.__name__.lower().removeprefix("host")): following.name
        for state, row in TRANSITIONS.items()
        for message, following in row.items()
    }


def test_the_codes_are_those_of_the_code() -> None:
    for code, values, again, _ in rows("code | values | try again? | meaning"):
        fault = FAULTS[code]
        assert set(re.findall(r"\w+", values)) == set(re.findall(r"{(\w+)}", fault.sentence))
        assert (again == "yes") == fault.retryable


def test_the_numbers_are_those_of_the_code() -> None:
    assert [float(seconds) for _, seconds in rows("what | seconds")] == [
        limits.HANDSHAKE,
        limits.HANDSHAKE,
        limits.PING,
        limits.SILENCE,
        limits.STALL,
        limits.HOLD,
        limits.RETRY_FIRST,
        limits.RETRY_LAST,
    ]
    for number in (
        limits.FRAME_BEFORE_JOINING,
        limits.FRAME,
        limits.MAP,
        limits.STRING,
        limits.ANSWERS,
        limits.SCRYPT_COST,
        limits.WRONG_CODES_FROM_ONE_ADDRESS,
        limits.WRONG_CODES,
        limits.MESSAGES_A_SECOND,
        limits.MESSAGES_AT_ONCE,
        limits.BYTES_A_SECOND,
        limits.BYTES_AT_ONCE,
    ):
        assert re.search(rf"\b{number}\b", PAGE)
