"""The host: rooms on a TCP port. A thin shell; `protocol` and `room` decide who may do what."""

import asyncio
import contextlib
import hmac
import logging
import socket
import ssl
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from net import limits, messages
from net.addresses import is_loopback, neighbourhood
from net.admission import Admission, Answer
from net.connection import Alarm, Connection, listen
from net.errors import NetError
from net.messages import VERSION, State
from net.names import printable
from net.protocol import Bucket, HostProtocol
from net.room import Farewell, Member, Room
from net.security import Exchange, Identity, code_point, fingerprint
from net.tls import host_context

log = logging.getLogger(__name__)

_AGAINST_THE_RULES = {"malformed", "unexpected", "too_big", "flood"}


class Host:
    """Serves rooms in the running loop, from `start` to `close`. There is one at least."""

    def __init__(self, rooms: Sequence[Room], identity: Identity) -> None:
        self.rooms = rooms
        self.identity = identity
        self.port = 0
        self._socket: socket.socket | None = None
        self._server: asyncio.Server | None = None
        self._connections: dict[GuestConnection, None] = {}
        self.program, self.features = rooms[0].program, rooms[0].features
        self.farewells: dict[bytes, Farewell] = {}
        """What to send the players of closed rooms who have not heard of that yet, by their keys."""
        self.farewell_known = asyncio.Event()
        """Set when one of them has heard of it."""
        self._has_gateway = False
        self._holds = Alarm(self.look_after_places)
        self.admission = Admission(self._point())
        self._judging = Alarm(self.judge)
        self._complaints = Bucket(limits.COMPLAINTS_A_SECOND, limits.COMPLAINTS_AT_ONCE, 0)

    def take_port(self, bind: str | None = None, port: int = 0, *, or_any: bool = False) -> None:
        """Start listening, as `listen` does, and set `port`. Connections wait until `start`."""
        self._socket = listen(bind, port, or_any=or_any)
        self.port = self._socket.getsockname()[1]

    async def start(self, bind: str | None = None, port: int = 0) -> None:
        """Start serving; listen first, if `take_port` has not. Raises what `listen` does."""
        context = await asyncio.to_thread(host_context, self.identity)
        listening = self._socket or listen(bind, port)
        self._socket, self.port = None, listening.getsockname()[1]
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: GuestConnection(self, context), sock=listening)
        for room in self.rooms:
            room.open(loop.time())
        self.look_after_places()

    async def close(self, code: str = "host_closing") -> None:
        """Say why to everyone, and close all connections within `limits.LINGER` seconds."""
        if self._socket:
            self._socket.close()
            self._socket = None
        if self._server is None:
            return
        # The server's own wait can hang on a connection that does not close, so we wait for those ourselves.
        self._server.close()
        self._server = None
        await _dismiss(list(self._connections), code)
        self._holds.set(None)
        self._judging.set(None)

    async def close_room(self, room: Room, code: str = "host_closing") -> None:
        """Close one room, and say why to everyone in it. The other rooms stay.

        If it closes for good, players without a connection are shown the room as it is now when they come
        back: see `wait_for_unaware`.
        """
        if code == "host_closing":
            self.farewells |= room.farewells(self.info(room), NetError(code))
        self.rooms = [other for other in self.rooms if other is not room]
        await _dismiss([guest for guest in self._connections if guest.room is room], code)

    @property
    def unaware(self) -> Sequence[str]:
        """The names of players who have not heard yet that their room is closed."""
        return [farewell.welcome.name for farewell in self.farewells.values()]

    async def wait_for_unaware(self) -> None:
        """Wait until nobody is `unaware`, at most `limits.FAREWELL` seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(limits.FAREWELL):
                while self.farewells:
                    self.farewell_known.clear()
                    await self.farewell_known.wait()

    def change_code(self, code: str | None) -> None:
        """Require this code of newcomers from now on. Members keep their places."""
        self.identity = replace(self.identity, code=code)
        self.admission.point = self._point()

    def admit_gateway(self) -> bytes:
        """Trust a program on this computer that forwards many guests, and return its secret.

        With the secret it names, before `hello`, the address that each connection is for. Limits, budgets of
        wrong codes and removals then apply to that address.
        """
        self._has_gateway = True
        return self.identity.gateway_secret

    def infos(self) -> Sequence[messages.Info]:
        """What anybody may know of each room."""
        return [self.info(room) for room in self.rooms]

    # For its connections

    def info(self, room: Room) -> messages.Info:
        """What anybody may know of a room."""
        return room.info(code=self.identity.code is not None)

    def room(self, wanted: str | None, *suits: Callable[[Room], bool]) -> Room:
        """The room with this id; without one, the first for which the earliest of these conditions holds.

        Raises NetError `no_room`.
        """
        if wanted is None and self.rooms:
            return next((room for suitable in suits for room in self.rooms if suitable(room)), self.rooms[0])
        for room in self.rooms:
            if room.id == wanted:
                return room
        raise NetError("no_room")

    def answer(self, peek: messages.Peek) -> messages.Info:
        """The answer to a peek; also about a closed room whose players come back. Raises NetError."""
        closed = (farewell.info for farewell in self.farewells.values() if farewell.info.room == peek.room)
        return next(closed, None) or self.info(self.room(peek.room, Room.has_place))

    def connected(self, newcomer: "GuestConnection") -> None:
        """Register a connection. If too many have not joined, close one of them.

        The one whose address guessed wrong most often is closed, or else the oldest.
        """
        if self._server is None:  # accepted while the host was closing
            newcomer.abort()
            return
        self._connections[newcomer] = None
        # Guests who wait for a judgement have a limit of their own.
        strangers = [guest for guest in self._connections if not (guest.member or guest.answer)]
        neighbours = [guest for guest in strangers if guest.neighbourhood == newcomer.neighbourhood]
        rooms = len(self.rooms) or 1
        may_be_gateway = self._has_gateway and is_loopback(newcomer.address)
        if not may_be_gateway and len(neighbours) > rooms * limits.HANDSHAKES_FROM_ONE_ADDRESS:
            self._turn_away(neighbours[0])
        elif len(strangers) > limits.HANDSHAKES:
            self._turn_away(max(strangers, key=lambda guest: self.admission.rank(guest.address)))

    def forwarded(self, guest: "GuestConnection", message: messages.Forwarded) -> None:
        """Register a connection again, under the address that a gateway names. Raises NetError."""
        is_gateway = hmac.compare_digest(message.secret, self.identity.gateway_secret)
        if not (self._has_gateway and is_gateway):
            raise NetError("unexpected", message="forwarded")
        guest.come_from(message.address)
        guest.is_forwarded = True
        self.connected(guest)

    def disconnected(self, guest: "GuestConnection") -> None:
        """Unregister a connection."""
        self._connections.pop(guest, None)
        error, now = guest.protocol.error, guest.now()
        if error and error.code in _AGAINST_THE_RULES and self._complaints.take(1, now):
            log.warning("%s does not keep to the protocol: %s", guest.address, error)
        if guest.answer:
            self.admission.withdraw(guest.answer)

    def look_after_places(self) -> None:
        """Handle members who have been away for too long, and set the alarm for the next one."""
        now = asyncio.get_running_loop().time()
        deadlines = [room.tick(now) for room in self.rooms]
        self._holds.set(min((when for when in deadlines if when is not None), default=None))

    def _point(self) -> bytes | None:
        identity = self.identity
        return None if identity.code is None else code_point(identity.code, identity.fingerprint)

    def judge(self) -> None:
        """Judge the answers of guests as soon as the limits allow."""
        self._judging.set(self.admission.tick(asyncio.get_running_loop().time()))

    def _turn_away(self, guest: "GuestConnection") -> None:
        guest.end(NetError("crowded"))
        guest.abort()
        self._connections.pop(guest)


class GuestConnection(Connection[messages.ClientMessage, messages.HostMessage]):
    """The host's end of one connection: of a stranger, or of a member."""

    protocol: HostProtocol

    def __init__(self, host: Host, context: ssl.SSLContext) -> None:
        super().__init__(HostProtocol, context)
        self.answer: Answer | None = None
        """The guest's proof while it waits for its judgement."""
        self.member: Member | None = None
        self.room: Room | None = None
        self.address = self.neighbourhood = ""
        self.is_forwarded = False
        self.features: Mapping[str, int] = {}
        self.writable = True
        self._host = host
        self._view_due = False
        self._exchange: Exchange | None = None
        """About the code, until the guest has proved that it knows it."""
        self._has_sent_view = False
        self._key = b""
        """The fingerprint of the guest's token, once there is one."""
        self._unread = sys.maxsize
        """Bytes that waited for the guest to read at the last check."""
        self._stall = Alarm(self._check_reader)
        self._rest = Alarm(self._pace_reading)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.come_from(transport.get_extra_info("peername")[0])
        super().connection_made(transport)
        self._host.connected(self)

    def come_from(self, address: str) -> None:
        """Count as a guest at this address."""
        self.address, self.neighbourhood = address, neighbourhood(address)

    def received(self, message: messages.ClientMessage) -> None:
        try:
            match message:
                case messages.Move() if self.room and self.member:
                    self.send(self.room.move(self.member, message))
                case messages.Peek():
                    self.send(self._host.answer(message))
                case messages.Forwarded():
                    self._host.forwarded(self, message)
                case messages.Hello():
                    self._greet(message)
                case messages.Auth() if self._exchange:
                    self.answer = Answer(
                        self.address, self._exchange, message.share, message.proof, self._judged
                    )
                    self._host.admission.submit(self.answer, self.now())
                    self._host.judge()
                case messages.Join():
                    self._join(message)
                case messages.Leave() if self.room and self.member:
                    self.room.remove(self.member, "left")
        except NetError:
            raise
        except Exception:
            log.exception("A message could not be answered")
            raise NetError("internal") from None

    def wake(self) -> None:
        """Note that the member's view is out of date. All changes in one turn of the loop make one view."""
        if not self._view_due:
            self._view_due = True
            if not self.is_held_back:  # or else its release flushes it
                asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        if self.protocol.state is State.DONE:
            self._hold_place()
        elif (
            self._view_due
            and self.writable
            and not self.is_held_back
            and self.transport
            and not self.transport.is_closing()
        ):
            self._send_view()
        super().flush()
        self._pace_reading()

    def pause_writing(self) -> None:
        self.writable = False
        self._pace_reading()
        self._unread = sys.maxsize
        self._check_reader()

    def resume_writing(self) -> None:
        self.writable = True
        self._stall.set(None)
        self.flush()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.protocol.state is State.DONE and exc is None and not self.protocol.must_abort:
            self._host.farewells.pop(self._key, None)  # it has closed its end, in answer to our goodbye
            self._host.farewell_known.set()
        super().connection_lost(exc)

    def lost(self) -> None:
        self._stall.set(None)
        self._rest.set(None)
        self._hold_place()
        self._host.disconnected(self)

    def _greet(self, hello: messages.Hello) -> None:
        host, guest = self._host, printable(hello.program)
        if hello.version != VERSION:
            raise NetError("version", host=host.program, spoken=VERSION, guest=guest, wanted=hello.version)
        point = host.admission.point
        self._exchange = Exchange(point) if point else None
        self.features = hello.features
        self.send(messages.HostHello(host.program, self._exchange is None, dict(host.features)))
        if self._exchange:
            self.send(messages.Challenge(self._exchange.share))

    def _judged(self, judgement: bytes | NetError) -> None:
        self.answer = None
        if isinstance(judgement, NetError):
            self.end(judgement)
        else:
            self._exchange = None
            self.send(messages.Proof(judgement))
            self.flush()

    def _join(self, join: messages.Join) -> None:
        self._key = fingerprint(join.token)
        if farewell := self._host.farewells.get(self._key):
            self.send(farewell.welcome)
            self.send(farewell.view)
            raise farewell.error
        room = self._host.room(
            join.room, lambda room: room.knows(join.token), lambda room: room.has_place(watch=join.watch)
        )
        if self._exchange and not room.knows(join.token):
            raise NetError("bad_token")
        self.member, welcome = room.join(join, self)
        self.room = room
        self.send(welcome)
        self.wake()

    def _pace_reading(self) -> None:
        """Stop reading from a guest over the rate limit, or with unsent answers; otherwise resume.

        This keeps answers from piling up, and a guest that never stops sending cannot delay a room's release.
        One answer may be unsent: that of a single move waits for the disk.
        """
        if self.transport is None:
            return
        hears = self.writable and len(self.protocol.outbox) <= 1
        if hears and self.protocol.rests_until > self.now():
            self._rest.set(self.protocol.rests_until)
            hears = False
        if hears and not self.transport.is_reading():
            self.transport.resume_reading()
        elif not hears:
            self.transport.pause_reading()

    def _send_view(self) -> None:
        if self.room is None or self.member is None or self.protocol.state is not State.OPEN:
            return
        self._view_due = False
        try:
            self.send(self.room.view(self.member, first=not self._has_sent_view))
            self._has_sent_view = True
        except Exception:
            log.exception("A view could not be made")
            self.protocol.fail(NetError("internal"), self.now())

    def _check_reader(self) -> None:
        """End the connection of a guest that has read nothing since the last check."""
        unread = self.transport.get_write_buffer_size() if self.transport else 0
        if unread >= self._unread:
            self.end(NetError("slow"))
        else:
            self._unread = unread
            self._stall.set(self.now() + limits.STALL)

    def _hold_place(self) -> None:
        if self.room and self.member:
            if self.is_held_back:
                self.protocol.drop_unsent()  # not safe yet, so it is never said: the guest will ask again
                self.is_held_back = False
            self.room.lost(self.member, self, self.now())
            self._host.look_after_places()


async def _dismiss(guests: Sequence[GuestConnection], code: str) -> None:
    """End these connections, and wait until all are closed: within `limits.LINGER` seconds."""
    for guest in guests:
        guest.end(NetError(code))
    for guest in guests:
        await guest.gone.wait()
