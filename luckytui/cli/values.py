"""Readers of flags' values: they return the value, or say in a sentence what is wrong."""

import ipaddress
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

from luckytui.address import Address, parse
from luckytui.text import N_, UserError, _, say


class Misuse(UserError):
    """The command was not called as it should be."""


def near(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Ask whether a known name was meant; if none is similar, return `otherwise`."""
    words, word = {each.strip("-"): each for each in known}, name.strip("-")
    related = [each for each in words if each.partition("-")[0] == word.partition("-")[0]]
    found = (
        [each for each in words if len(word) > 2 and word in each]
        or get_close_matches(word, related, 1, 0.5)
        or get_close_matches(word, words, 1, 0.65)
    )
    return _("Did you mean “{name}”?", name=words[found[0]]) if found else otherwise


def number_in(numbers: range, problem: str, *more: int, **words: object) -> Callable[[str], int]:
    """Return a reader of these numbers. Others get `problem`, with {number}, {first} and {last}."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise ArgumentTypeError(_("“{text}” is not a whole number.", text=text))
        number = int(text)
        if number not in numbers and number not in more:
            raise ArgumentTypeError(_(problem, number=number, first=numbers[0], last=numbers[-1], **words))
        return number

    return read


def seconds(text: str) -> float:
    """Read a time of an hour at most."""
    with suppress(ValueError):
        if 0 <= (number := float(text)) <= 3600:
            return number
    raise ArgumentTypeError(_("“{text}” is not a number of seconds from 0 to 3600.", text=text))


def not_empty(text: str) -> str:
    """Read a text that is not empty."""
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


file, text = Path, str
count = number_in(range(1, 10**9), N_("it must be at least 1."))
port = number_in(range(2**16), N_("a port is a number from 0 to 65535, not {number}."))
