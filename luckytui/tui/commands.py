"""Commands: what a key does. Each is declared once, and feeds the key bar, the help and the bindings."""

from collections.abc import Iterable
from typing import NamedTuple

from textual.binding import Binding, BindingType
from textual.widget import Widget


class Command(NamedTuple):
    """One thing that a key does, as the widget or screen that declares it has it.

    The widget does it in its method `action_<name>`, and says in its `check_action` when it applies.
    `label` and `help` are English, marked for translation.
    """

    name: str
    keys: str
    """Textual's names of its keys, with commas between them: the first is the one that is shown."""
    label: str
    """A word for the key bar; empty: it stands in the help alone."""
    help: str
    """What it does, for the help."""


_SIGNS = {
    "enter": "⏎",
    "escape": "esc",
    "space": "␣",
    "question_mark": "?",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "tab": "⇥",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "full_stop": ".",
}


def bindings(commands: Iterable[Command]) -> list[BindingType]:
    """Return Textual's bindings for commands."""
    return [
        Binding(command.keys, command.name, command.label, show=bool(command.label)) for command in commands
    ]


def key_signs(command: Command) -> list[str]:
    """Return how a command's keys are shown to a person, the first the one to name."""
    return [_SIGNS.get(key, key) for key in command.keys.split(",")]


def available(widget: Widget | None) -> list[Command]:
    """Return the commands that do something now, the focused widget's own first, then its screen's."""
    found: list[Command] = []
    for node in widget.ancestors_with_self if widget else []:
        if isinstance(node, Widget):
            declared: Iterable[Command] = getattr(node, "VERBS", ())
            found += [command for command in declared if node.check_action(command.name, ()) is not False]
    return found
