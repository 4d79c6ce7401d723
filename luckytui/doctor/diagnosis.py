"""What the doctor finds: a mark, and a line in words."""

from enum import Enum
from functools import partial
from typing import NamedTuple

from luckytui.text import N_, _


class Mark(Enum):
    """The result of a check; the value is how it is printed."""

    WELL = N_("ok")
    UNSURE = N_("?")
    """It cannot be decided from here, and is no error."""
    WRONG = N_("wrong")


class Diagnosis(NamedTuple):
    """The result of one check. The words, in the player's language, say what to do if something is wrong."""

    mark: Mark
    words: str


# The texts of these three are collected for translators, like those of `_`.


def _found(mark: Mark, text: str, **values: object) -> Diagnosis:
    return Diagnosis(mark, _(text, **values))


well = partial(_found, Mark.WELL)
unsure = partial(_found, Mark.UNSURE)
wrong = partial(_found, Mark.WRONG)
