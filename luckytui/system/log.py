"""The log file: it gets everything that helps to find a fault, because the screen belongs to the game."""

import logging
import os
from contextlib import suppress
from pathlib import Path

from platformdirs import user_log_path

from luckytui.system.files import private_folder, write

_FULL = 1024 * 1024
"""From this size on, in bytes, the file is put aside and a new one begun; a longer entry is cut."""

_LINE = "{asctime} {process} {levelname} {name}: {message}"


def log_file() -> Path:
    """Return where the log file is, or would be."""
    return user_log_path("luckytui", appauthor=False) / "luckytui.log"


def keep_log() -> None:
    """Send every log line of this process to the log file; where none can be written, nowhere."""
    logging.captureWarnings(capture=True)
    handler = _LogFile()
    handler.setFormatter(logging.Formatter(_LINE, style="{"))
    logging.basicConfig(handlers=[handler], level="INFO", force=True)


class _LogFile(logging.Handler):
    """Opens the file for each entry: several programs write to it, and each of them may put it aside."""

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(Exception):  # nobody can be told, least of all on the screen
            content = f"{self.format(record)[:_FULL]}\n".encode(errors="backslashreplace")
            path = log_file()
            private_folder(path.parent)
            if path.exists() and path.stat().st_size > _FULL:
                path.replace(path.with_suffix(".old.log"))
            file = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)  # for the player's eyes alone
            try:
                write(file, content)
            finally:
                os.close(file)
