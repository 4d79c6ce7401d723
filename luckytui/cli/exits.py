"""How a command ends: the exit codes, the same with a screen, in lines, and for a host."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from luckytui.text import N_


class Exit(IntEnum):
    """An exit code."""

    DONE = 0
    FAILURE = 1
    MISUSE = 2
    CHEATED = 3
    UNPROVEN = 4
    INTERRUPTED = 130
    """What a shell expects of a command that Ctrl-C ended: 128 and the number of the signal."""


MEANINGS: Final[Mapping[Exit, str]] = {
    Exit.DONE: N_("It is done, or Ctrl-C or a signal ended a game or a host, and nothing is lost."),
    Exit.FAILURE: N_("It cannot be done, and the error output says why; verify: a record is wrong."),
    Exit.MISUSE: N_("The command was called wrongly."),
    Exit.CHEATED: N_("join --autoplay: the host cheated."),
    Exit.UNPROVEN: N_(
        "verify: a record has no seed to check chance against, or is of other rules or of a later version."
    ),
    Exit.INTERRUPTED: N_("Ctrl-C interrupted it."),
}
"""What each exit code tells a script, for the manual page."""
