"""What is shown while a table is being joined."""

from typing import ClassVar

from luckytui.address import Address
from luckytui.shown.commands import LEAVE
from luckytui.shown.words import Role
from luckytui.text import Sentence, _, say
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.widgets.wordmark import Wordmark


class JoiningScreen(BaseScreen):
    """Waits until the table can be shown."""

    VERBS: ClassVar = (LEAVE,)

    def __init__(self, address: Address, trouble: Sentence | None = None) -> None:
        prompt = _("Joining the table at {address} …", address=address)
        super().__init__("luckytui", _("joining"), middle=(Wordmark(),), prompt=prompt)
        self._trouble = trouble

    def prompt(self) -> tuple[str, Role]:
        if self._trouble:
            return _("{reason} Trying again.", reason=say(self._trouble)), "warn"
        return super().prompt()

    def show_trouble(self, trouble: Sentence | None) -> None:
        self._trouble = trouble
        self.show_prompt()

    def action_leave(self) -> None:
        self.app.call_later(self.app.leave)
