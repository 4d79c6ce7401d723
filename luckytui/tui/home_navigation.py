"""The ways from the home screen: to a new table, a found or an unfinished one, and to the rules."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from time import time
from typing import Literal

from msgspec.structs import replace
from textual.app import App

from luckytui.client.last_game import LastGame
from luckytui.client.listing import TableListing
from luckytui.client.session import Session
from luckytui.games.interface import Ended
from luckytui.settings import PACES, Settings
from luckytui.table.spec import TableSpec
from luckytui.table.views import TableView
from luckytui.text import CodeNeeded, Sentence, UserError, _
from luckytui.tui import screens
from luckytui.tui.navigation import Home, JoinTarget, target_of
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.screens.browse import BrowseScreen
from luckytui.tui.screens.home import GameMenuScreen, HomeScreen
from luckytui.tui.widgets.menu import Item


class HomeNavigation:
    """Keeps the home screen, and the screens that are reached from it, up to date on the app's stack."""

    def __init__(
        self,
        app: App[None],
        home: Home,
        sit_down: Callable[[Session], None],
        settings: Callable[[], Settings],
    ) -> None:
        self._app = app
        self._settings = settings
        self._set_name = settings().name
        self._player, self._access = home
        self._sit_down = sit_down
        self._tables: Sequence[TableListing] = ()
        self._problem: Sentence | None = None
        self._last = self._access.recall()
        self._opened: LastGame | None = None
        """The table at which the player is, if it was opened here."""

    def begin(self) -> None:
        """Show the home screen, and look for tables for as long as the app runs."""
        self._app.push_screen(HomeScreen(self._go, self._last))
        self._app.call_after_refresh(self._app.run_worker, self._look_around(), group="look around")

    def come_back(self, reason: Sentence | None) -> None:
        """Show the home screen again, and why the table was left if the player did not ask for it."""
        while not isinstance(self._app.screen, HomeScreen):
            self._app.pop_screen()
        if reason:
            self._app.screen.refuse(reason)
        self._app.screen.show_last(self._last)
        self._look_for_unfinished()

    def hear(self, table_view: TableView) -> None:
        """Remember how the game at the table that was opened last ended."""
        match_view = table_view.match
        if not self._opened or not match_view or match_view.view.active:
            return
        ended = next(event for event in reversed(match_view.log) if isinstance(event, Ended))
        best = ended.winners[0]
        names, score = match_view.names, ended.scores[best]
        played = replace(self._opened.table, game=table_view.game, options=table_view.options)
        now = replace(self._opened, table=played, players=names, winner=names[best], score=score)
        if now != self._opened:
            self._keep(replace(now, when=time()))

    def _keep(self, game: LastGame) -> None:
        self._last = self._opened = game
        self._access.remember(game)

    async def _look_around(self) -> None:
        await self._show_unfinished()
        async with self._access.look_around(self._show_found, partial(self._show_found, None)):
            await asyncio.Event().wait()

    def _look_for_unfinished(self) -> None:
        self._app.run_worker(self._show_unfinished(), group="look for unfinished")

    async def _show_unfinished(self) -> None:
        # The disk may take its time, and so does the import of what reaches the network.
        unfinished = await asyncio.to_thread(lambda: self._access.unfinished())  # noqa: PLW0108
        for screen in self._app.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.show_unfinished(unfinished)

    def _show_found(self, tables: Sequence[TableListing] | None, problem: Sentence | None = None) -> None:
        if tables is not None:
            self._tables = tables
        self._problem = problem or self._problem
        for screen in self._app.screen_stack:
            if isinstance(screen, HomeScreen | BrowseScreen):
                screen.show_tables(self._tables, self._problem)

    def _go(self, item: Item) -> None:
        self._opened = None
        if (name := self._settings().name) != self._set_name:
            self._player = self._set_name = name
        match item:
            case Item(table=TableListing(state="unfinished") as table):
                self._wait_for(_("Resuming {table} …", table=table.name), self._access.resume(table.room))
            case Item(table=TableListing() as table):
                self._join(target_of(table))
            case Item("again") if self._last:
                self._open(self._last.where, self._last.table, self._player, self._last.door)
            case Item("alone" | "host" as where):
                opening = partial(self._open, where)
                self._app.push_screen(screens.setup.SetupScreen(where, self._player, opening, self._last))
            case Item("join"):
                self._app.push_screen(BrowseScreen(self._tables, self._problem, self._join))
            case Item("learn"):
                self._app.push_screen(GameMenuScreen(screens.study.LessonScreen))
            case Item("games"):
                from luckytui.store import Store  # noqa: PLC0415 - a database

                self._app.push_screen(screens.games.GamesScreen(Store()))
            case Item("settings"):
                self._app.run_worker(self._app.run_action("settings"))
            case Item("rules"):
                self._app.push_screen(GameMenuScreen(screens.rules.RulesScreen))
            case _:
                self._app.exit()

    def _join(self, target: JoinTarget) -> None:
        """Join a table on the network, once the player has typed its code if one is needed."""
        if target.needs_code and not target.code:
            self._app.run_worker(self._ask_for_code(target), group="open", exclusive=True)
        else:
            joining = self._access.join(target, self._player)
            self._wait_for(_("Joining {table} …", table=target.table), joining, target)

    def _open(self, where: Literal["alone", "host"], spec: TableSpec, player: str, door: bool) -> None:
        self._player = player
        if not self._last or (where, spec, door) != (self._last.where, self._last.table, self._last.door):
            self._last = LastGame(where=where, table=replace(spec, seed=None), door=door)
        self._keep(self._last)
        spec = replace(spec, pace=PACES[self._settings().bots])
        if where == "alone":
            self._sit_down(self._access.play_alone(spec, player))
        else:
            self._wait_for(_("Opening the table …"), self._access.host(spec, player, door=door))

    async def _ask_for_code(self, target: JoinTarget, reason: Sentence | None = None) -> None:
        if not isinstance(self._app.screen, BrowseScreen):
            await self._app.push_screen(BrowseScreen(self._tables, self._problem, self._join))
        if isinstance(self._app.screen, BrowseScreen):
            self._app.screen.ask_for_code(target, reason)

    def _wait_for(self, text: str, opening: Awaitable[Session], target: JoinTarget | None = None) -> None:
        if isinstance(self._app.screen, BaseScreen):
            self._app.screen.announce(text)
        self._app.run_worker(self._sit_down_at(opening, target), group="open", exclusive=True)

    async def _sit_down_at(self, opening: Awaitable[Session], target: JoinTarget | None) -> None:
        try:
            self._sit_down(await opening)
        except UserError as error:
            if target and isinstance(error, CodeNeeded):
                await self._ask_for_code(target, error.reason)
            elif isinstance(self._app.screen, BaseScreen):
                self._app.screen.refuse(error.reason)
