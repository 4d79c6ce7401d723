"""The app: how it begins and ends, what goes to the terminal, and what a session reports."""

import asyncio
import gc
import logging
import os
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

from msgspec import structs
from rich.console import Console, RenderableType
from textual import constants
from textual._compositor import ChopsUpdate, Compositor
from textual.app import App, SystemCommand
from textual.driver import Driver
from textual.events import Event, Key, Paste, Resize
from textual.filter import LineFilter, Monochrome
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip

from luckytui import settings
from luckytui.client.session import (
    Closed,
    ConnectionChanged,
    DealFound,
    GameChecked,
    Refused,
    Session,
    SessionEvent,
    TableChanged,
)
from luckytui.games.interface import Seat
from luckytui.shown.ascii import in_ascii, is_locale_ascii
from luckytui.shown.commands import key_signs
from luckytui.shown.navigation import AtTable, EntryPoint, Home, Learn, Replay
from luckytui.system.programs import on_signals
from luckytui.system.viewer import BUTTONS, Viewer, showing_to
from luckytui.table.record import Record, read
from luckytui.table.requests import Request
from luckytui.text import N_, Sentence, UserError, _, say
from luckytui.tui import screens, themes
from luckytui.tui.attention import Attention
from luckytui.tui.clicks import with_clicks
from luckytui.tui.commands import available, key_problem, keymap
from luckytui.tui.frames import Frame
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.screens.too_small import TooSmallScreen, is_enough
from luckytui.tui.unbroken import NoBreaks

if TYPE_CHECKING:
    from luckytui.tui.screens.home import HomeScreen
    from luckytui.tui.table_navigation import TableNavigation

log = logging.getLogger(__name__)

_GRACE = 3.0
"""How many seconds the program may take to end after a signal."""

SHORT_WAIT = 0.3
"""After how many seconds the player reads that a table is being joined."""


@dataclass
class SessionEventPosted(Message):
    """A session reported something about its table."""

    table: "TableNavigation"
    event: SessionEvent

    def can_replace(self, message: Message) -> bool:
        """Return whether this view replaces one that is still queued: only the newest matters."""
        return (
            isinstance(message, SessionEventPosted)
            and message.table is self.table
            and isinstance(self.event, TableChanged)
            and isinstance(message.event, TableChanged)
        )


