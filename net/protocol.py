"""The protocol without I/O and without a clock: bytes and times go in, messages and bytes come out."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from math import inf
from typing import Any, ClassVar, Generic, TypeVar

from net import limits, messages
from net.errors import NetError
from net.messages import TRANSITIONS, AnyMessage, Bye, ClientMessage, HostMessage, Ping, Pong, State
from net.names import printable

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
    _ping_every: ClassVar[float] = inf
    """Seconds between two pings."""

    def __init__(self, now: float) -> None:
        self.state = State.START
        self.error: NetError | None = None
        """Why the conversation is over."""
        self.must_abort = False
        """Whether the socket is to be closed at once, whatever is still unsent."""
        self.outbox: list[bytes] = []
        """The frames that wait for `data_to_send`."""
        self._decoder = messages.FrameDecoder(limits.FRAME_BEFORE_JOINING)
        self._heard = now
        self._patience_ends = now + limits.HANDSHAKE
        self._ping_at = inf

    @property
    def deadline(self) -> float:
        """When `tick` must be called next."""
        return min(self._patience_ends, self._ping_at)

    def secured(self, now: float) -> None:
        """Note that TLS is ready: the time limit for the handshake starts again."""
        self._patience_ends = now + limits.HANDSHAKE

    def count(self, now: float, *, size: int = 0, frames: int = 0) -> None:
        """Count bytes as they came, still encrypted, or frames. Raises NetError for too many frames."""

    def receive(self, data: bytes, now: float) -> Iterator[Received]:
        """Yield the messages that these bytes complete. Answer each one before asking for the next."""
        self._heard = now
        if self.state is State.DONE:
            return
        if self.state is State.OPEN:
            self._patience_ends = now + limits.SILENCE
        self._decoder.feed(data)
        try:
            for payload in self._decoder:
                self.count(now, frames=1)
                message: Received | None = messages.decode(payload, self._expected)
                if message:
                    self._enter(message, now)
                    yield message
                elif self.state not in _AFTER_HANDSHAKE:  # later, this may be of a later version
                    self.fail(NetError("malformed", what="a message of an unknown type"), now)
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
        if len(self.outbox) >= limits.OUTBOX:
            self.fail(NetError("slow"), now)
            return
        self._enter(message, now)
        self.outbox.append(framed)

    def fail(self, error: NetError, now: float) -> None:
        """End the conversation with this error, unless it is over."""
        if self.state is not State.DONE:
            self.error = error
            self._end(error, now)

    def data_to_send(self) -> bytes:
        """Return the queued bytes and clear the queue."""
        data = b"".join(self.outbox)
        self.outbox.clear()
        return data

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
            if following is State.OPEN:
                self._decoder.limit = limits.FRAME
                self._patience_ends, self._ping_at = now + limits.SILENCE, now + self._ping_every
            elif following in _AFTER_HANDSHAKE:
                self._patience_ends, self._ping_at = now + limits.LINGER, inf


class Bucket:
    """Lets `burst` through at once, and `rate` a second in the long run. It starts full, at time `now`.

    A time that goes back counts as no change.
    """

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._filled = now

    def draw(self, amount: float, now: float) -> float:
        """Let this amount through in any case; return how many seconds it takes until nothing is owed."""
        if now > self._filled:
            self._left = min(self._burst, self._left + self._rate * (now - self._filled))
            self._filled = now
        self._left -= amount
        return max(0.0, -self._left / self._rate)

    def take(self, amount: float, now: float) -> bool:
        """Whether this amount may pass now; if so, it is taken."""
        self.draw(0, now)
        if may_pass := amount <= self._left:
            self._left -= amount
        return may_pass


class HostProtocol(PeerProtocol[ClientMessage, HostMessage]):
    """The host's end. It limits the rate of messages, and pings so that each side hears from the other.

    Messages over the rate limit are still processed, but the caller should read nothing until `rests_until`.
    """

    _expected = ClientMessage
    _ping_every = limits.PING

    def __init__(self, now: float) -> None:
        super().__init__(now)
        self.rests_until = now
        self._bytes = Bucket(limits.BYTES_A_SECOND, limits.BYTES_AT_ONCE, now)
        self._frames = Bucket(limits.MESSAGES_A_SECOND, limits.MESSAGES_AT_ONCE, now)

    def count(self, now: float, *, size: int = 0, frames: int = 0) -> None:
        owed = self._frames.draw(frames, now)
        self.rests_until = now + max(owed, self._bytes.draw(size, now))
        if owed > limits.FLOOD:
            raise NetError("flood")

    def drop_unsent(self) -> None:
        """Drop every queued message except the `bye`."""
        del self.outbox[:-1]

    def tick(self, now: float) -> None:
        super().tick(now)
        if now >= self._ping_at:
            self._ping_at = now + limits.PING
            self.send(Ping(), now)

    def _end(self, error: NetError, now: float) -> None:
        self._enter(bye := Bye(error.code, error.values), now)
        self.outbox.append(messages.frame(messages.encode(bye)))


class ClientProtocol(PeerProtocol[HostMessage, ClientMessage]):
    """A client's end. It answers pings, and takes the host's `bye`."""

    _expected = HostMessage

    def receive(self, data: bytes, now: float) -> Iterator[HostMessage]:
        for message in super().receive(data, now):
            match message:
                case Ping():
                    self.send(Pong(), now)
                case Bye():
                    # With its text made safe to show.
                    values = {printable(name): printable(value) for name, value in message.values.items()}
                    self.error = NetError.told(printable(message.code), values)
                case _:
                    yield message

    def _end(self, error: NetError, now: float) -> None:  # noqa: ARG002 - a client does not say why
        self.state = State.DONE
        self.must_abort = True
