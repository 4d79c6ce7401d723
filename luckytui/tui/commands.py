"""Commands: what a key does. Each is declared once, and feeds the key bar, the help and the bindings."""

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.widget import Widget


class Command(NamedTuple):
    """One thing that a key does: `action_<name>` does it, and `check_action` says when it applies.

    `label` and `help` are English, marked for translation.
    """

    name: str
    keys: str
    """Textual's names of its keys, with commas between them: the first is the one that is shown."""
    label: str
    """A word for the key bar; empty: it is in the help alone."""
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


def key_signs(command: Command) -> list[str]:
    """Return how a command's keys are shown to a person, the first the one to name."""
    return [_SIGNS.get(key, key) for key in command.keys.split(",")]


class Commanded:
    """A widget or a screen with commands: its bindings follow from them."""

    VERBS: ClassVar[Sequence[Command]] = ()
    BINDINGS: ClassVar[list[BindingType]] = []
    ACTION: ClassVar[str] = "{}"
    """Textual's action for a command, by the command's name."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        if "VERBS" in vars(cls):
            cls.BINDINGS = [
                Binding(each.keys, cls.ACTION.format(each.name), each.label, show=bool(each.label))
                for each in cls.VERBS
            ]
        super().__init_subclass__(**keywords)


def available(widget: Widget | None) -> list[Command]:
    """Return the commands that do something now, the focused widget's own first, then its screen's."""
    return [
        command
        for node in (widget.ancestors_with_self if widget else [])
        if isinstance(node, Commanded)
        for command in node.VERBS
        if node.check_action(command.name, ()) is not False
    ]
