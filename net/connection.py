"""TCP connections with TLS: a thin asyncio shell around the sans-IO protocol of either end."""

import asyncio
import contextlib
import errno
import socket
import ssl
import sys
import threading
from collections.abc import Callable
from math import inf
from typing import Generic, TypeVar, cast

from net import limits
from net.addresses import with_scopes
from net.errors import NetError
from net.messages import State
from net.protocol import PeerProtocol, Received, Sent
from net.tls import Tls

_Protocol = TypeVar("_Protocol", bound=asyncio.BaseProtocol)

# Where SO_REUSEADDR lets a host take its port again at once, Windows would let two programs share it. There,
# a port that somebody has to themselves is also "access denied".
if sys.platform == "win32":
    _ALONE, _IN_USE = socket.SO_EXCLUSIVEADDRUSE, (errno.EADDRINUSE, errno.EACCES)
else:
    _ALONE, _IN_USE = socket.SO_REUSEADDR, (errno.EADDRINUSE,)


def listen(address: str | None, port: int, *, or_any: bool = False) -> socket.socket:
    """A socket that listens on an address, or on every one (None). Port 0 lets the system choose.

    With `or_any` it also chooses if another program uses this port. Raises NetError `port_in_use` or
    `cannot_listen`.
    """
    dual = address is None and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if dual or ":" in (address or "") else socket.AF_INET
    # socket.create_server would leave the socket open for something that is not an address.
    with contextlib.ExitStack() as undo:
        try:
            listening = undo.enter_context(socket.socket(family, socket.SOCK_STREAM))
            listening.setsockopt(socket.SOL_SOCKET, _ALONE, 1)
            if dual:
                listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            listening.bind(_with_scope(address or "", port))
            listening.listen(limits.HANDSHAKES)
        # A name that no resolver takes raises TypeError, and a port out of range OverflowError.
        except (OSError, OverflowError, TypeError) as error:
            if isinstance(error, OSError) and error.errno in _IN_USE:
                if or_any:
                    return listen(address, 0)
                raise NetError("port_in_use", port=port) from None
            raise NetError("cannot_listen", address=address or "*", port=port, reason=reason(error)) from None
        undo.pop_all()
    return listening


def _with_scope(address: str, port: int) -> tuple[object, ...]:
    """What a socket binds to: of the scope in `fe80::1%eth0`, its number. Raises OSError."""
    if "%" not in address:
        return address, port
    [(*_, bindable)] = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    return bindable


async def connect(make_protocol: Callable[[], _Protocol], address: str, port: int) -> _Protocol:
    """A connection to a host, given by name or by number. Raises NetError `refused` or `unreachable`."""
    loop = asyncio.get_running_loop()
    errors = ""
    for scoped in with_scopes(address):
        try:
            async with asyncio.timeout(limits.CONNECT):
                _, protocol = await loop.create_connection(make_protocol, scoped, port)
                return protocol
        except (OSError, OverflowError, UnicodeError) as error:
            errors += str(error)  # for a name with several addresses the text has the errors of all
    if f"[Errno {errno.ECONNREFUSED}]" in errors:
        raise NetError("refused", address=address, port=port)
    raise NetError("unreachable", address=address)


def tune(connection: socket.socket) -> None:
    """Buffer little in the kernel for a reader that sleeps, and send without delay."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.SEND_BUFFER)
    # asyncio does this for sockets that it opens; an accepted one would sit on an answer for 40 ms.
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def reason(error: Exception) -> str:
    """What the system says went wrong, in its own words and without numbers."""
    return getattr(error, "strerror", None) or str(error)


class Alarm:
    """One timer that can be set again. Times are those of the running loop's clock."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self._when = inf

    def set(self, when: float | None) -> None:
        """Ring at this time instead of any set before; None: never."""
        if self._handle:
            self._handle.cancel()
        self._when = inf if when is None else when
        self._handle = None if when is None else asyncio.get_running_loop().call_at(when, self._rang)

    def set_by(self, when: float) -> None:
        """Ring no later than this. A timer set for an earlier time stays: setting it again costs more."""
        if when < self._when:
            self.set(when)

    def _rang(self) -> None:
        self._handle, self._when = None, inf
        self._ring()


class _Incoming(threading.local):
    """The buffer for what was just read. It is used up at once, so all connections of a thread share it.

    A buffer of asyncio's own has 256 KiB: the system would map and unmap that for every move.
    """

    def __init__(self) -> None:
        self.buffer = memoryview(bytearray(limits.FRAME))


_incoming = _Incoming()


class Connection(asyncio.BufferedProtocol, Generic[Received, Sent]):
    """Moves bytes between a socket and a protocol, and wakes the protocol at its deadlines."""

    def __init__(
        self, protocol: Callable[[float], PeerProtocol[Received, Sent]], context: ssl.SSLContext
    ) -> None:
        self.now = asyncio.get_running_loop().time
        self.protocol: PeerProtocol[Received, Sent] = protocol(self.now())
        self.tls = Tls(context)
        self.gone = asyncio.Event()
        self.is_held_back = False
        """Whether nothing may be written for now."""
        self.transport: asyncio.Transport | None = None
        self._alarm = Alarm(self._tick)

    def opened(self) -> None:
        """Called when TLS is ready. May raise NetError, which ends the connection."""

    def received(self, message: Received) -> None:
        """Called with each message. May raise NetError, which ends the connection."""

    def lost(self) -> None:
        """Called when the socket is closed."""

    def send(self, message: Sent) -> None:
        """Send a message, unless the conversation is over."""
        self.protocol.send(message, self.now())

    def end(self, error: NetError) -> None:
        """End the conversation for this reason, and close."""
        self.protocol.fail(error, self.now())
        self.flush()

    def flush(self) -> None:
        """Write what is queued, unless it is held back. After the last message, close our direction."""
        if self.transport is None:
            return
        if self.protocol.must_abort:
            self.transport.abort()
        elif not (self.is_held_back or self.transport.is_closing()):
            is_over = self.protocol.state is State.DONE
            if data := self.tls.send(self.protocol.data_to_send(), is_last=is_over):
                self.transport.write(data)
            if is_over:
                # To close outright could make the kernel drop the last message along with what we never read.
                with contextlib.suppress(OSError):
                    self.transport.write_eof()
        # Also while it closes: asyncio would wait for ever until the peer has read everything.
        self._alarm.set_by(self.protocol.deadline)

    def abort(self) -> None:
        """Close at once, whatever is still unsent."""
        if self.transport:
            self.transport.abort()

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        with contextlib.suppress(OSError):  # already gone again
            tune(self.transport.get_extra_info("socket"))
        # Views that wait in a second buffer would be out of date when sent: use only the kernel's.
        self.transport.set_write_buffer_limits(high=0)
        self.tls.start()
        self.flush()

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002 - it is large enough
        return _incoming.buffer

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(_incoming.buffer[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Handle received bytes."""
        if self.protocol.state is State.DONE:
            return
        now, was_ready = self.now(), self.tls.ready
        try:
            self.protocol.count(now, size=len(data))
            plain = self.tls.receive(data)
            if self.tls.ready and not was_ready:
                self.protocol.secured(now)
                self.opened()
            for message in self.protocol.receive(plain, now):
                self.received(message)
        except NetError as error:
            self.protocol.fail(error, now)
        self.flush()
        if self.tls.over and self.transport:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._alarm.set(None)
        self.transport = None
        self.gone.set()
        self.lost()

    def _tick(self) -> None:
        self.protocol.tick(self.now())
        self.flush()
