"""Guests' apps: all in this process, each in a thread of its own with a terminal, a session and a seat.

In one loop, every screen that is built for a newcomer would keep all the others waiting for a tenth of a
second. Threads take turns every few milliseconds. What a guest's app touches is its own, but for the book of
seats and the gate, which have locks; everything else is handed from one loop to the other.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import NamedTuple, cast

from luckytui.client.remote import Gateway, RemoteSession
from luckytui.client.saved_seats import HeldSeat, SavedSeat
from luckytui.door.driver import Channel, GuestDriver, typed
from luckytui.door.guests import Gate, GuestSeat, SeatBook
from luckytui.host.door import DoorRequest
from luckytui.text import N_, Sentence, UserError, _, say, sentence_of
from luckytui.tui.app import LuckyApp
from luckytui.tui.commands import available, key_signs, keys_of
from luckytui.tui.navigation import AtDoor, AtTable
from luckytui.viewer import Viewer, showing_to
from net import Forwarded, NetError, write_code

log = logging.getLogger(__name__)

_WARM = 2
"""How many apps wait for a guest, so that these see the first screen at once."""
_REST = 0.15
"""How many seconds to leave the processor to those who play, after each app that is started."""
_MOST = 48
"""How many guests may be here: one takes 3 MB."""
_GRACE = 5.0
"""How many seconds an app runs on when its terminal is gone: a page may take as long to load again."""
_IDLE = 3600.0
"""After how many seconds without a key a guest is sent away. The seat is kept as for anybody."""
_WORD_SHOWN = 20.0
"""How many seconds the word to come back with is shown."""

_ENVIRONMENT = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "en_US.UTF-8"}
"""What most guests' terminals are like."""

_FULL = N_("There are too many guests here. Try again later.")
_ELSEWHERE = N_("You have opened the game elsewhere, and play on there.")
_BYE = N_("You pressed no key for an hour. Come back when you like: your seat is kept for a while.")


class Arrival(NamedTuple):
    """Somebody at the door, who may be a guest already."""

    address: str
    name: str
    """What they may be called."""
    proofs: Sequence[str]
    """What they have proved to have: see `guests.proof_of`."""
    environment: Mapping[str, str]
    width: int
    height: int
    came_in: Callable[[], None]
    """Called when they have a place at the table."""
    needs_word: bool = False
    """Whether they can prove nothing yet with which to come back to their seat."""


class GuestThread:
    """An app that runs in a thread of its own, and its driver. It is `over` when the app has ended."""

    def __init__(self) -> None:
        self._main = asyncio.get_running_loop()
        self.is_ready = asyncio.Event()
        self.over: asyncio.Future[None] = self._main.create_future()
        self.app: LuckyApp
        self.driver: GuestDriver
        self._loop = asyncio.new_event_loop()
        Thread(target=self._run, daemon=True).start()

    def do(self, act: Callable[..., object], *given: object) -> None:
        """Do something in the app's thread."""
        with suppress(RuntimeError):  # it has ended
            self._loop.call_soon_threadsafe(act, *given)

    def do_in_main(self, act: Callable[..., object], *given: object) -> None:
        """Do something in the main thread."""
        with suppress(RuntimeError):
            self._main.call_soon_threadsafe(act, *given)

    def show(self, act: Callable[..., object], *given: object) -> None:
        """Let the app do something, in its own time and context."""
        self.do(lambda: self.app.call_later(act, *given))

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            try:
                runner.run(self._live())
            except Exception:
                log.exception("A guest's app has failed.")
        self.do_in_main(self.over.set_result, None)

    async def _live(self) -> None:
        self.app = app = LuckyApp(None, Viewer(is_guest=True, environment=_ENVIRONMENT))

        def new_driver(*given: object, **more: object) -> GuestDriver:
            self.driver = GuestDriver(*given, **more)  # type: ignore[arg-type]  # as Textual calls it
            return self.driver

        app.driver_class = cast("type[GuestDriver]", new_driver)
        app.call_later(self.do_in_main, self.is_ready.set)
        try:
            await app.run_async(mouse=False)
        finally:
            self.driver.detach(app.goodbye or "")