class LuckyApp(App[None]):
    """luckytui in a terminal."""

    CSS_PATH = "app.tcss"
    TITLE = "luckytui"
    ALLOW_SELECT = False  # the terminal selects text itself, with shift
    # Textual declares these as an instance's.
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (112, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-ordinary"), (30, "-high"), (44, "-very-high")]  # noqa: RUF012

    def __init__(self, start: EntryPoint | None, viewer: Viewer | None = None) -> None:
        """Without `start`, wait for `begin`. The usual viewer is the person who started this program."""
        self.viewer = viewer or Viewer()
        self._no_breaks = NoBreaks()
        super().__init__()
        if self.viewer.is_guest:
            self._forget_own_terminal()
        self.goodbye: str | None = None
        """What to say to the player when the app has ended."""
        themes.register(self)
        self._table: TableNavigation | None = None
        """The table where the player is; None on the home screen."""
        self._branch: TableNavigation | None = None
        """The table where the player plays on from a step of a review."""
        self._start = start
        self.settings = settings.Settings()
        self.problems: list[Sentence] = []
        """What is wrong in the file of the settings."""
        self._adapt()
        self._home: HomeScreen | None = None

    def get_driver_class(self) -> type[Driver]:
        return with_clicks(super().get_driver_class())

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), self._no_breaks]

    def use_environment(self, environment: Mapping[str, str]) -> None:
        """Treat the guest's terminal as this environment describes it from now on."""
        self.viewer.environment, self.viewer.is_ascii = environment, is_locale_ascii(environment)
        self._forget_own_terminal()
        self._adapt()

    def repaint(self) -> None:
        """Paint the whole terminal again: something else may have written to it."""
        self._frame.forget()
        self.refresh()

    def _adapt(self) -> None:
        """Use the colors, motion and keys that the terminal and the settings allow."""
        self.attention = Attention(self._tell_terminal, lambda: self.settings, self.viewer.environment)
        with showing_to(self.viewer):
            self._load_settings()
            self.set_class(BUTTONS in self.viewer.environment, "-buttons")
            self._frame = Frame(colors=themes.color_system(self), is_ascii=self.viewer.is_ascii)

    def _forget_own_terminal(self) -> None:
        """Treat a guest's terminal as their environment describes it: Textual reads this program's own."""
        environment = dict(self.viewer.environment)
        self.no_color = environment.pop("NO_COLOR", None) is not None
        self._filters[1:] = [Monochrome()] * self.no_color
        self.console = Console(file=self.console.file, force_terminal=True, _environ=environment)
        # Else each app would put its own in place of the other's when it begins and when it ends.
        self._capture_stdout, self._capture_stderr = cast("Any", sys.stdout), cast("Any", sys.stderr)

    @contextmanager
    def _context(self) -> Iterator[None]:
        """Run every task for the app's own viewer. Textual has no public way to do that."""
        with super()._context(), showing_to(self.viewer):
            yield

    def on_mount(self) -> None:
        self.app_resume_signal.subscribe(self, lambda _app: self._frame.forget())
        if self._start:
            self.begin(self._start)
        self.call_after_refresh(gc.enable)

    def begin(self, start: EntryPoint) -> None:
        """Show the first screen."""
        match start:
            case Home():
                self._home = screens.home.HomeScreen(start)
                self.push_screen(self._home)
                if self.problems:
                    self.call_after_refresh(self._refuse, self.problems[0])
            case AtTable(session=session):
                self.sit_down(session)
            case Replay(record=record):
                self.push_screen(screens.review.ReviewScreen(record), lambda _: self.exit())
            case Learn(game=game):
                self.push_screen(screens.study.LessonScreen(game), lambda _: self.exit())

    def _load_settings(self) -> None:
        """Read the settings file and apply it."""
        if not self.viewer.is_guest:
            self.settings, self.problems = settings.load(themes.NAMES, key_problem)
        self.viewer.language, self.viewer.keys = self.settings.language, self.settings.keys
        self.set_keymap(keymap())
        themes.choose(self, self.settings.theme)
        moves = self.settings.motion and not self.viewer.is_slow
        self.animation_level = constants.TEXTUAL_ANIMATIONS if moves else "none"

    def change_setting(self, name: str, value: object) -> None:
        """Save a setting and apply it at once. A guest's lasts until the guest leaves."""
        try:
            if self.viewer.is_guest:
                self.settings = structs.replace(self.settings, **{name: value})
            else:
                settings.save(**{name: value})
        except UserError as error:
            self._refuse(error.reason)
        else:
            self._load_settings()
            if name == "language":
                for screen in self.screen_stack:
                    if isinstance(screen, BaseScreen):
                        screen.translate()

    def _refuse(self, reason: Sentence) -> None:
        if isinstance(self.screen, BaseScreen):
            self.screen.refuse(reason)

    def action_settings(self) -> None:
        """Show the settings."""
        self.push_screen(screens.settings.SettingsScreen())

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield what the command palette (Ctrl-P) offers: what can be done now, by its words."""
        for command, node, action in available(screen.focused or screen):
            run = partial(self.run_action, action, default_namespace=node)
            yield SystemCommand(_(command.help), " ".join(key_signs(command)), run)
        yield SystemCommand(_("Settings"), _("Name, colors, bell and more."), self.action_settings)

    async def close(self) -> None:
        """End after a signal, or when the terminal is gone. The player's seat is kept."""
        if self._table:
            await self._table.session.close()
        self.attention.end()
        self.exit()

    def _handle_exception(self, error: Exception) -> None:
        """Log an error instead of showing a traceback. Textual has no public way to do that."""
        log.error("The app has failed.", exc_info=error)
        self.attention.end()
        self.goodbye = _("Something went wrong in luckytui, and it had to stop. The log file says more.")
        self.exit(return_code=1)

    def _tell_terminal(self, text: str) -> None:
        """Send an escape sequence that paints nothing. Textual has no public way to do that."""
        if self._driver:
            self._driver.write(in_ascii(text) if self.viewer.is_ascii else text)
            self._driver.flush()

    def on_resize(self, resize: Resize) -> None:
        self._frame.forget()
        too_small = not is_enough(*resize.size)
        if too_small and not isinstance(self.screen, TooSmallScreen):
            self.push_screen(TooSmallScreen(self._table.table_view if self._table else None))
        elif not too_small and isinstance(self.screen, TooSmallScreen):
            self.pop_screen()

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Send only the cells that the terminal does not show yet. Textual has no public way to do that."""
        if renderable is not None and screen is self.screen and not self.is_headless:
            renderable = cast("RenderableType", self._next_frame(screen._compositor, renderable))  # noqa: SLF001
        super()._display(screen, renderable)

    def _next_frame(self, compositor: Compositor, update: object) -> Frame:
        """Return what the terminal is to show; only rows that may differ are put together again."""
        if not (isinstance(update, ChopsUpdate) and self._frame.is_known):
            return self._frame.of(compositor.render_strips())
        dirty = {y for y, _left, _right in update.spans}
        chops = compositor._render_chops(compositor.size.region, dirty.__contains__)  # noqa: SLF001
        return self._frame.changed({y: Strip.join(chops[y].values()) for y in dirty})

    async def on_event(self, event: Event) -> None:
        """Give what is typed to an open question or to the text that the player writes, before anything else.

        A key comes twice: from the terminal, and with `is_forwarded` from the widget that did not use it.
        Between the two, the key before it may have opened a question. If no command uses it then either, the
        screen says why: Textual has no public way to learn of that.
        """
        if not isinstance(event, Key | Paste):
            await super().on_event(event)
            return
        screen = self.screen if isinstance(self.screen, BaseScreen) else None
        if not event.is_forwarded:
            self.attention.touched = monotonic()
        if screen and screen.question and screen.answered(event):
            return
        if screen and not event.is_forwarded:
            if screen.refused:
                screen.end_refusal(event)
            if screen.typed(event):
                return
        if not (screen and isinstance(event, Key) and event.is_forwarded):
            await super().on_event(event)
        elif not await self._check_bindings(event.key):
            screen.explain(event)

    def action_help_quit(self) -> None:
        """Leave on Ctrl-C, as with q. Textual would only name another key."""
        if isinstance(self.screen, BaseScreen):
            self.screen.action_leave()
        else:
            self.exit()

    def sit_down(self, session: Session) -> None:
        """Show the table at which the player has a seat now."""
        from luckytui.tui.table_navigation import TableNavigation  # noqa: PLC0415 - not at home

        self._table = table = TableNavigation(self, session)
        if session.address:  # a table in this process is there at once
            self.set_timer(SHORT_WAIT, lambda: table.show_joining() if table is self._table else None)
        self._listen_to(table)

    def _listen_to(self, table: "TableNavigation") -> None:
        table.session.open(lambda event: self.post_message(SessionEventPosted(table, event)))

    async def on_session_event_posted(self, posted: SessionEventPosted) -> None:
        table = posted.table
        if table not in {self._table, self._branch}:
            return
        match posted.event:
            case TableChanged(table_view=table_view) if table is self._branch:
                table.show(table_view)
            case TableChanged(table_view=table_view):
                if self._branch and table_view.match and table_view.match.view.active:
                    await self._end_branch()
                table.show(table_view)
                self.attention.hear(table_view)
                if self._home:
                    self._home.hear(table_view)
            case DealFound(finding=finding):
                table.show_finding(finding)
            case GameChecked(record=record, finding=finding):
                table.show_finding(finding)
                self.run_worker(table.judge(record), exit_on_error=False)
            case Refused(reason=reason):
                table.refuse(reason)
            case ConnectionChanged(trouble=trouble):
                table.show_trouble(trouble)
            case Closed(reason=reason):
                if not table.closed(reason):
                    self._leave_table(reason)

    def request(self, request: Request, prompt: int = 0) -> None:
        """Send a request to the table. `prompt` is the number of the decision that a move answers."""
        if table := self._branch or self._table:
            table.session.request(request, prompt)

    def action_switch_board(self) -> None:
        """Show the board of a game that is over, or its results again."""
        if table := self._branch or self._table:
            table.switch()

    async def action_review(self) -> None:
        """Review the game that is over."""
        table = self._branch or self._table
        if isinstance(self.screen, screens.review.ReviewScreen):
            return
        if not table or not table.record:
            self._refuse(Sentence(N_("The record of this game is not here yet. Try again in a moment.")))
            return
        try:
            record = await asyncio.to_thread(lambda: next(read(table.record)))
        except UserError as error:
            self._refuse(error.reason)
            return
        await self.push_screen(
            screens.review.ReviewScreen(record, table.table_view if table is self._table else None)
        )

    def play_on(self, record: Record, made: int, seat: Seat) -> None:
        """Play on against bots, from the position after this many steps of a record."""
        from luckytui.client.local import Branch  # noqa: PLC0415 - only a review needs it
        from luckytui.tui.table_navigation import TableNavigation  # noqa: PLC0415

        try:
            session = Branch(record, made, seat)
        except UserError as error:
            self._refuse(error.reason)
        else:
            self._branch = TableNavigation(self, session)
            self._listen_to(self._branch)

    async def _end_branch(self) -> None:
        """Go back to the review that the player has played on from."""
        if branch := self._branch:
            self._branch = None
            await branch.session.leave()
            while not isinstance(self.screen, screens.review.ReviewScreen):
                self.pop_screen()

    async def leave(self) -> None:
        """Leave the table for good, or the one at which the player has played on from a review."""
        if self._branch:
            await self._end_branch()
            return
        table, self._table = self._table, None
        if table:
            await table.session.leave()
        self._leave_table(table.cut_short if table else None)

    def _leave_table(self, reason: Sentence | None) -> None:
        self._table = None
        self.attention.end()
        if self._home:
            self._home.come_back(reason)
        else:
            if reason or self.viewer.is_guest:
                self.goodbye = say(reason) if reason else _("You left the table. Thank you for playing!")
            self.exit(return_code=1 if reason else 0)


def run(start: EntryPoint, viewer: Viewer) -> int:
    """Run the app in this program's terminal until the player leaves it; return the exit code."""
    app = LuckyApp(start, viewer)
    asyncio.run(_run(app))
    if app.goodbye:
        app.error_console.print(app.goodbye)
    return app.return_code or 0


async def _run(app: LuckyApp) -> None:
    on_signals(("SIGTERM", "SIGHUP"), partial(_terminate, app, asyncio.get_running_loop()))
    await app.run_async()


def _terminate(app: LuckyApp, loop: asyncio.AbstractEventLoop, *_signal: object) -> None:
    """End the app. The loop does not run while a terminal takes nothing more, nor if it is gone."""
    last = threading.Timer(_GRACE, os._exit, (1,))
    last.daemon = True
    last.start()
    if not loop.is_closed():  # a second signal may come when the app has ended
        loop.call_soon_threadsafe(lambda: app.run_worker(app.close(), exit_on_error=False))
