"""The client: joins a room, and comes back whenever the connection is lost.

It lives in the caller's loop, never makes it wait, and reports events by a callback.
"""

import asyncio
import contextlib
import hmac
import logging
import random
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import msgspec

from net import limits, messages
from net.connection import Connection, connect
from net.errors import NetError
from net.messages import VERSION, State, frame
from net.names import printable
from net.protocol import ClientProtocol
from net.security import TOKEN_BYTES, Exchange, code_point, fingerprint
from net.tasks import in_background
from net.tls import client_context

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Trouble:
    """The connection is lost. The client will try again; the host holds the place, if there is one."""

    error: NetError


@dataclass(frozen=True, slots=True)
class Ended:
    """The client has given up, and why. No event follows."""

    error: NetError


_Shown = TypeVar("_Shown", messages.Info, messages.Welcome)

Whereabouts: TypeAlias = Callable[[str | None, bytes], AsyncIterator[tuple[str, int]]]
"""Yields the address and port of the room with an id (None: any) at the host with this certificate's
fingerprint."""

Event: TypeAlias = messages.Welcome | messages.View | messages.Ack | messages.Reject | Trouble | Ended


class Client:
    """One member of a room. Every `Welcome` after the first means that the connection is back.

    If the first connection fails before the client has asked for a place, the client ends. From then on the
    host may hold a place, so the client tries again for as long as a place is held.

    `code` is as `read_code` returns it; None: join only if no code is needed. With a `token` the client takes
    the place of that token and no other. With the `certificate` (its fingerprint) of the host that knows the
    token, too, it needs no code and sends the token to no other host. Without a `room` it joins the one that
    knows the token, or the first with a place.

    `before_asking` is called before the host is asked for the place, which it may hold from then on.

    A gateway passes `forwarded`, and the `certificate` of the host that trusts it, so that no other host gets
    its secret.

    While the connection is lost, `whereabouts` looks for the room, which may have moved to another address.
    """

    def __init__(
        self,
        address: str,
        port: int,
        *,
        name: str,
        program: str,
        features: Mapping[str, int] = {},
        on_event: Callable[[Event], None],
        code: str | None = None,
        room: str | None = None,
        token: bytes | None = None,
        certificate: bytes | None = None,
        watch: bool = False,
        forwarded: messages.Forwarded | None = None,
        whereabouts: Whereabouts | None = None,
        before_asking: Callable[[], None] = lambda: None,
    ) -> None:
        self.address = address
        self.port = port
        self.program = program
        self.features = features
        """What the caller can do beyond the protocol, for the host to know."""
        self.code = code
        self.forwarded = forwarded
        self.certificate = certificate
        """The fingerprint of the certificate of the host that knows the token, if there is one."""
        secret = token or secrets.token_bytes(TOKEN_BYTES)
        self.joining = messages.Join(room=room, name=name, watch=watch, token=secret, new=token is None)
        """What the client asks a host for. The token is the secret that leads back to the place."""
        self.known = ""
        """What the caller knows of the room, so that the host can send the rest after a lost connection."""
        self._on_event = on_event
        self._moves: deque[messages.Move] = deque()
        self._connection: _JoinConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._connecting: asyncio.Timeout | None = None
        self._whereabouts = whereabouts
        self._before_asking = before_asking
        self._search: asyncio.Task[None] | None = None
        self._found = asyncio.Event()
        self._has_asked = False
        self._silent = False
        self._attempts = 0
        self._lost_at = 0.0

    def start(self) -> None:
        """Connect, and stay connected until the end. A second call does nothing."""
        self._task = self._task or in_background(self._stay())

    def send(self, prompt: int, payload: bytes) -> bytes:
        """Answer a prompt, and return the id by which an Ack or a Reject will name this move.

        A move waits for the answer to the one before it, and for a connection. Raises NetError `too_big`.
        """
        move = messages.Move(secrets.token_bytes(16), prompt, payload)
        frame(messages.encode(move))  # so that one that is too big raises here
        self._moves.append(move)
        if len(self._moves) == 1:
            self._offer_move()
        return move.id

    async def leave(self) -> bool:
        """Give the place up for good; return whether the host knows. No event follows."""
        self._silent = True
        connection = self._connection
        if connection and connection.protocol.state is State.OPEN:
            connection.send(messages.Leave())
            connection.flush()
            await connection.gone.wait()
        await self.close()
        return connection is not None and not connection.error.retryable

    async def close(self) -> None:
        """Drop the connection. The host holds the place for a while. No event follows."""
        self._silent = True
        self._stop_search()
        if self._task:
            self._task.cancel()
        if tasks := [task for task in (self._task, self._search) if task]:
            await asyncio.wait(tasks)

    # For its connection

    def emit(self, event: Event) -> None:
        """Pass an event on, and send the next move or repeat one. The caller's exceptions are only logged."""
        match event:
            case messages.Welcome():
                self.joining = msgspec.structs.replace(self.joining, room=event.room, new=False)
                self._attempts = 0
                self._stop_search()
                # First, so that a move which the caller makes in answer is not sent twice.
                self._offer_move()
            case messages.Ack() | messages.Reject():
                if not self._moves or self._moves[0].id != event.id:
                    return
                self._moves.popleft()
                self._offer_move()
        if self._silent:
            return
        try:
            self._on_event(event)
        except Exception:
            log.exception("An event was not handled")

    @property
    def is_returning(self) -> bool:
        """Whether a host whose certificate we know gave us a place: then the token alone leads back."""
        return self.certificate is not None and not self.joining.new

    def asks(self, certificate: bytes) -> messages.Join:
        """Return the `join` for the host with this certificate; from now on no other host gets the token."""
        self.certificate = certificate
        self._has_asked = True
        self._before_asking()
        return msgspec.structs.replace(self.joining, known=self.known)

    # Helpers

    async def _stay(self) -> None:
        while True:
            error = await self._visit()
            if not self._may_try_again(error):
                self._stop_search()
                self.emit(Ended(error))
                return
            pause = random.uniform(0, min(limits.RETRY_LAST, limits.RETRY_FIRST * 2**self._attempts))
            self._attempts += 1
            self.emit(Trouble(error))
            if self._whereabouts and (self._search is None or self._search.done()):
                self._search = in_background(self._look_for_room(self._whereabouts))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._found.wait()
            self._found.clear()

    def _stop_search(self) -> None:
        if self._search and not self._search.cancelling():  # a second time would stop its clearing up
            self._search.cancel()

    async def _look_for_room(self, whereabouts: Whereabouts) -> None:
        """Switch to each address where the room is found, and give up any attempt to reach it elsewhere."""
        if self.certificate is None:
            return
        await asyncio.sleep(limits.SEARCH_AFTER)
        try:
            async for place in whereabouts(self.joining.room, self.certificate):
                is_elsewhere = place != (self.address, self.port)
                self.address, self.port = place
                self._found.set()
                if is_elsewhere and self._connecting:
                    self._connecting.reschedule(0)
                elif is_elsewhere and self._connection:
                    self._connection.abort()
        except NetError as error:
            log.warning("The room cannot be looked for: %s", error)
        except Exception:
            log.exception("The search for the room failed")

    async def _visit(self) -> NetError:
        """Connect, stay until the connection ends, and return why it ended."""
        place = self.address, self.port
        try:
            async with asyncio.timeout(None) as self._connecting:
                connection = await connect(lambda: _JoinConnection(self), *place)
        except TimeoutError:  # the room is elsewhere
            return NetError("host_lost")
        except NetError as error:
            return error
        finally:
            self._connecting = None
        self._connection = connection
        try:
            if place != (self.address, self.port):  # found elsewhere just now
                connection.abort()
            await connection.gone.wait()
        finally:
            self._connection = None
            connection.abort()
        return connection.error

    def _may_try_again(self, error: NetError) -> bool:
        now = asyncio.get_running_loop().time()
        if self._attempts == 0:
            self._lost_at = now
        # A connection cut this early means a bad network: an address without a host refuses it instead.
        is_cut = error.code == "host_lost" and self._attempts < limits.JOINS
        may = self._has_asked or is_cut
        return may and not self._silent and error.retryable and now < self._lost_at + limits.HOLD

    def _offer_move(self) -> None:
        connection = self._connection
        if self._moves and connection and connection.protocol.state is State.OPEN:
            connection.send(self._moves[0])
            connection.flush()


