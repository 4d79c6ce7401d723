"""The commands and their flags, as flags.json declares them. Nothing slow is imported here."""

from argparse import SUPPRESS
from collections.abc import Mapping
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Final

import msgspec

from luckytui.text import _

Flag = Mapping[str, Any]
"""A flag, or a value by its place: what argparse's `add_argument` takes; `help` and `metavar` in English.

Without `help` it is for luckytui itself. `read` is what reads its value: MODULE:FUNCTION of this package,
imported when needed; without it, it has no value.
"""


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
    flags: dict[str, tuple[dict[str, Any], ...]]


_file = msgspec.json.decode(Path(__file__).with_name("flags.json").read_bytes(), type=_File)

COMMANDS: Final[Mapping[str, Command]] = _file.commands
"""The commands. Without one there is the home screen."""

FLAGS: Final[Mapping[str, tuple[Flag, ...]]] = _file.flags
"""The flags by their groups."""


def add_flags(parser: Any, *groups: str) -> None:
    """Add the flags of these groups to a parser."""
    for group in groups:
        for flag in FLAGS[group]:
            add_flag(parser, **flag)


def add_flag(parser: Any, name: str, *, help: str = "", read: str = "", **more: Any) -> None:  # noqa: A002
    """Add a flag to a parser."""
    if "metavar" in more:
        more["metavar"] = _(more["metavar"])
    kind = {"type": resolve_name(f"{__package__}.{read}")} if read else {"action": "store_true"}
    parser.add_argument(name, help=_filled(help) if help else SUPPRESS, **kind, **more)


def _filled(text: str) -> str:
    """Return a help text with what it mentions of the games filled in."""
    if "{" not in text:
        return _(text)
    from luckytui.cli.game_flags import words_of_games  # noqa: PLC0415 - slow

    return _(text, **words_of_games())
