"""What a guest at the door sees first: who are you, and do you know the door's code?"""

from typing import ClassVar

from luckytui.games import title_of
from luckytui.settings import MOST_NAME
from luckytui.shown.commands import Command
from luckytui.shown.navigation import AtDoor
from luckytui.text import N_, CodeNeeded, UserError, _
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.widgets.field import Field, LabelledField


class WelcomeScreen(BaseScreen):
    """Asks for the guest's name and, unless anyone can join, for the door's code."""

    VERBS: ClassVar = (
        Command("join", "enter", N_("join"), N_("Join the table.")),
        Command("next", "tab,down,up,shift+tab", N_("name or code"), N_("Go to the other field.")),
        Command("leave", "escape", N_("leave"), N_("Leave.")),
    )

    def __init__(self, door: AtDoor) -> None:
        self._door = door
        self._is_joining = False
        self._fields = [Field(door.name, name="name", most=MOST_NAME)]
        labels = [_("Your name")]
        if door.needs_code:
            self._fields.append(Field(name="code"))
            self._fields[1].placeholder = _("six letters and digits")
            labels.append(_("The code"))
        rows = list(map(LabelledField, labels, self._fields))
        super().__init__(_("Welcome to {table}", table=door.table), title_of(door.game), middle=rows)

    def on_mount(self) -> None:
        known = bool(self._door.name) and self._door.needs_code
        self._fields[known].focus()
        self.announce(
            _("Type your name and the code for guests, which is on the host's screen.")
            if self._door.needs_code
            else _("Type your name.")
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        return action != "next" or len(self._fields) > 1

    def on_input_submitted(self) -> None:
        self.action_join()

    def action_join(self) -> None:
        """Join, once every field is filled in."""
        empty = next((field for field in self._fields if not field.value.strip()), None)
        if empty:
            empty.focus()
        elif not self._is_joining:
            self._is_joining = True
            self.announce(_("Joining the table …"), "")
            self.run_worker(self._join(*(field.value.strip() for field in self._fields)))

    async def _join(self, name: str, code: str = "") -> None:
        try:
            session = await self._door.join(name, code)
        except UserError as error:
            self._fields[-1 if isinstance(error, CodeNeeded) else 0].focus()
            self.refuse(error.reason)
        else:
            self.app.sit_down(session)
        finally:
            self._is_joining = False

    def action_next(self) -> None:
        self._fields[self.focused is self._fields[0]].focus()
