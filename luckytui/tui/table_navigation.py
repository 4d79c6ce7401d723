"""Which screen shows the table: joining, the lobby, the game, its results; pages lie above it."""

from asyncio import shield, wrap_future
from functools import partial

from textual.app import App

from luckytui import analysis
from luckytui.client.session import Session
from luckytui.client.witness import Finding
from luckytui.table.views import TableView
from luckytui.text import Sentence
from luckytui.tui.game_log import GameLog
from luckytui.tui.screens.joining import JoiningScreen
from luckytui.tui.screens.lobby import Invitation, LobbyScreen
from luckytui.tui.screens.people import PeopleScreen
from luckytui.tui.screens.results import ResultsScreen, ReviewAsked
from luckytui.tui.screens.review import ReviewScreen
from luckytui.tui.screens.table import TableScreen
from luckytui.tui.screens.table_base import TableBaseScreen
from luckytui.tui.screens.too_small import TooSmallScreen

_Kind = type[LobbyScreen] | type[TableScreen] | type[ResultsScreen]


class TableNavigation:
    """Keeps the screen that fits a session's table on the app's stack."""

    def __init__(self, app: App[None], session: Session) -> None:
        self.session = session
        self.table_view: TableView | None = None
        self._app = app
        self._game_log = GameLog()
        self._screen: TableBaseScreen | JoiningScreen | None = None
        self._follows = False
        """Whether the review that somebody leads has been opened; the player may have closed it since."""
        self.record = b""
        """That of the game that is over."""
        self._number: int | None = None
        """Which game at the table is shown."""
        self._looks_at_board = False
        """Whether the player looks at the board of a game that is over."""

    def show(self, table_view: TableView) -> None:
        self.table_view = table_view
        self._game_log.hear(table_view)
        self._looks_at_board = self._looks_at_board and _kind(table_view) is ResultsScreen
        kind: _Kind = TableScreen if self._looks_at_board else _kind(table_view)
        # A connection may have been lost while one game ended and another began.
        before = self._screen if self._number == _number(table_view) else None
        self._number = _number(table_view)
        if isinstance(before, kind):
            before.show(table_view)
        elif not (
            kind is ResultsScreen
            and isinstance(before, TableScreen)
            and before.show_end(table_view, partial(self.show, table_view))
        ):
            self._go_to(self._new_screen(kind, table_view))
        if isinstance(self._app.screen, PeopleScreen | TooSmallScreen):
            self._app.screen.show(table_view)
        for screen in self._app.screen_stack:
            if isinstance(screen, ReviewScreen):
                screen.follow(table_view)
        if _kind(table_view) is not ResultsScreen:
            self.record = b""
        self._open_led_review()

    def _open_led_review(self) -> None:
        """Open the review that somebody leads, once the player is at the results and the record is here."""
        is_led = self.table_view is not None and self.table_view.review is not None
        self._follows = self._follows and is_led
        is_at_results = isinstance(self._screen, ResultsScreen) and self._app.screen is self._screen
        if is_led and is_at_results and self.record and not self._follows:
            self._follows = True
            self._app.post_message(ReviewAsked())

    def show_finding(self, finding: Finding) -> None:
        """Say, with the results, what came of checking the deal."""
        self._game_log.finding = finding
        if isinstance(self._screen, ResultsScreen) and self.table_view:
            self._screen.show(self.table_view)

    async def judge(self, record: bytes) -> None:
        """Work out, from a game's record, what was luck in it and what was play, for the results."""
        self.record = record
        self._open_led_review()
        if self._game_log.finding and self._game_log.finding.verdict == "false":
            return
        self._game_log.judged = await shield(wrap_future(analysis.later(record)))
        if isinstance(self._screen, ResultsScreen) and self.table_view:
            self._screen.show(self.table_view)

    def show_joining(self, trouble: Sentence | None = None) -> None:
        """Say that the table is being joined, until it is there; a table in this process is there at once."""
        if self._screen is None and self.session.address:
            self._go_to(JoiningScreen(self.session.address, trouble))

    def show_trouble(self, trouble: Sentence | None) -> None:
        if self._screen:
            self._screen.show_trouble(trouble)
        elif trouble:
            self.show_joining(trouble)

    def switch(self) -> None:
        """Go from the results to the board, or back."""
        if self.table_view:
            self._looks_at_board = not self._looks_at_board
            kind: _Kind = TableScreen if self._looks_at_board else ResultsScreen
            self._go_to(self._new_screen(kind, self.table_view))

    def refuse(self, reason: Sentence) -> None:
        """Say why the last request cannot be done, on the page that is open if that has room for it."""
        for screen in (self._app.screen, self._screen):
            if isinstance(screen, PeopleScreen | TableBaseScreen):
                screen.refuse(reason)
                return

    def closed(self) -> bool:
        """Say that the table has closed; False where that ends the game, and there is nothing to look at."""
        if isinstance(self._screen, TableBaseScreen) and (
            self._looks_at_board or isinstance(self._screen, ResultsScreen)
        ):
            self._screen.show_closed()
            return True
        return False

    def _new_screen(self, kind: _Kind, table_view: TableView) -> TableBaseScreen:
        if kind is not LobbyScreen:
            return kind(table_view, self._game_log)
        address, code = self.session.address, self.session.code
        return LobbyScreen(table_view, self._game_log, Invitation(address, code) if address else None)

    def _go_to(self, screen: TableBaseScreen | JoiningScreen) -> None:
        """Put another screen in the place of the one that shows the table; pages above it go away."""
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


def _number(table_view: TableView) -> int | None:
    return table_view.match.number if table_view.match else None


def _kind(table_view: TableView) -> _Kind:
    if table_view.match is None:
        return LobbyScreen
    return TableScreen if table_view.match.view.active else ResultsScreen
