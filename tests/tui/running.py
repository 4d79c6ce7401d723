"""What the tests of the screens share: a running app, and ways to shown tables."""

from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager
from functools import cache
from string import ascii_letters, digits
from typing import Any

import pytest
from textual.app import App
from textual.driver import Driver
from textual.pilot import Pilot

from luckytui.address import Address
from luckytui.client.last_game import LastGame
from luckytui.client.listing import TableListing
from luckytui.client.session import Session, SessionEvent
from luckytui.lab import analysis
from luckytui.lab.analysis import Analysis
from luckytui.shown.commands import keys_of
from luckytui.shown.navigation import AtTable, EntryPoint, Home, JoinTarget
from luckytui.table.record import Record, read
from luckytui.table.spec import TableSpec
from luckytui.table.views import TableView
from luckytui.text import CodeNeeded, Sentence, UserError
from luckytui.tui.app import LuckyApp
from luckytui.tui.boards.base import Board
from luckytui.tui.commands import together
from screenshots import scenes
from screenshots.scenes import ShownSession

KITCHEN = TableListing(
    room="00",
    name="kitchen table",
    game="lucky-numbers",
    state="open",
    seats=4,
    taken=1,
    address=Address("192.0.2.17", 5825),
    code=True,
    mine=False,
)

NO_CODE, WRONG_CODE = "This table has a code.", "This is not the table's code."


class Access:
    """Leads to a shown lobby: for those who know its code, if it has one, or for nobody."""

    def __init__(
        self, *, closed: bool = False, code: str | None = None, unfinished: Sequence[TableListing] = ()
    ) -> None:
        self.closed = closed
        self.code = code
        self.last: LastGame | None = None
        self.left_unfinished = unfinished
        self.opened: list[TableSpec] = []
        self.doors: list[bool] = []
        self.joined: list[tuple[str, str | None, bool]] = []
        """Where somebody wanted to join, the room, and whether only to watch."""
        self.resumed: list[str] = []
        self.session = ShownSession(scenes.lobby("lucky-numbers", owner=True))
        self.changed: Callable[[Sequence[TableListing]], None] = lambda _: None
        self.failed: Callable[[Sentence], None] = lambda _: None

    def play_alone(self, spec: TableSpec, player: str) -> Session:
        self.opened.append(spec)
        return self.session

    async def host(self, spec: TableSpec, player: str, *, door: bool = False) -> Session:
        self.opened.append(spec)
        self.doors.append(door)
        return self._session()

    async def join(self, target: JoinTarget, player: str) -> Session:
        self.joined.append((target.address, target.room, target.watch))
        if target.code != self.code:
            raise CodeNeeded(Sentence(WRONG_CODE if target.code else NO_CODE))
        return self._session()

    def _session(self) -> Session:
        if self.closed:
            raise UserError(Sentence("Nobody hosts there."))
        return self.session

    def recall(self) -> LastGame | None:
        return self.last

    def remember(self, game: LastGame) -> None:
        self.last = game

    def unfinished(self) -> Sequence[TableListing]:
        return self.left_unfinished

    async def resume(self, room: str) -> Session:
        self.resumed.append(room)
        return self._session()

    @asynccontextmanager
    async def look_around(
        self, changed: Callable[[Sequence[TableListing]], None], failed: Callable[[Sentence], None]
    ) -> AsyncIterator[None]:
        self.changed, self.failed = changed, failed
        yield


class Elsewhere(Driver):
    """A terminal that is not this program's; it keeps what it is sent."""

    def __init__(self, app: LuckyApp, **more: Any) -> None:
        super().__init__(app, **more)
        self.sent = ""

    def write(self, data: str) -> None:
        self.sent += data

    def start_application_mode(self) -> None:
        """Do nothing: it has but one mode."""

    disable_input = stop_application_mode = start_application_mode


@asynccontextmanager
async def running(start: EntryPoint, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    """Run the app for as long as the context lasts."""
    app = LuckyApp(start)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        yield pilot
        app.exit()


@asynccontextmanager
async def showing(
    *told: TableView | SessionEvent, size: tuple[int, int] = (80, 24), **more: Any
) -> AsyncIterator[tuple[Pilot[None], ShownSession]]:
    """Run the app at a table; its session keeps what is asked of the table."""
    session = ShownSession(*told, **more)
    async with running(AtTable(session), size) as pilot:
        yield pilot, session


@asynccontextmanager
async def at_home(size: tuple[int, int] = (80, 24), **how: Any) -> AsyncIterator[tuple[Pilot[None], Access]]:
    """Run the app from the home screen, with these ways to tables."""
    access = Access(**how)
    async with running(Home("Ana", access), size) as pilot:
        yield pilot, access


async def settle(pilot: Pilot[None]) -> None:
    """Wait until everything that is under way is on the screen."""
    await pilot.pause()


def rows(app: App[Any]) -> list[str]:
    """Return what the screen shows, row by row."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


def text(pilot: Pilot[None]) -> str:
    """Return what the screen shows."""
    return "\n".join(rows(pilot.app))


async def press(pilot: Pilot[None], *keys: str) -> str:
    """Press keys and return the screen."""
    await pilot.press(*keys)
    await settle(pilot)
    return text(pilot)


async def tell(pilot: Pilot[None], session: ShownSession, event: SessionEvent) -> str:
    """Let a session tell of something and return the screen."""
    session.tell(event)
    await settle(pilot)
    return text(pilot)


def _every_key() -> set[str]:
    """Return all keys that do something anywhere, but for Ctrl-C, and all that could be typed."""
    commands = {key for verbs in together() for command in verbs for key in keys_of(command)}
    return commands | {*ascii_letters, *digits, "enter", "space", "tab", "shift+tab", "ctrl+p", "f1"}


async def nothing_but_answers_acts(pilot: Pilot[None], answers: str) -> None:
    """Press every key that answers no open question, and click on all but the answers: nothing changes."""

    def state() -> object:
        models = [board.model for board in pilot.app.screen.query(Board)]
        return list(pilot.app.screen_stack), text(pilot), models

    before = state()
    await pilot.press(*sorted(_every_key() - {*answers, "escape"}))
    answered = [each.region for each in pilot.app.screen.query("PromptLine, KeyBar")]
    for y in range(0, pilot.app.size.height, 2):
        for x in range(1, pilot.app.size.width, 6):
            if not any(region.contains(x, y) for region in answered):
                await pilot.click(offset=(x, y))
    assert state() == before


@cache
def _analysed(record: bytes) -> tuple[Record, Analysis]:
    game = next(read(record))
    return game, analysis.of(game, think=32)


def analysed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let records be analysed in this process, each once: another one takes its time to start."""

    def later(record: bytes) -> "Future[tuple[Record, Analysis]]":
        found = Future[tuple[Record, Analysis]]()
        found.set_result(_analysed(record))
        return found

    monkeypatch.setattr(analysis, "later", later)
