"""Past games: the list of those stored here, with a filter; to review, export or delete one."""

from collections.abc import Sequence
from functools import partial

from textual import work

from luckytui.games import short_title_of
from luckytui.records.store import Store, StoredGame, export
from luckytui.shown import commands
from luckytui.shown.words import Role
from luckytui.text import _, dated, day, plural
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.screens.review import ReviewScreen
from luckytui.tui.screens.statistics import StatisticsScreen
from luckytui.tui.widgets.field import Field, LabelledField
from luckytui.tui.widgets.listed import Preview
from luckytui.tui.widgets.menu import Item, Menu
from luckytui.tui.widgets.painted import TitleLine

_MOST = 500
"""How many games are listed at most; the filter finds those before."""


class GamesScreen(BaseScreen):
    """Lists the stored games, the latest first."""

    GROUP = "games"
    VERBS = commands.GAMES

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: dict[str, StoredGame] = {}
        self._words: Sequence[str] = ()
        self._menu = Menu((), note_x=35)
        self._field = Field()
        self._field.placeholder = _("players, a game, a date: ben jack 2026-11")
        super().__init__(_("Past games"), middle=(self._menu, LabelledField(_("Filter"), self._field)))

    def on_mount(self) -> None:
        self.leave_field()
        self.run_worker(self._show_games(), exclusive=True)

    async def _show_games(self) -> None:
        games = await self.in_thread(self._store.games, self._words)
        if games is None:
            return
        self._games = {game.id: game for game in games[:_MOST]}
        self._menu.replace([*map(_item, self._games.values())])
        self.query_one(TitleLine).show(_("Past games"), plural("{number} game", "{number} games", len(games)))
        self.show_prompt()

    def prompt(self) -> tuple[str, Role]:
        if self._games:
            return _("Enter: review this game"), "act"
        return (_("No stored game matches.") if self._words else _("No game is stored yet.")), ""

    def can_do(self, action: str) -> bool:
        return action not in {"export", "delete"} or bool(self._games)

    @property
    def _current(self) -> StoredGame:
        return self._games[self._menu.current.name]

    @work(exclusive=True)
    async def on_menu_chosen(self, chosen: Menu.Chosen) -> None:
        if record := await self.in_thread(self._store.record, chosen.item.name):
            self.app.push_screen(ReviewScreen(record))

    def action_filter(self) -> None:
        self._field.focus()

    def on_input_submitted(self, submitted: Field.Submitted) -> None:
        self._words = submitted.value.split()
        self.leave_field()
        self.run_worker(self._show_games(), exclusive=True)

    def action_statistics(self) -> None:
        self.app.push_screen(StatisticsScreen(self._store))

    @work(exclusive=True)
    async def action_export(self) -> None:
        if file := await self.in_thread(export, self._store, self._current):
            self.announce(_("Exported to {file}", file=file.name), "fresh")

    def action_delete(self) -> None:
        delete = partial(self._delete, self._current)
        self.ask_player(_("Delete this game for good? d: delete · esc: no"), delete=delete)

    @work(exclusive=True)
    async def _delete(self, game: StoredGame) -> None:
        await self.in_thread(self._store.delete, game.id)
        await self._show_games()


def _item(game: StoredGame) -> Item:
    title = short_title_of(game.game)
    preview = Preview(game.game, [f"{title} · {dated(game.when)}", "", *game.outcomes], is_told=False)
    label, outcome = f"{day(game.when):13}  {title}", ", ".join(game.outcomes)
    return Item(game.id, label, outcome, right=f"{game.when:%H:%M}", preview=preview)
