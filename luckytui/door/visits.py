"""All guests who are here: who gets an app, and in which order."""

import asyncio
from socket import SO_SNDBUF, SOL_SOCKET
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from luckytui.door.admission import Progress, Stranger, Strangers
from luckytui.door.driver import Channel
from luckytui.door.guests import Gate, SeatBook, Ticket
from luckytui.door.visit import Arrival, Visit
from luckytui.host.door import DoorRequest
from luckytui.text import N_, UserError
from net import limits
from net.tasks import in_background

if TYPE_CHECKING:
    from asyncssh import SSHServerConnection

_WARM = 2
"""How many apps are started in advance, so that guests see the first screen at once."""
_REST = 0.15
"""How many seconds to wait before starting the next app, so that a new guest gets a screen first."""
_MOST_GUESTS = 48
"""How many guests may have an app, or wait for one. An app takes 3 MB."""
_MOST_FROM_ONE_ADDRESS = 12
"""How many apps an address may have at a door without a code, where nobody has to know anything."""
_PATIENCE = 180.0
"""How many seconds a stranger may take to come in: to find the code, and to type it."""

_FULL = N_("There are too many guests here. Try again later.")


class Visits:
    """All guests who are here, and apps for the next ones."""

    def __init__(self, request: DoorRequest, book: SeatBook, *, warm: int = _WARM) -> None:
        """`warm`: how many apps wait for a guest."""
        self.request = request
        self.book = book
        self.gate = Gate(request.code, book)
        self.strangers = Strangers()
        self.all: list[Visit] = []
        self.is_warm = asyncio.Event()
        """Set when the first app is ready. All that apps have in common is loaded then."""
        self._most_warm = warm
        self._warm: list[Visit] = []
        self._waiting: dict[Stranger, bool] = {}
        """The guests waiting for an app, in the order of arrival: whether they have proved a seat."""
        self._has_changed = asyncio.Condition()
        """Notified when there are other apps, or others who wait for one."""
        self._returning = WeakValueDictionary[bytes, asyncio.Lock]()
        """Lets only one terminal at a time lead to a seat, by its token."""
        self._starting = in_background(self._keep_warm())

    def change(self, request: DoorRequest) -> None:
        """Let guests in by this request from now on; those who are here stay."""
        self.request, self.gate.code = request, request.code

    def new_stranger(self, connection: "asyncio.Transport | SSHServerConnection") -> Stranger:
        """Count a stranger's connection, and limit how long it has to come in, and what waits to be sent."""
        connection.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, limits.SEND_BUFFER)
        loop, address = asyncio.get_running_loop(), connection.get_extra_info("peername")[0]
        late = loop.call_later(_PATIENCE, connection.abort)
        return Stranger(self.strangers, address, loop.time(), connection.abort, left=late.cancel)

    async def let_in(self, ticket: Ticket, channel: Channel, arrival: Arrival) -> Visit:
        """Show a guest their table on this channel. Raises UserError: there is no place for them."""
        arrival.stranger.reach(Progress.ADMITTED)
        token = ticket.seat.token if ticket.seat else b""
        lock = self._returning.setdefault(token, asyncio.Lock()) if token else asyncio.Lock()
        async with lock:
            staying = (each for each in self.all if ticket.seat and not each.is_leaving)
            if visit := next((each for each in staying if each.seat == ticket.seat), None):
                visit.show_on(channel, arrival)
            else:
                visit = await self._take(arrival.stranger, is_proved=bool(ticket.seat))
                try:
                    await visit.begin(self.request, ticket, channel, arrival)
                except UserError:
                    await self._give(visit)
                    raise
        arrival.stranger.leave()
        return visit

    async def close(self) -> None:
        """Say goodbye to everyone; their seats are kept."""
        self._starting.cancel()
        for stranger in [*self.strangers.all]:
            stranger.abort()
        for visit in [*self.all]:
            await visit.is_ready.wait()
            visit.end()
        for visit in [*self.all]:
            await visit.over.wait()

    def _make_room(self, newcomer: Stranger, *, is_proved: bool) -> None:
        """Check that there is room for another guest. A watcher makes way for a guest with a proved seat.

        Raises UserError: there are too many guests, or at a door without a code too many from one address.
        """
        staying = [visit for visit in self.all if not visit.is_leaving]
        taken = {visit: visit.arrival.stranger for visit in staying if visit.arrival}
        guests = [*taken.values(), *self._waiting]
        from_there = sum(guest.source == newcomer.source for guest in guests)
        if not (is_proved or self.gate.needs_code) and from_there >= _MOST_FROM_ONE_ADDRESS:
            raise UserError(_FULL)
        if len(guests) >= _MOST_GUESTS:
            watcher = next((visit for visit in taken if not visit.seat), None) if is_proved else None
            if not watcher:
                raise UserError(_FULL)
            watcher.end(_FULL)

    async def _take(self, newcomer: Stranger, *, is_proved: bool) -> Visit:
        """Wait for an app. Guests with a proved seat come first, then the order of arrival counts.

        Raises UserError: there is no room.
        """
        async with self._has_changed:
            self._make_room(newcomer, is_proved=is_proved)
            self._waiting[newcomer] = is_proved
            try:
                await self._has_changed.wait_for(lambda: self._warm and newcomer is self._next())
                return self._warm.pop()
            finally:
                del self._waiting[newcomer]
                self._has_changed.notify_all()

    def _next(self) -> Stranger:
        return max(self._waiting, key=self._waiting.__getitem__)

    async def _give(self, visit: Visit) -> None:
        """Give this app to the next guest who waits, or keep it for one who will come."""
        async with self._has_changed:
            self._warm.append(visit)
            self._has_changed.notify_all()

    async def _keep_warm(self) -> None:
        """Start apps one after another, so that newcomers keep nobody who plays waiting."""
        while True:
            self.all.append(visit := Visit(self.book, self.all.remove))
            await visit.is_ready.wait()
            await self._give(visit)
            self.is_warm.set()
            async with self._has_changed:
                await self._has_changed.wait_for(lambda: len(self._warm) < self._most_warm)
            await asyncio.sleep(_REST)
