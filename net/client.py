"""The client: a member's way into a room, which keeps coming back when the connection is lost.

It lives in the caller's loop and never makes it wait. What happens is told by a callback.
"""

import asyncio
import hmac
import logging
import random
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import msgspec

from net import limits
from net.errors import NetError
from net.frames import frame
from net.line import Alarm, Line
from net.messages import (
    HIGHEST_VERSION,
    LOWEST_VERSION,
    Ack,
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
    Proof,
    Reject,
    View,
    Welcome,
    encode,
    kind,
)
from net.names import printable
from net.pacing import Bucket
from net.protocol import ClientConnection, State
from net.security import NONCE_BYTES, TOKEN_BYTES, derive_key, fingerprint, prove
from net.sockets import connect
from net.tls import client_context

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Trouble:
    """The connection is gone for now, and the next attempt is so many seconds away.

    The place is held, if there was one: before the first welcome nobody knows here.
    """

    error: NetError
    retry_in: float


@dataclass(frozen=True, slots=True)
class Ended:
    """It is over, and this is why. Nothing comes after it."""

    error: NetError


_Telling = TypeVar("_Telling", Info, Welcome)

Event: TypeAlias = Welcome | View | Ack | Reject | Trouble | Ended


class Client:
    """One member of a room. Every `Welcome` after the first tells that the connection is back.

    If the first connection fails before it was asked for a place, that ends it. From then on the host may
    hold one, so it is tried again for as long as that is.

    The code is as `read_code` gives it; None: to join only where none is needed. With a token it is the place
    of that token, and no other. Without a room it is the one that knows the token, or the first where there
    is a place. When the fingerprint of the host's certificate is given, no other host is told anything; once
    a host was told the token this is so in any case.
    """

    def __init__(
        self,
        address: str,
        port: int,
        *,
        name: str,
        program: str,
        on_event: Callable[[Event], None],
        code: str | None = None,
        room: str | None = None,
        token: bytes | None = None,
        certificate: bytes | None = None,
        watch: bool = False,
    ) -> None:
        self.address = address
        self.port = port
        self.program = program
        self.code = code
        self.certificate = certificate
        """The fingerprint of the certificate of the host that knows the token, once there is one."""
        self.wish = Join(
            room=room,
            name=name,
            watch=watch,
            token=token or secrets.token_bytes(TOKEN_BYTES),
            new=token is None,
        )
        self._key: tuple[tuple[str, bytes, bytes], bytes] | None = None
        self._on_event = on_event
        self._moves: deque[Move] = deque()
        self._pace = Bucket(limits.MOVES_A_SECOND, limits.MOVES_AT_ONCE, now=0)
        self._next_move = Alarm(self._offer_move)
        self._line: _MemberLine | None = None
        self._task: asyncio.Task[None] | None = None
        self._has_asked = False
        self._silent = False
        self._attempts = 0
        self._lost_at = 0.0

    @property
    def token(self) -> bytes:
        """What leads back to the place: keep it to yourself."""
        return self.wish.token

    def start(self) -> None:
        """Connect, and stay connected until the end."""
        self._task = asyncio.create_task(self._stay())

    def send(self, prompt: int, payload: bytes) -> bytes:
        """Answer a prompt, and return the id by which an Ack or a Reject will name this move.

        A move waits for the one before it, and for a connection. Raises NetError `too_big`.
        """
        move = Move(secrets.token_bytes(16), prompt, payload)
        frame(encode(move))  # too big is told here, not when the line takes it
        self._moves.append(move)
        if len(self._moves) == 1:
            self._offer_move()
        return move.id

    async def leave(self) -> bool:
        """Give the place up for good, and return whether the host knows of it. No event comes any more."""
        self._silent = True
        line = self._line
        if line and line.connection.state is State.OPEN:
            line.send(Leave())
            line.flush()
            await line.gone.wait()
        await self.close()
        return line is not None and not line.error.retryable

    async def close(self) -> None:
        """Drop the connection; the place stays held for a while. No event comes any more."""
        self._silent = True
        self._next_move.set(None)
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])

    # For its line

    def happened(self, event: Event) -> None:
        """Tell the caller, whose mistakes must not break the line."""
        if self._silent:
            return
        try:
            self._on_event(event)
        except Exception:
            log.exception("An event was not handled")

    def asks(self, certificate: bytes) -> Join:
        """What to ask the host with this certificate for: it knows the token then, and no other may."""
        self.certificate = certificate
        self._has_asked = True
        return self.wish

    def welcomed(self, welcome: Welcome) -> None:
        """In, or in again: whatever was under way goes out once more."""
        self.wish = msgspec.structs.replace(self.wish, room=welcome.room, new=False)
        self._attempts = 0
        # First, so that a move made on hearing of it is not offered twice.
        self._offer_move()
        self.happened(welcome)

    def answered(self, answer: Ack | Reject) -> None:
        """The move in flight has its answer: tell it, and send the next."""
        if self._moves and self._moves[0].id == answer.id:
            self._moves.popleft()
            self._offer_move()
            self.happened(answer)

    # Helpers

    async def _stay(self) -> None:
        while True:
            error = await self._visit()
            if not self._is_worth_another_try(error):
                self.happened(Ended(error))
                return
            pause = random.uniform(0, min(limits.RETRY_LAST, limits.RETRY_FIRST * 2**self._attempts))
            self._attempts += 1
            self.happened(Trouble(error, pause))
            await asyncio.sleep(pause)

    async def _visit(self) -> NetError:
        """One connection from its beginning to its end, and why it ended."""
        try:
            line = self._line = await connect(lambda: _MemberLine(self), self.address, self.port)
        except NetError as error:
            return error
        try:
            if challenge := await line.challenge:
                line.answer(challenge, await self._key_for(challenge, line.certificate))
            await line.gone.wait()
        finally:
            self._line = None
            line.abort()
        return line.error

    async def _key_for(self, challenge: Challenge, certificate: bytes) -> bytes:
        """What the code becomes at this host: dear, so the last one is remembered."""
        asked = (self.code or "", challenge.salt, certificate)
        if self._key is None or self._key[0] != asked:
            self._key = asked, await asyncio.to_thread(derive_key, *asked)
        return self._key[1]

    def _is_worth_another_try(self, error: NetError) -> bool:
        now = asyncio.get_running_loop().time()
        if self._attempts == 0:
            self._lost_at = now
        return self._has_asked and not self._silent and error.retryable and now < self._lost_at + limits.HOLD

    def _offer_move(self) -> None:
        if not self._moves or self._line is None or self._line.connection.state is not State.OPEN:
            return
        now = self._line.now()
        if self._pace.take(1, now):
            self._next_move.set(None)
            self._line.send(self._moves[0])
            self._line.flush()
        else:
            self._next_move.set(now + 1 / limits.MOVES_A_SECOND)


