"""What tests of the network share: a host on loopback, people with a client, guests that speak raw bytes."""

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from net import Client, Ended, Event, Forwarded, Host, Identity, Room, View
from net.limits import FRAME
from net.messages import (
    AnyMessage,
    Auth,
    Bye,
    Challenge,
    FrameDecoder,
    Hello,
    HostHello,
    HostMessage,
    Info,
    Join,
    Ping,
    Pong,
    Welcome,
    decode,
    encode,
    frame,
)
from net.security import Exchange, code_point, fingerprint
from net.tls import Tls, client_context
from tests.net.counter import Counter

LOOPBACK = "127.0.0.1"

INFO = Info(
    game="g",
    name="n",
    host="Ana",
    computer="pc",
    taken=1,
    seats=4,
    status="open",
    room="r",
    program="p",
    version=1,
    code=False,
)
"""What a host says of a room."""

OPEN = Identity.new(open=True)
"""The identity of a host that lets everybody in."""

CODED = Identity.new(open=False)
"""The identity of a host with a code."""

Kind = TypeVar("Kind")

_there: list["Person | Guest"] = []
"""Those who have come to a host; they go when it closes."""


async def until(true: Callable[[], object]) -> None:
    """Let the loop run until something holds; if it never does, the test's own timeout ends the wait."""
    while not true():  # noqa: ASYNC110 - any condition at all, not one that somebody signals
        await asyncio.sleep(0.002)


