"""What is shown while a table is being joined."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from luckytui.address import Address
from luckytui.tui.commands import Command, bindings
from luckytui.tui.screens.place import LEAVE, LeaveAsked
from luckytui.tui.widgets.lines import KeyBar, PromptLine, TitleLine
from luckytui.words import _


class JoiningScreen(Screen[None]):
    """Waits for the table's first scene."""

    VERBS: ClassVar[Sequence[Command]] = (LEAVE,)
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def __init__(self, address: Address) -> None:
        super().__init__()
        self._address = address

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield TitleLine()
        yield Static()
        yield PromptLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Say what is waited for."""
        self.query_one(TitleLine).show("luckytui", _("joining"))
        self.query_one(PromptLine).show(_("Joining the table at {address} …", address=self._address), "")

    def action_leave(self) -> None:
        """Do not join after all."""
        self.post_message(LeaveAsked())
