"""Prints the newest Python here that runs luckytui, for `make newest`: on the path, or of pyenv."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

NEWEST, OLDEST = 20, 11
"""The minor versions of Python 3 that are looked for."""


def candidates(minor: int) -> Iterator[str]:
    """Yield where a Python 3 of a minor version may be."""
    yield f"python3.{minor}"
    for folder in sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*"), reverse=True):
        yield str(folder / "bin" / "python3")


def runs(python: str) -> bool:
    """Return whether this is a Python, and not a shim that leads to none."""
    try:
        return subprocess.run([python, "-c", "import venv"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


found = (each for minor in range(NEWEST, OLDEST - 1, -1) for each in candidates(minor) if runs(each))
print(next(found))  # noqa: T201
