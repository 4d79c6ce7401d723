"""Guests' apps: all in this process, each in a thread of its own with a terminal, a session and a seat.

In one loop, every screen that is built for a newcomer would keep all the others waiting for a tenth of a
second. Threads take turns every few milliseconds, and newcomers build their screens one after another. What a
guest's app touches is its own, but for the book of seats and the gate, which have locks; everything else is
handed from one loop to the other.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from selectors import DefaultSelector, SelectorKey
from threading import Lock, Thread
from typing import NamedTuple, cast
from weakref import WeakValueDictionary

from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.filter import ANSIToTruecolor

from luckytui.client.remote import Gateway, RemoteSession
from luckytui.client.saved_seats import HeldSeat, SavedSeat
from luckytui.door.admission import Progress, Stranger, Strangers
from luckytui.door.driver import Channel, GuestDriver, typed
from luckytui.door.guests import Gate, SeatBook, Ticket
from luckytui.host.door import DoorRequest, write_digits
from luckytui.shown.commands import key_signs, keys_of
from luckytui.shown.navigation import AtTable
from luckytui.system.viewer import Viewer, showing_to
from luckytui.text import N_, Sentence, UserError, _, say, sentence_of
from luckytui.tui.app import LuckyApp
from luckytui.tui.commands import available
from net import Forwarded, NetError
from net.connection import Alarm
from net.tasks import in_background

log = logging.getLogger(__name__)

_WARM = 2
"""How many apps are started in advance, so that guests see the first screen at once."""
_REST = 0.15
"""How many seconds to wait before starting the next app, so that a new guest gets a screen first."""
_SETTLING = 3.0
"""How many seconds after a guest comes in every screen of a table has been built."""
_MOST_GUESTS = 48
"""How many guests may have an app, or wait for one. An app takes 3 MB."""
_MOST_FROM_ONE_ADDRESS = 12
"""How many apps an address may have at a door without a code, where nobody has to know anything."""
_GRACE = 5.0
"""How many seconds an app runs on when its terminal is gone: a page may take as long to load again."""
_PATIENCE = 180.0
"""How many seconds a stranger may take to come in: to find the code, and to type it."""
_RESIZE = 0.05
"""How many seconds to wait for a newer size before the screen is painted in this one."""
_IDLE = 3600.0
"""After how many seconds without a key a guest is sent away. The seat is kept as for anybody."""
_DIGITS_SHOWN = 20.0
"""How many seconds the digits to come back with are shown."""

_CACHES = StylesCache.get_inner_outer, ANSIToTruecolor.truecolor_style, XTermParser._parse_extended_key  # noqa: SLF001
"""Textual's caches: they would keep half a megabyte of each guest who has left."""

_ENVIRONMENT = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "en_US.UTF-8"}
"""What most guests' terminals are like."""

_FULL = N_("There are too many guests here. Try again later.")
_ELSEWHERE = N_("You opened the game somewhere else, and your seat is there now.")
_BYE = N_("You pressed no key for an hour. Come back when you like: your seat is kept for a while.")


def said(sentence: Sentence, environment: Mapping[str, str]) -> str:
    """Return a sentence in the language that somebody's environment prefers."""
    with showing_to(Viewer(is_guest=True, environment=environment)):
        return say(sentence)


class Arrival(NamedTuple):
    """Somebody at the door, who may be a guest already."""

    address: str
    name: str
    """What they may be called."""
    proofs: Sequence[str]
    """Proofs of the keys and secrets that they have: see `guests.proof_of`."""
    environment: Mapping[str, str]
    width: int
    height: int
    stranger: Stranger
    """Leaves when they have a place at the table."""


class Turns(DefaultSelector):
    """The selector of a guest's loop. Only one loop that builds a newcomer's screens runs at a time."""

    _turn = Lock()

    def __init__(self) -> None:
        super().__init__()
        self._is_new = self._turn.acquire()

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        if not self._is_new:
            return super().select(timeout)
        self._turn.release()
        try:
            return super().select(timeout)
        finally:
            self._turn.acquire()

    def settle(self) -> None:
        """Stop taking turns: from now on the loop runs whenever it has something to do."""
        if self._is_new:
            self._is_new = False
            self._turn.release()

    def close(self) -> None:
        self.settle()
        super().close()


class _GuestSeat(HeldSeat):
    """A seat that is in the book."""

    def __init__(self, book: SeatBook, saved_seat: SavedSeat) -> None:
        self.saved_seat = saved_seat
        self._book = book

    def let_go(self, *, for_good: bool = False) -> None:
        if for_good:
            self._book.remove(self.saved_seat)


