"""Flags, and reading their values: from what was typed to a value, or a sentence that says what is wrong."""

import ipaddress
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from typing import Any, NamedTuple

from luckytui.address import Address, parse
from luckytui.text import N_, UserError, _, say


class Misuse(UserError):
    """The command was not called as it should be."""


class Flag(NamedTuple):
    """A flag, or a value by its place. Without a `read` it is one to set."""

    name: str
    help: str
    read: Callable[[str], Any] | None = None
    default: Any = None
    metavar: str | None = None
    more: Mapping[str, Any] = {}
    """Further arguments for argparse."""

    def add_to(self, parser: Any, **words: object) -> None:
        """Let a parser take it. The help names its default and these words."""
        help_ = _(self.help, default=self.default, **words)
        if self.read:
            kind = {"type": self.read, "default": self.default, "metavar": self.metavar and _(self.metavar)}
        else:
            kind = {"action": "store_true", "default": self.default or False}
        parser.add_argument(self.name, help=help_, **kind, **self.more)


SCREEN = (
    Flag(
        "--plain",
        "Draw nothing: everything in lines, for a screen reader (default: as the settings say)",
        default=SUPPRESS,
    ),
    Flag(
        "--drawn",
        "Draw (default: unless the settings, LUCKYTUI_PLAIN or the terminal say otherwise)",
        default=SUPPRESS,
    ),
    Flag("--ascii", "Draw with ASCII alone (default: where the locale is not UTF-8)", default=SUPPRESS),
    Flag(
        "--slow-link",
        "Send the terminal little: 16 colors, and nothing step by step (default: no)",
        default=SUPPRESS,
    ),
)
"""What every command with a screen can be told of the terminal, before or after a game's name."""


def add_flags(parser: ArgumentParser, *flags: Flag, **words: object) -> None:
    """Let a parser take these flags."""
    for flag in flags:
        flag.add_to(parser, **words)


def near(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Ask whether one of the known names was meant; `otherwise` is said if none is like it."""
    names = list(dict.fromkeys(known))
    found = [each for each in names if len(name) > 2 and name in each] or get_close_matches(
        name, names, 1, 0.5
    )
    return _("Did you mean “{name}”?", name=found[0]) if found else otherwise


def whole_number(text: str) -> int:
    """Read a number of up to nine digits."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise ArgumentTypeError(_("“{text}” is not a whole number.", text=text))
    return int(text)


def number_in(numbers: range, problem: str, *more: int, **words: object) -> Callable[[str], int]:
    """Return what reads one of these; `problem` is for another {number}: {first} and {last} are allowed."""

    def read(text: str) -> int:
        number = whole_number(text)
        if number not in numbers and number not in more:
            raise ArgumentTypeError(_(problem, number=number, first=numbers[0], last=numbers[-1], **words))
        return number

    return read


at_least_one = number_in(range(1, 10**9), N_("it must be at least 1."))
port = number_in(range(2**16), N_("a port is a number from 0 to 65535, not {number}."))


def seconds(text: str) -> float:
    """Read a time of an hour at most."""
    with suppress(ValueError):
        if 0 <= (number := float(text)) <= 3600:
            return number
    raise ArgumentTypeError(_("“{text}” is not a number of seconds from 0 to 3600.", text=text))


def not_empty(text: str) -> str:
    """Read a text that says something."""
    if not text:
        raise ArgumentTypeError(_("it cannot be empty."))
    return text


def address(text: str) -> Address:
    """Read HOST or HOST:PORT."""
    try:
        return parse(text)
    except UserError as error:
        raise ArgumentTypeError(say(error.reason)) from None


def own_address(text: str) -> str | None:
    """Read an IP address; None: all of this computer's."""
    try:
        known = ipaddress.ip_address(text)
    except ValueError:
        raise ArgumentTypeError(
            _("“{text}” is not an address of this computer, such as 127.0.0.1.", text=text)
        ) from None
    return None if known.is_unspecified else text
