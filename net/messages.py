"""The messages, their order, and their way to bytes and back.

A message is one msgpack map whose `type` names it. Decoding trusts nothing: the structure is bounded before
anything is built, then every field is checked against its type; no field may be missing or too many.

Both ends follow `TRANSITIONS`, drawn in docs/protocol.md: a message changes the state when it is sent as well
as when it is received.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgpack  # type: ignore[import-untyped]
import msgspec
from msgspec import Meta, Struct

from net import limits
from net.errors import NetError

LOWEST_VERSION: Final = 1
HIGHEST_VERSION: Final = 1
HEADER_BYTES: Final = 4

Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Bytes16: TypeAlias = Annotated[bytes, Meta(min_length=16, max_length=16)]
Bytes32: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Bytes64: TypeAlias = Annotated[bytes, Meta(min_length=64, max_length=64)]
Status: TypeAlias = Literal["open", "playing", "full"]
MoveFault: TypeAlias = Literal["stale", "illegal", "not_turn", "over", "internal"]


class Summary(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What anyone may know of a room: `taken` and `seats` are counts, bots included."""

    game: str
    name: str
    taken: Count
    seats: Count
    status: Status


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """One message; the class name in lower case is its `type`."""


class Peek(Message, frozen=True):
    """Client: tell me about the room of this id; without one, about the one to join."""

    room: str | None


class Info(Summary, frozen=True, kw_only=True, tag_field="type", tag="info"):
    """Host: the answer to `peek`. I speak versions `lowest` to `highest`; `code`: there is one."""

    room: str
    program: str
    lowest: Count
    highest: Count
    code: bool


class Hello(Message, frozen=True):
    """Client: I speak these protocol versions."""

    program: str
    lowest: Count
    highest: Count


class HostHello(Message, frozen=True, tag="hello"):
    """Host: we speak this version. Unless I am open to all, a challenge follows."""

    program: str
    version: Count
    open: bool


class Challenge(Message, frozen=True):
    """Host: prove that you know the code. This is my share of our exchange about it."""

    share: Bytes32


class Auth(Message, frozen=True):
    """Client: my share, and my proof."""

    share: Bytes32
    proof: Bytes64


class Proof(Message, frozen=True):
    """Host: my proof."""

    proof: Bytes64


class Join(Message, frozen=True):
    """Client: give me a place, to play or to watch, or the one that I had.

    The token is a secret that the client draws for its place; there is one place for each token, so a `join`
    without an answer can be sent again. `new`: no welcome has come for the token yet, so a host that does not
    know it gives it a new place. Without a room: the one that knows the token, or the first with a place.
    """

    room: str | None
    name: str
    watch: bool
    token: Bytes32
    new: bool


class Welcome(Message, frozen=True):
    """Host: you are in. A watcher's seat is None; the name is the one asked for, made unique."""

    room: str
    game: str
    name: str
    seat: Count | None


class View(Message, frozen=True):
    """Host: all that this member may know now. Never a difference to an earlier one."""

    prompt: Count
    payload: bytes


class Move(Message, frozen=True):
    """Client: my answer to a prompt. The id is random, and the same when the move is sent again."""

    id: Bytes16
    prompt: Count
    payload: bytes


class Ack(Message, frozen=True):
    """Host: the move with this id was made."""

    id: Bytes16


class Reject(Message, frozen=True):
    """Host: the move with this id was not made. The latest view follows."""

    id: Bytes16
    code: MoveFault
    payload: bytes


class Ping(Message, frozen=True):
    """Host: are you there?"""


class Pong(Message, frozen=True):
    """Client: I am."""


class Leave(Message, frozen=True):
    """Client: I give my place up for good."""


class Bye(Message, frozen=True):
    """Host: the last message of a connection, and why. `code` and `values` make a NetError."""

    code: str
    values: dict[str, str]


ClientMessage: TypeAlias = Peek | Hello | Auth | Join | Move | Pong | Leave
HostMessage: TypeAlias = Info | HostHello | Challenge | Proof | Welcome | View | Ack | Reject | Ping | Bye
AnyMessage: TypeAlias = ClientMessage | HostMessage


