"""Guests' apps: all in this process, each with a terminal, a session and a seat of its own."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
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


class RunningApp(NamedTuple):
    """An app that runs, and its driver."""

    app: LuckyApp
    driver: GuestDriver
    task: asyncio.Task[None]


async def start_app() -> RunningApp:
    """Start an app that waits for its guest."""
    app = LuckyApp(None, Viewer(is_guest=True, environment=_ENVIRONMENT))
    is_ready = asyncio.Event()
    drivers: list[GuestDriver] = []

    def new_driver(*given: object, **more: object) -> GuestDriver:
        drivers.append(driver := GuestDriver(*given, **more))  # type: ignore[arg-type]  # as Textual calls it
        return driver

    app.driver_class = cast("type[GuestDriver]", new_driver)
    task = asyncio.create_task(app.run_async(mouse=False))
    app.call_later(is_ready.set)
    await is_ready.wait()
    return RunningApp(app, drivers[0], task)


class Visit:
    """A guest's app, and the channel on which it is shown, if there is one."""

    def __init__(self, visits: "Visits", running: RunningApp, arrival: Arrival) -> None:
        self.seat: GuestSeat | None = None
        self.environment = arrival.environment
        self._app, self._driver, self.task = running
        self._visits = visits
        self._arrival = arrival
        self._channel: Channel | None = None
        self._proofs = [*arrival.proofs]
        self._leaving: asyncio.TimerHandle | None = None
        self._idle: asyncio.TimerHandle | None = None
        self.task.add_done_callback(self._ended)

    # What the channel calls

    def receive(self, data: bytes) -> None:
        """Take what was typed."""
        self._driver.receive(data)
        self._watch_idleness()

    def resize(self, width: int, height: int) -> None:
        """Take note of the terminal's size."""
        self._driver.resize(width, height)

    def lost(self, channel: Channel) -> None:
        """The channel is gone. A guest with a seat may be back in a moment."""
        if channel is self._channel:
            self._channel = None
            self._driver.detach()
            wait = _GRACE if self.seat else 0
            self._leaving = asyncio.get_running_loop().call_later(wait, self.end)

    def commands(self) -> Sequence[Mapping[str, str]]:
        """Return the keys that do something now: the sign and a word for each, and what a terminal sends."""
        with showing_to(self._app.viewer):
            return [
                {"sign": key_signs(each)[0], "label": _(each.label), "sends": typed(keys_of(each)[0])}
                for each, *_node in available(self._app.focused or self._app.screen)
                if each.label
            ]

    # What the door calls

    def show_on(self, channel: Channel, width: int, height: int) -> None:
        """Show the app on this channel from now on, and on no other."""
        if self._leaving:
            self._leaving.cancel()
        self._driver.detach(say(Sentence(_ELSEWHERE)))
        self._channel = channel
        self._driver.attach(channel, width, height)
        self._watch_idleness()

    def begin(self, session: RemoteSession | None) -> None:
        """Show the table; without a session, ask for name and code first."""
        self._app.look_through(self.environment)
        request = self._visits.request
        door = AtDoor(
            request.table, request.game, request.code is not None, self._join, name=self._arrival.name
        )
        if session:
            self._arrival.came_in()
        self._app.call_later(self._app.begin, AtTable(session) if session else door)

    def end(self) -> None:
        """End the app; the seat is kept."""
        self._app.call_later(self._app.close)

    async def _join(self, name: str, code: str) -> RemoteSession:
        """Return a place at the table for a name and a code. Raises UserError, or CodeNeeded."""
        name, self.seat = self._visits.gate.admit(self._arrival.address, name, code)
        word = ""
        if self._arrival.needs_word and not self.seat and code:
            word, proof = self._visits.gate.new_word(name)
            self._proofs.append(proof)
        session = await self._visits.new_session(name, self._arrival.address, self.seat, self.keep)
        self._arrival.came_in()
        if word:
            self._app.notify(
                _(
                    "If you lose the connection, come back with this word instead of the code: {word}",
                    word=write_code(word),
                ),
                timeout=_WORD_SHOWN,
            )
        return session

    def keep(self, saved_seat: SavedSeat) -> HeldSeat:
        """Remember the seat that the guest has now."""
        if self.seat:
            self._proofs += self.seat.proofs
        self.seat = self._visits.book.keep(self._proofs, saved_seat)
        return self.seat

    def _watch_idleness(self) -> None:
        if self._idle:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(_IDLE, self._send_away)

    def _send_away(self) -> None:
        with showing_to(self._app.viewer):
            self._driver.detach(say(Sentence(_BYE)))
        self.end()

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()):
            log.error("A guest's app has failed.", exc_info=error)
        for timer in (self._leaving, self._idle):
            if timer:
                timer.cancel()
        self._driver.detach(self._app.goodbye or "")
        self._visits.ended(self)


class Visits:
    """All guests who are here, and apps for the next ones."""

    def __init__(self, request: DoorRequest, book: SeatBook, *, warm: int = _WARM) -> None:
        """`warm`: how many apps wait for a guest."""
        self.request = request
        self.book = book
        self.gate = Gate(request.code, book)
        self._all: list[Visit] = []
        self._warm: asyncio.Queue[RunningApp] = asyncio.Queue(warm)
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
        visit = Visit(self, await self._warm.get(), arrival)
        self._all.append(visit)
        visit.show_on(channel, arrival.width, arrival.height)
        session = None
        if seat:
            visit.seat = seat
            try:
                session = await self.new_session(seat.saved_seat.name, arrival.address, seat, visit.keep)
            except UserError as error:
                log.info("A guest's seat is gone: %s", error)
                visit.seat = None
        visit.begin(session)
        return visit

    async def new_session(
        self,
        name: str,
        address: str,
        seat: GuestSeat | None,
        keep: Callable[[SavedSeat], HeldSeat],
    ) -> RemoteSession:
        """Return a place at the table: this seat, or a free one, or a watcher's. Raises UserError."""
        request = self.request
        new = partial(
            RemoteSession,
            request.host,
            code=request.table_code,
            gateway=Gateway(Forwarded(request.secret, address), request.certificate, keep),
        )
        if seat:
            session = new(name=seat.saved_seat.name, room=seat.saved_seat.room, held=seat)
        else:
            session = new(name=name)
        try:
            await session.join()
        except UserError as error:
            if error.reason != sentence_of(NetError("room_full")):
                raise
            session = new(name=name, watch=True)
            await session.join()
        return session

    def ended(self, visit: Visit) -> None:
        """A guest's app has ended."""
        self._all = [each for each in self._all if each is not visit]

    async def close(self) -> None:
        """Say goodbye to everyone; their seats are kept."""
        self._starting.cancel()
        for visit in self._all:
            visit.end()
        if tasks := [visit.task for visit in self._all]:
            await asyncio.wait(tasks)

    async def _keep_warm(self) -> None:
        """Start apps one after another, so that newcomers keep nobody who plays waiting."""
        while True:
            await self._warm.put(await start_app())
            await asyncio.sleep(_REST)
