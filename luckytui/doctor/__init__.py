"""The doctor: checks what luckytui needs of this computer, and says what to do about what is wrong."""

import platform
import re
from collections.abc import Iterator
from importlib.metadata import requires, version

from luckytui import PROGRAM
from luckytui.doctor.diagnosis import Diagnosis, Mark, well, wrong
from luckytui.doctor.files import examine_log, examine_state
from luckytui.doctor.network import examine_network
from luckytui.doctor.terminal import examine_terminal
from luckytui.games import BROKEN
from luckytui.games.pack import CANNOT_LOAD
from luckytui.system.log import log_file

__all__ = ["Diagnosis", "Mark", "examine"]


def examine() -> Iterator[Diagnosis]:
    """Yield each diagnosis as soon as it is known, in a few seconds; a test table is announced meanwhile."""
    yield well(
        "{program} on Python {python} and {system}, with {packages}.",
        program=PROGRAM,
        python=platform.python_version(),
        system=platform.system(),
        packages=", ".join(f"{package} {version(package)}" for package in _packages()),
    )
    yield from (wrong(CANNOT_LOAD, game=game, why=why) for game, why in BROKEN.items())
    yield from examine_terminal()
    yield examine_state()
    yield examine_log(log_file())
    yield from examine_network()


def _packages() -> list[str]:
    """Return the names of the packages that luckytui needs, without those of its extras."""
    needed = [each for each in requires("luckytui") or () if "extra ==" not in each]
    return [re.split(r"[^\w.-]", each)[0] for each in needed]
