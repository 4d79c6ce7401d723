"""The commands and their flags, as flags.json declares them. Nothing slow is imported here."""

from argparse import SUPPRESS
from collections.abc import Mapping
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Final

import msgspec
from msgspec.structs import asdict

from luckytui.text import _


class Flag(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A flag, or a value by its place. `help` and `metavar` are English, collected for translators."""

    name: str
    help: str | None = None
    """None: it is for luckytui itself, and no help names it."""
    read: str | None = None
    """What reads its value: MODULE:FUNCTION of this package, imported when needed; None: it has no value."""
    metavar: str | None = None
    default: bool | int | float | str | tuple[str, ...] | None = None
    dest: str | None = None
    nargs: str | None = None
    const: str | None = None
    choices: tuple[str, ...] | None = None
    required: bool | None = None

    def add_to(self, parser: Any) -> None:
        """Add it to a parser."""
        passed = {name: value for name, value in asdict(self).items() if value is not None}
        name, help_, read = (passed.pop(each, None) for each in ("name", "help", "read"))
        if read:
            passed |= {
                "type": resolve_name(f"{__package__}.{read}"),
                "metavar": self.metavar and _(self.metavar),
            }
        else:
            passed["action"] = "store_true"
        parser.add_argument(name, help=_filled(help_) if help_ else SUPPRESS, **passed)


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a command does, in English, an example of its use, and the groups of flags that it takes."""

    run: str
    """What does it: MODULE:FUNCTION of this package, from what was parsed to the exit code."""
    help: str
    example: str
    flags: tuple[str, ...] = ()
    one_of: str | None = None
    """A group of flags that exclude each other."""
    game_flags: tuple[str, ...] | None = None
    """The groups of flags behind a game's name; None: it takes no game with flags."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    commands: dict[str, Command]
    flags: dict[str, tuple[Flag, ...]]


_file = msgspec.json.decode(Path(__file__).with_name("flags.json").read_bytes(), type=_File)

COMMANDS: Final[Mapping[str, Command]] = _file.commands
"""The commands. Without one there is the home screen."""

FLAGS: Final[Mapping[str, tuple[Flag, ...]]] = _file.flags
"""The flags by their groups."""


def add_flags(parser: Any, *groups: str) -> None:
    """Add the flags of these groups to a parser."""
    for group in groups:
        for flag in FLAGS[group]:
            flag.add_to(parser)


def _filled(text: str) -> str:
    """Return a help text with what it mentions of the games filled in."""
    if "{" not in text:
        return _(text)
    from luckytui.cli.game_flags import words_of_games  # noqa: PLC0415 - slow

    return _(text, **words_of_games())
