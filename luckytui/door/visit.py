"""A guest's app, in a thread of its own with a terminal, a session and a seat.

If all apps shared one loop, building a newcomer's screens would keep everyone else waiting for a tenth of a
second. Threads take turns every few milliseconds, and newcomers build their screens one after another. An app
touches only what is its own, except for the book of seats and the gate, which have locks. Everything else is
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

from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.filter import ANSIToTruecolor

from luckytui.client.remote import Gateway, RemoteSession
from luckytui.client.saved_seats import HeldSeat, SavedSeat
from luckytui.door.admission import Stranger
from luckytui.door.driver import Channel, GuestDriver, typed
from luckytui.door.guests import SeatBook, Ticket
from luckytui.host.door import DoorRequest, write_digits
from luckytui.shown.commands import key_signs, keys_of
from luckytui.shown.navigation import AtTable
from luckytui.system.viewer import Viewer, showing_to
from luckytui.text import N_, UserError, _, sentence_of
from luckytui.tui.app import LuckyApp
from luckytui.tui.commands import available
from net import Forwarded, NetError
from net.connection import Alarm

log = logging.getLogger(__name__)

_SETTLING = 3.0
"""How many seconds after a guest comes in every screen of a table has been built."""
_GRACE = 5.0
"""How many seconds an app runs on when its terminal is gone: a page may take as long to load again."""
_RESIZE = 0.05
"""How many seconds to wait for a newer size before the screen is painted in this one."""
_IDLE = 3600.0
"""After how many seconds without a key a guest is sent away. The seat is kept as for anybody."""
_DIGITS_SHOWN = 20.0
"""How many seconds the digits to come back with are shown."""

_CACHES = StylesCache.get_inner_outer, ANSIToTruecolor.truecolor_style, XTermParser._parse_extended_key  # noqa: SLF001
"""Textual's caches: they would keep half a megabyte of each guest who has left."""

ENVIRONMENT = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "en_US.UTF-8"}
"""What most guests' terminals are like."""

