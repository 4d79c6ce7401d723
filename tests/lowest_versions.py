"""Prints the lowest version of each package that luckytui allows, as constraints for pip: `make lowest`."""

import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]

for requirement in PROJECT["dependencies"]:
    package, _, versions = requirement.partition(">=")
    print(f"{package}=={versions.partition(',')[0]}")  # noqa: T201