State = Enum(
    "State", "START ASKED GREETED PICKED CHALLENGED PROVING PROVEN JOINING OPEN LEAVING DONE", module=__name__
)
"""How far a connection has come."""

TRANSITIONS: Final[Mapping[State, Mapping[type[AnyMessage], State]]] = {
    State.START: {Peek: State.ASKED, Hello: State.GREETED, Bye: State.DONE},
    State.ASKED: {Info: State.DONE, Bye: State.DONE},
    State.GREETED: {HostHello: State.PICKED, Bye: State.DONE},
    # A host with a code sends its challenge along with its hello.
    State.PICKED: {Challenge: State.CHALLENGED, Join: State.JOINING, Bye: State.DONE},
    # A client that comes back to a certificate which it knows needs no code.
    State.CHALLENGED: {Auth: State.PROVING, Join: State.JOINING, Bye: State.DONE},
    State.PROVING: {Proof: State.PROVEN, Bye: State.DONE},
    State.PROVEN: {Join: State.JOINING, Bye: State.DONE},
    State.JOINING: {Welcome: State.OPEN, Bye: State.DONE},
    State.OPEN: {
        **dict.fromkeys((View, Move, Ack, Reject, Ping, Pong), State.OPEN),
        Leave: State.LEAVING,
        Bye: State.DONE,
    },
    # What the host sent before it got `leave` is still on its way.
    State.LEAVING: {**dict.fromkeys((View, Ack, Reject, Ping, Pong), State.LEAVING), Bye: State.DONE},
    State.DONE: {},
}


def encode(message: AnyMessage) -> bytes:
    """The message as bytes, without a frame."""
    return msgspec.msgpack.encode(message)


def decode(payload: bytes, expected: Any) -> Any:
    """The message in a payload, one of the `expected` union. Raises NetError `malformed`."""
    try:
        plain = unpack(payload, maps=limits.MAP, arrays=limits.ARRAY, strings=limits.STRING)
        # bytes are built in, or a base64 string would pass for them.
        return msgspec.convert(plain, expected, builtin_types=(bytes,))
    except ValueError:
        raise NetError("malformed") from None


def unpack(data: bytes, *, maps: int, arrays: int, strings: int) -> object:
    """One msgpack value of plain types, from a stranger, in bounded time. Raises ValueError.

    The limits are entries of one map, items of one array and bytes of one string. Keys are strings and come
    once; there are no extensions. Floats pass, NaN too: the type that the value is converted to decides.
    """
    return msgpack.unpackb(
        data,
        max_map_len=maps,
        max_array_len=arrays,
        max_str_len=strings,
        max_ext_len=0,
        object_pairs_hook=_unique,
        ext_hook=_no_extension,
    )


def frame(payload: bytes) -> bytes:
    """The payload with its length in front. Raises NetError `too_big` for what no peer would take."""
    if not 1 <= len(payload) <= limits.FRAME:
        raise NetError("too_big", length=len(payload), limit=limits.FRAME)
    return len(payload).to_bytes(HEADER_BYTES, "big") + payload


class FrameDecoder:
    """Cuts a stream into payloads: feed it what came, then iterate over what is complete.

    `limit` (bytes of one payload) may change between two payloads. A length outside 1..limit raises NetError
    `too_big` as soon as its header is there; nothing is allocated for it.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Add bytes that came from the stream, however they were cut."""
        self._buffer += data

    def __iter__(self) -> Iterator[bytes]:
        while len(self._buffer) >= HEADER_BYTES:
            length = int.from_bytes(self._buffer[:HEADER_BYTES], "big")
            if not 1 <= length <= self.limit:
                raise NetError("too_big", length=length, limit=self.limit)
            end = HEADER_BYTES + length
            if len(self._buffer) < end:
                return
            payload = bytes(self._buffer[HEADER_BYTES:end])
            del self._buffer[:end]
            yield payload


def _unique(pairs: Iterable[tuple[Any, Any]]) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for key, value in pairs:
        if not isinstance(key, str) or key in entries:
            raise ValueError("a map's keys are strings, each once")
        entries[key] = value
    return entries


def _no_extension(_code: int, _data: bytes) -> object:
    raise ValueError("extension types are not part of the protocol")
