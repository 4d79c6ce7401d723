"""The app: how it begins and ends, the ways from the home screen to a table, and what a session says."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from rich.console import RenderableType
from textual.app import App
from textual.events import Event, Key, Paste, Resize
from textual.message import Message
from textual.screen import Screen

from luckytui.client.session import Closed, ConnectionChanged, Refused, Session, SessionEvent, TableChanged
from luckytui.text import Sentence, _, say
from luckytui.tui.frames import Frame
from luckytui.tui.navigation import TableNavigation
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.screens.browse import BrowseScreen, Join, Way
from luckytui.tui.screens.confirm import RequestPosted
from luckytui.tui.screens.home import Go, HomeScreen, Resume, RulesMenuScreen
from luckytui.tui.screens.replay import ReplayScreen
from luckytui.tui.screens.setup import SetUp, SetupScreen
from luckytui.tui.screens.table_base import TableBaseScreen
from luckytui.tui.screens.too_small import LEAST_HEIGHT, LEAST_WIDTH, TooSmallScreen
from luckytui.tui.starts import AtTable, CodeNeeded, DoorClosed, Doors, FoundTable, Home, Replay, Start
from luckytui.tui.themes import DARK

log = logging.getLogger(__name__)

_GRACE = 3.0
"""How many seconds the program may take to end when the system says so."""

SHORT_WAIT = 0.3
"""For how many seconds one waits without being told what for."""


@dataclass
class SessionEventPosted(Message):
    """Something has happened at a table."""

    table: TableNavigation
    event: SessionEvent

    def can_replace(self, message: Message) -> bool:
        """Of the views that wait to be shown only the newest matters."""
        return (
            isinstance(message, SessionEventPosted)
            and message.table is self.table
            and isinstance(self.event, TableChanged)
            and isinstance(message.event, TableChanged)
        )


class LuckyApp(App[None]):
    """luckytui in a terminal."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "luckytui"

    def __init__(self, start: Start) -> None:
        super().__init__()
        self.register_theme(DARK)
        self.theme = DARK.name
        self._start = start
        self._frame = Frame()
        self._table: TableNavigation | None = None
        """The table at which the player is; None at home."""
        self._tables: Sequence[FoundTable] = ()
        self._problem: Sentence | None = None

    # ── Beginning and end ─────────────────────────────────────────────────────────────────────────

    def on_mount(self) -> None:
        """Show the first screen."""
        self.app_resume_signal.subscribe(self, lambda _app: self._frame.forget())
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, partial(self._terminate, asyncio.get_running_loop()))
        match self._start:
            case Home(doors=doors):
                self.push_screen(HomeScreen())
                self.run_worker(self._look_around(doors), group="look around")
                self.run_worker(self._look_for_unfinished(doors), group="look for unfinished")
            case AtTable(session=session):
                self._sit_down(session)
            case Replay(record=record):
                self.push_screen(ReplayScreen(record))

    def on_resize(self, resize: Resize) -> None:
        """Ask for a larger terminal while this one is too small."""
        self._frame.forget()
        too_small = resize.size.width < LEAST_WIDTH or resize.size.height < LEAST_HEIGHT
        if too_small and not isinstance(self.screen, TooSmallScreen):
            self.push_screen(TooSmallScreen(self._table.table_view if self._table else None))
        elif not too_small and isinstance(self.screen, TooSmallScreen):
            self.pop_screen()

    def _terminate(self, loop: asyncio.AbstractEventLoop, *_signal: object) -> None:
        """End because the system says so: the seat is held for the player's return.

        The loop stands still while a terminal takes nothing more, and for ever if that is gone.
        """
        last = threading.Timer(_GRACE, os._exit, (1,))
        last.daemon = True
        last.start()
        loop.call_soon_threadsafe(partial(self.run_worker, self._close(), exit_on_error=False))

    async def _close(self) -> None:
        if self._table:
            await self._table.session.close()
        self.exit(return_code=1)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Send the terminal only what it does not show yet: Textual has no public way for that."""
        if renderable is not None:
            renderable = cast("RenderableType", self._frame.of(screen._compositor.render_strips()))  # noqa: SLF001
        super()._display(screen, renderable)

    def _handle_exception(self, error: Exception) -> None:
        """Log what went wrong instead of showing a traceback: Textual has no public way for that."""
        log.error("The app has failed.", exc_info=error)
        self.exit(
            return_code=1,
            message=_("Something went wrong in luckytui, and it had to stop. The log file says more."),
        )

    async def on_event(self, event: Event) -> None:
        """Give what is typed to the line that the player writes, if there is one, before anything else."""
        if isinstance(event, Key | Paste) and not event.is_forwarded:
            screen = self.screen
            if isinstance(screen, TableBaseScreen) and screen.typed(event):
                return
        await super().on_event(event)

    # ── The home screen's ways ────────────────────────────────────────────────────────────────────

    async def _look_around(self, doors: Doors) -> None:
        """Keep the list of tables fresh for as long as the app runs."""
        async with doors.look_around(self._show_tables, self._show_problem):
            await asyncio.Event().wait()

    async def _look_for_unfinished(self, doors: Doors) -> None:
        """Show what can be gone on with; the disk may take its time."""
        unfinished = await asyncio.to_thread(doors.unfinished)
        for screen in self.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.show_unfinished(unfinished)

    def _show_tables(self, tables: Sequence[FoundTable]) -> None:
        self._tables = tables
        self._show_found()

    def _show_problem(self, problem: Sentence) -> None:
        self._problem = problem
        self._show_found()

    def _show_found(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, HomeScreen | BrowseScreen):
                screen.show_tables(self._tables, self._problem)

    def on_go(self, go: Go) -> None:
        """Go where the home screen leads."""
        assert isinstance(self._start, Home)  # noqa: S101 - only the home screen sends it
        match go.where:
            case "alone":
                self.push_screen(SetupScreen("alone", self._start.name))
            case "host":
                self.push_screen(SetupScreen("host", self._start.name))
            case "join":
                self.push_screen(BrowseScreen(self._tables, self._problem))
            case "rules":
                self.push_screen(RulesMenuScreen())
            case _:
                self.exit()

    def on_join(self, join: Join) -> None:
        """Join a table on the network, once the player has typed its code if one is needed."""
        assert isinstance(self._start, Home)  # noqa: S101 - only the home screen's ways send it
        self.run_worker(self._join(self._start, join.way), group="door", exclusive=True)

    async def _join(self, home: Home, way: Way) -> None:
        if way.needs_code and not way.code:
            await self._ask_for_code(way)
            return
        self._announce(_("Joining {table} …", table=way.table))
        try:
            session = await home.doors.join(way.address, home.name, way.code, room=way.room, watch=way.watch)
        except CodeNeeded as needed:
            await self._ask_for_code(way, needed.reason)
        except DoorClosed as closed:
            self._refuse(closed.reason)
        else:
            self._sit_down(session)

    async def _ask_for_code(self, way: Way, reason: Sentence | None = None) -> None:
        if not isinstance(self.screen, BrowseScreen):
            await self.push_screen(BrowseScreen(self._tables, self._problem))
        if isinstance(self.screen, BrowseScreen):
            self.screen.ask_for_code(way, reason)

    def on_resume(self, resume: Resume) -> None:
        """Go on with an unfinished table."""
        assert isinstance(self._start, Home)  # noqa: S101 - only the home screen sends it
        self._announce(_("Opening {table} again …", table=resume.table.name))
        self.run_worker(self._open(self._start.doors.resume(resume.table)), group="door", exclusive=True)

    def on_set_up(self, set_up: SetUp) -> None:
        """Open the table that the player has set up."""
        assert isinstance(self._start, Home)  # noqa: S101 - only the home screen's ways send it
        self._start = self._start._replace(name=set_up.player)
        if set_up.kind == "alone":
            self._sit_down(self._start.doors.play_alone(set_up.spec, set_up.player))
        else:
            self._announce(_("Opening the table …"))
            host = self._start.doors.host(set_up.spec, set_up.player)
            self.run_worker(self._open(host), group="door", exclusive=True)

    async def _open(self, door: Awaitable[Session]) -> None:
        """Sit down where a door leads to, or say why it is closed."""
        try:
            self._sit_down(await door)
        except DoorClosed as closed:
            self._refuse(closed.reason)

    def _announce(self, text: str) -> None:
        if isinstance(self.screen, BaseScreen):
            self.screen.announce(text)

    def _refuse(self, reason: Sentence) -> None:
        if isinstance(self.screen, BaseScreen):
            self.screen.refuse(reason)

    def action_help_quit(self) -> None:
        """Ctrl-C: leave, as with q; Textual would only tell of another key."""
        if isinstance(self.screen, TableBaseScreen):
            self.screen.action_leave()
        else:
            self.exit()

    # ── At a table ────────────────────────────────────────────────────────────────────────────────

    def _sit_down(self, session: Session) -> None:
        self._table = table = TableNavigation(self, session)
        self.set_timer(SHORT_WAIT, partial(self._wait_for, table))
        session.open(lambda event: self._hear(table, event))

    def _wait_for(self, table: TableNavigation) -> None:
        if table is self._table:
            table.show_joining()

    def _hear(self, table: TableNavigation, event: SessionEvent) -> None:
        self.post_message(SessionEventPosted(table, event))

    def on_session_event_posted(self, posted: SessionEventPosted) -> None:
        """Show what has happened at the table."""
        table = posted.table
        if table is not self._table:
            return
        match posted.event:
            case TableChanged(table_view=table_view):
                table.show(table_view)
            case Refused(reason=reason):
                table.refuse(reason)
            case ConnectionChanged(trouble=trouble):
                table.show_trouble(trouble)
            case Closed(reason=reason):
                if not table.closed():
                    self._leave_table(reason)

    def on_request_posted(self, posted: RequestPosted) -> None:
        """Pass a request on to the table."""
        if self._table:
            self._table.session.request(posted.request, posted.prompt)

    def on_board_or_results(self) -> None:
        """Show the board of a game that is over, or its results again."""
        if self._table:
            self._table.switch()

    async def on_leave_asked(self) -> None:
        """Leave the table: back to the home screen, or out."""
        if table := self._table:
            self._table = None
            await table.session.leave()
        self._leave_table(None)

    def _leave_table(self, reason: Sentence | None) -> None:
        self._table = None
        if not isinstance(self._start, Home):
            self.exit(return_code=1 if reason else 0, message=say(reason) if reason else None)
            return
        while not isinstance(self.screen, HomeScreen):
            self.pop_screen()
        if reason:
            self.screen.refuse(reason)
        self.run_worker(self._look_for_unfinished(self._start.doors), group="look for unfinished")


def run(start: Start) -> int:
    """Run the app until the player leaves it; return the exit code."""
    app = LuckyApp(start)
    app.run(mouse=False)  # the terminal keeps it, so that a code can be selected
    return app.return_code or 0