class _Across(NamedTuple):
    """A channel, for the app's thread."""

    thread: GuestThread
    channel: Channel

    def send(self, data: bytes) -> None:
        self.thread.do_in_main(self.channel.send, data)

    def waiting(self) -> int:
        return self.channel.waiting()

    def close(self, farewell: str) -> None:
        self.thread.do_in_main(self.channel.close, farewell)


class Visit:
    """A guest's app, and the channel on which it is shown, if there is one."""

    def __init__(
        self, visits: "Visits", thread: GuestThread, arrival: Arrival, seat: GuestSeat | None
    ) -> None:
        self.seat = seat
        self.environment = arrival.environment
        self.thread = thread
        self._visits = visits
        self._arrival = arrival
        self._channel: Channel | None = None
        self._proofs = [*arrival.proofs]
        self._leaving: asyncio.TimerHandle | None = None
        self._idle: asyncio.TimerHandle | None = None
        thread.over.add_done_callback(self._ended)

    # What the channel calls

    def receive(self, data: bytes) -> None:
        """Take what was typed."""
        self.thread.do(self.thread.driver.receive, data)
        self._watch_idleness()

    def resize(self, width: int, height: int) -> None:
        """Take note of the terminal's size."""
        self.thread.do(self.thread.driver.resize, width, height)

    def lost(self, channel: Channel) -> None:
        """The channel is gone. A guest with a seat may be back in a moment."""
        if channel is self._channel:
            self._channel = None
            self.thread.do(self.thread.driver.detach)
            wait = _GRACE if self.seat else 0
            self._leaving = asyncio.get_running_loop().call_later(wait, self.end)

    def tell_commands(self, tell: Callable[[Sequence[Mapping[str, str]]], None]) -> None:
        """Tell which keys do something now: the sign and a word for each, and what a terminal sends."""
        self.thread.do(lambda: self.thread.do_in_main(tell, self._commands()))

    # What the door calls

    def show_on(self, channel: Channel, width: int, height: int) -> None:
        """Show the app on this channel from now on, and on no other."""
        if self._leaving:
            self._leaving.cancel()
        self._channel = channel
        driver = self.thread.driver
        self.thread.do(driver.detach, say(Sentence(_ELSEWHERE)))
        self.thread.do(driver.attach, _Across(self.thread, channel), width, height)
        self._watch_idleness()

    def end(self) -> None:
        """End the app; the seat is kept."""
        self.thread.show(self.thread.app.close)

    # In the app's thread

    async def begin(self) -> None:
        """Lead back to the seat; if there is none, or it is gone, ask for name and code first."""
        app, request = self.thread.app, self._visits.request
        app.look_through(self.environment)
        if self.seat:
            try:
                session = await self._new_session(self.seat.saved_seat.name)
            except UserError as error:
                log.info("A guest's seat is gone: %s", error)
                self.seat = None
            else:
                app.begin(AtTable(session))
                return
        needs_code = request.code is not None
        app.begin(AtDoor(request.table, request.game, needs_code, self._join, self._arrival.name))

    async def _join(self, name: str, code: str) -> RemoteSession:
        """Return a place at the table for a name and a code. Raises UserError, or CodeNeeded."""
        gate = self._visits.gate
        name, self.seat = gate.admit(self._arrival.address, name, code)
        word = ""
        if self._arrival.needs_word and not self.seat and code:
            word, proof = gate.new_word(name)
            self._proofs.append(proof)
        session = await self._new_session(name)
        if word and self.seat:
            text = _(
                "If you lose the connection, come back with this word instead of the code: {word}",
                word=write_code(word),
            )
            self.thread.app.notify(text, timeout=_WORD_SHOWN)
        return session

    async def _new_session(self, name: str) -> RemoteSession:
        """Return a place at the table: the guest's seat, or a free one, or a watcher's. Raises UserError."""
        request = self._visits.request
        forwarded = Forwarded(request.secret, self._arrival.address)
        new = partial(
            RemoteSession,
            request.host,
            code=request.table_code,
            gateway=Gateway(forwarded, request.certificate, self._keep),
        )
        if self.seat:
            session = new(name=self.seat.saved_seat.name, room=self.seat.saved_seat.room, held=self.seat)
        else:
            session = new(name=name)
        try:
            await session.join()
        except UserError as error:
            if error.reason != sentence_of(NetError("room_full")):
                raise
            session = new(name=name, watch=True)
            await session.join()
        self.thread.do_in_main(self._arrival.came_in)
        return session

    def _keep(self, saved_seat: SavedSeat) -> HeldSeat:
        """Remember the seat that the guest has now."""
        if self.seat:
            self._proofs += self.seat.proofs
        self.seat = self._visits.book.keep(self._proofs, saved_seat)
        return self.seat

    def _commands(self) -> Sequence[Mapping[str, str]]:
        app = self.thread.app
        with showing_to(app.viewer):
            return [
                {"sign": key_signs(each)[0], "label": _(each.label), "sends": typed(keys_of(each)[0])}
                for each, *_node in available(app.focused or app.screen)
                if each.label
            ]

    # Helpers

    def _watch_idleness(self) -> None:
        if self._idle:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(_IDLE, self._send_away)

    def _send_away(self) -> None:
        self.thread.do(self.thread.driver.detach, say(Sentence(_BYE)))
        self.end()

    def _ended(self, _over: object) -> None:
        for timer in (self._leaving, self._idle):
            if timer:
                timer.cancel()
        self._visits.ended(self)


