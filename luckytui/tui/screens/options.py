"""How the game is played, chosen at a table that is open already."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace
from textual.widget import Widget

from luckytui.games.options import Options, fields
from luckytui.table.requests import Opt
from luckytui.table.views import TableView
from luckytui.text import N_, _
from luckytui.tui.commands import Command
from luckytui.tui.screens.base import BACK, BaseScreen
from luckytui.tui.screens.confirm import RequestPosted
from luckytui.tui.widgets.choices import Choices, Choose


def offer(options: Options) -> list[Choose]:
    """Return what can be chosen, as it is chosen now; what was read from a file stays as it is."""
    return [
        Choose(field.name, field.title, field.help, field.choices, value)
        for field in fields(type(options))
        if (value := getattr(options, field.name)) in field.choices
    ]


class OptionsScreen(BaseScreen):
    """Asks for a game's options, and asks the table to play by them."""

    VERBS: ClassVar = (Command("done", "enter", N_("use these"), N_("Play with these options.")), BACK)

    def __init__(self, table_view: TableView) -> None:
        super().__init__(_("Options"), table_view.name, prompt=_("How do you want to play?"))
        self._table_view = table_view
        self._choices = Choices(offer(table_view.options))

    def middle(self) -> Iterable[Widget]:
        return [self._choices]

    def action_done(self) -> None:
        chosen = {choice.name: choice.value for choice in self._choices.choices}
        self.post_message(RequestPosted(Opt(replace(self._table_view.options, **chosen))))
        self.dismiss()
