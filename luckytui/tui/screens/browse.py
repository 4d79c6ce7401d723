"""The tables on the network, coming and going by themselves, and a field for an address or a code."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from luckytui.address import Address
from luckytui.games import title_of
from luckytui.text import N_, Sentence, _
from luckytui.tui.commands import Command
from luckytui.tui.screens.base import BACK, BaseScreen
from luckytui.tui.starts import FoundTable
from luckytui.tui.widgets.field import Field
from luckytui.tui.widgets.lines import TitleLine
from luckytui.tui.widgets.menu import Item, Menu


class Way(NamedTuple):
    """Which table to join, and how."""

    address: str
    """HOST or HOST:PORT, as it was found or typed."""
    table: str
    """What to call the table."""
    room: str | None = None
    """Which one it is at its address; None: any."""
    needs_code: bool = False
    """Whether it is known that a code is needed."""
    code: str | None = None
    """The code, as the player has typed it."""
    watch: bool = False


@dataclass
class Join(Message):
    """The player wants to join a table."""

    way: Way


def way_to(table: FoundTable) -> Way:
    """Return the way to a table that was found."""
    address = str(Address(table.address, table.port))
    return Way(address, table.name, table.room, needs_code=table.code and not table.mine)


def table_items(tables: Sequence[FoundTable]) -> list[Item]:
    """Return a menu item for each table, known by its room."""
    return [
        Item(
            name=f"table {table.room}",
            label=f"{table.name} · {title_of(table.game)}",
            note=" · ".join(filter(None, (_mark(table), _place(table)))),
        )
        for table in tables
    ]


def _mark(table: FoundTable) -> str:
    return _("your seat") if table.mine else _("code") if table.code else ""


def _place(table: FoundTable) -> str:
    return _(
        "{taken} of {seats} seats · {state} · {address}",
        taken=table.taken,
        seats=table.seats,
        state=_(table.state),
        address=Address(table.address, table.port),
    )


def chosen_table(item: str, tables: Sequence[FoundTable]) -> FoundTable | None:
    """Return the table that a menu item is for, if it is for one."""
    return next((table for table in tables if item == f"table {table.room}"), None)


class BrowseScreen(BaseScreen):
    """Lists the tables on the network."""

    VERBS: ClassVar = (
        Command("watch", "w", N_("watch"), N_("Watch the game at the table under the cursor.")),
        Command("address", "a", N_("type an address"), N_("Type the address of a table.")),
        BACK,
    )

    def __init__(self, tables: Sequence[FoundTable], problem: Sentence | None) -> None:
        """Show these tables; `problem` is why others cannot be seen."""
        super().__init__()
        self._tables = tables
        self._problem = problem
        self._menu = Menu(table_items(tables), note_x=36)
        self._way: Way | None = None
        """The way to the table whose code is asked for."""

    def middle(self) -> Iterable[Widget]:
        """Return the list and the field."""
        yield self._menu
        yield Horizontal(Static(classes="label", markup=False), Field(), classes="field")

    def on_mount(self) -> None:
        """Begin in the list."""
        self.query_one(TitleLine).show(_("Tables on this network"))
        self._ask_for_address()

    def show_tables(self, tables: Sequence[FoundTable], problem: Sentence | None) -> None:
        """Show which tables are there now, or why none can be seen."""
        self._tables, self._problem = tables, problem
        self._menu.replace(table_items(tables))
        if not self._way:
            self._show_prompt()
        self.refresh_bindings()

    def ask_for_code(self, way: Way, reason: Sentence | None = None) -> None:
        """Ask for a table's code; `reason` is what was wrong with the last answer."""
        self._way = way
        self.query_one(Static).update(_("The code of {table}", table=way.table))
        self.query_one(Field).placeholder = _("eight letters and digits")
        self.query_one(Field).value = way.code or ""
        self.query_one(Field).focus()
        if reason:
            self.refuse(reason)
        else:
            self.announce(_("You'll find the code on the host's screen."))

    def _ask_for_address(self) -> None:
        """Go to the list, and let the field be for an address."""
        self._way = None
        self.query_one(Static).update(_("Address"))
        self.query_one(Field).placeholder = _("host or host:port, as the table's screen shows it")
        self.query_one(Field).value = ""
        self._menu.focus()
        self._show_prompt()

    def _show_prompt(self) -> None:
        if self._problem:
            self.refuse(self._problem)
        elif self._tables:
            self.announce(_("Enter: join this table"))
        else:
            self.announce(_("Looking … none found yet. You can also type an address."))

    def on_menu_chosen(self, chosen: Menu.Chosen) -> None:
        """Join the table under the cursor."""
        if table := chosen_table(chosen.name, self._tables):
            self.post_message(Join(way_to(table)))

    def on_input_submitted(self, submitted: Field.Submitted) -> None:
        """Join with the code that was typed, or the table whose address was."""
        text = submitted.value.strip()
        if text and self._way:
            self.post_message(Join(self._way._replace(code=text)))
        elif text:
            self.post_message(Join(Way(text, text)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell which commands do something now."""
        match action:
            case "watch":
                return bool(self._tables) and self.focused is self._menu
            case "address":
                return self.focused is self._menu
        return True

    def action_watch(self) -> None:
        """Watch at the table under the cursor."""
        if table := chosen_table(self._menu.current, self._tables):
            self.post_message(Join(way_to(table)._replace(watch=True)))

    def action_address(self) -> None:
        """Go to the field."""
        self.query_one(Field).focus()

    def action_back(self) -> None:
        """Leave the field, then the screen."""
        if self.focused is self._menu:
            self.dismiss()
        else:
            self._ask_for_address()
