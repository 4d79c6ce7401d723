"""What the doctor finds: a mark, and a line in words."""

from enum import Enum
from typing import NamedTuple

from luckytui.text import N_, _


class Mark(Enum):
    """The result of a check; the value is how it is printed."""

    WELL = N_("ok")
    UNSURE = N_("?")
    """It cannot be decided from here, and is no error."""
    WRONG = N_("wrong")


class Finding(NamedTuple):
    """The result of one check. The words, in the player's language, say what to do if something is wrong."""

    mark: Mark
    words: str


def well(text: str, **values: object) -> Finding:
    """Return that something is as it should be."""
    return Finding(Mark.WELL, _(text, **values))


def unsure(text: str, **values: object) -> Finding:
    """Return that something cannot be decided."""
    return Finding(Mark.UNSURE, _(text, **values))


def wrong(text: str, **values: object) -> Finding:
    """Return that something is wrong."""
    return Finding(Mark.WRONG, _(text, **values))
