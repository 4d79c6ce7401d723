"""The settings on the screen, each changed at once and in the file too; the keys have a page of their own."""

from itertools import groupby
from pathlib import Path
from typing import ClassVar

from textual.events import Key, Paste

from luckytui.games import title_of
from luckytui.settings import MOST_NAME, SETTINGS, settings_file
from luckytui.shown.commands import BACK, Command, key_signs
from luckytui.shown.offers import Choose
from luckytui.text import N_, _
from luckytui.tui.commands import changeable, key_problem
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.widgets.choices import Choices
from luckytui.tui.widgets.field import Field, LabelledField
from luckytui.tui.widgets.lines import TitleLine
from luckytui.tui.widgets.menu import Item, Menu
from luckytui.viewer import viewer

_NOT_FOR_GUESTS = {"bots", "plain", "quiet"}
"""The settings that mean nothing to a guest, who opens no table and starts no program."""


class SettingsScreen(BaseScreen):
    """Shows all settings."""

    GROUP = "settings"
    VERBS: ClassVar = (
        Command("name", "n", N_("name"), N_("Write your name.")),
        Command("keys", "c", N_("keys"), N_("Choose other keys.")),
        BACK,
    )

    def __init__(self) -> None:
        settings, themes = self.app.settings, [*self.app.available_themes]
        choices = [
            Choose(each.name, each.title, each.help, each.values or themes, getattr(settings, each.name))
            for each in SETTINGS
            if each.name != "name" and not (viewer().is_guest and each.name in _NOT_FOR_GUESTS)
        ]
        self._choices = Choices(choices)
        own = not viewer().is_guest
        self._file = str(settings_file()).replace(str(Path.home()), "~", 1) * own
        name = LabelledField("", Field(settings.name, most=MOST_NAME))
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
            until_leaving = _("Every change is kept until you leave.")
            self.announce(until_leaving if viewer().is_guest else _("Every change is kept at once."), "")

    def on_choices_changed(self, changed: Choices.Changed) -> None:
        self.app.change_setting(changed.choice.name, changed.choice.value)

    def on_input_submitted(self, submitted: Field.Submitted) -> None:
        self.app.change_setting("name", submitted.value.strip())
        self.leave_field()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        own = action != "name" or not viewer().is_guest
        return own and super().check_action(action, parameters)

    def action_name(self) -> None:
        self.query_one(Field).focus()

    def action_keys(self) -> None:
        self.app.push_screen(KeysScreen())


class KeysScreen(BaseScreen):
    """Shows every command and its key, and takes another."""

    GROUP = "keys"
    VERBS: ClassVar = (Command("reset", "d,delete", N_("as before"), N_("Give it its first key back.")), BACK)

    def __init__(self) -> None:
        self._menu = Menu(_rows(), note_x=44)
        self._asked: Command | None = None
        """The command whose new key is awaited."""
        prompt = _("Enter: choose another key")
        super().__init__(_("Keys"), middle=[self._menu], prompt=prompt)

    def on_menu_chosen(self, chosen: Menu.Chosen) -> None:
        self._asked = changeable()[chosen.item.name]
        self.announce(_("Press the new key for “{command}” · esc: no other", command=_(self._asked.help)))

    def typed(self, event: Key | Paste) -> bool:
        command, self._asked = self._asked, None
        if not command or not isinstance(event, Key):
            return False
        if event.key == "escape":
            self.announce(_("Nothing has changed."))
        elif problem := key_problem(command.id, event.key):
            self.refuse(problem)
        else:
            self._set(command, event.key)
        return True

    def action_reset(self) -> None:
        self._set(changeable()[self._menu.current.name], None)

    def _set(self, command: Command, key: str | None) -> None:
        self.app.change_setting(f"keys.{command.id}", key)
        self._menu.replace(_rows())
        self.announce(_("{key}: {command}", key=key_signs(command)[0], command=_(command.help)), "fresh")


_GROUPS = {
    "cursor": N_("The cursor on a board"),
    "everywhere": N_("Everywhere"),
    "form": N_("Choosing"),
    "games": N_("Past games"),
    "home": N_("Home"),
    "keys": N_("Keys"),
    "lesson": N_("Lessons"),
    "list": N_("Lists"),
    "lobby": N_("Before the game"),
    "log": N_("Game log"),
    "options": N_("Options"),
    "page": N_("Pages to read"),
    "players": N_("Players"),
    "replay": N_("Review"),
    "results": N_("Results"),
    "rules": N_("Rules"),
    "set-up": N_("Set-up"),
    "settings": N_("Settings"),
    "statistics": N_("Statistics"),
    "table": N_("At the table"),
    "tables": N_("Tables on this network"),
}
"""The groups of commands; a game's have its name."""


def _title(group: str) -> str:
    return _(_GROUPS[group]) if group in _GROUPS else title_of(group)


def _rows() -> list[Item]:
    named = (each for each in changeable().values() if not each.name.isdecimal())
    commands = sorted(named, key=lambda each: each.group)
    return [
        item
        for group, members in groupby(commands, lambda each: each.group)
        for item in (
            Item("", _title(group)),
            *(Item(each.id, _(each.help), right=" ".join(key_signs(each))) for each in members),
        )
    ]
