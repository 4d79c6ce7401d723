"""The home screen: play alone, host, join, the rules; and the tables that are on the network now."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import ClassVar

from textual.screen import Screen

from luckytui.client.last_game import LastGame
from luckytui.client.listing import TableListing
from luckytui.games import GAMES
from luckytui.games.options import fields
from luckytui.text import N_, Sentence, _, dated, in_figures, plural
from luckytui.tui.boards.paint import put_block
from luckytui.tui.canvas import Canvas, cut, folded
from luckytui.tui.commands import Command
from luckytui.tui.screens.base import BACK, BaseScreen
from luckytui.tui.screens.browse import table_items
from luckytui.tui.screens.pages import HelpScreen
from luckytui.tui.widgets.choices import said
from luckytui.tui.widgets.menu import Item, Menu
from luckytui.tui.widgets.painted import Painted

_MOST_TABLES = 5
"""How many tables are shown here; the screen behind “Join a table” shows all."""

_MOST_UNFINISHED = 2
"""How many of them are unfinished ones; the command line lists all."""


class Wordmark(Painted):
    """The program's name: five tiles, from the lowest to the highest."""

    DEFAULT_CSS = "Wordmark { height: 5; }"
    GROUND = "felt-numbers"

    def paint(self, canvas: Canvas) -> None:
        for number, letter in enumerate("LUCKY"):
            x, ground = 4 + 6 * number, f"tile-{number + 1}"
            put_block(canvas, x, 1, 5, 3, ground, f"{ground}-edge")
            canvas.put(x + 2, 2, letter, "strong")
        canvas.put(35, 2, "t u i", "faint")
        lines = folded(_("four lucky games for everyone on this network"), 31)
        x, y = (46, 2) if canvas.width >= 46 + 31 else (4, 4)
        for row, line in enumerate(lines if y == 2 else [" ".join(lines)]):
            canvas.put(x, y + row, cut(line, canvas.width - x))


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
        self._menu.go_first()

    def show_unfinished(self, tables: Sequence[TableListing]) -> None:
        self._unfinished = tables[:_MOST_UNFINISHED]
        self._menu.replace(self._items())

    def translate(self) -> None:
        self._menu.replace(self._items())
        super().translate()

    def _items(self) -> list[Item]:
        again = _again(self._last) if self._last else []
        found = plural("{number} table found", "{number} tables found", len(self._tables))
        return [
            *again,
            Item("alone", _("Play alone"), _("with bots"), "p"),
            Item("host", _("Host a table"), _("for others on this network"), "o"),
            Item("join", _("Join a table"), found if self._tables else _("looking for tables …"), "t"),
            Item("learn", _("Learn a game"), _("five minutes each"), "l"),
            Item("games", _("Past games"), _("review them, statistics"), "g"),
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


def _again(last: LastGame) -> list[Item]:
    """Return the two rows that offer the last game again."""
    game = last.table.rules
    changed = [
        field for field in fields(game.options) if getattr(last.table.options, field.name) != field.default
    ]
    options = [f"{_(each.title)}: {said(getattr(last.table.options, each.name))}" for each in changed]
    seats = plural("{number} player", "{number} players", last.table.seats)
    label = _("Again: {game}", game=game.title)
    ended = f"{_when(last.when)} · {last.winner} {in_figures(last.score)}" if last.winner else ""
    return [
        Item("again", label, key="⏎", right=", ".join(last.players) or seats, ground="glow"),
        Item("", " · ".join(options) or seats, right=ended, ground="glow"),
        Item("", ""),
    ]


def _when(seconds: float) -> str:
    """Say when something was, in local time."""
    when = datetime.fromtimestamp(seconds).astimezone()
    days = (datetime.now().astimezone().date() - when.date()).days
    day = {0: _("today"), 1: _("yesterday")}.get(days)
    return f"{day}, {when:%H:%M}" if day else dated(when)


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
        super().__init__(middle=[Menu(games, note_x=28)])
        self._top = Wordmark()

    def on_menu_chosen(self, chosen: Menu.Chosen) -> None:
        self.app.push_screen(self._show(chosen.item.name))
