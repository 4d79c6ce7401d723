"""The files: where tables and seats are kept between two runs, and where faults are told."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from platformdirs import user_state_path

from luckytui.doctor.finding import Finding, well, wrong
from luckytui.log import log_file
from luckytui.state_folder import state_folder
from luckytui.text import _


def examine_files() -> Iterator[Finding]:
    """Yield whether what must be kept can be, and by its owner alone."""
    yield examine_state()
    yield examine_log(log_file())


def examine_state() -> Finding:
    """Return whether tables and seats can be kept, where others on this computer cannot read them."""
    folder = user_state_path("luckytui", appauthor=False)
    try:
        folders = [state_folder(name) for name in ("tables", "tickets")]
        for each in folders:
            _write_something(each)
        open_to_others = [each for each in folders if each.stat().st_mode & 0o077]
    except OSError as error:
        return wrong(
            _(
                "Tables and seats cannot be kept in {folder}: {why}. Make room there, make the folder yours,"
                " or name another in XDG_STATE_HOME.",
                folder=folder,
                why=error.strerror,
            )
        )
    if open_to_others:
        return wrong(
            _(
                "Others on this computer can read {folders}, where your seats and codes are kept, and the"
                " disk does not let that be changed. Name a folder on another one in XDG_STATE_HOME.",
                folders=", ".join(map(str, open_to_others)),
            )
        )
    return well(_("Tables and seats are kept in {folder}.", folder=folder))


def examine_log(file: Path) -> Finding:
    """Return whether faults can be told in the log file."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("ab"):
            pass
    except OSError as error:
        return wrong(
            _(
                "The log file {file} cannot be written: {why}. Nobody could tell you what went wrong."
                " Make it yours.",
                file=file,
                why=error.strerror,
            )
        )
    return well(_("What goes wrong is told in {file}.", file=file))


def _write_something(folder: Path) -> None:
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"luckytui")
        file.flush()
        os.fsync(file.fileno())