_ELSEWHERE = N_("You opened the game somewhere else, and your seat is there now.")
_BYE = N_("You pressed no key for an hour. Come back when you like: your seat is kept for a while.")


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
    """A guest's app, from its start to its end. The methods come in the order in which a visit calls them.

    Public methods run in the main thread. They hand what is to be done to the app's thread with `_do`.
    """

    def __init__(self, book: SeatBook, ended: Callable[["Visit"], None]) -> None:
        """Start an app that waits for a guest. `ended` is called when it is over."""
        self.arrival: Arrival | None = None
        """The guest who has the app; None: it is waiting for one."""
        self.seat: SavedSeat | None = None
        self.is_leaving = False
        self.is_ready, self.over = asyncio.Event(), asyncio.Event()
        self._book, self._ended = book, ended
        self._channel: Channel | None = None
        """What the app is shown on; None before a guest comes, and when their terminal is gone."""
        self._size = 0, 0
        self._resizing = Alarm(lambda: self._do(self._driver.resize, *self._size))
        self._limit = Alarm(lambda: self.end(_BYE))
        self._main = asyncio.get_running_loop()
        self._turns: Turns
        self._loop: asyncio.AbstractEventLoop
        self._app: LuckyApp
        self._driver: GuestDriver
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        self._turns = Turns()
        with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(self._turns)) as runner:
            self._loop = runner.get_loop()
            try:
                runner.run(self._live())
            except Exception:
                log.exception("A guest's app has failed.")
        self._do_in_main(self._end_in_main)

    async def _live(self) -> None:
        self._app = app = LuckyApp(None, Viewer(is_guest=True, environment=ENVIRONMENT))
        self._driver = GuestDriver(app, self._do_in_main)
        app.driver_class = cast("type[GuestDriver]", lambda *_app, **_more: self._driver)
        app.call_later(self._do_in_main, self.is_ready.set)
        try:
            await app.run_async(mouse=False)
        finally:
            self._driver.detach(app.goodbye or "")

    # ── A guest comes ─────────────────────────────────────────────────────────────────────────────

    async def begin(self, request: DoorRequest, ticket: Ticket, channel: Channel, arrival: Arrival) -> None:
        """Get a place at the table, and show it on this channel.

        Raises UserError if there is none; the app can then be given to somebody else.
        """
        self.arrival, self.seat, self._channel = arrival, ticket.seat, channel
        joining = self._join(request, ticket, channel, arrival)
        try:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(joining, self._loop))
        except UserError:
            self.arrival = self.seat = self._channel = None
            raise
        except asyncio.CancelledError:
            self.end()
            raise
        self._limit_to(_IDLE)

    async def _join(self, request: DoorRequest, ticket: Ticket, channel: Channel, arrival: Arrival) -> None:
        """Take the guest's seat, or a free one, or else watch. Raises UserError."""
        forwarded, keep = Forwarded(request.secret, arrival.address), partial(self._keep, ticket.proofs)
        gateway = Gateway(forwarded, request.certificate, keep)
        new = partial(RemoteSession, request.host, name=ticket.name, code=request.table_code, gateway=gateway)
        with showing_to(self._app.viewer):
            if seat := ticket.seat:
                session = new(name=seat.name, room=seat.room, held=_GuestSeat(self._book, seat))
            else:
                session = new()
            try:
                await session.join()
            except UserError as error:
                if error.reason != sentence_of(NetError("room_full")):
                    raise
                session = new(watch=True)
                await session.join()
        self._attach(channel, arrival)
        self._app.call_later(self._sit_down, session, ticket.digits)
        self._loop.call_later(_SETTLING, self._turns.settle)

    def _keep(self, proofs: Sequence[str], saved_seat: SavedSeat) -> HeldSeat:
        """Remember the seat that the guest has now."""
        self.seat = saved_seat
        self._book.remember(proofs, saved_seat)
        return _GuestSeat(self._book, saved_seat)

    def _attach(self, channel: Channel, arrival: Arrival) -> None:
        self._app.use_environment(arrival.environment)
        self._driver.attach(channel, arrival.width, arrival.height)

    def _sit_down(self, session: RemoteSession, digits: str) -> None:
        self._app.begin(AtTable(session))
        if digits and self.seat:
            text = _(
                "If you lose the connection, come back with these digits instead of the others: {digits}",
                digits=write_digits(digits),
            )
            self._app.notify(text, timeout=_DIGITS_SHOWN)

    # ── The guest plays ───────────────────────────────────────────────────────────────────────────

    def receive(self, data: bytes) -> None:
        self._do(self._driver.receive, data)
        self._limit_to(_IDLE)

    def resize(self, width: int, height: int) -> None:
        """Use this size of the terminal. Of several in quick succession the last one counts."""
        self._size = width, height
        self._resizing.set_by(self._main.time() + _RESIZE)

    def tell_commands(self, tell: Callable[[Sequence[Mapping[str, str]]], None]) -> None:
        """Report the keys that do something now: their signs, a word, and what a terminal sends."""
        self._do(lambda: self._do_in_main(tell, self._commands()))

    def _commands(self) -> Sequence[Mapping[str, str]]:
        with showing_to(self._app.viewer):
            return [
                {"sign": key_signs(each)[0], "label": _(each.label), "sends": typed(keys_of(each)[0])}
                for each, *_node in available(self._app.focused or self._app.screen)
                if each.label
            ]

    def show_on(self, channel: Channel, arrival: Arrival) -> None:
        """Move the app to another channel of the same guest."""
        self._channel = channel
        self._do(self._detach, _ELSEWHERE)
        self._do(self._attach, channel, arrival)
        self._limit_to(_IDLE)

    # ── The guest goes, or is sent away ───────────────────────────────────────────────────────────

    def lost(self, channel: Channel) -> None:
        """Note that a channel is gone. The app of a guest with a seat runs on for a moment."""
        if channel is self._channel:
            self._channel = None
            self._do(self._driver.detach)
            self._limit_to(_GRACE if self.seat else 0)

    def _limit_to(self, seconds: float) -> None:
        """End the app after this time, unless there is a new limit before."""
        self._limit.set(self._main.time() + seconds)

    def end(self, farewell: str = "") -> None:
        """End the app with these last words (English, translated here). The seat is kept."""
        self.is_leaving = True
        if farewell:
            self._do(self._detach, farewell)
        self._do(self._app.call_later, self._app.close)

    def _detach(self, farewell: str) -> None:
        with showing_to(self._app.viewer):
            self._driver.detach(_(farewell))

    def _end_in_main(self) -> None:
        self._limit.set(None)
        self.over.set()
        self._ended(self)
        for cached in _CACHES:
            cached.cache_clear()

    # ── From one thread to the other ──────────────────────────────────────────────────────────────

    def _do(self, act: Callable[..., object], *given: object) -> None:
        """Call a function in the app's thread."""
        with suppress(RuntimeError):  # it has ended
            self._loop.call_soon_threadsafe(act, *given)

    def _do_in_main(self, act: Callable[..., object], *given: object) -> None:
        """Call a function in the main thread."""
        with suppress(RuntimeError):
            self._main.call_soon_threadsafe(act, *given)
