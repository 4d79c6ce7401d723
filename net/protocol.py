"""The protocol without I/O and without a clock: bytes and times go in, messages and bytes come out."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Generic, TypeVar

from net import limits, messages
from net.errors import NetError
from net.messages import TRANSITIONS, AnyMessage, Bye, ClientMessage, HostMessage, Ping, Pong, State
from net.names import printable
from net.pacing import Bucket

_AFTER_HANDSHAKE = frozenset({State.OPEN, State.LEAVING, State.DONE})

Received = TypeVar("Received", ClientMessage, HostMessage)
Sent = TypeVar("Sent", ClientMessage, HostMessage)


class PeerProtocol(ABC, Generic[Received, Sent]):
    """One end of a connection. Times are monotonic seconds and never go back.

    A mistake of the peer raises nothing: it ends the conversation, `error` says why, and `data_to_send` has
    the last message for the peer.
    """

    _expected: ClassVar[Any]
    """The messages that the other end sends."""

    def __init__(self, now: float) -> None:
        self.state = State.START
        self.error: NetError | None = None
        """Why the conversation is over."""
        self.must_abort = False
        """Whether the socket is to be closed at once, whatever is still unsent."""
        self._decoder = messages.FrameDecoder(limits.FRAME_BEFORE_JOINING)
        self._outbox: list[bytes] = []
        self._opened = now
        self._heard = now
        self._entered = now

    def secured(self, now: float) -> None:
        """Note that TLS is ready: the time limit for the handshake starts again."""
        self._opened = now

    def count(self, amount: int, now: float) -> None:
        """Count received bytes, still encrypted."""

    def receive(self, data: bytes, now: float) -> Iterator[Received]:
        """Yield the messages that these bytes complete. Answer each one before asking for the next."""
        self._heard = now
        if self.state is State.DONE:
            return
        self._decoder.feed(data)
        try:
            for payload in self._decoder:
                self._heard_one(now)
                message: Received | None = messages.decode(payload, self._expected)
                if message is None:  # of a later version
                    if self.state not in _AFTER_HANDSHAKE:
                        self.fail(NetError("malformed", what="a message of an unknown type"), now)
                        return
                    continue
                self._enter(message, now)
                if not self._handled(message, now):
                    yield message
                if self.state is State.DONE:
                    return
        except NetError as error:
            self.fail(error, now)

    def send(self, message: Sent, now: float) -> None:
        """Queue a message, unless the conversation is over. It ends if too many messages are queued.

        Raises NetError `unexpected` for a message that must not be sent in this state, and `too_big`.
        """
        if self.state is State.DONE:
            return
        framed = messages.frame(messages.encode(message))
        if len(self._outbox) >= limits.OUTBOX:
            self.fail(NetError("slow"), now)
            return
        self._enter(message, now)
        self._outbox.append(framed)

    def fail(self, error: NetError, now: float) -> None:
        """End the conversation with this error, unless it is over."""
        if self.state is not State.DONE:
            self.error = error
            self._end(error, now)

    def data_to_send(self) -> bytes:
        """Return the queued bytes and clear the queue."""
        data = b"".join(self._outbox)
        self._outbox.clear()
        return data

    @property
    def unsent(self) -> int:
        """How many messages are queued."""
        return len(self._outbox)

    @property
    def deadline(self) -> float:
        """When `tick` must be called next."""
        return self._patience_ends

    def tick(self, now: float) -> None:
        """Check the deadlines: end the conversation with a peer that took too long."""
        if now < self._patience_ends:
            return
        if self.state is State.DONE:
            self.must_abort = True
        elif self.state in _AFTER_HANDSHAKE:
            self.fail(NetError("dead_peer", seconds=round(now - self._heard)), now)
        else:
            self.fail(NetError("handshake_timeout", seconds=round(limits.HANDSHAKE)), now)

    @property
    def _patience_ends(self) -> float:
        if self.state is State.OPEN:
            return self._heard + limits.SILENCE
        if self.state in _AFTER_HANDSHAKE:
            return self._entered + limits.LINGER
        return self._opened + limits.HANDSHAKE

    def _heard_one(self, now: float) -> None:
        """Count a received message. Raises NetError if there are too many."""

    @abstractmethod
    def _handled(self, message: Received, now: float) -> bool:
        """Handle a message of the protocol itself; return whether it was one."""

    @abstractmethod
    def _end(self, error: NetError, now: float) -> None:
        """Enter the last state. A host also tells the peer why."""

    def _enter(self, message: AnyMessage, now: float) -> None:
        """Enter the state that this message leads to. Raises NetError `unexpected`."""
        following = TRANSITIONS[self.state].get(type(message))
        if following is None:
            raise NetError("unexpected", message=str(message.__struct_config__.tag))
        if following is not self.state:
            self.state = following
            self._entered = now
        if self.state is State.OPEN:
            self._decoder.limit = limits.FRAME


class HostProtocol(PeerProtocol[ClientMessage, HostMessage]):
    """The host's end. It limits the rate of messages, and pings so that each side hears from the other.

    Messages over the rate limit are still processed, but the caller should stop reading until `rest` has
    passed.
    """

    _expected = ClientMessage

    def __init__(self, now: float) -> None:
        super().__init__(now)
        self._pinged = now
        self._messages = Bucket(limits.MESSAGES_A_SECOND, limits.MESSAGES_AT_ONCE, now)
        self._bytes = Bucket(limits.BYTES_A_SECOND, limits.BYTES_AT_ONCE, now)

    def count(self, amount: int, now: float) -> None:
        self._bytes.draw(amount, now)

    def rest(self, now: float) -> float:
        """Return for how many seconds nothing should be read from this client."""
        return max(self._bytes.owed(now), self._messages.owed(now))

    def drop_unsent(self) -> None:
        """Drop every queued message except the `bye`."""
        del self._outbox[:-1]

    @property
    def deadline(self) -> float:
        if self.state is State.OPEN:
            return min(self._patience_ends, self._pinged + limits.PING)
        return self._patience_ends

    def tick(self, now: float) -> None:
        super().tick(now)
        if self.state is State.OPEN and now >= self._pinged + limits.PING:
            self._pinged = now
            self.send(Ping(), now)

    def _heard_one(self, now: float) -> None:
        self._messages.draw(1, now)
        if self._messages.owed(now) > limits.FLOOD:
            raise NetError("flood")

    def _handled(self, message: ClientMessage, now: float) -> bool:  # noqa: ARG002 - a client's needs the time
        return isinstance(message, Pong)

    def _end(self, error: NetError, now: float) -> None:
        self._enter(bye := Bye(error.code, error.values), now)
        self._outbox.append(messages.frame(messages.encode(bye)))


class ClientProtocol(PeerProtocol[HostMessage, ClientMessage]):
    """A client's end. It answers pings, and takes the host's `bye`."""

    _expected = HostMessage

    def _handled(self, message: HostMessage, now: float) -> bool:
        match message:
            case Ping():
                self.send(Pong(), now)
            case Bye():
                # With its text made safe to show.
                values = {printable(name): printable(value) for name, value in message.values.items()}
                self.error = NetError.told(printable(message.code), values)
            case _:
                return False
        return True

    def _end(self, error: NetError, now: float) -> None:  # noqa: ARG002 - a client does not say why
        self.state = State.DONE
        self.must_abort = True
