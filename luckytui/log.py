"""The log file: where everything goes that helps to find a fault, as nothing of it may go to the screen."""

import logging
import os
from pathlib import Path

from platformdirs import user_log_path

from luckytui.state_folder import private_folder

_FULL = 1024 * 1024
"""From this size on, in bytes, the file is put aside and a new one begun."""


def log_file() -> Path:
    """Return where the log file is, or would be."""
    return user_log_path("luckytui", appauthor=False) / "luckytui.log"


def keep_log() -> None:
    """Send every log line of this process to the log file; where none can be written, nowhere."""
    logging.captureWarnings(capture=True)
    line = "{asctime} {process} {levelname} {name}: {message}"
    logging.basicConfig(handlers=[_handler(log_file())], format=line, style="{", level="INFO", force=True)


def _handler(path: Path) -> logging.Handler:
    try:
        private_folder(path.parent)
        if path.exists() and path.stat().st_size > _FULL:
            path.replace(path.with_suffix(".old.log"))
        os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))  # for the player's eyes alone
        return logging.FileHandler(path, encoding="utf-8")
    except OSError:
        return logging.NullHandler()
