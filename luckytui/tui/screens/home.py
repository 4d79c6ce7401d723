"""The home screen: play alone, host, join, read the rules; and how it opens tables."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from time import time
from typing import ClassVar, Literal

from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Offset
from textual.screen import Screen

from luckytui.client.last_game import LastGame
from luckytui.client.listing import TableListing
from luckytui.client.session import Session
from luckytui.games import GAMES, score_words, short_title_of
from luckytui.games.interface import Game
from luckytui.games.options import fields
from luckytui.rulebook import games_with
from luckytui.settings import PACES, own_name
from luckytui.shown.commands import BACK, HELP, Command
from luckytui.shown.navigation import Home, JoinTarget, target_of
from luckytui.shown.offers import said, tables_name
from luckytui.table.spec import TableSpec
from luckytui.table.views import TableView
from luckytui.text import N_, CodeNeeded, Sentence, UserError, _, dated, plural
from luckytui.tui import screens
from luckytui.tui.canvas import WIDE, Canvas, cut, spread
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.screens.browse import BrowseScreen, table_items
from luckytui.tui.widgets.game_blocks import GameBlocks
from luckytui.tui.widgets.listed import Preview
from luckytui.tui.widgets.menu import Item, Menu
from luckytui.tui.widgets.wordmark import Wordmark

_MOST_UNFINISHED = 2
"""How many unfinished tables are listed here; the command line lists all."""


class HomeMenu(Menu):
    """The menu; in a wide terminal the tables are at its right."""

    def paint(self, canvas: Canvas) -> None:
        if canvas.width < WIDE:
            self.paint_list(canvas, each=1)
            return
        groups: list[list[int]] = [[]]
        for row, item in enumerate(self._items):
            if item == Item("", ""):
                groups.append([])
            else:
                groups[-1].append(row)
        width, y = canvas.width, 0
        large = [group[0] for group in groups if self._items[group[0]].ground]
        menu, *tables = (group for group in groups if not self._items[group[0]].ground)
        rows = 3 if canvas.height >= 4 * len(large) + len(menu) else 1
        for row in large:
            self._paint_large(canvas, row, y, rows)
            y += rows + rows // 3
        y += bool(large) and rows == 1
        step = spread(len(menu), canvas.height - y)
        half = width * 46 // 100
        self.paint_rows(canvas, menu, 0, y, half, step=step)
        for heading, *listed in tables:
            canvas.put(half + 1, y, self._items[heading].label, bold=True)
            room, top = max(0, (canvas.height - y - 1) // step), y + 1 + step // 2
            first = max(0, listed.index(self._row) + 1 - room) if self._row in listed else 0
            shown = listed[first : first + room]
            if hidden := len(listed) - first - len(shown):
                canvas.put_right(width - 2, y, f"▾ {hidden}", "faint")
            self.paint_rows(canvas, shown, half - 3, top, width - half + 3, step=step)
            y = top + step * len(shown) + 1

    def _paint_large(self, canvas: Canvas, row: int, y: int, rows: int) -> None:
        """Paint what was played last, or where a seat is kept, on this many rows."""
        item, is_here, width = self._items[row], row == self._row, canvas.width
        canvas.places["row", row] = 0, y, width, rows
        canvas.fill(2, y, width - 4, rows, item.ground)
        y += rows // 2
        canvas.put(3, y, "▸" if is_here else "", "act", bold=True)
        end = canvas.put(8, y, item.label, item.ink, bold=True) + 2
        canvas.put(end, y, cut(item.note, width - 4 - end - cell_len(item.right)))
        canvas.put_right(width - 3, y, item.right)
        if is_here:
            canvas.cursor = Offset(8, y)


class HomeScreen(BaseScreen):
    """Where everything begins: it looks for tables and opens them, and the player comes back to it."""

    GROUP = "home"
    VERBS: ClassVar = (
        HELP,
        *(
            Command(f"game_{number}", str(number), "", N_("Play this game with bots."), f"game({number - 1})")
            for number in range(1, len(GAMES) + 1)
        ),
        Command("quit", "q", N_("quit"), N_("Quit luckytui."), "leave"),
    )

    def __init__(self, home: Home) -> None:
        self._player, self._access = home
        self._set_name = self.app.settings.name
        self._last = self._access.recall()
        self._tables: Sequence[TableListing] = ()
        self._unfinished: Sequence[TableListing] = ()
        self._problem: Sentence | None = None
        """Why other tables cannot be seen."""
        self._opened: LastGame | None = None
        """The table where the player is, if it was opened here."""
        self._menu = HomeMenu(self._items())
        super().__init__(middle=[self._menu, GameBlocks(self.action_game)])
        self._top: Wordmark = Wordmark(self._player)

    def on_mount(self) -> None:
        self.call_after_refresh(self.run_worker, self._look_around(), group="look around")

    def on_screen_resume(self) -> None:
        self._follow_name()

    def _follow_name(self) -> None:
        """Use the player's new name, for the last table's name too, once the settings have changed."""
        name, last = self.app.settings.name, self._last
        if name == self._set_name:
            return
        self._set_name, before, self._player = name, self._player, name or own_name()
        if last and last.table.name == tables_name(before):
            self._last = replace(last, table=replace(last.table, name=tables_name(self._player)))
            self._access.remember(self._last)
        self._top.player = self._player
        self._top.repaint()

    def translate(self) -> None:
        self._menu.replace(self._items())
        super().translate()

    def come_back(self, reason: Sentence | None) -> None:
        """Show the home screen again; `reason` says why the table was left, unless the player chose to."""
        while self.app.screen is not self:
            self.app.pop_screen()
        if reason:
            self.refuse(reason)
        self._menu.replace(self._items())
        self._menu.go_first()
        self.run_worker(self._show_unfinished(), group="look for unfinished")

    def hear(self, table_view: TableView) -> None:
        """Remember how the game at the table that was opened last ended."""
        match_view, ended = table_view.match, table_view.ended
        if not (self._opened and match_view and ended):
            return
        best = ended.winners[0]
        names, score = match_view.names, ended.scores[best]
        played = replace(self._opened.table, game=table_view.game, options=table_view.options)
        now = replace(self._opened, table=played, players=names, winner=names[best], score=score)
        if now != self._opened:
            self._keep(replace(now, when=time()))

    def _keep(self, game: LastGame) -> None:
        self._last = self._opened = game
        self._access.remember(game)

    # ── Other tables ──────────────────────────────────────────────────────────────────────────────

    async def _look_around(self) -> None:
        """Look for tables for as long as the app runs."""
        await self._show_unfinished()
        async with self._access.look_around(self._show_found, partial(self._show_found, None)):
            await asyncio.Event().wait()

    async def _show_unfinished(self) -> None:
        # The disk may take its time, and so does the import of what reaches the network.
        unfinished = await asyncio.to_thread(lambda: self._access.unfinished())  # noqa: PLW0108
        self._unfinished = unfinished[:_MOST_UNFINISHED]
        self._menu.replace(self._items())

    def _show_found(self, tables: Sequence[TableListing] | None, problem: Sentence | None = None) -> None:
        self._tables = self._tables if tables is None else tables
        self._problem = problem or self._problem
        self._menu.replace(self._items())
        if self._problem:
            self.refuse(self._problem)
        for screen in self.app.screen_stack:
            if isinstance(screen, BrowseScreen):
                screen.show_tables(self._tables, self._problem)

    # ── What there is to choose ───────────────────────────────────────────────────────────────────

    def _items(self) -> list[Item]:
        """Return the menu's items: kept seats, the last game, the commands, and the tables."""
        kept, others = ([each for each in self._tables if each.mine is mine] for mine in (True, False))
        found = plural("{number} table found", "{number} tables found", len(self._tables))
        return [
            *(each for table in kept for each in (_kept(table), Item("", ""))),
            *((_again(self._last, self._player), Item("", "")) if self._last else ()),
            Item("alone", _("Play alone"), _("with bots"), "p"),
            Item("host", _("Host a table"), _("for others on this network"), "o"),
            Item("join", _("Join a table"), found if self._tables else _("looking for tables …"), "t"),
            Item("learn", _("Learn a game"), _("five minutes each"), "l"),
            Item("games", _("Past games"), _("review them, statistics"), "g"),
            Item("rules", _("Rules"), _("how the games are played"), "r"),
            Item("settings", _("Settings"), "", "s"),
            *_under(_("Unfinished tables hosted here"), table_items(self._unfinished)),
            *_under(_("Tables on this network"), table_items(others)),
        ]

    def on_menu_chosen(self, chosen: Menu.Chosen) -> None:
        self._opened = None
        match chosen.item:
            case Item(table=TableListing(state="unfinished") as table):
                self._wait_for(_("Resuming {table} …", table=table.name), self._access.resume(table.room))
            case Item(table=TableListing() as table):
                self._join(target_of(table))
            case Item("again") if self._last:
                self._open(self._last.where, self._last.table, self._player, self._last.door)
            case Item("alone" | "host" as where):
                opening = partial(self._open, where)
                self.app.push_screen(screens.setup.SetupScreen(where, self._player, opening, self._last))
            case Item("join"):
                self.app.push_screen(BrowseScreen(self._tables, self._problem, self._join))
            case Item("learn"):
                asked, games = _("Choose a game to learn."), games_with("lesson.toml")
                self.app.push_screen(GameMenuScreen(screens.study.LessonScreen, games, asked))
            case Item("games"):
                from luckytui.records.store import Store  # noqa: PLC0415 - a database

                self.app.push_screen(screens.games.GamesScreen(Store()))
            case Item("settings"):
                self.app.action_settings()
            case Item("rules"):
                asked, games = _("Choose a game to read its rules."), games_with("rulebook.toml")
                self.app.push_screen(GameMenuScreen(screens.rules.RulesScreen, games, asked))

    def action_game(self, number: int) -> None:
        """Offer to play a game with bots."""
        game = [*GAMES.values()][number]
        opening = partial(self._open, "alone")
        self.app.push_screen(screens.setup.SetupScreen("alone", self._player, opening, game=game))

    # ── To a table ────────────────────────────────────────────────────────────────────────────────

    def _open(self, where: Literal["alone", "host"], spec: TableSpec, player: str, door: bool) -> None:
        if player != self._player:  # a name that was typed is the player's from now on
            self.app.change_setting("name", player)
            self._follow_name()
        if not self._last or (where, spec, door) != (self._last.where, self._last.table, self._last.door):
            self._last = LastGame(where=where, table=replace(spec, seed=None), door=door)
        self._keep(self._last)
        spec = replace(spec, pace=PACES[self.app.settings.bots])
        if where == "alone":
            self.app.sit_down(self._access.play_alone(spec, player))
        else:
            self._wait_for(_("Opening the table …"), self._access.host(spec, player, door=door))

    def _join(self, target: JoinTarget) -> None:
        """Join a table on the network, once the player has typed its code if one is needed."""
        if target.needs_code and not target.code:
            self.run_worker(self._ask_for_code(target), group="open", exclusive=True)
        else:
            joining = self._access.join(target, self._player)
            self._wait_for(_("Joining {table} …", table=target.table), joining, target)

    async def _ask_for_code(self, target: JoinTarget, reason: Sentence | None = None) -> None:
        if not isinstance(self.app.screen, BrowseScreen):
            await self.app.push_screen(BrowseScreen(self._tables, self._problem, self._join))
        if isinstance(self.app.screen, BrowseScreen):
            self.app.screen.ask_for_code(target, reason)

    def _wait_for(self, text: str, opening: Awaitable[Session], target: JoinTarget | None = None) -> None:
        if isinstance(self.app.screen, BaseScreen):
            self.app.screen.announce(text)
        self.run_worker(self._sit_down_at(opening, target), group="open", exclusive=True)

    async def _sit_down_at(self, opening: Awaitable[Session], target: JoinTarget | None) -> None:
        try:
            self.app.sit_down(await opening)
        except UserError as error:
            if target and isinstance(error, CodeNeeded):
                await self._ask_for_code(target, error.reason)
            elif isinstance(self.app.screen, BaseScreen):
                self.app.screen.refuse(error.reason)