class Clock:
    """The running loop's clock, which can be put ahead: what is due by then happens at once."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self._time, self._ahead = loop.time, 0.0
        loop.time = self  # type: ignore[method-assign]

    def __call__(self) -> float:
        return self._time() + self._ahead

    def put_ahead(self, seconds: float) -> None:
        self._ahead += seconds


@asynccontextmanager
async def hosting(application: Counter | None = None, identity: Identity = OPEN) -> AsyncIterator[Host]:
    """A host on loopback whose application is a Counter. Those who come to it go at the end."""
    counter = application or Counter()
    room = Room(counter, program="test 1")
    counter.room = room
    host = Host([room], identity)
    await host.start(LOOPBACK)
    earlier = len(_there)
    try:
        yield host
    finally:
        while len(_there) > earlier:
            await _there.pop().go()
        await host.close()


def cut_connections(host: Host) -> None:
    """Break all connections that the host has, as a network does."""
    for line in list(host._connections):
        line.abort()


def vanish(host: Host) -> None:
    """Let the host end as one that is killed does; `start` brings it back."""
    assert host._server
    host._server.close()
    cut_connections(host)


@dataclass
class Person:
    """A client and everything that happened to it."""

    port: int
    name: str = "Ana"
    code: str | None = None
    room: str | None = None
    token: bytes | None = None
    certificate: bytes | None = None
    watch: bool = False
    forwarded: Forwarded | None = None
    features: dict[str, int] = field(default_factory=dict)
    whereabouts: Callable[[str | None, bytes], AsyncIterator[tuple[str, int]]] | None = None
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.client = Client(
            LOOPBACK,
            self.port,
            name=self.name,
            program="test 1",
            code=self.code,
            room=self.room,
            token=self.token,
            certificate=self.certificate,
            watch=self.watch,
            forwarded=self.forwarded,
            features=self.features,
            whereabouts=self.whereabouts,
            on_event=self.events.append,
        )
        self.client.start()
        _there.append(self)

    @classmethod
    async def seated(cls, host: Host, name: str = "Ana", **how: Any) -> "Person":
        """Come to a host, and be welcome."""
        person = cls(host.port, name, **how)
        await person.welcome()
        return person

    async def go(self) -> None:
        await self.client.close()

    def all(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.events if isinstance(event, kind)]

    async def welcome(self) -> Welcome:
        await until(lambda: self.all(Welcome))
        return self.all(Welcome)[-1]

    async def end(self) -> str:
        """The code that it ended with."""
        await until(lambda: self.all(Ended))
        return self.all(Ended)[-1].error.code

    async def sees(self, total: int) -> None:
        await until(lambda: self.all(View) and self.all(View)[-1].payload == str(total).encode())


class Guest:
    """A connection to a host that sends what the test wants, and reads only when told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.tls = Tls(client_context())
        self.said: list[AnyMessage] = []
        self._decoder = FrameDecoder(FRAME)
        _there.append(self)

    @classmethod
    async def knock(cls, port: int, receive_buffer: int | None = None, source: str = LOOPBACK) -> "Guest":
        """Connect, and say nothing."""
        connection = socket.socket(proto=socket.IPPROTO_TCP)  # or asyncio would let small pieces wait
        if receive_buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.setblocking(False)
        connection.bind((source, 0))
        await asyncio.get_running_loop().sock_connect(connection, (LOOPBACK, port))
        return cls(*await asyncio.open_connection(sock=connection, limit=4096))

    @classmethod
    async def connect(cls, host: Host, receive_buffer: int | None = None, source: str = LOOPBACK) -> "Guest":
        """Connect, and agree on keys."""
        guest = await cls.knock(host.port, receive_buffer, source)
        await guest.secure()
        return guest

    @classmethod
    async def joined(cls, host: Host, *given: Any, receive_buffer: int | None = None, **how: Any) -> "Guest":
        """Connect, and join."""
        guest = await cls.connect(host, receive_buffer)
        await guest.join(*given, **how)
        return guest

    async def secure(self) -> None:
        self.tls.start()
        while not self.tls.ready:
            self._flush()
            data = await self.reader.read(4096)
            if not data:
                raise EOFError
            self._decoder.feed(self.tls.receive(data))
        self._flush()

    def write(self, plain: bytes) -> None:
        """Send bytes that may be anything."""
        self.writer.write(self.tls.send(plain))

    def send(self, *messages: AnyMessage) -> None:
        self.said += messages
        self.write(b"".join(frame(encode(message)) for message in messages))

    async def read(self) -> HostMessage | None:
        """The next message that is not a ping; None at the end of the stream."""
        while True:
            for payload in self._decoder:
                message = decode(payload, HostMessage)
                if not isinstance(message, Ping):
                    return message
                self.send(Pong())
            try:
                data = await self.reader.read(4096)
            except ConnectionResetError:
                return None
            if not data:
                return None
            self._decoder.feed(self.tls.receive(data))

    async def messages(self) -> AsyncIterator[HostMessage]:
        """All that are still to come; then the connection is closed."""
        while message := await self.read():
            yield message
        await self.close()

    async def authenticate(self, code: str) -> HostMessage | None:
        """Show that one knows this code, and return the answer."""
        self.send(Hello("guest 1", 1))
        await self.answer(code)
        return await self.read()

    async def answer(self, code: str) -> None:
        """Answer the host's challenge with this code."""
        assert isinstance(await self.read(), HostHello)
        challenge = await self.read()
        assert isinstance(challenge, Challenge)
        exchange = Exchange(code_point(code, fingerprint(self.tls.certificate)))
        self.send(Auth(exchange.share, exchange.proofs(challenge.share, is_host=False).client))

    async def join(
        self, name: str = "Ana", token: bytes | None = None, *, new: bool = False, watch: bool = False
    ) -> Welcome:
        """Join: with a token to come back, unless it is new; without one as a newcomer."""
        join = Join(None, name, watch, token or secrets.token_bytes(32), new=new or token is None)
        self.send(Hello("guest 1", 1), join)
        assert isinstance(await self.read(), HostHello)
        welcome = await self.read()
        assert isinstance(welcome, Welcome)
        return welcome

    async def farewell(self) -> str:
        """The code that the host ends with, after whatever else it says; empty if it says none."""
        codes = [message.code async for message in self.messages() if isinstance(message, Bye)]
        return codes[-1] if codes else ""

    async def is_cut_off(self) -> None:
        """Wait until the host has closed the connection, whatever is left of what it has said."""
        with suppress(ConnectionError):
            while await self.reader.read(4096):
                pass

    async def close(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()

    async def go(self) -> None:
        """Close the connection, whatever the host has not read yet."""
        self.writer.transport.abort()
        await self.close()

    def _flush(self) -> None:
        self.writer.write(self.tls.send())


async def are_cut_off_but(few: int, guests: Sequence[Guest]) -> None:
    """Wait until the host has closed the connections of all guests but the latest few; then close those."""
    for guest in guests[:-few]:
        await guest.is_cut_off()
    assert not any(guest.reader.at_eof() for guest in guests[-few:])
    for guest in guests:
        await guest.close()
