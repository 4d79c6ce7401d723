"""The settings on the screen, each changed at once and in the file too."""

from pathlib import Path
from typing import ClassVar

from luckytui.settings import MOST_NAME, SETTINGS, own_name, settings_file
from luckytui.shown.commands import BACK, HELP, Command
from luckytui.shown.offers import Choose
from luckytui.system.viewer import viewer
from luckytui.text import N_, _
from luckytui.tui import themes
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.widgets.choices import Choices
from luckytui.tui.widgets.field import Field, LabelledField
from luckytui.tui.widgets.painted import TitleLine

_NOT_FOR_GUESTS = {"bots", "plain", "quiet"}
"""The settings that mean nothing to a guest, who opens no table and starts no program."""


class SettingsScreen(BaseScreen):
    """Shows all settings."""

    GROUP = "settings"
    VERBS: ClassVar = (
        Command("name", "n", N_("name"), N_("Write your name.")),
        HELP,
        BACK,
    )

    def __init__(self) -> None:
        settings, names = self.app.settings, themes.NAMES
        choices = [
            Choose(each.name, each.title, each.help, each.values or names, getattr(settings, each.name))
            for each in SETTINGS
            if each.name != "name" and not (viewer().is_guest and each.name in _NOT_FOR_GUESTS)
        ]
        self._choices = Choices(choices)
        own = not viewer().is_guest
        self._file = str(settings_file()).replace(str(Path.home()), "~", 1) * own
        field = Field(settings.name, most=MOST_NAME)
        field.placeholder = own_name()
        name = LabelledField("", field)
        super().__init__(middle=(self._choices, name) if own else (self._choices,))

    def on_mount(self) -> None:
        self.translate()

    def translate(self) -> None:
        self.query_one(TitleLine).show(_("Settings"), self._file)
        for field in self.query(LabelledField):
            field.rename(_("Your name"))
        super().translate()
        if self.app.problems:
            self.refuse(self.app.problems[0])
        else:
            until_leaving = _("Changes last until you leave.")
            self.announce(until_leaving if viewer().is_guest else _("Changes are saved right away."), "")

    def on_choices_changed(self, changed: Choices.Changed) -> None:
        self.app.change_setting(changed.choice.name, changed.choice.value)

    def on_input_submitted(self, submitted: Field.Submitted) -> None:
        self.app.change_setting("name", submitted.value.strip())
        self.leave_field()

    def can_do(self, action: str) -> bool:
        return action != "name" or not viewer().is_guest

    def action_name(self) -> None:
        self.query_one(Field).focus()