def _kept(table: TableListing) -> Item:
    """Return the row that leads back to a seat."""
    label = _("Back to your seat: {table}", table=table.name)
    note, right = short_title_of(table.game), str(table.address)
    return Item(f"table {table.room}", label, note, "", table, right, "glow")


def _again(last: LastGame, player: str) -> Item:
    """Return the row that offers the last game again to this player."""
    game = last.table.rules
    options = [
        _("{title}: {value}", title=_(field.title), value=said(value))
        for field in fields(game.options)
        if (value := getattr(last.table.options, field.name)) != field.default
    ]
    names = [_("you") if name == player else name for name in last.players]
    seats = plural("{number} player", "{number} players", last.table.seats)
    label = _("Again: {game}", game=game.title)
    note = " · ".join([", ".join(names) or seats, *options])
    score = score_words(game.key, last.score, last.table.options.lowest_wins)
    ended = f"{_when(last.when)} · {last.winner} {score}" if last.winner else ""
    return Item("again", label, note, right=ended, ground="glow")


def _when(seconds: float) -> str:
    """Say when something was, in local time."""
    when = datetime.fromtimestamp(seconds).astimezone()
    days = (datetime.now().astimezone().date() - when.date()).days
    day = {0: _("today"), 1: _("yesterday")}.get(days)
    return f"{day}, {when:%H:%M}" if day else dated(when)


def _under(heading: str, items: Sequence[Item]) -> list[Item]:
    return [Item("", ""), Item("", heading), *items] if items else []


class GameMenuScreen(BaseScreen):
    """Lets the player choose a game to read the rules of, or to learn."""

    VERBS: ClassVar = (BACK,)

    def __init__(self, show: Callable[[str], Screen[None]], games: Iterable[Game], prompt: str) -> None:
        self._show = show
        items = [
            Item(
                game.key,
                game.title,
                game.for_players,
                str(number),
                preview=Preview(game.key, [game.title]),
            )
            for number, game in enumerate(games, 1)
        ]
        super().__init__(middle=[Menu(items, note_x=28)], prompt=prompt)
        self._top = Wordmark(self.app.settings.name or own_name())

    def on_menu_chosen(self, chosen: Menu.Chosen) -> None:
        self.app.push_screen(self._show(chosen.item.name))
