"""The host: a room on a TCP port. A thin shell; who may do what is decided by `protocol` and `room`."""

import asyncio
import contextlib
import logging
from collections.abc import Iterable

from net import limits
from net.errors import NetError
from net.line import Alarm, Line
from net.messages import Bye, ClientMessage, Hello, HostMessage, Join, Leave, Move, Peek
from net.protocol import HostConnection, State, answer_hello
from net.room import Member, Room
from net.sockets import listen

log = logging.getLogger(__name__)


class Host:
    """Serves a room in the running loop, from `start` to `close`."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.port = 0
        self._server: asyncio.Server | None = None
        self._lines: dict[_GuestLine, None] = {}
        self._holds = Alarm(self._give_places_up)
        self._closed = asyncio.Event()

    async def start(self, bind: str | None = None, port: int = 0) -> None:
        """Listen on an address (None: on every one) and a port (0: any free one, then found in `port`).

        Raises NetError `port_in_use` or `cannot_listen`.
        """
        listening = listen(bind, port)
        self.port = listening.getsockname()[1]
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _GuestLine(self), sock=listening)

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

    # For its lines

    def came(self, newcomer: "_GuestLine") -> None:
        """Count a connection in. Where there are too many, the oldest that has not joined makes way."""
        if self._server is None:  # accepted in the moment of closing
            newcomer.abort()
            return
        self._lines[newcomer] = None
        waiting = [line for line in self._lines if line.member is None]
        neighbours = [line for line in waiting if line.address == newcomer.address]
        if len(neighbours) > limits.HANDSHAKES_FROM_ONE_ADDRESS:
            self._turn_away(neighbours[0])
        elif len(waiting) > limits.HANDSHAKES or len(self._lines) > limits.CONNECTIONS:
            self._turn_away(waiting[0])

    def went(self, line: "_GuestLine") -> None:
        """Count a connection out."""
        self._lines.pop(line, None)

    def lost(self, member: Member, line: "_GuestLine") -> None:
        """Hold the place of a member whose line is of no more use."""
        self.room.lost(member, line, line.now())
        self._holds.set(self.room.deadline)

    def _turn_away(self, line: "_GuestLine") -> None:
        line.end(NetError("crowded"))
        line.abort()
        self._lines.pop(line)

    def _give_places_up(self) -> None:
        self.room.tick(asyncio.get_running_loop().time())
        self._holds.set(self.room.deadline)


class _GuestLine(Line[ClientMessage, HostMessage]):
    """The host's end of one connection: somebody who looks in, joins, or is a member."""

    def __init__(self, host: Host) -> None:
        super().__init__(HostConnection(self.now()))
        self.member: Member | None = None
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

    def end(self, error: NetError) -> None:
        self.send(Bye(error.code, error.values))
        super().flush()
        self._hold_place()

    def lost(self) -> None:
        self._hold_place()
        self._host.went(self)

    def _answer(self, message: ClientMessage) -> None:
        room = self._host.room
        match message:
            case Peek():
                self.send(room.info())
            case Hello():
                self.send(answer_hello(message, room.program))
            case Join():
                self.member, welcome = room.join(message, self)
                self.send(welcome)
                self.wake()
            case Move() if self.member:
                self.send(room.move(self.member, message))
            case Leave() if self.member:
                room.remove(self.member, "left")

    def _send_view(self) -> None:
        if self.member is None:
            return
        try:
            self.send(self._host.room.view(self.member))
        except Exception:
            log.exception("A view could not be made")
            self.end(NetError("internal"))

    def _hold_place(self) -> None:
        if self.member:
            self._host.lost(self.member, self)


async def _all_gone(lines: Iterable[_GuestLine], *, within: float) -> None:
    """Wait until every line is closed, or for so many seconds."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(within):
            for line in lines:
                await line.gone.wait()
