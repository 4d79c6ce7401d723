"""The home screen: play alone, host, join, the rules; and the tables that are on the network now."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen

from luckytui.client.browse import TableListing
from luckytui.games import GAMES, title_of
from luckytui.text import N_, Sentence, _, plural, say
from luckytui.tui.canvas import Canvas
from luckytui.tui.commands import Command, bindings
from luckytui.tui.navigation import target_of
from luckytui.tui.screens.browse import Join, chosen_table, table_items
from luckytui.tui.screens.help import HelpScreen
from luckytui.tui.widgets.lines import KeyBar, PromptLine
from luckytui.tui.widgets.menu import Item, Menu
from luckytui.tui.widgets.painted import Painted

_MOST_TABLES = 6
"""So many tables are shown here; all that are found are on the screen of their own."""

_MOST_UNFINISHED = 3
"""So many of them are unfinished ones; the command line knows all."""

_MOST_NAMES = 3
"""Of more players than this only the number is told."""


class Wordmark(Painted):
    """The program's name, small."""

    DEFAULT_CSS = "Wordmark { height: 6; }"

    def paint(self, canvas: Canvas) -> None:
        """Paint the name beside a clover."""
        for y, line in enumerate(("╭─╮╭─╮", "╰─╯╰─╯", "╭─╮╭─╮", "╰─╯╰─╯"), 1):
            canvas.put(4, y, line, "act")
        canvas.put(13, 2, "l u c k y t u i", "strong")
        canvas.put(13, 3, _("lucky games for everybody on this network"), "faint")


class Go(Message):
    """The player goes somewhere from the home screen: alone, host, join, rules or quit."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where


class Resume(Message):
    """The player wants to go on with an unfinished table."""

    def __init__(self, table: TableListing) -> None:
        super().__init__()
        self.table = table


class HomeScreen(Screen[None]):
    """Where everything starts."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("help", "question_mark", N_("help"), N_("Show what every key does.")),
        Command("quit", "q", N_("quit"), N_("End the program.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def __init__(self) -> None:
        super().__init__()
        self._tables: Sequence[TableListing] = ()
        self._unfinished: Sequence[TableListing] = ()
        self._menu = Menu(self._items())

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Wordmark()
        yield self._menu
        yield PromptLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin in the menu."""
        self._menu.focus()

    def show_tables(self, tables: Sequence[TableListing], problem: Sentence | None) -> None:
        """Show which tables are on the network now, or why none can be seen."""
        self._tables = tables
        self._menu.replace(self._items())
        if problem:
            self.refuse(problem)

    def show_unfinished(self, tables: Sequence[TableListing]) -> None:
        """Show which tables can be gone on with, the latest first."""
        self._unfinished = tables[:_MOST_UNFINISHED]
        self._menu.replace(self._items())

    def announce(self, text: str) -> None:
        """Say what is going on."""
        self.query_one(PromptLine).show(text)

    def refuse(self, reason: Sentence) -> None:
        """Say why the last way was closed."""
        self.query_one(PromptLine).show(say(reason), "warn")

    def _items(self) -> list[Item]:
        found = plural("{number} table found", "{number} tables found", len(self._tables))
        return [
            Item("alone", _("Play alone"), _("with bots"), "p"),
            Item("host", _("Host a table"), _("for others on this network"), "o"),
            Item("join", _("Join a table"), found if self._tables else _("looking for tables …"), "t"),
            Item("rules", _("Rules"), _("how the games are played"), "r"),
            Item("quit", _("Quit"), "", "q"),
            *_under(_("Hosted here, and not finished"), list(map(_unfinished_item, self._unfinished))),
            *_under(
                _("Tables on this network"),
                table_items(self._tables[: _MOST_TABLES - len(self._unfinished)]),
            ),
        ]

    def on_menu_chosen(self, chosen: Menu.Chosen) -> None:
        """Go where the player wants to."""
        resumed = {_unfinished_item(table).name: table for table in self._unfinished}
        if chosen.name in resumed:
            self.post_message(Resume(resumed[chosen.name]))
        elif table := chosen_table(chosen.name, self._tables):
            self.post_message(Join(target_of(table)))
        else:
            self.post_message(Go(chosen.name))

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(HelpScreen([*Menu.VERBS, *self.VERBS]))

    def action_quit(self) -> None:
        """End the program."""
        self.post_message(Go("quit"))


def _under(heading: str, items: Sequence[Item]) -> list[Item]:
    """Return items below a blank line and a heading, if there are any."""
    return [Item("", ""), Item("", heading), *items] if items else []


def _unfinished_item(table: TableListing) -> Item:
    """Return the menu line of a table that can be gone on with."""
    many = plural("{number} player", "{number} players", len(table.players))
    players = ", ".join(table.players) if len(table.players) <= _MOST_NAMES else many
    return Item(
        name=f"resume {table.room}",
        label=_("Go on with {table}", table=table.name),
        note=f"{title_of(table.game)} · {players} · {table.when:%Y-%m-%d %H:%M}",
    )


class RulesMenuScreen(Screen[str]):
    """Asks which game's rules to read."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("back", "escape,q", N_("back"), N_("Go back to where you were.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Wordmark()
        yield Menu([Item(game.key, game.title, _players(game.seats)) for game in GAMES.values()])
        yield PromptLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin in the menu."""
        self.query_one(Menu).focus()

    def on_menu_chosen(self, chosen: Menu.Chosen) -> None:
        """Answer with the game."""
        self.dismiss(chosen.name)

    def action_back(self) -> None:
        """Answer with no game."""
        self.dismiss("")


def _players(seats: range) -> str:
    return _("{fewest}–{most} players", fewest=seats[0], most=seats[-1])