async def peek(address: str, port: int, room: str | None = None) -> messages.Info:
    """What a host tells everyone about a room; without an id about the one to join. Raises NetError."""
    info, _certificate = await ask(address, port, room)
    return info


async def ask(address: str, port: int, room: str | None) -> tuple[messages.Info, bytes]:
    """What `peek` returns, and the fingerprint of the host's certificate. Raises NetError."""
    connection = await connect(lambda: _PeekConnection(room), address, port)
    try:
        await connection.gone.wait()
    finally:
        connection.abort()
    if connection.info is None:
        raise connection.error
    return connection.info, connection.certificate


class _ClientConnection(Connection[messages.HostMessage, messages.ClientMessage]):
    def __init__(self) -> None:
        super().__init__(ClientProtocol, client_context())
        self.certificate = b""
        """The fingerprint of the certificate at the other end."""

    def opened(self) -> None:
        self.certificate = fingerprint(self.tls.certificate)

    @property
    def error(self) -> NetError:
        """Why it ended."""
        return self.protocol.error or NetError("host_lost")


class _PeekConnection(_ClientConnection):
    def __init__(self, room: str | None) -> None:
        super().__init__()
        self.info: messages.Info | None = None
        self._room = room

    def opened(self) -> None:
        super().opened()
        self.send(messages.Peek(self._room))

    def received(self, message: messages.HostMessage) -> None:
        if isinstance(message, messages.Info):
            self.info = _shown(message)


