"""The files: where tables, seats and the log are kept between two runs."""

from pathlib import Path

from platformdirs import user_state_path

from luckytui.client.saved_seats import FOLDER
from luckytui.doctor.diagnosis import Diagnosis, well, wrong
from luckytui.system.files import make_private, others_can_read, private_folder, write_file
from luckytui.system.state_folder import state_folder
from luckytui.text import system_reason


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
