"""The messages, their order, and their way to bytes and back.

A message is one msgpack map whose `type` names it. Decoding trusts nothing: every field is checked against
its type, and what it costs grows with the bytes that came, not with the lengths that they announce. What a
later version may add is ignored: unknown fields and, in an open conversation, unknown messages.

Both ends follow `TRANSITIONS`, drawn in docs/protocol.md: a message changes the state when it is sent as well
as when it is received.
"""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgpack
from msgspec import Meta, Struct, convert, to_builtins

from net import limits
from net.errors import NetError
from net.names import printable

VERSION: Final = 1
"""Both ends speak the same version. What one program can do beyond it is in its `features`."""
HEADER_BYTES: Final = 4
_EXPLANATION: Final = 200  # characters

Text: TypeAlias = Annotated[str, Meta(max_length=256)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Bytes16: TypeAlias = Annotated[bytes, Meta(min_length=16, max_length=16)]
Bytes32: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Bytes64: TypeAlias = Annotated[bytes, Meta(min_length=64, max_length=64)]
Status: TypeAlias = Literal["open", "playing", "full", "locked"]
MoveFault: TypeAlias = Literal["stale", "illegal", "not_turn", "over", "internal"]


class Summary(Struct, frozen=True, kw_only=True):
    """What anyone may know of a room: `taken` and `seats` are counts, bots included.

    `host` and `computer` tell rooms of one name apart: who opened it, and on which computer it is.
    """

    game: Text
    name: Text
    host: Text
    computer: Text
    taken: Count
    seats: Count
    status: Status


class Message(Struct, frozen=True, tag_field="type", tag=str.lower):
    """One message; the class name in lower case is its `type`."""


class Peek(Message, frozen=True):
    """Client: tell me about the room of this id; without one, about the one to join."""

    room: Text | None


class Info(Summary, frozen=True, kw_only=True, tag_field="type", tag="info"):
    """Host: the answer to `peek`. I speak this version of the protocol; `code`: one is needed."""

    room: Text
    program: Text
    version: Count
    code: bool


class Hello(Message, frozen=True):
    """Client: I speak this version of the protocol, and have these features."""

    program: Text
    version: Count
    features: dict[Text, Count] = {}


class HostHello(Message, frozen=True, tag="hello"):
    """Host: so do I, and I have these features. Unless I am open, a challenge follows."""

    program: Text
    open: bool
    features: dict[Text, Count] = {}


class Forwarded(Message, frozen=True):
    """Client: I am a gateway that has this secret from the host; the guest comes from this address."""

    secret: Bytes32
    address: Text


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
    `known` is what it knows of the room: what that means is for those who make the views.
    """

    room: Text | None
    name: Text
    watch: bool
    token: Bytes32
    new: bool
    known: Text = ""


class Welcome(Message, frozen=True):
    """Host: you are in. A watcher's seat is None; the name is the one asked for, made unique."""

    room: Text
    name: Text
    seat: Count | None


class View(Message, frozen=True):
    """Host: all that this member may know now. `answered`: its latest move that was made or rejected."""

    prompt: Count
    payload: bytes
    answered: Bytes16 | None = None


class Move(Message, frozen=True):
    """Client: my answer to a prompt. The id is random, and the same when the move is sent again."""

    id: Bytes16
    prompt: Count
    payload: bytes


class Ack(Message, frozen=True):
    """Host: the move with this id was made. A view that names it follows."""

    id: Bytes16


class Reject(Message, frozen=True):
    """Host: the move with this id was not made. A view that names it follows."""

    id: Bytes16
    code: Text
    payload: bytes


class Ping(Message, frozen=True):
    """Host: are you there?"""


class Pong(Message, frozen=True):
    """Client: I am."""


class Leave(Message, frozen=True):
    """Client: I give my place up for good."""


class Bye(Message, frozen=True):
    """Host: the last message of a connection, and why. `code` and `values` make a NetError."""

    code: Text
    values: dict[Text, Text]


ClientMessage: TypeAlias = Peek | Forwarded | Hello | Auth | Join | Move | Pong | Leave
HostMessage: TypeAlias = Info | HostHello | Challenge | Proof | Welcome | View | Ack | Reject | Ping | Bye
AnyMessage: TypeAlias = ClientMessage | HostMessage


State = IntEnum(
    "State", "START ASKED GREETED PICKED CHALLENGED PROVING PROVEN JOINING OPEN LEAVING DONE", module=__name__
)
"""How far a connection has come."""

TRANSITIONS: Final[Mapping[State, Mapping[type[AnyMessage], State]]] = {
    State.START: {Forwarded: State.START, Peek: State.ASKED, Hello: State.GREETED, Bye: State.DONE},
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


_ITEMS: Final = 64
"""How many items a map or an array may have: memory for an array is taken as soon as its length is read."""


def encode(message: AnyMessage) -> bytes:
    """Return a message as bytes, without a frame."""
    packed: bytes = msgpack.packb(to_builtins(message, builtin_types=(bytes,)))
    return packed


def decode(payload: bytes, expected: Any) -> Any:
    """The message in a payload, one of the `expected` union; None for one whose type is not known here.

    Raises NetError `malformed`.
    """
    try:
        fields = msgpack.unpackb(payload, max_array_len=_ITEMS, max_map_len=_ITEMS)
        named = convert(fields, _Typed).type
        if named not in _by_type(AnyMessage):
            return None
        return convert(fields, _by_type(expected).get(named, expected), builtin_types=(bytes,))
    except ValueError as error:
        what = str(error) or type(error).__name__  # msgpack has no words for what nests too deep
        raise NetError("malformed", what=printable(what[:_EXPLANATION])) from None


class _Typed(Struct):
    type: Text


@cache
def _by_type(expected: Any) -> dict[str, type[AnyMessage]]:
    """The messages of a union. To convert to the union itself takes ten times as long."""
    return {message.__struct_config__.tag: message for message in get_args(expected)}


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