async def peek(address: str, port: int, room: str | None = None) -> Info:
    """What a host tells everyone about a room: without an id, about the one to join. Raises NetError."""
    line = await connect(lambda: _PeekLine(room), address, port)
    try:
        await line.gone.wait()
    finally:
        line.abort()
    if line.info is None:
        raise line.error
    return line.info


class _ClientLine(Line[HostMessage, ClientMessage]):
    """The client's end of a connection, which remembers why it ended."""

    def __init__(self) -> None:
        super().__init__(ClientConnection(self.now()), client_context())
        self.error = NetError("host_lost")

    def end(self, error: NetError) -> None:
        self.error = error
        self.abort()

    def lost(self) -> None:
        """The error tells whoever waits for `gone`."""


class _PeekLine(_ClientLine):
    """A connection that asks what there is to join, and goes."""

    def __init__(self, room: str | None) -> None:
        super().__init__()
        self.info: Info | None = None
        self._room = room

    def opened(self) -> None:
        self.send(Peek(self._room))

    def received(self, message: HostMessage) -> None:
        match message:
            case Info():
                self.info = _shown(message)
            case Bye():
                self.error = _told(message)


class _MemberLine(_ClientLine):
    """A connection that joins, and then brings views and takes moves."""

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.challenge: asyncio.Future[Challenge | None] = asyncio.get_running_loop().create_future()
        """What the host wants to be shown; None: nothing, or the line is gone."""
        self.certificate = b""
        """The fingerprint of the certificate at the other end."""
        self._client = client
        self._expected = b""

    def answer(self, challenge: Challenge, key: bytes) -> None:
        """Show that we know the code; the host has to show it, too."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        self._expected = prove(key, "host", challenge.nonce, nonce)
        self.send(Auth(nonce, prove(key, "client", challenge.nonce, nonce)))
        self.flush()

    def opened(self) -> None:
        self.certificate = fingerprint(self.tls.certificate)
        if self._client.certificate not in {None, self.certificate}:
            raise NetError("impostor")
        self.send(Hello(self._client.program, LOWEST_VERSION, HIGHEST_VERSION))

    def received(self, message: HostMessage) -> None:
        match message:
            case HostHello() if not LOWEST_VERSION <= message.version <= HIGHEST_VERSION:
                raise NetError("unexpected", message=kind(message))
            case HostHello():
                self._met(message)
            case Challenge():
                self.challenge.set_result(message)
            case Proof() if not hmac.compare_digest(message.proof, self._expected):
                raise NetError("impostor")
            case Proof():
                self.send(self._client.asks(self.certificate))
            case Welcome():
                self._client.welcomed(_shown(message))
            case View():
                self._client.happened(message)
            case Ack() | Reject():
                self._client.answered(message)
            case Bye():
                self.error = _told(message)

    def lost(self) -> None:
        self._ask_nothing()

    def _met(self, hello: HostHello) -> None:
        """Whoever knows the code of a host does not believe one that asks for none."""
        if hello.open and self._client.code is not None:
            raise NetError("impostor")
        if not hello.open and self._client.code is None:
            raise NetError("code_needed")
        if hello.open:
            self._ask_nothing()
            self.send(self._client.asks(self.certificate))

    def _ask_nothing(self) -> None:
        if not self.challenge.done():
            self.challenge.set_result(None)


def _shown(message: _Telling) -> _Telling:
    """The message with its text made safe to show."""
    texts = {name: text for name, text in msgspec.structs.asdict(message).items() if isinstance(text, str)}
    return msgspec.structs.replace(message, **{name: printable(text) for name, text in texts.items()})


def _told(bye: Bye) -> NetError:
    """The error that the host said goodbye with, its text made safe to show."""
    values = {printable(name): printable(value) for name, value in bye.values.items()}
    return NetError.told(printable(bye.code), values)
