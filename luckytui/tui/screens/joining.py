"""What is shown while a table is being joined."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from luckytui.address import Address
from luckytui.text import Sentence, _, say
from luckytui.tui.commands import Command, bindings
from luckytui.tui.screens.table_base import LEAVE, LeaveAsked
from luckytui.tui.widgets.lines import KeyBar, LogLines, PromptLine, TitleLine


class JoiningScreen(Screen[None]):
    """Waits for the table's first scene."""

    VERBS: ClassVar[Sequence[Command]] = (LEAVE,)
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def __init__(self, address: Address, trouble: Sentence | None = None) -> None:
        """Join at this address, although there may be trouble with the line already."""
        super().__init__()
        self._address = address
        self._trouble = trouble

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield TitleLine()
        yield Static()
        yield LogLines()
        yield PromptLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Say what is waited for."""
        self.query_one(TitleLine).show("luckytui", _("joining"))
        self.show_trouble(self._trouble)

    def show_trouble(self, trouble: Sentence | None) -> None:
        """Say what is wrong with the line; None: it stands."""
        self.query_one(LogLines).display = trouble is not None
        if trouble:
            self.query_one(LogLines).show([say(trouble)], "", "", "warn")
            self.query_one(PromptLine).show(_("Trying again."), "warn")
        else:
            self.query_one(PromptLine).show(_("Joining the table at {address} …", address=self._address), "")

    def action_leave(self) -> None:
        """Do not join after all."""
        self.post_message(LeaveAsked())
