"""The player's own folder for what must outlive the program: journals of tables, and tickets to seats."""

import time
from collections.abc import Iterator
from pathlib import Path

from platformdirs import user_state_path

_KEPT_FOR = 30 * 24 * 3600.0
"""How many seconds a file is kept that nobody has come back to."""


def state_folder(name: str) -> Path:
    """Return a folder that nobody else may look into. Raises OSError where it cannot be made."""
    folder = user_state_path("luckytui", appauthor=False) / name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def outdated(folder: Path) -> Iterator[Path]:
    """Return the files of a folder that nobody has come back to for a month."""
    for file in folder.iterdir():
        if file.stat().st_mtime < time.time() - _KEPT_FOR:
            yield file
