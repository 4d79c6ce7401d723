"""A line: one TCP connection with TLS on it, driven by the sans-IO connection that says what goes over it.

For both ends.
"""

import asyncio
import contextlib
import ssl
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, cast

from net.errors import NetError
from net.protocol import Connection, Received, Sent, State
from net.sockets import tune
from net.tls import Tls


class Alarm:
    """One timer that can be set anew. Times are those of the running loop's clock."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None

    def set(self, when: float | None) -> None:
        """Ring at this time, or never, instead of when it was set to before."""
        if self._handle:
            self._handle.cancel()
            self._handle = None
        if when is not None:
            self._handle = asyncio.get_running_loop().call_at(when, self._ring)


class Line(asyncio.Protocol, ABC, Generic[Received, Sent]):
    """Moves bytes between a socket and a `Connection`, and wakes the connection at its deadlines."""

    def __init__(self, connection: Connection[Received, Sent], context: ssl.SSLContext) -> None:
        self.connection: Connection[Received, Sent] = connection
        self.tls = Tls(context)
        self.gone = asyncio.Event()
        self.writable = True
        self.transport: asyncio.Transport | None = None
        self._alarm = Alarm(self._tick)

    @abstractmethod
    def opened(self) -> None:
        """TLS stands, and messages can go. May raise NetError, which ends the line."""

    @abstractmethod
    def received(self, message: Received) -> None:
        """A message came. May raise NetError, which ends the line."""

    @abstractmethod
    def end(self, error: NetError) -> None:
        """Close in good order, for this reason."""

    @abstractmethod
    def lost(self) -> None:
        """The socket is closed."""

    def is_held_back(self) -> bool:
        """Whether nothing may be written now; whoever says so sees to it that `flush` is called later."""
        return False

    def send(self, message: Sent) -> None:
        """Send a message, unless all has been said."""
        if self.connection.state is not State.DONE:
            self.connection.send(message, self.now())

    def flush(self) -> None:
        """Write what is to be sent. After the last message, say that there is no more."""
        if self.transport is None:
            return
        if not self.transport.is_closing() and not self.is_held_back():
            self._write(self.transport)
        # Also while it closes: it waits until all is read that was written, and for nobody may that be long.
        self._alarm.set(self.connection.deadline)

    def abort(self) -> None:
        """Close at once, whatever is still unsent."""
        if self.transport:
            self.transport.abort()

    def now(self) -> float:
        """The loop's monotonic time in seconds."""
        return asyncio.get_running_loop().time()

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asyncio: the socket is connected."""
        self.transport = cast("asyncio.Transport", transport)
        with contextlib.suppress(OSError):  # already gone again
            tune(self.transport.get_extra_info("socket"))
        # What waits here is out of date when it goes: let the kernel's buffer be the only one.
        self.transport.set_write_buffer_limits(high=0)
        self.tls.start()
        self.flush()

    def data_received(self, data: bytes) -> None:
        """Asyncio: bytes came."""
        if self.connection.state is State.DONE:
            return
        try:
            self._take(data)
        except NetError as error:
            self.end(error)
        self.flush()
        if self.tls.over and self.transport:
            self.transport.close()

    def pause_writing(self) -> None:
        """Asyncio: the kernel takes no more."""
        self.writable = False

    def resume_writing(self) -> None:
        """Asyncio: the kernel took everything."""
        self.writable = True
        self.flush()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Asyncio: the socket is closed."""
        self._alarm.set(None)
        self.transport = None
        self.gone.set()
        self.lost()

    def _tick(self) -> None:
        try:
            self.connection.tick(self.now())
        except NetError as error:
            if self.connection.state is State.DONE:
                self.abort()
            else:
                self.end(error)
        self.flush()

    def _take(self, data: bytes) -> None:
        self.connection.weigh(len(data), self.now())
        was_ready = self.tls.ready
        plain = self.tls.receive(data)
        if self.tls.ready and not was_ready:
            self.connection.begin(self.now())
            self.opened()
        for message in self.connection.receive(plain, self.now()):
            self.received(message)

    def _write(self, transport: asyncio.Transport) -> None:
        plain = self.connection.data_to_send()
        if plain and self.tls.ready:
            self.tls.send(plain)
        if self.connection.state is State.DONE:
            self.tls.close()
        data = self.tls.data_to_send()
        if data:
            transport.write(data)
        if self.connection.state is State.DONE:
            self._say_no_more(transport)

    def _say_no_more(self, transport: asyncio.Transport) -> None:
        # Closing outright could make the kernel drop the last message along with what we never read.
        with contextlib.suppress(OSError):
            transport.write_eof()
