"""The app: how it begins and ends, what goes to the terminal, and what a session reports."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, cast

from rich.console import RenderableType
from textual import constants
from textual.app import App, SystemCommand, get_system_commands_provider
from textual.events import Event, Key, Paste, Resize
from textual.message import Message
from textual.screen import Screen

from luckytui import settings
from luckytui.client.session import Closed, ConnectionChanged, Refused, Session, SessionEvent, TableChanged
from luckytui.games.interface import SPECTATOR
from luckytui.table.views import TableView
from luckytui.text import Sentence, UserError, _, say, use_language
from luckytui.tui import themes
from luckytui.tui.ascii import in_ascii
from luckytui.tui.attention import Attention
from luckytui.tui.commands import key_problem, keymap, use_keys
from luckytui.tui.frames import Frame
from luckytui.tui.home_navigation import HomeNavigation
from luckytui.tui.navigation import AtTable, EntryPoint, Home, Learn, Replay
from luckytui.tui.palette import CommandProvider
from luckytui.tui.screens.base import BaseScreen, RequestPosted
from luckytui.tui.screens.replay import ReplayScreen
from luckytui.tui.screens.settings import SettingsScreen
from luckytui.tui.screens.study import LessonScreen
from luckytui.tui.screens.table_base import TableBaseScreen
from luckytui.tui.screens.too_small import LEAST_HEIGHT, LEAST_WIDTH, TooSmallScreen
from luckytui.tui.table_navigation import TableNavigation

log = logging.getLogger(__name__)

_GRACE = 3.0
"""How many seconds the program may take to end when the system says so."""

SHORT_WAIT = 0.3
"""After how many seconds the player reads that a table is being joined."""


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
    COMMANDS: ClassVar = {CommandProvider, get_system_commands_provider}
    TITLE = "luckytui"
    # Textual declares these as an instance's.
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide"), (160, "-very-wide"), (190, "-widest")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-ordinary"), (30, "-high")]  # noqa: RUF012

    def __init__(self, start: EntryPoint, *, is_ascii: bool = False, is_slow: bool = False) -> None:
        """`is_ascii`: show nothing but ASCII; `is_slow`: send as little as can be."""
        super().__init__()
        self.is_ascii, self.is_slow = is_ascii, is_slow
        themes.register(self)
        self._table: TableNavigation | None = None
        """The table at which the player is; None at home."""
        self._start = start
        self._load_settings()
        self.attention = Attention(self._tell_terminal, lambda: self.settings)
        self._frame = Frame(colors=themes.color_system(self), is_ascii=is_ascii)
        self._home: HomeNavigation | None = None

    def on_mount(self) -> None:
        self.app_resume_signal.subscribe(self, lambda _app: self._frame.forget())
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, partial(self._terminate, asyncio.get_running_loop()))
        match self._start:
            case Home():
                self._home = HomeNavigation(self, self._start, self._sit_down, lambda: self.settings)
                self._home.begin()
                if self._problems:
                    self.call_after_refresh(self._refuse, self._problems[0])
            case AtTable(session=session):
                self._sit_down(session)
            case Replay(record=record):
                self.push_screen(ReplayScreen(record))
            case Learn(game=game):
                self.push_screen(LessonScreen(game), lambda _: self.exit())

    def _load_settings(self) -> None:
        """Read the settings, and do as they say from now on."""
        self.settings, self._problems = settings.load([*self.available_themes], key_problem)
        use_language(self.settings.language)
        use_keys(self.settings.keys)
        self.set_keymap(keymap())
        themes.choose(self, self.settings.theme)
        self._dress(self._table.table_view if self._table else None)
        moves = self.settings.motion and not self.is_slow
        self.animation_level = constants.TEXTUAL_ANIMATIONS if moves else "none"

    def _dress(self, table_view: TableView | None) -> None:
        """Let the player see the color that they have chosen at their own seat."""
        color, seat = self.settings.color, table_view.seat if table_view else SPECTATOR
        themes.wear(seat, seat if color == "seat" else settings.COLORS.index(color))

    def _change_setting(self, name: str, value: object) -> None:
        try:
            settings.save(**{name: value})
        except UserError as error:
            self._refuse(error.reason)
        else:
            self._load_settings()

    def _refuse(self, reason: Sentence) -> None:
        if isinstance(self.screen, BaseScreen):
            self.screen.refuse(reason)

    def action_settings(self) -> None:
        """Show the settings."""
        names = [*self.available_themes]
        self.push_screen(SettingsScreen(self.settings, names, self._problems, self._change_setting))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:  # noqa: ARG002 - on all alike
        yield SystemCommand(_("Theme"), _("Choose the colors of everything."), self.action_change_theme)
        yield SystemCommand(_("Settings"), _("Name, keys, bell and more."), self.action_settings)

    def watch_theme(self, theme: str) -> None:
        """Keep a theme that the palette has chosen."""
        if theme != themes.fitting(self, self.settings.theme):
            self._change_setting("theme", theme)

    def _terminate(self, loop: asyncio.AbstractEventLoop, *_signal: object) -> None:
        """End because the system says so: the player's seat is kept.

        The loop does not run while a terminal takes nothing more, and never again if that is gone.
        """
        last = threading.Timer(_GRACE, os._exit, (1,))
        last.daemon = True
        last.start()
        loop.call_soon_threadsafe(partial(self.run_worker, self._close(), exit_on_error=False))

    async def _close(self) -> None:
        if self._table:
            await self._table.session.close()
        self.attention.end()
        self.exit(return_code=1)

    def _handle_exception(self, error: Exception) -> None:
        """Log what went wrong instead of showing a traceback: Textual has no public way for that."""
        log.error("The app has failed.", exc_info=error)
        self.attention.end()
        self.exit(
            return_code=1,
            message=_("Something went wrong in luckytui, and it had to stop. The log file says more."),
        )

    def _tell_terminal(self, text: str) -> None:
        """Send what does not show on the screen: Textual has no public way for that."""
        if self._driver:
            self._driver.write(in_ascii(text) if self.is_ascii else text)
            self._driver.flush()

    def on_resize(self, resize: Resize) -> None:
        self._frame.forget()
        too_small = resize.size.width < LEAST_WIDTH or resize.size.height < LEAST_HEIGHT
        if too_small and not isinstance(self.screen, TooSmallScreen):
            self.push_screen(TooSmallScreen(self._table.table_view if self._table else None))
        elif not too_small and isinstance(self.screen, TooSmallScreen):
            self.pop_screen()

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Send the terminal only what it does not show yet: Textual has no public way for that."""
        if renderable is not None:
            renderable = cast("RenderableType", self._frame.of(screen._compositor.render_strips()))  # noqa: SLF001
        super()._display(screen, renderable)

    async def on_event(self, event: Event) -> None:
        """Give what is typed to the text that the player writes, if there is one, before anything else."""
        if isinstance(event, Key | Paste) and not event.is_forwarded:
            self.attention.touch()
            screen = self.screen
            if isinstance(screen, BaseScreen) and screen.typed(event):
                return
        await super().on_event(event)

    def action_help_quit(self) -> None:
        """Ctrl-C: leave, as with q; Textual would only name another key."""
        if isinstance(self.screen, TableBaseScreen):
            self.screen.action_leave()
        else:
            self.exit()

    def _sit_down(self, session: Session) -> None:
        self._table = table = TableNavigation(self, session)
        self.set_timer(SHORT_WAIT, lambda: table.show_joining() if table is self._table else None)

        def hear(event: SessionEvent) -> None:
            self.post_message(SessionEventPosted(table, event))

        session.open(hear)

    def on_session_event_posted(self, posted: SessionEventPosted) -> None:
        table = posted.table
        if table is not self._table:
            return
        match posted.event:
            case TableChanged(table_view=table_view):
                self._dress(table_view)
                table.show(table_view)
                self.attention.hear(table_view)
                if self._home:
                    self._home.hear(table_view)
            case Refused(reason=reason):
                table.refuse(reason)
            case ConnectionChanged(trouble=trouble):
                table.show_trouble(trouble)
            case Closed(reason=reason):
                if not table.closed():
                    self._leave_table(reason)

    def on_request_posted(self, posted: RequestPosted) -> None:
        if self._table:
            self._table.session.request(posted.request, posted.prompt)

    def on_board_or_results(self) -> None:
        if self._table:
            self._table.switch()

    async def on_leave_asked(self) -> None:
        if table := self._table:
            self._table = None
            await table.session.leave()
        self._leave_table(None)

    def _leave_table(self, reason: Sentence | None) -> None:
        self._table = None
        self._dress(None)
        self.attention.end()
        if self._home:
            self._home.come_back(reason)
        else:
            self.exit(return_code=1 if reason else 0, message=say(reason) if reason else None)


def run(start: EntryPoint, *, is_ascii: bool = False, is_slow: bool = False) -> int:
    """Run the app until the player leaves it; return the exit code."""
    app = LuckyApp(start, is_ascii=is_ascii, is_slow=is_slow)
    app.run(mouse=False)  # the terminal keeps it, so that a code can be selected
    return app.return_code or 0
