"""Which screen shows the table: joining, the lobby, the game, its results; pages lie above it."""

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from luckytui.client.session import Session
from luckytui.client.verdict import Finding
from luckytui.shown.game_log import GameLog
from luckytui.table.views import TableView
from luckytui.text import Sentence, UserError
from luckytui.tui import screens
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.screens.table_base import TableBaseScreen
from luckytui.tui.screens.too_small import TooSmallScreen
from luckytui.tui.widgets.painted import PromptLine

if TYPE_CHECKING:
    from luckytui.tui.app import LuckyApp


class TableNavigation:
    """Keeps the screen that fits a session's table on the app's stack."""

    def __init__(self, app: "LuckyApp", session: Session) -> None:
        self.session = session
        self.table_view: TableView | None = None
        self._app = app
        self._game_log = GameLog()
        self._screen: TableBaseScreen | screens.joining.JoiningScreen | None = None
        self.cut_short: Sentence | None = None
        """Why the table closed in the middle of a game, or before one."""
        self._follows = False
        """Whether the review that somebody leads has been opened; the player may have closed it since."""
        self.record = b""
        """The record of the game that is over."""
        self._number: int | None = None
        """Which game at the table is shown."""
        self._looks_at_board = False
        """Whether the player looks at the board of a game that is over."""

    def show(self, table_view: TableView) -> None:
        self.table_view = table_view
        self._game_log.hear(table_view)
        is_over = table_view.ended is not None
        self._looks_at_board = self._looks_at_board and is_over
        # A connection may have been lost while one game ended and another began.
        number = table_view.match.number if table_view.match else None
        before = self._screen if number == self._number else None
        self._number = number
        if isinstance(before, TableBaseScreen) and self._wanted(table_view) == before.GROUP:
            before.show(table_view)
        elif not (
            is_over
            and isinstance(before, screens.table.TableScreen)
            and before.show_end(table_view, partial(self.show, table_view))
        ):
            self._go_to(self._new_screen(table_view))
        for screen in self._app.screen_stack:
            if isinstance(screen, BaseScreen) and screen is not self._screen:
                screen.follow(table_view)
        self.record = self.record if is_over else b""
        if table_view.review:
            self._open_led_review()
        else:
            self._follows = False

    def _open_led_review(self) -> None:
        """Open the review that somebody leads, once the player is at the results and the record is here."""
        is_led = self.table_view is not None and self.table_view.review is not None
        is_at_results = self._is_at_results and self._app.screen is self._screen
        if is_led and is_at_results and self.record and not self._follows:
            self._follows = True
            self._app.run_worker(self._app.action_review())

    @property
    def _is_at_results(self) -> bool:
        return self._screen is not None and self._screen.GROUP == "results"

    def show_finding(self, finding: Finding) -> None:
        """Show on the results whether the deal of this game was fair."""
        if finding.game in {0, self._number}:
            self._game_log.finding = finding
        self._show_results()

    def _show_results(self) -> None:
        if isinstance(self._screen, screens.results.ResultsScreen) and self.table_view:
            self._screen.show(self.table_view)

    async def judge(self, record: bytes) -> None:
        """Analyse a game's record for luck and play, and show that on the results."""
        from luckytui.lab import analysis  # noqa: PLC0415 - the bots of all games, once a game is over

        self.record = record
        self._open_led_review()
        if self._game_log.finding and self._game_log.finding.verdict == "false":
            return
        with suppress(UserError):  # then the results leave luck and play out
            self._game_log.judged = await analysis.worked_out(record)
            self._show_results()

    def show_joining(self, trouble: Sentence | None = None) -> None:
        """Say that the table is being joined, until it is there."""
        if self._screen is None and self.session.address:
            self._go_to(screens.joining.JoiningScreen(self.session.address, trouble))

    def show_trouble(self, trouble: Sentence | None) -> None:
        if self._screen:
            self._screen.show_trouble(trouble)
        elif trouble:
            self.show_joining(trouble)

    def switch(self) -> None:
        """Go from the results to the board, or back."""
        if self.table_view:
            self._looks_at_board = not self._looks_at_board
            self._go_to(self._new_screen(self.table_view))

    def refuse(self, reason: Sentence) -> None:
        """Say why the last request was refused, on the open page if it has a prompt."""
        for screen in (self._app.screen, self._screen):
            if isinstance(screen, BaseScreen) and screen.query(PromptLine):
                screen.refuse(reason)
                return

    def closed(self, reason: Sentence) -> bool:
        """Say why the table has closed, below what it showed. Return False if nothing is left to look at.

        A guest, whose terminal the door is about to close, looks on only at a finished game.
        """
        is_over = self._looks_at_board or self._is_at_results
        if not isinstance(self._screen, TableBaseScreen) or (self._app.viewer.is_guest and not is_over):
            return False
        self.cut_short = None if is_over else reason
        self._screen.show_closed(reason)
        return True

    def _wanted(self, table_view: TableView) -> str:
        """Return the group of the screen that shows a view."""
        if table_view.match is None:
            return "lobby"
        return "results" if table_view.ended and not self._looks_at_board else "table"

    def _new_screen(self, table_view: TableView) -> TableBaseScreen:
        match self._wanted(table_view):
            case "lobby":
                address, code = self.session.address, self.session.code
                return screens.lobby.LobbyScreen(table_view, self._game_log, address, code)
            case "results":
                return screens.results.ResultsScreen(table_view, self._game_log)
        return screens.table.TableScreen(table_view, self._game_log)

    def _go_to(self, screen: "TableBaseScreen | screens.joining.JoiningScreen") -> None:
        """Replace the screen that shows the table, and close the pages above it."""
        is_small = isinstance(self._app.screen, TooSmallScreen)
        if isinstance(self._screen, TableBaseScreen) and isinstance(screen, TableBaseScreen):
            screen.take_over(self._screen)
        if self._screen is None:
            self._app.push_screen(screen)
        else:
            while self._app.screen is not self._screen:
                self._app.pop_screen()
            self._app.switch_screen(screen)
        self._screen = screen
        if is_small:
            self._app.push_screen(TooSmallScreen(self.table_view))
