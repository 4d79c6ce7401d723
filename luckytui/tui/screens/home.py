"""The home screen: play alone, host, join, the rules; and the tables that are on the network now."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import ClassVar

from textual.screen import Screen

from luckytui.client.browse import TableListing
from luckytui.client.last_game import LastGame
from luckytui.games import GAMES, title_of
from luckytui.text import N_, Sentence, _, in_figures, plural
from luckytui.tui.canvas import Canvas
from luckytui.tui.commands import Command
from luckytui.tui.screens.base import BACK, BaseScreen
from luckytui.tui.screens.browse import table_items
from luckytui.tui.screens.pages import HelpScreen
from luckytui.tui.widgets.menu import Item, Menu
from luckytui.tui.widgets.painted import Painted

_MOST_TABLES = 6
"""How many tables are shown here; a screen of their own shows all."""

_MOST_UNFINISHED = 3
"""How many of them are unfinished ones; the command line lists all."""


class Wordmark(Painted):
    """The program's name, small."""

    DEFAULT_CSS = "Wordmark { height: 6; }"

    def paint(self, canvas: Canvas) -> None:
        for y, line in enumerate(("╭─╮╭─╮", "╰─╯╰─╯", "╭─╮╭─╮", "╰─╯╰─╯"), 1):
            canvas.put(4, y, line, "act")
        canvas.put(13, 2, "l u c k y t u i", "strong")
        canvas.put(13, 3, _("lucky games for everyone on this network"), "faint")


class HomeScreen(BaseScreen):
    """Where everything begins."""

    GROUP = "home"
    VERBS: ClassVar = (
        Command("help", "question_mark", N_("help"), N_("Show what every key does.")),
        Command("quit", "q", N_("quit"), N_("End the program.")),
    )

    def __init__(self, go: Callable[[Item], None], last: LastGame | None) -> None:
        """`go` is called with what was chosen; `last` is offered again."""
        self._go, self._last = go, last
        self._tables: Sequence[TableListing] = ()
        self._unfinished: Sequence[TableListing] = ()
        self._menu = Menu(self._items())
        super().__init__(middle=[self._menu])
        self._top = Wordmark()

    def show_tables(self, tables: Sequence[TableListing], problem: Sentence | None) -> None:
        self._tables = tables
        self._menu.replace(self._items())
        if problem:
            self.refuse(problem)

    def show_last(self, last: LastGame | None) -> None:
        self._last = last
        self._menu.replace(self._items())

    def show_unfinished(self, tables: Sequence[TableListing]) -> None:
        self._unfinished = tables[:_MOST_UNFINISHED]
        self._menu.replace(self._items())

    def _items(self) -> list[Item]:
        again = [Item("again", *_words(self._last))] if self._last else []
        found = plural("{number} table found", "{number} tables found", len(self._tables))
        return [
            *again,
            Item("alone", _("Play alone"), _("with bots"), "p"),
            Item("host", _("Host a table"), _("for others on this network"), "o"),
            Item("join", _("Join a table"), found if self._tables else _("looking for tables …"), "t"),
            Item("learn", _("Learn a game"), _("five minutes each"), "l"),
            Item("rules", _("Rules"), _("how the games are played"), "r"),
            Item("settings", _("Settings"), "", "s"),
            *_under(_("Unfinished tables hosted here"), table_items(self._unfinished)),
            *_under(
                _("Tables on this network"),
                table_items(self._tables[: _MOST_TABLES - len(self._unfinished)]),
            ),
        ]

    def on_menu_chosen(self, chosen: Menu.Chosen) -> None:
        self._go(chosen.item)

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen([*Menu.VERBS, *self.VERBS]))

    def action_quit(self) -> None:
        self.app.exit()


def _words(last: LastGame) -> tuple[str, str]:
    """Say what the last game was, and what there is to know about it."""
    game = _("Again: {game}", game=title_of(last.table.game))
    seats = plural("{number} player", "{number} players", last.table.seats)
    if not last.winner:
        return game, seats
    when = datetime.fromtimestamp(last.when).astimezone()
    score = in_figures(last.score)
    return game, f"{', '.join(last.players)} · {when:%x %H:%M} · {last.winner} {score}"


def _under(heading: str, items: Sequence[Item]) -> list[Item]:
    return [Item("", ""), Item("", heading), *items] if items else []


class GameMenuScreen(BaseScreen):
    """Asks which game it is about: the rules to read, or the lesson to take."""

    VERBS: ClassVar = (BACK,)

    def __init__(self, show: Callable[[str], Screen[None]]) -> None:
        self._show = show
        players = N_("{fewest}–{most} players")
        games = [
            Item(game.key, game.title, _(players, fewest=game.seats[0], most=game.seats[-1]))
            for game in GAMES.values()
        ]
        super().__init__(middle=[Menu(games)])
        self._top = Wordmark()

    def on_menu_chosen(self, chosen: Menu.Chosen) -> None:
        self.app.push_screen(self._show(chosen.item.name))
