"""The app: it shows the screens, and brings what a session tells to the one that is on."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Awaitable, Sequence
from functools import partial
from typing import cast

from rich.console import RenderableType
from textual.app import App
from textual.events import Event, Key, Paste, Resize
from textual.message import Message
from textual.screen import Screen

from luckytui.client.browse import TableListing
from luckytui.client.session import Closed, ConnectionChanged, Refused, Session, SessionEvent, TableChanged
from luckytui.table.views import TableView
from luckytui.text import N_, CodeNeeded, Sentence, UserError, _, say
from luckytui.tui.frames import Frame
from luckytui.tui.game_log import GameLog
from luckytui.tui.navigation import AtTable, EntryPoint, Home, JoinTarget, Replay, TableAccess
from luckytui.tui.screens.browse import BrowseScreen, Join
from luckytui.tui.screens.confirm import ConfirmScreen, RequestPosted
from luckytui.tui.screens.home import Go, HomeScreen, Resume, RulesMenuScreen
from luckytui.tui.screens.joining import JoiningScreen
from luckytui.tui.screens.lobby import Invitation, LobbyScreen
from luckytui.tui.screens.people import PeopleScreen
from luckytui.tui.screens.replay import ReplayScreen
from luckytui.tui.screens.results import ResultsScreen
from luckytui.tui.screens.rules import RulesScreen
from luckytui.tui.screens.setup import SetUp, SetupScreen
from luckytui.tui.screens.table import TableScreen
from luckytui.tui.screens.table_base import TableBaseScreen
from luckytui.tui.screens.too_small import LEAST_HEIGHT, LEAST_WIDTH, TooSmallScreen
from luckytui.tui.themes import DARK

log = logging.getLogger(__name__)

_GRACE = 3.0
"""How many seconds the program may take to end when the system says so."""

SHORT_WAIT = 0.3
"""For how many seconds one waits without being told what for."""


class SessionEventPosted(Message):
    """The session has told something."""

    def __init__(self, told: SessionEvent) -> None:
        super().__init__()
        self.told = told

    def can_replace(self, message: Message) -> bool:
        """Of the scenes that wait to be shown only the newest matters."""
        return (
            isinstance(message, SessionEventPosted)
            and isinstance(self.told, TableChanged)
            and isinstance(message.told, TableChanged)
        )


class LuckyApp(App[None]):
    """luckytui in a terminal."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "luckytui"

    def __init__(self, start: EntryPoint) -> None:
        super().__init__()
        self.register_theme(DARK)
        self.theme = DARK.name
        self._start = start
        self._frame = Frame()
        self._session: Session | None = None
        self._game_log = GameLog()
        """What happened and was said at the table."""
        self._table_screen: TableBaseScreen | JoiningScreen | None = None
        """The screen that shows the table: the lobby, the game, or its results; before, that it is joined."""
        self._looks_back = False
        """Whether the player looks at the table of a game that is over."""
        self._tables: Sequence[TableListing] = ()
        self._problem: Sentence | None = None

    # ── Beginning and end ─────────────────────────────────────────────────────────────────────────

    def on_mount(self) -> None:
        """Show the first screen."""
        self.app_resume_signal.subscribe(self, lambda _app: self._frame.forget())
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, partial(self._terminate, asyncio.get_running_loop()))
        match self._start:
            case Home(access=access):
                self.push_screen(HomeScreen())
                self.run_worker(self._look_around(access), group="look around")
                self.run_worker(self._look_for_unfinished(access), group="look for unfinished")
            case AtTable(session=session):
                self._sit_down(session)
            case Replay(record=record):
                self.push_screen(ReplayScreen(record))

    def on_resize(self, resize: Resize) -> None:
        """Ask for a larger terminal while this one is too small."""
        self._frame.forget()
        too_small = resize.size.width < LEAST_WIDTH or resize.size.height < LEAST_HEIGHT
        if too_small and not isinstance(self.screen, TooSmallScreen):
            self.push_screen(TooSmallScreen())
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
        if self._session:
            await self._session.close()
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

    async def _look_around(self, access: TableAccess) -> None:
        """Keep the list of tables fresh for as long as the app runs."""
        async with access.look_around(self._show_tables, self._show_problem):
            await asyncio.Event().wait()

    async def _look_for_unfinished(self, access: TableAccess) -> None:
        """Show what can be gone on with; the disk may take its time."""
        unfinished = await asyncio.to_thread(access.unfinished)
        for screen in self.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.show_unfinished(unfinished)

    def _show_tables(self, tables: Sequence[TableListing]) -> None:
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
                self.push_screen(RulesMenuScreen(), self._show_rules)
            case _:
                self.exit()

    def _show_rules(self, game: str | None) -> None:
        if game:
            self.push_screen(RulesScreen(game))

    def on_join(self, join: Join) -> None:
        """Join a table on the network, once the player has typed its code if one is needed."""
        assert isinstance(self._start, Home)  # noqa: S101 - only the home screen's ways send it
        self.run_worker(self._join(self._start, join.target), group="open", exclusive=True)

    async def _join(self, home: Home, target: JoinTarget) -> None:
        if target.needs_code and not target.code:
            await self._ask_for_code(target)
            return
        self._announce(_("Joining {table} …", table=target.table))
        try:
            session = await home.access.join(target, home.name)
        except CodeNeeded as needed:
            await self._ask_for_code(target, needed.reason)
        except UserError as error:
            self._refuse(error.reason)
        else:
            self._sit_down(session)

    async def _ask_for_code(self, target: JoinTarget, reason: Sentence | None = None) -> None:
        if not isinstance(self.screen, BrowseScreen):
            await self.push_screen(BrowseScreen(self._tables, self._problem))
        if isinstance(self.screen, BrowseScreen):
            self.screen.ask_for_code(target, reason)

    def on_resume(self, resume: Resume) -> None:
        """Go on with an unfinished table."""
        assert isinstance(self._start, Home)  # noqa: S101 - only the home screen sends it
        self._announce(_("Opening {table} again …", table=resume.table.name))
        self.run_worker(
            self._open(self._start.access.resume(resume.table.room)), group="open", exclusive=True
        )

    def on_set_up(self, set_up: SetUp) -> None:
        """Open the table that the player has set up."""
        assert isinstance(self._start, Home)  # noqa: S101 - only the home screen's ways send it
        self._start = self._start._replace(name=set_up.player)
        if set_up.kind == "alone":
            self._sit_down(self._start.access.play_alone(set_up.spec, set_up.player))
        else:
            self._announce(_("Opening the table …"))
            host = self._start.access.host(set_up.spec, set_up.player)
            self.run_worker(self._open(host), group="open", exclusive=True)

    async def _open(self, opening: Awaitable[Session]) -> None:
        """Sit down at a table, or say why it cannot be opened."""
        try:
            self._sit_down(await opening)
        except UserError as error:
            self._refuse(error.reason)

    def action_help_quit(self) -> None:
        """Ctrl-C: leave, as with q; Textual would only tell of another key."""
        if isinstance(self.screen, TableBaseScreen):
            self.screen.action_leave()
        else:
            self.exit()

    # ── At a table ────────────────────────────────────────────────────────────────────────────────

    def _sit_down(self, session: Session) -> None:
        self._session, self._game_log = session, GameLog()
        self.set_timer(SHORT_WAIT, partial(self._wait_for, session))
        session.open(self._hear)

    def _wait_for(self, session: Session) -> None:
        """Tell that a table is being joined, if it takes a while."""
        if session is self._session and session.address and self._table_screen is None:
            self._go_to(JoiningScreen(session.address))

    def _hear(self, told: SessionEvent) -> None:
        self.post_message(SessionEventPosted(told))

    def on_session_event_posted(self, heard: SessionEventPosted) -> None:
        """Show what the session has told."""
        if self._session is None:
            return
        match heard.told:
            case TableChanged(table_view=table_view):
                self._show_table_view(table_view)
            case Refused(reason=reason):
                self._refuse(reason)
            case ConnectionChanged(trouble=trouble):
                self._show_trouble(trouble)
            case Closed(reason=reason):
                self._table_closed(reason)

    def _show_trouble(self, trouble: Sentence | None) -> None:
        """Show what is wrong with the line, also while the table is still being joined."""
        if self._table_screen:
            self._table_screen.show_trouble(trouble)
        elif trouble and self._session and self._session.address:
            self._go_to(JoiningScreen(self._session.address, trouble))

    def _show_table_view(self, table_view: TableView) -> None:
        """Show a scene on the screen it belongs on, and on the page of people if that is open."""
        self._game_log.hear(table_view)
        is_on = table_view.match is not None and bool(table_view.match.view.active)
        self._looks_back = self._looks_back and table_view.match is not None and not is_on
        kind: type[TableBaseScreen] = ResultsScreen
        if table_view.match is None:
            kind = LobbyScreen
        elif is_on or self._looks_back:
            kind = TableScreen
        if isinstance(self._table_screen, kind):
            self._table_screen.show(table_view)
        else:
            self._go_to(self._new_table_screen(kind, table_view))
        if isinstance(self.screen, PeopleScreen):
            self.screen.show(table_view)

    def _new_table_screen(self, kind: type[TableBaseScreen], table_view: TableView) -> TableBaseScreen:
        session = self._session
        if kind is not LobbyScreen:
            return kind(table_view, self._game_log)
        invitation = Invitation(session.address, session.code) if session and session.address else None
        return LobbyScreen(table_view, self._game_log, invitation)

    def _go_to(self, place: TableBaseScreen | JoiningScreen) -> None:
        """Put another screen in the table's place; pages that lie on it go away."""
        is_small = isinstance(self.screen, TooSmallScreen)
        if isinstance(self._table_screen, TableBaseScreen) and isinstance(place, TableBaseScreen):
            place.draft = self._table_screen.draft
        if self._table_screen is None:
            self.push_screen(place)
        else:
            while self.screen is not self._table_screen:
                self.pop_screen()
            self.switch_screen(place)
        self._table_screen = place
        if is_small:
            self.push_screen(TooSmallScreen())

    def _announce(self, text: str) -> None:
        if isinstance(self.screen, SetupScreen | BrowseScreen | HomeScreen):
            self.screen.announce(text)

    def _refuse(self, reason: Sentence) -> None:
        for screen in (self.screen, self._table_screen):
            if isinstance(screen, ConfirmScreen | SetupScreen | BrowseScreen | HomeScreen):
                screen.refuse(reason)
                return

    def on_request_posted(self, asked: RequestPosted) -> None:
        """Pass a request on to the table."""
        if self._session:
            self._session.request(asked.request, asked.prompt)

    def on_results_screen_look_asked(self, asked: ResultsScreen.LookAsked) -> None:
        """Show the table of a game that is over."""
        self._looks_back = True
        self._go_to(TableScreen(asked.table_view, self._game_log))

    async def on_leave_asked(self) -> None:
        """Leave the table: back to the home screen, or out."""
        if self._session:
            session, self._session = self._session, None
            await session.leave()
        self._leave_table_screen(None)

    def _table_closed(self, reason: Sentence | None) -> None:
        """Leave a table that is gone; at one whose game is over, the player may stay and look."""
        self._session = None
        if isinstance(self._table_screen, ResultsScreen) or self._looks_back:
            self._refuse(Sentence(N_("The table has closed. q: leave")))
        else:
            self._leave_table_screen(reason)

    def _leave_table_screen(self, reason: Sentence | None) -> None:
        self._looks_back = False
        if not isinstance(self._start, Home):
            self.exit(return_code=1 if reason else 0, message=say(reason) if reason else None)
            return
        while not isinstance(self.screen, HomeScreen):
            self.pop_screen()
        self._table_screen = None
        if reason:
            self._refuse(reason)
        self.run_worker(self._look_for_unfinished(self._start.access), group="look for unfinished")


def run(start: EntryPoint) -> int:
    """Run the app until the player leaves it; return the exit code."""
    app = LuckyApp(start)
    app.run(mouse=False)  # the terminal keeps it, so that a code can be selected
    return app.return_code or 0
