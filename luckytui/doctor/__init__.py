"""The doctor: checks what luckytui needs of this computer, and says what to do about what is wrong."""

import platform
import re
from collections.abc import Iterator
from importlib.metadata import requires, version
from pathlib import Path

from platformdirs import user_state_path

from luckytui import PROGRAM
from luckytui.client.saved_seats import FOLDER
from luckytui.doctor.diagnosis import Diagnosis, Mark, well, wrong
from luckytui.doctor.network import examine_network
from luckytui.doctor.terminal import examine_terminal
from luckytui.games import BROKEN
from luckytui.games.pack import CANNOT_LOAD
from luckytui.system.files import make_private, others_can_read, private_folder, write_file
from luckytui.system.log import log_file
from luckytui.system.state_folder import state_folder
from luckytui.text import system_reason

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


def examine_state() -> Diagnosis:
    """Return whether tables and seats can be saved, so that other users cannot read them."""
    folder = user_state_path("luckytui", appauthor=False)
    try:
        folders = [state_folder(name) for name in ("tables", FOLDER)]
        for each in folders:
            write_file(each / "doctor", b"luckytui")
            (each / "doctor").unlink()
        readable = list(filter(others_can_read, folders))
    except OSError as error:
        return wrong(
            "Tables and seats cannot be saved in {folder}: {why}. Free some space there, make yourself"
            " the folder's owner, or name another in XDG_STATE_HOME.",
            folder=folder,
            why=system_reason(error),
        )
    if readable:
        return wrong(
            "Others on this computer can read {folders}, where your seats and codes are, and this disk"
            " cannot hide them. Name a folder on another disk in XDG_STATE_HOME.",
            folders=", ".join(map(str, readable)),
        )
    return well("Tables and seats are saved in {folder}.", folder=folder)


def examine_log(file: Path) -> Diagnosis:
    """Return whether the log file can be written."""
    try:
        private_folder(file.parent)
        make_private(file)
        with file.open("ab"):
            pass
    except OSError as error:
        return wrong(
            "The log file {file} cannot be written: {why}. Make it yours, so that faults can be found.",
            file=file,
            why=system_reason(error),
        )
    return well("What goes wrong is logged in {file}.", file=file)
