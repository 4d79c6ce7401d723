"""The tables on the network, coming and going by themselves, and a field for an address or a code."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from luckytui.client.browse import TableListing
from luckytui.games import title_of
from luckytui.text import N_, Sentence, _, say
from luckytui.tui.commands import Command, bindings
from luckytui.tui.navigation import JoinTarget, target_of
from luckytui.tui.widgets.field import Field
from luckytui.tui.widgets.lines import KeyBar, PromptLine, TitleLine
from luckytui.tui.widgets.menu import Item, Menu


class Join(Message):
    """The player wants to join a table."""

    def __init__(self, target: JoinTarget) -> None:
        super().__init__()
        self.target = target


def table_items(tables: Sequence[TableListing]) -> list[Item]:
    """Return a menu line for each table, known by its room."""
    return [
        Item(
            name=f"table {table.room}",
            label=f"{table.name} · {title_of(table.game)}",
            note=" · ".join(filter(None, (_mark(table), _place(table)))),
        )
        for table in tables
    ]


def _mark(table: TableListing) -> str:
    return _("your seat") if table.mine else _("code") if table.code else ""


def _place(table: TableListing) -> str:
    return _(
        "{taken} of {seats} seats · {state} · {address}",
        taken=table.taken,
        seats=table.seats,
        state=_(table.state),
        address=table.address,
    )


def chosen_table(item: str, tables: Sequence[TableListing]) -> TableListing | None:
    """Return the table that a menu line stands for, if it stands for one."""
    return next((table for table in tables if item == f"table {table.room}"), None)


class BrowseScreen(Screen[None]):
    """Lists the tables on the network."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("watch", "w", N_("watch"), N_("Join the table under the cursor to look on.")),
        Command("address", "a", N_("type an address"), N_("Type the address of a table.")),
        Command("back", "escape,q", N_("back"), N_("Go back to where you were.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def __init__(self, tables: Sequence[TableListing], problem: Sentence | None) -> None:
        """Show these tables; `problem` is why others cannot be seen."""
        super().__init__()
        self._tables = tables
        self._problem = problem
        self._menu = Menu(table_items(tables), note_x=36)
        self._target: JoinTarget | None = None
        """The table whose code is asked for."""

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield TitleLine()
        yield self._menu
        with Horizontal(classes="field"):
            yield Static(_("Address"), classes="label", markup=False)
            yield Field()
        yield PromptLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin in the list."""
        self.query_one(TitleLine).show(_("Tables on this network"))
        self._ask_for_address()

    def show_tables(self, tables: Sequence[TableListing], problem: Sentence | None) -> None:
        """Show which tables are there now, or why none can be seen."""
        self._tables, self._problem = tables, problem
        self._menu.replace(table_items(tables))
        if not self._target:
            self._show_prompt()
        self.refresh_bindings()

    def ask_for_code(self, target: JoinTarget, reason: Sentence | None = None) -> None:
        """Ask for a table's code; `reason` is what was wrong with the last answer."""
        self._target = target
        self.query_one(Static).update(_("The code of {table}", table=target.table))
        self.query_one(Field).placeholder = _("eight letters and digits")
        self.query_one(Field).value = target.code or ""
        self.query_one(Field).focus()
        if reason:
            self.refuse(reason)
        else:
            self.announce(_("The code stands on the host's screen · Enter: join · esc: back to the list"))

    def announce(self, text: str) -> None:
        """Say what is going on."""
        self.query_one(PromptLine).show(text)

    def refuse(self, reason: Sentence) -> None:
        """Say why the table cannot be joined."""
        self.query_one(PromptLine).show(say(reason), "warn")

    def _ask_for_address(self) -> None:
        """Go to the list, and let the field be for an address."""
        self._target = None
        self.query_one(Static).update(_("Address"))
        self.query_one(Field).placeholder = _("host or host:port, as the table's screen shows it")
        self.query_one(Field).value = ""
        self._menu.focus()
        self._show_prompt()

    def _show_prompt(self) -> None:
        if self._problem:
            self.refuse(self._problem)
        elif self._tables:
            self.announce(_("Enter: join this table · w: look on · a: type an address"))
        else:
            self.announce(_("Looking … none found yet. You can also type an address: press a."))

    def on_menu_chosen(self, chosen: Menu.Chosen) -> None:
        """Join the table under the cursor."""
        if table := chosen_table(chosen.name, self._tables):
            self.post_message(Join(target_of(table)))

    def on_input_submitted(self, submitted: Field.Submitted) -> None:
        """Join with the code that was typed, or the table whose address was."""
        text = submitted.value.strip()
        if text and self._target:
            self.post_message(Join(self._target._replace(code=text)))
        elif text:
            self.post_message(Join(JoinTarget(text, text)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell which commands do something now."""
        match action:
            case "watch":
                return bool(self._tables) and self.focused is self._menu
            case "address":
                return self.focused is self._menu
        return True

    def action_watch(self) -> None:
        """Look on at the table under the cursor."""
        if table := chosen_table(self._menu.current, self._tables):
            self.post_message(Join(target_of(table)._replace(watch=True)))

    def action_address(self) -> None:
        """Go to the field."""
        self.query_one(Field).focus()

    def action_back(self) -> None:
        """Leave the field, then the screen."""
        if self.focused is self._menu:
            self.dismiss()
        else:
            self._ask_for_address()