class Visits:
    """All guests who are here, and apps for the next ones."""

    def __init__(self, request: DoorRequest, book: SeatBook, *, warm: int = _WARM) -> None:
        """`warm`: how many apps wait for a guest."""
        self.request = request
        self.book = book
        self.gate = Gate(request.code, book)
        self._all: list[Visit] = []
        self._threads: list[GuestThread] = []
        self._warm: asyncio.Queue[GuestThread] = asyncio.Queue(warm)
        self._starting = asyncio.create_task(self._keep_warm())

    async def show(self, arrival: Arrival, channel: Channel) -> Visit | None:
        """Show somebody their table on this channel, or ask who they are; None: there is no room for them."""
        seat = self.book.find(*arrival.proofs)
        visit = next((each for each in self._all if seat and each.seat is seat), None)
        if visit and visit.environment == arrival.environment:
            arrival.came_in()
            visit.show_on(channel, arrival.width, arrival.height)
            return visit
        if len(self._all) >= _MOST:
            channel.close(say(Sentence(_FULL)))
            return None
        thread = await self._warm.get()
        visit = Visit(self, thread, arrival, seat)
        self._all.append(visit)
        visit.show_on(channel, arrival.width, arrival.height)
        thread.show(visit.begin)
        return visit

    async def is_warm(self) -> None:
        """Wait for the first app, and with it for all that apps have in common."""
        while not self._warm.qsize():  # noqa: ASYNC110 - once, when the door opens
            await asyncio.sleep(0.05)

    def ended(self, visit: Visit) -> None:
        """A guest's app has ended."""
        self._all = [each for each in self._all if each is not visit]
        self._threads = [each for each in self._threads if each is not visit.thread]

    async def close(self) -> None:
        """Say goodbye to everyone; their seats are kept."""
        self._starting.cancel()
        for thread in self._threads:
            await thread.is_ready.wait()
            thread.show(thread.app.close)
        if self._threads:
            await asyncio.wait([thread.over for thread in self._threads])

    async def _keep_warm(self) -> None:
        """Start apps one after another, so that newcomers keep nobody who plays waiting."""
        while True:
            self._threads.append(thread := GuestThread())
            await thread.is_ready.wait()
            await self._warm.put(thread)
            await asyncio.sleep(_REST)
