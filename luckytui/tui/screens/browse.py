"""The tables on the network, coming and going by themselves, and a field for an address or a code."""

from collections.abc import Callable, Sequence
from typing import ClassVar
from zlib import crc32

from luckytui.client.listing import TableListing
from luckytui.games import short_title_of
from luckytui.games.interface import Seat
from luckytui.shown.commands import BACK, HELP, Command
from luckytui.shown.navigation import JoinTarget, target_of
from luckytui.text import N_, Sentence, _, dated, plural
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.themes import SIGNS, player_ink, player_sign
from luckytui.tui.widgets.field import Field, LabelledField
from luckytui.tui.widgets.listed import Preview
from luckytui.tui.widgets.menu import Item, Menu
from luckytui.tui.widgets.painted import KeyBar

MOST_NAMES = 3
"""Up to how many players are named; of more, only the number is shown."""


def table_items(tables: Sequence[TableListing]) -> list[Item]:
    """Return a menu item for each table, in a color that its name always has."""
    return [_item(table, crc32(table.name.encode()) % len(SIGNS)) for table in tables]


def _item(table: TableListing, hue: Seat) -> Item:
    game, name = short_title_of(table.game), f"table {table.room}"
    preview = Preview(table.game, [table.name, game, *table.players])
    if table.state == "unfinished":
        many = plural("{number} player", "{number} players", len(table.players))
        players = ", ".join(table.players) if len(table.players) <= MOST_NAMES else many
        label = _("Resume {table}", table=table.name)
        right = dated(table.when) if table.when else ""
        return Item(name, label, f"{game} · {players}", table=table, right=right, preview=preview)
    seats = _("{taken} of {seats} seats", taken=table.taken, seats=table.seats)
    state = _("your seat is kept") if table.mine else seats if table.state == "open" else _(table.state)
    sign, ink = player_sign(hue), player_ink(hue)
    address, note = str(table.address), f"{game} · {state}"
    return Item(name, table.label, note, sign, table, right=address, ink=ink, preview=preview)


_TYPING = (Command("", "enter", N_("join"), ""), BACK)
"""What the keys do while the player types an address or a code."""


class BrowseScreen(BaseScreen):
    """Lists the tables on the network."""

    GROUP = "tables"
    VERBS: ClassVar = (
        Command("watch", "w", N_("watch"), N_("Watch the game at the table under the cursor.")),
        Command("address", "a", N_("type an address"), N_("Type the address of a table.")),
        HELP,
        BACK,
    )

    def __init__(
        self,
        tables: Sequence[TableListing],
        problem: Sentence | None,
        join: Callable[[JoinTarget], None],
    ) -> None:
        """Show these tables; `problem` is why others cannot be seen."""
        self._menu = Menu(table_items(tables), note_x=24)
        super().__init__(_("Tables on this network"), middle=(self._menu, LabelledField("", Field())))
        self._join = join
        self._tables, self._problem = tables, problem
        self._target: JoinTarget | None = None

    def on_mount(self) -> None:
        self.leave_field()

    def on_descendant_focus(self) -> None:
        self.query_one(KeyBar).show_alone(_TYPING if self.is_writing else None)

    def show_tables(self, tables: Sequence[TableListing], problem: Sentence | None) -> None:
        self._tables, self._problem = tables, problem
        self._menu.replace(table_items(tables))
        if not self._target:
            self._show_prompt()
        self.refresh_bindings()

    def ask_for_code(self, target: JoinTarget, reason: Sentence | None = None) -> None:
        """Ask for a table's code; `reason` is what was wrong with the last answer."""
        self._target = target
        self._ask(_("The code of {table}", table=target.table), _("six letters and digits"), target.code)
        self.query_one(Field).focus()
        if reason:
            self.query_one(Field).select_all()  # what is typed next replaces it
            self.refuse(reason)
        else:
            self._tell_where()

    def _tell_where(self) -> None:
        self.announce(_("You'll find the code on the host's screen."))

    def on_input_changed(self, changed: Field.Changed) -> None:
        """Drop the refusal of the last code as soon as another one is typed."""
        if self._target and changed.value != (self._target.code or ""):
            self._tell_where()

    def leave_field(self) -> None:
        self._target = None
        self._ask(_("Address"), _("host or host:port, as the table shows it"))
        super().leave_field()
        self._show_prompt()

    def _ask(self, what: str, example: str, known: str | None = None) -> None:
        self.query_one(LabelledField).rename(what)
        self.query_one(Field).placeholder, self.query_one(Field).value = example, known or ""

    def _show_prompt(self) -> None:
        if self._problem:
            self.refuse(self._problem)
        elif self._tables:
            self.announce(_("Enter: join this table"))
        else:
            self.announce(_("Looking … none found yet. You can also type an address."))

    def on_menu_chosen(self, chosen: Menu.Chosen) -> None:
        if table := chosen.item.table:
            self._join(target_of(table))

    def on_input_submitted(self, submitted: Field.Submitted) -> None:
        text = submitted.value.strip()
        if text and self._target:
            self._join(self._target._replace(code=text))
        elif text:
            self._join(JoinTarget(text, text))

    def can_do(self, action: str) -> bool:
        return action != "watch" or bool(self._tables)

    def action_watch(self) -> None:
        if table := self._menu.current.table:
            self._join(target_of(table)._replace(watch=True))

    def action_address(self) -> None:
        self.query_one(Field).focus()