class Visit:
    """A guest's app, in a thread of its own, and the channel on which it is shown, if there is one."""

    def __init__(self, visits: "Visits") -> None:
        """Start an app that waits for a guest."""
        self.arrival: Arrival | None = None
        """The guest who has the app; None: it is waiting for one."""
        self.seat: SavedSeat | None = None
        self.is_leaving = False
        self.is_ready = asyncio.Event()
        self.over = asyncio.Event()
        self._visits = visits
        self._ticket: Ticket
        self._channel: Channel | None = None
        self._main = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._size = 0, 0
        self._resizing = Alarm(lambda: self._do(self._driver.resize, *self._size))
        self._turns: Turns
        self._loop: asyncio.AbstractEventLoop
        self._app: LuckyApp
        self._driver: GuestDriver
        Thread(target=self._run, daemon=True).start()

    # What the channel calls

    def receive(self, data: bytes) -> None:
        """Pass on what was typed."""
        self._do(self._driver.receive, data)
        self._after(_IDLE, self._send_away)

    def resize(self, width: int, height: int) -> None:
        """Use this size of the terminal. Of several in quick succession the last one counts."""
        self._size = width, height
        self._resizing.set_by(self._main.time() + _RESIZE)

    def lost(self, channel: Channel) -> None:
        """Note that a channel is gone. The app of a guest with a seat stays for a moment."""
        if channel is self._channel:
            self._channel = None
            self._do(self._driver.detach)
            self._after(_GRACE if self.seat else 0, self.end)

    def tell_commands(self, tell: Callable[[Sequence[Mapping[str, str]]], None]) -> None:
        """Report the keys that do something now: their signs, a word, and what a terminal sends."""
        self._do(lambda: self._do_in_main(tell, self._commands()))

    # What the door calls

    async def begin(self, ticket: Ticket, channel: Channel, arrival: Arrival) -> None:
        """Get a place at the table, and show it on this channel.

        Raises UserError if there is none; the app can then be given to somebody else.
        """
        self.arrival, self.seat, self._ticket, self._channel = arrival, ticket.seat, ticket, channel
        joining = asyncio.run_coroutine_threadsafe(self._join(channel), self._loop)
        try:
            await asyncio.wrap_future(joining)
        except UserError:
            self.arrival = self.seat = self._channel = None
            raise
        except asyncio.CancelledError:
            self.end()
            raise
        self._after(_IDLE, self._send_away)

    def show_on(self, channel: Channel, arrival: Arrival) -> None:
        """Move the app to this channel."""
        self._channel = channel
        self._do(self._detach, Sentence(_ELSEWHERE))
        self._do(self._attach, channel, arrival)
        self._after(_IDLE, self._send_away)

    def make_way(self) -> None:
        """End the app of somebody without a seat, so that a guest can come back to one."""
        self._do(self._detach, Sentence(_FULL))
        self.end()

    def end(self) -> None:
        """End the app; the seat is kept."""
        self.is_leaving = True
        self._do(self._app.call_later, self._app.close)

    # In the app's thread

    def _run(self) -> None:
        self._turns = Turns()
        with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(self._turns)) as runner:
            self._loop = runner.get_loop()
            try:
                runner.run(self._live())
            except Exception:
                log.exception("A guest's app has failed.")
        self._do_in_main(self._ended)

    async def _live(self) -> None:
        self._app = app = LuckyApp(None, Viewer(is_guest=True, environment=_ENVIRONMENT))
        self._driver = GuestDriver(app, self._do_in_main)
        app.driver_class = cast("type[GuestDriver]", lambda *_app, **_more: self._driver)
        app.call_later(self._do_in_main, self.is_ready.set)
        try:
            await app.run_async(mouse=False)
        finally:
            self._driver.detach(app.goodbye or "")

    def _detach(self, farewell: Sentence) -> None:
        with showing_to(self._app.viewer):
            self._driver.detach(say(farewell))

    def _attach(self, channel: Channel, arrival: Arrival) -> None:
        self._app.use_environment(arrival.environment)
        self._driver.attach(channel, arrival.width, arrival.height)

    async def _join(self, channel: Channel) -> None:
        arrival = cast("Arrival", self.arrival)
        with showing_to(self._app.viewer):
            session = await self._new_session(arrival.address)
        self._attach(channel, arrival)
        self._app.call_later(self._sit_down, session)
        self._loop.call_later(_SETTLING, self._turns.settle)

    async def _new_session(self, address: str) -> RemoteSession:
        """Return a place at the table: the guest's seat, or a free one, or a watcher's. Raises UserError."""
        request = self._visits.request
        new = partial(
            RemoteSession,
            request.host,
            name=self._ticket.name,
            code=request.table_code,
            gateway=Gateway(Forwarded(request.secret, address), request.certificate, self._keep),
        )
        if seat := self.seat:
            session = new(name=seat.name, room=seat.room, held=_GuestSeat(self._visits.book, seat))
        else:
            session = new()
        try:
            await session.join()
        except UserError as error:
            if error.reason != sentence_of(NetError("room_full")):
                raise
            session = new(watch=True)
            await session.join()
        return session

    def _sit_down(self, session: RemoteSession) -> None:
        self._app.begin(AtTable(session))
        if (digits := self._ticket.digits) and self.seat:
            text = _(
                "If you lose the connection, come back with these digits instead of the others: {digits}",
                digits=write_digits(digits),
            )
            self._app.notify(text, timeout=_DIGITS_SHOWN)

    def _keep(self, saved_seat: SavedSeat) -> HeldSeat:
        """Remember the seat that the guest has now."""
        self.seat = saved_seat
        self._visits.book.remember(self._ticket.proofs, saved_seat)
        return _GuestSeat(self._visits.book, saved_seat)

    def _commands(self) -> Sequence[Mapping[str, str]]:
        with showing_to(self._app.viewer):
            return [
                {"sign": key_signs(each)[0], "label": _(each.label), "sends": typed(keys_of(each)[0])}
                for each, *_node in available(self._app.focused or self._app.screen)
                if each.label
            ]

    # Helpers

    def _do(self, act: Callable[..., object], *given: object) -> None:
        """Call a function in the app's thread."""
        with suppress(RuntimeError):  # it has ended
            self._loop.call_soon_threadsafe(act, *given)

    def _do_in_main(self, act: Callable[..., object], *given: object) -> None:
        """Call a function in the main thread."""
        with suppress(RuntimeError):
            self._main.call_soon_threadsafe(act, *given)

    def _after(self, seconds: float, act: Callable[[], None]) -> None:
        """Call a function later, replacing the call that was scheduled before."""
        if self._timer:
            self._timer.cancel()
        self._timer = self._main.call_later(seconds, act)

    def _send_away(self) -> None:
        self._do(self._detach, Sentence(_BYE))
        self.end()

    def _ended(self) -> None:
        if self._timer:
            self._timer.cancel()
        self.over.set()
        self._visits.all.remove(self)
        for cached in _CACHES:
            cached.cache_clear()


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
        """Set with the first app, and with it all that apps have in common."""
        self._most_warm = warm
        self._warm: list[Visit] = []
        self._waiting: dict[Stranger, tuple[bool, asyncio.Future[Visit]]] = {}
        """The guests waiting for an app: whether they have proved a seat, and the future for the app."""
        self._is_wanted = asyncio.Event()
        """Set when a guest has taken an app."""
        self._returning = WeakValueDictionary[bytes, asyncio.Lock]()
        """Lets only one terminal at a time lead to a seat, by its token."""
        self._starting = in_background(self._keep_warm())

    def change(self, request: DoorRequest) -> None:
        """Let guests in by this request from now on; those who are here stay."""
        self.request, self.gate.code = request, request.code

    def new_stranger(self, address: str, abort: Callable[[], None]) -> Stranger:
        """Register a stranger's connection, which `abort` closes, and limit the time it has to come in."""
        loop = asyncio.get_running_loop()
        late = loop.call_later(_PATIENCE, abort)
        return self.strangers.connected(address, loop.time(), abort, left=late.cancel)

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
                self._make_room(arrival.stranger, is_proved=bool(ticket.seat))
                visit = await self._take(arrival.stranger, is_proved=bool(ticket.seat))
                try:
                    await visit.begin(ticket, channel, arrival)
                except UserError:
                    self._give(visit)
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
            watcher.make_way()

    async def _take(self, newcomer: Stranger, *, is_proved: bool) -> Visit:
        """Wait for an app. Guests with a proved seat come first, then the order of arrival counts."""
        turn: asyncio.Future[Visit] = asyncio.get_running_loop().create_future()
        self._waiting[newcomer] = is_proved, turn
        self._hand_out()
        try:
            return await turn
        except asyncio.CancelledError:  # the guest hung up
            if not turn.cancelled():
                self._give(turn.result())
            raise
        finally:
            del self._waiting[newcomer]

    def _give(self, visit: Visit) -> None:
        """Give this app to the next guest in the queue."""
        self._warm.append(visit)
        self._hand_out()

    def _hand_out(self) -> None:
        turns = sorted(self._waiting.values(), key=lambda waiting: not waiting[0])
        for turn in [turn for _is_proved, turn in turns if not turn.done()][: len(self._warm)]:
            turn.set_result(self._warm.pop())
            self._is_wanted.set()

    async def _keep_warm(self) -> None:
        """Start apps one after another, so that newcomers keep nobody who plays waiting."""
        while True:
            self.all.append(visit := Visit(self))
            await visit.is_ready.wait()
            self._give(visit)
            self.is_warm.set()
            while len(self._warm) >= self._most_warm:
                self._is_wanted.clear()
                await self._is_wanted.wait()
            await asyncio.sleep(_REST)
