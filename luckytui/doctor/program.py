"""The program itself: which it is, and on what it runs."""

import platform
from importlib.metadata import version

from luckytui import PROGRAM
from luckytui.doctor.finding import Finding, well
from luckytui.text import _

PACKAGES = ("cryptography", "ifaddr", "msgpack", "msgspec", "platformdirs", "rich", "textual", "zeroconf")
"""What luckytui stands on: the dependencies of pyproject.toml."""


def examine_program() -> Finding:
    """Return the versions of all that plays a part."""
    return well(
        _(
            "{program} on Python {python} and {system}, with {packages}.",
            program=PROGRAM,
            python=platform.python_version(),
            system=platform.system(),
            packages=", ".join(f"{package} {version(package)}" for package in PACKAGES),
        )
    )
