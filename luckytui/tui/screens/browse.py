"""The tables on the network, coming and going by themselves, and a field for an address."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Static

from luckytui.address import Address
from luckytui.games import GAMES
from luckytui.games.interface import Sentence
from luckytui.games.options import N_
from luckytui.tui.commands import Command, bindings
from luckytui.tui.starts import FoundTable
from luckytui.tui.widgets.lines import KeyBar, PromptLine, TitleLine
from luckytui.tui.widgets.menu import Item, Menu
from luckytui.words import _, say


class Join(Message):
    """The player wants to join the table at this address."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address


def table_items(tables: Sequence[FoundTable]) -> list[Item]:
    """Return a menu line for each table, known by its address."""
    return [
        Item(
            name=str(Address(table.address, table.port)),
            label=f"{table.name} · {GAMES[table.game].title if table.game in GAMES else table.game}",
            note=_(
                "{taken} of {seats} seats · {state} · {address}",
                taken=table.taken,
                seats=table.seats,
                state=_(table.state),
                address=Address(table.address, table.port),
            ),
        )
        for table in tables
    ]


class BrowseScreen(Screen[None]):
    """Lists the tables on the network."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("address", "a", N_("type an address"), N_("Type the address of a table.")),
        Command("back", "escape,q", N_("back"), N_("Go back to where you were.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def __init__(self, tables: Sequence[FoundTable]) -> None:
        super().__init__()
        self._menu = Menu(table_items(tables), note_x=36)

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield TitleLine()
        yield self._menu
        yield Static(_("Address"), classes="label")
        yield Input(placeholder=_("host or host:port, as the table's screen shows it"), compact=True)
        yield PromptLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin in the list."""
        self.query_one(TitleLine).show(_("Tables on this network"))
        self._menu.focus()

    def show_tables(self, tables: Sequence[FoundTable], problem: Sentence | None) -> None:
        """Show which tables are there now, or why none can be seen."""
        self._menu.replace(table_items(tables))
        if problem:
            self.query_one(PromptLine).show(say(problem), "warn")
        elif tables:
            self.query_one(PromptLine).show(_("Enter: join this table · a: type an address"))
        else:
            self.query_one(PromptLine).show(
                _("Looking … none found yet. You can also type an address: press a."), ""
            )

    def refuse(self, reason: Sentence) -> None:
        """Say why the table cannot be joined."""
        self.query_one(PromptLine).show(say(reason), "warn")

    def on_menu_chosen(self, chosen: Menu.Chosen) -> None:
        """Join the table under the cursor."""
        self.post_message(Join(chosen.name))

    def on_input_submitted(self, submitted: Input.Submitted) -> None:
        """Join the table whose address was typed."""
        if submitted.value.strip():
            self.post_message(Join(submitted.value.strip()))

    def action_address(self) -> None:
        """Go to the address field."""
        self.query_one(Input).focus()

    def action_back(self) -> None:
        """Leave the address field, then the screen."""
        if self.focused is self._menu:
            self.dismiss()
        else:
            self._menu.focus()
