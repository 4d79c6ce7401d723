"""What is shown while a table is being joined."""

from typing import ClassVar

from textual.widgets import Static

from luckytui.address import Address
from luckytui.shown.commands import LEAVE
from luckytui.text import Sentence, _, say
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.widgets.lines import Line, LogLines


class JoiningScreen(BaseScreen):
    """Waits until the table can be shown."""

    VERBS: ClassVar = (LEAVE,)

    def __init__(self, address: Address, trouble: Sentence | None = None) -> None:
        super().__init__("luckytui", _("joining"), middle=(Static(), LogLines()))
        self._address = address
        self._trouble = trouble

    def on_mount(self) -> None:
        self.show_trouble(self._trouble)

    def show_trouble(self, trouble: Sentence | None) -> None:
        self.query_one(LogLines).display = trouble is not None
        if trouble:
            self.query_one(LogLines).show([Line(say(trouble), role="warn")])
            self.announce(_("Trying again."), "warn")
        else:
            self.announce(_("Joining the table at {address} …", address=self._address), "")

    def action_leave(self) -> None:
        self.app.call_later(self.app.leave)
