"""Reading the values of flags: from what was typed to a value, or a sentence that says what is wrong."""

import ipaddress
from argparse import ArgumentTypeError

from luckytui.address import Address, parse
from luckytui.text import UserError, _, say


def whole_number(text: str) -> int:
    """Read a number of up to nine digits."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise ArgumentTypeError(_("“{text}” is not a whole number.", text=text))
    return int(text)


def at_least_one(text: str) -> int:
    """Read a number from 1 on."""
    number = whole_number(text)
    if number < 1:
        raise ArgumentTypeError(_("it must be at least 1."))
    return number


def port(text: str) -> int:
    """Read the number of a port; 0 is any."""
    number = whole_number(text)
    if number >= 2**16:
        raise ArgumentTypeError(_("a port is a number from 0 to 65535, not {port}.", port=number))
    return number


def seconds(text: str) -> float:
    """Read a time of an hour at most."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 3600:
        raise ArgumentTypeError(_("“{text}” is not a number of seconds from 0 to 3600.", text=text))
    return number


def not_empty(text: str) -> str:
    """Read any text but none."""
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
    """Read an IP address; None stands for all of this computer's."""
    try:
        known = ipaddress.ip_address(text)
    except ValueError:
        raise ArgumentTypeError(
            _("“{text}” is not an address of this computer, such as 127.0.0.1.", text=text)
        ) from None
    return None if known.is_unspecified else text
