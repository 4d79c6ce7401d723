"""Commands: what a key does. Each is declared once, and feeds the bindings, the key bar, the help, the
command palette, the settings and the tables of keys in README.md and docs/settings.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partialmethod
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.keys import Keys
from textual.widget import Widget

from luckytui import tui
from luckytui.shown.commands import SIGNS, Command, keys_of
from luckytui.system.viewer import viewer
from luckytui.table.requests import Request
from luckytui.text import N_, Sentence

_SHARED = "table"
"""The group of the commands around every board: they and a board's own share the keyboard."""

KEPT = {
    "ctrl+a": "screen",
    "ctrl+b": "tmux",
    "ctrl+c": "luckytui",
    "ctrl+q": "flow control",
    "ctrl+s": "flow control",
    "ctrl+z": "the shell",
    "ctrl+backslash": "the shell",
}
"""The keys that some terminals or programs keep for themselves, and which."""

_NAMES = {*SIGNS, *(key.value for key in Keys), "comma", "minus", "plus", "slash", "semicolon", "colon"}
"""Textual's names of keys, besides single characters."""


class Commanded:
    """A widget or a screen with commands: its bindings follow from them."""

    VERBS: ClassVar[Sequence[Command]] = ()
    BY_NAME: ClassVar[Mapping[str, Command]] = {}
    """The commands, by name."""
    BINDINGS: ClassVar[list[BindingType]] = []
    ACTION: ClassVar[str] = "{}"
    """Textual's action for a command, by the command's name."""
    GROUP: ClassVar[str] = ""
    """The prefix of this class's commands in the settings; empty: their keys cannot be changed."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        if "VERBS" in vars(cls):
            cls.VERBS = tuple(each if each.group else each._replace(group=cls.GROUP) for each in cls.VERBS)
            cls.BY_NAME = {each.name: each for each in cls.VERBS}
            cls.BINDINGS = [
                Binding(
                    each.keys,
                    cls.ACTION.format(each.action or each.name),
                    each.label,
                    show=bool(each.label),
                    id=each.id,
                )
                for each in cls.VERBS
            ]
            for each in cls.VERBS:
                if each.request and not hasattr(cls, f"action_{each.name}"):
                    setattr(cls, f"action_{each.name}", partialmethod(_ask, each.request))
        super().__init_subclass__(**keywords)


def _ask(screen: Any, request: Request) -> None:
    screen.app.request(request)


class Available(NamedTuple):
    """A command that does something now."""

    command: Command
    node: DOMNode
    """The widget or screen that declares it."""
    action: str
    """Textual's action for it, for that node."""


def available(widget: Widget, key: str = "") -> Iterator[Available]:
    """Yield the commands that do something now, the focused widget's own first, then its screen's.

    With a `key`, only those that have it are looked at.
    """
    for node in widget.ancestors_with_self:
        if isinstance(node, Commanded):
            for command in node.VERBS:
                name = command.action or command.name
                has_key = not key or key in keys_of(command)
                if has_key and node.check_action(name.partition("(")[0], ()) is not False:
                    yield Available(command, node, node.ACTION.format(name))


# ── Keys of the player's own ──────────────────────────────────────────────────────────────────────────


@cache
def _know_all() -> None:
    """Import every class with commands: screens and boards are imported only when they open."""
    from luckytui.tui.boards import BOARDS  # noqa: PLC0415 - boards have commands

    for module in walk_packages(tui.__path__, f"{tui.__name__}."):
        import_module(module.name)
    BOARDS.know_all()


def changeable() -> dict[str, Command]:
    """Return the commands whose keys can be changed, by id."""
    return {each.id: each for verbs in together() for each in verbs if each.group}


def keymap() -> dict[str, str]:
    """Return what Textual calls a keymap: every command's keys, if the player has changed any.

    It names all commands, because Textual takes a changed key away from each other command that has it.
    """
    return {name: ",".join(keys_of(each)) for name, each in changeable().items()} if viewer().keys else {}


def key_problem(name: str, keys: str) -> Sentence | None:
    """Say why a command cannot have these keys; None: it can."""
    command = changeable().get(name)
    if not command:
        return Sentence(N_("there is no command “{name}”"), {"name": name})
    for key in keys.split(","):
        if key in KEPT:
            return Sentence(N_("{key} is kept by {program}"), {"key": key, "program": KEPT[key]})
        if len(key) != 1 and key not in _NAMES:
            return Sentence(N_("there is no key “{key}”"), {"key": key})
        if other := _other_with(key, command):
            return Sentence(N_("{key} is for “{other}” already"), {"key": key, "other": other.id})
    return None


def _other_with(key: str, command: Command) -> Command | None:
    """Return another command that has this key and can be available together with this one."""
    return next(
        (
            other
            for verbs in together()
            if any(each.id == command.id for each in verbs)
            for other in verbs
            if key in keys_of(other)
            and other.id != command.id
            and not {*other.keys.split(",")} & {*command.keys.split(",")}
        ),
        None,
    )


def together() -> Iterator[Sequence[Command]]:
    """Yield groups of commands that share the keyboard: each class's own, a board's with its screen's."""
    _know_all()
    classes = list(_below(Commanded))
    around = [each for cls in classes if cls.GROUP == _SHARED for each in cls.VERBS]
    for cls in classes:
        yield [*cls.VERBS, *around] if cls.ACTION != Commanded.ACTION else cls.VERBS


def _below(cls: type[Commanded]) -> Iterator[type[Commanded]]:
    for derived in sorted(
        cls.__subclasses__(), key=lambda each: each.__qualname__
    ):  # in any order of imports
        yield derived
        yield from _below(derived)
