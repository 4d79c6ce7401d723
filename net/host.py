"""The host: rooms on a TCP port. A thin shell; who may do what is decided by `protocol` and `room`."""

import asyncio
import contextlib
import logging
from collections.abc import Iterable, Sequence

from net import limits
from net.errors import NetError
from net.line import Alarm, Line
from net.messages import Bye, ClientMessage, Hello, HostMessage, Info, Join, Leave, Move, Peek
from net.protocol import HostConnection, State, answer_hello
from net.room import Member, Room
from net.security import Identity
from net.sockets import listen

log = logging.getLogger(__name__)


class Host:
    """Serves rooms in the running loop, from `start` to `close`. There is one at least."""

    def __init__(self, rooms: Sequence[Room], identity: Identity) -> None:
        self.rooms = rooms
        self.identity = identity
        self.port = 0
        self._server: asyncio.Server | None = None
        self._lines: dict[_GuestLine, None] = {}
        self._holds = Alarm(self._look_after_places)
        self._closed = asyncio.Event()

    async def start(self, bind: str | None = None, port: int = 0) -> None:
        """Listen on an address (None: on every one) and a port (0: any free one, then found in `port`).

        Raises NetError `port_in_use` or `cannot_listen`.
        """
        listening = listen(bind, port)
        self.port = listening.getsockname()[1]
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _GuestLine(self), sock=listening)
        for room in self.rooms:
            room.open(loop.time())
        self.watch_places()

    async def close(self, code: str = "host_closing") -> None:
        """Tell everyone why, give them `limits.SHUTDOWN` seconds to hear it, and be gone."""
        if self._server is None:
            return
        # The server's own wait can hang on a line that does not close, so the lines are waited for instead.
        self._server.close()
        self._server = None
        lines = list(self._lines)
        for line in lines:
            line.end(NetError(code))
        await _all_gone(lines, within=limits.SHUTDOWN)
        for line in lines:
            line.abort()
        await _all_gone(lines, within=limits.SHUTDOWN)
        self._holds.set(None)
        self._closed.set()

    async def closed(self) -> None:
        """Wait until the host is closed."""
        await self._closed.wait()

    def infos(self) -> Sequence[Info]:
        """What anybody may know of each room."""
        return [room.info() for room in self.rooms]

    # For its lines

    def room_for(self, wish: Join) -> Room:
        """The first room with a place for whoever wishes to join, or the first."""
        return next((room for room in self.rooms if room.takes(wish)), self.rooms[0])

    def came(self, newcomer: "_GuestLine") -> None:
        """Count a connection in. Where there are too many, the oldest that has not joined makes way."""
        if self._server is None:  # accepted in the moment of closing
            newcomer.abort()
            return
        self._lines[newcomer] = None
        waiting = [line for line in self._lines if line.member is None]
        neighbours = [line for line in waiting if line.address == newcomer.address]
        rooms = len(self.rooms)
        if len(neighbours) > rooms * limits.HANDSHAKES_FROM_ONE_ADDRESS:
            self._turn_away(neighbours[0])
        elif len(waiting) > rooms * limits.HANDSHAKES or len(self._lines) > rooms * limits.CONNECTIONS:
            self._turn_away(waiting[0])

    def went(self, line: "_GuestLine") -> None:
        """Count a connection out."""
        self._lines.pop(line, None)

    def watch_places(self) -> None:
        """Look again when the next of those who are away is overdue."""
        deadlines = [room.deadline for room in self.rooms]
        self._holds.set(min((when for when in deadlines if when is not None), default=None))

    def _turn_away(self, line: "_GuestLine") -> None:
        line.end(NetError("crowded"))
        line.abort()
        self._lines.pop(line)

    def _look_after_places(self) -> None:
        now = asyncio.get_running_loop().time()
        for room in self.rooms:
            room.tick(now)
        self.watch_places()


class _GuestLine(Line[ClientMessage, HostMessage]):
    """The host's end of one connection: somebody who looks in, joins, or is a member."""

    def __init__(self, host: Host) -> None:
        super().__init__(HostConnection(self.now()))
        self.member: Member | None = None
        self.room: Room | None = None
        self.address = ""
        self._host = host
        self._view_due = False

    def opened(self) -> None:
        if self.transport:
            self.address = self.transport.get_extra_info("peername")[0]
        self._host.came(self)

    def received(self, message: ClientMessage) -> None:
        try:
            self._answer(message)
        except NetError:
            raise
        except Exception:
            log.exception("A message could not be answered")
            raise NetError("internal") from None

    def wake(self) -> None:
        """The member's view is out of date. Changes in one turn of the loop make one view."""
        if not self._view_due:
            self._view_due = True
            asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        if self._view_due and self.writable and self.connection.state is State.OPEN:
            self._view_due = False
            self._send_view()
        super().flush()

    def pause_writing(self) -> None:
        super().pause_writing()
        # Whoever does not read our answers is not heard either, so that they cannot pile up.
        if self.transport:
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.transport:
            self.transport.resume_reading()
        super().resume_writing()

    def is_held_back(self) -> bool:
        return self.room is not None and self.room.holds_back(self)

    def end(self, error: NetError) -> None:
        self.send(Bye(error.code, error.values))
        super().flush()
        self._hold_place()

    def lost(self) -> None:
        self._hold_place()
        self._host.went(self)

    def _answer(self, message: ClientMessage) -> None:
        match message:
            case Peek():
                self.send(self._host.rooms[0].info())
            case Hello():
                self.send(answer_hello(message, self._host.rooms[0].program))
            case Join():
                self._join(message)
            case Move() if self.room and self.member:
                self.send(self.room.move(self.member, message))
            case Leave() if self.room and self.member:
                self.room.remove(self.member, "left")

    def _join(self, wish: Join) -> None:
        self.room = self._host.room_for(wish)
        self.member, welcome = self.room.join(wish, self)
        self.send(welcome)
        self.wake()

    def _send_view(self) -> None:
        if self.room is None or self.member is None:
            return
        try:
            self.send(self.room.view(self.member))
        except Exception:
            log.exception("A view could not be made")
            self.end(NetError("internal"))

    def _hold_place(self) -> None:
        if self.room and self.member:
            self.room.lost(self.member, self, self.now())
            self._host.watch_places()


async def _all_gone(lines: Iterable[_GuestLine], *, within: float) -> None:
    """Wait until every line is closed, or for so many seconds."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(within):
            for line in lines:
                await line.gone.wait()
