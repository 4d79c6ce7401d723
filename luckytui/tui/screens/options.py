"""How the game is played, chosen at a table that is open already."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from luckytui.games.options import Options, fields
from luckytui.table.requests import Opt
from luckytui.table.views import TableView
from luckytui.text import N_, _
from luckytui.tui.commands import Command, bindings
from luckytui.tui.screens.confirm import RequestPosted
from luckytui.tui.widgets.choices import Choices, Choose
from luckytui.tui.widgets.lines import KeyBar, PromptLine, TitleLine


def offer(options: Options) -> list[Choose]:
    """Return what can be chosen, as it is chosen now; what was read from a file stays as it is."""
    return [
        Choose(field.name, field.title, field.help, field.choices, value)
        for field in fields(type(options))
        if (value := getattr(options, field.name)) in field.choices
    ]


class OptionsScreen(Screen[None]):
    """Asks for a game's options, and asks the table to play by them."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("back", "escape,q", N_("back"), N_("Go back to where you were.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def __init__(self, table_view: TableView) -> None:
        super().__init__()
        self._table_view = table_view
        self._choices = Choices(offer(table_view.options))

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield TitleLine()
        yield self._choices
        yield PromptLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the choices."""
        self.query_one(TitleLine).show(_("How it is played"), self._table_view.name)
        self.query_one(PromptLine).show(_("Enter: play by these · ← →: change · ↑ ↓: another line"))
        self._choices.focus()

    def on_choices_done(self) -> None:
        """Ask the table to play by what is chosen."""
        chosen = {choice.name: choice.value for choice in self._choices.choices}
        self.post_message(RequestPosted(Opt(replace(self._table_view.options, **chosen))))
        self.dismiss()

    def action_back(self) -> None:
        """Leave everything as it was."""
        self.dismiss()
