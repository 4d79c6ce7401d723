"""The home screen: play alone, host, join, the rules; and the tables that are on the network now."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen

from luckytui.games import GAMES
from luckytui.games.interface import Sentence
from luckytui.games.options import N_
from luckytui.tui.canvas import Canvas
from luckytui.tui.commands import Command, bindings
from luckytui.tui.screens.browse import Join, table_items
from luckytui.tui.screens.help import HelpScreen
from luckytui.tui.starts import FoundTable
from luckytui.tui.widgets.lines import KeyBar, PromptLine
from luckytui.tui.widgets.menu import Item, Menu
from luckytui.tui.widgets.painted import Painted
from luckytui.words import _, plural, say

_MOST_TABLES = 6
"""So many tables are shown here; all of them are on the screen of their own."""


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


class HomeScreen(Screen[None]):
    """Where everything starts."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("help", "question_mark", N_("help"), N_("Show what every key does.")),
        Command("quit", "q", N_("quit"), N_("End the program.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def __init__(self) -> None:
        super().__init__()
        self._tables: Sequence[FoundTable] = ()
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

    def show_tables(self, tables: Sequence[FoundTable], problem: Sentence | None) -> None:
        """Show which tables are on the network now, or why none can be seen."""
        self._tables = tables
        self._menu.replace(self._items())
        self.query_one(PromptLine).show(say(problem) if problem else "", "warn")

    def refuse(self, reason: Sentence) -> None:
        """Say why the last way was closed."""
        self.query_one(PromptLine).show(say(reason), "warn")

    def _items(self) -> list[Item]:
        found = plural("{number} table found", "{number} tables found", len(self._tables))
        tables = table_items(self._tables[:_MOST_TABLES])
        return [
            Item("alone", _("Play alone"), _("with bots"), "p"),
            Item("host", _("Host a table"), _("for others on this network"), "o"),
            Item("join", _("Join a table"), found if self._tables else _("looking for tables …"), "t"),
            Item("rules", _("Rules"), _("how the games are played"), "r"),
            Item("quit", _("Quit"), "", "q"),
            *((Item("", ""), Item("", _("Tables on this network")), *tables) if tables else ()),
        ]

    def on_menu_chosen(self, chosen: Menu.Chosen) -> None:
        """Go where the player wants to."""
        places = {item.name for item in table_items(self._tables)}
        self.post_message(Join(chosen.name) if chosen.name in places else Go(chosen.name))

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(HelpScreen([*Menu.VERBS, *self.VERBS]))

    def action_quit(self) -> None:
        """End the program."""
        self.post_message(Go("quit"))


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
