"""What the doctor finds: a mark, and a line in words."""

from enum import Enum
from typing import NamedTuple

from luckytui.text import N_


class Mark(Enum):
    """How a thing stands; the value is how that is written."""

    WELL = N_("ok")
    UNSURE = N_("?")
    """It cannot be decided from here, and is no error."""
    WRONG = N_("wrong")


class Finding(NamedTuple):
    """One thing that was looked at. The words, in the player's language, say what to do if it is wrong."""

    mark: Mark
    words: str


def well(words: str) -> Finding:
    """Return that something is as it should be."""
    return Finding(Mark.WELL, words)


def unsure(words: str) -> Finding:
    """Return that something cannot be decided."""
    return Finding(Mark.UNSURE, words)


def wrong(words: str) -> Finding:
    """Return that something is wrong."""
    return Finding(Mark.WRONG, words)