class _JoinConnection(_ClientConnection):
    """A connection that joins, and then brings views and takes moves."""

    def __init__(self, client: Client) -> None:
        super().__init__()
        self._client = client
        self._expected = b""

    def opened(self) -> None:
        super().opened()
        if self._client.certificate not in {None, self.certificate}:
            raise NetError("impostor")
        client = self._client
        if client.forwarded and client.certificate:
            self.send(client.forwarded)
        self.send(messages.Hello(client.program, VERSION, dict(client.features)))

    def received(self, message: messages.HostMessage) -> None:
        match message:
            case messages.View() | messages.Ack() | messages.Reject():
                self._client.emit(message)
            case messages.HostHello():
                self._greeted(message)
            case messages.Challenge() if self._client.is_returning:
                self._ask()
            case messages.Challenge():
                self._prove(message)
            case messages.Proof():
                if not hmac.compare_digest(message.proof, self._expected):
                    raise NetError("impostor")
                self._ask()
            case messages.Welcome():
                self._client.emit(_shown(message))

    def _greeted(self, hello: messages.HostHello) -> None:
        has_code = self._client.code is not None
        # A host with our code would ask for it; the one that we return to needs none.
        if hello.open == has_code and not self._client.is_returning:
            raise NetError("impostor" if has_code else "code_needed")
        if hello.open:
            self._ask()

    def _prove(self, challenge: messages.Challenge) -> None:
        """Prove that we know the code; the host has to prove it, too."""
        exchange = Exchange(code_point(self._client.code or "", self.certificate))
        try:
            proofs = exchange.proofs(challenge.share, is_host=False)
        except ValueError:
            raise NetError("impostor") from None
        self._expected = proofs.host
        self.send(messages.Auth(exchange.share, proofs.client))

    def _ask(self) -> None:
        self.send(self._client.asks(self.certificate))


def _shown(message: _Shown) -> _Shown:
    """The message with its text made safe to show."""
    texts = {name: text for name, text in msgspec.structs.asdict(message).items() if isinstance(text, str)}
    return msgspec.structs.replace(message, **{name: printable(text) for name, text in texts.items()})
