"""A conversation between a client and a host, seen from either end.

Bytes and times go in, messages and bytes come out; no I/O and no clock, so a test can walk every path.

Both ends walk the same table: a message moves the conversation on when it is sent as when it is received.

    START ─hello─▶ GREETED ─hello─▶ PICKED ─────────────join─────────────▶ JOINING ─welcome─▶ OPEN
      │                               │                                       ▲               │
      │                           challenge                                 join            leave
      │                               ▼                                       │               ▼
      │                           CHALLENGED ─auth─▶ PROVING ─proof─▶ PROVEN ─┘            LEAVING
      └─peek─▶ ASKED ─info─▶ DONE ◀─bye, from anywhere
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from enum import Enum, auto
from typing import Final, Generic, TypeVar

from net import limits
from net.errors import NetError
from net.frames import FrameDecoder, frame
from net.messages import (
    HIGHEST_VERSION,
    LOWEST_VERSION,
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
from net.names import printable
from net.pacing import Bucket


class State(Enum):
    """How far a conversation has come."""

    START = auto()
    ASKED = auto()
    GREETED = auto()
    PICKED = auto()
    CHALLENGED = auto()
    PROVING = auto()
    PROVEN = auto()
    JOINING = auto()
    OPEN = auto()
    LEAVING = auto()
    DONE = auto()


TRANSITIONS: Final[Mapping[State, Mapping[type[AnyMessage], State]]] = {
    State.START: {Peek: State.ASKED, Hello: State.GREETED, Bye: State.DONE},
    State.ASKED: {Info: State.DONE, Bye: State.DONE},
    State.GREETED: {HostHello: State.PICKED, Bye: State.DONE},
    # A host with a code never rests here: its challenge goes out with its hello.
    State.PICKED: {Challenge: State.CHALLENGED, Join: State.JOINING, Bye: State.DONE},
    State.CHALLENGED: {Auth: State.PROVING, Bye: State.DONE},
    State.PROVING: {Proof: State.PROVEN, Bye: State.DONE},
    State.PROVEN: {Join: State.JOINING, Bye: State.DONE},
    State.JOINING: {Welcome: State.OPEN, Bye: State.DONE},
    State.OPEN: {
        **dict.fromkeys((View, Move, Ack, Reject, Ping, Pong), State.OPEN),
        Leave: State.LEAVING,
        Bye: State.DONE,
    },
    # What the host sent before it heard of the leaving is still on its way.
    State.LEAVING: {**dict.fromkeys((View, Ack, Reject, Ping, Pong), State.LEAVING), Bye: State.DONE},
    State.DONE: {},
}

_AFTER_HANDSHAKE = frozenset({State.OPEN, State.LEAVING, State.DONE})

Received = TypeVar("Received", ClientMessage, HostMessage)
Sent = TypeVar("Sent", ClientMessage, HostMessage)


class Connection(ABC, Generic[Received, Sent]):
    """One end of a conversation. Times are monotonic seconds and never go back."""

    def __init__(self, now: float) -> None:
        self.state = State.START
        self._decoder = FrameDecoder(limits.FRAME_BEFORE_JOINING)
        self._outbox = bytearray()
        self._waiting = 0
        self._opened = now
        self._heard = now
        self._moved_on = now

    def begin(self, now: float) -> None:
        """The line is safe: the time for the handshake starts anew."""
        self._opened = now

    def weigh(self, amount: int, now: float) -> None:
        """So many bytes came, as they were on the line. Raises NetError `flood`."""

    def receive(self, data: bytes, now: float) -> Iterator[Received]:
        """The messages that these bytes complete; answer each before asking for the next.

        Raises NetError `too_big`, `malformed`, `unexpected` or `flood`. What comes after the last message is
        ignored.
        """
        self._heard = now
        if self.state is not State.DONE:
            self._decoder.feed(data)
        while self.state is not State.DONE:
            payload = next(self._decoder, None)
            if payload is None:
                return
            self._count(now)
            message = self._decode(payload)
            self._move_on(message, now)
            if not self._keep_alive(message):
                yield message

    def send(self, message: Sent, now: float) -> None:
        """Add a message to the outbox. Raises NetError `unexpected` if it has no place here, or `too_big`.

        Raises NetError `slow` when too many wait there already; for the last message there is always room.
        """
        framed = frame(encode(message))
        if self._waiting >= limits.OUTBOX and not isinstance(message, Bye):
            raise NetError("slow")
        self._move_on(message, now)
        self._outbox += framed
        self._waiting += 1

    def data_to_send(self) -> bytes:
        """All that is to be written to the peer, once."""
        data = bytes(self._outbox)
        self._outbox.clear()
        self._waiting = 0
        return data

    @property
    def has_unsent(self) -> bool:
        """Whether something waits in the outbox."""
        return self._waiting > 0

    @property
    def deadline(self) -> float:
        """When `tick` must be called next."""
        return self._patience_ends

    def tick(self, now: float) -> None:
        """Let time pass. Raises NetError `handshake_timeout` or `dead_peer` when the peer took too long."""
        if now < self._patience_ends:
            return
        if self.state in _AFTER_HANDSHAKE:
            raise NetError("dead_peer", seconds=round(now - self._heard))
        raise NetError("handshake_timeout", seconds=round(limits.HANDSHAKE))

    @property
    def _patience_ends(self) -> float:
        if self.state is State.OPEN:
            return self._heard + limits.SILENCE
        if self.state in _AFTER_HANDSHAKE:
            return self._moved_on + limits.LINGER
        return self._opened + limits.HANDSHAKE

    def _count(self, now: float) -> None:
        """A message came. Raises NetError `flood`."""

    @abstractmethod
    def _decode(self, payload: bytes) -> Received:
        """The message in a payload."""

    @abstractmethod
    def _keep_alive(self, message: Received) -> bool:
        """Whether the message only kept the connection alive, and needs no further answer."""

    def _move_on(self, message: AnyMessage, now: float) -> None:
        following = TRANSITIONS[self.state].get(type(message))
        if following is None:
            raise NetError("unexpected", message=kind(message))
        if following is not self.state:
            self.state = following
            self._moved_on = now
        if self.state is State.OPEN:
            self._decoder.limit = limits.FRAME


class HostConnection(Connection[ClientMessage, HostMessage]):
    """The host's end. It pings, so that each side hears from the other however quiet the game is.

    It hears so many messages and bytes in a second, and no more.
    """

    def __init__(self, now: float) -> None:
        super().__init__(now)
        self._pinged = now
        self._messages = Bucket(limits.MESSAGES_A_SECOND, limits.MESSAGES_AT_ONCE, now)
        self._bytes = Bucket(limits.BYTES_A_SECOND, limits.BYTES_AT_ONCE, now)

    def weigh(self, amount: int, now: float) -> None:
        """So many bytes came, as they were on the line. Raises NetError `flood`."""
        if not self._bytes.take(amount, now):
            raise NetError("flood")

    @property
    def deadline(self) -> float:
        """When `tick` must be called next."""
        if self.state is State.OPEN:
            return min(self._patience_ends, self._pinged + limits.PING)
        return self._patience_ends

    def tick(self, now: float) -> None:
        """Let time pass: raises as `Connection.tick` does, and pings."""
        super().tick(now)
        if self.state is State.OPEN and now >= self._pinged + limits.PING:
            self._pinged = now
            self.send(Ping(), now)

    def _count(self, now: float) -> None:
        if not self._messages.take(1, now):
            raise NetError("flood")

    def _decode(self, payload: bytes) -> ClientMessage:
        return decode_from_client(payload)

    def _keep_alive(self, message: ClientMessage) -> bool:
        return isinstance(message, Pong)


class ClientConnection(Connection[HostMessage, ClientMessage]):
    """A client's end. It answers pings by itself."""

    def _decode(self, payload: bytes) -> HostMessage:
        return decode_from_host(payload)

    def _keep_alive(self, message: HostMessage) -> bool:
        if not isinstance(message, Ping):
            return False
        self.send(Pong(), self._heard)
        return True


def answer_hello(hello: Hello, program: str, *, open: bool) -> HostHello:  # noqa: A002 - named as in the message
    """A host's answer: the highest version that both speak. Raises NetError `version` if there is none."""
    version = min(hello.highest, HIGHEST_VERSION)
    if version >= max(hello.lowest, LOWEST_VERSION):
        return HostHello(program=program, version=version, open=open)
    raise NetError(
        "version",
        host=program,
        spoken=_span(LOWEST_VERSION, HIGHEST_VERSION),
        guest=printable(hello.program),
        wanted=_span(hello.lowest, hello.highest),
    )


def _span(lowest: int, highest: int) -> str:
    return str(lowest) if lowest == highest else f"{lowest}–{highest}"
