"""`python -m tests.mutants [WORD …]`: plants small bugs, one after the other, and prints those not caught.

With words, only the bugs whose description or file has one of them. Each is planted in a copy of the program:
the working tree is left alone.
"""

# ruff: noqa: T201 - a command

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Final

from tests.mutants.bugs import ROOT, Bug, bugs

TEST_SECONDS: Final = 20
"""How long one test may take: one that waits for ever has caught the bug."""

SECONDS: Final = 60.0
"""How long the tests of one bug may take. More says nothing: a busy computer does that, too."""

TOO_SLOW: Final = f"more than {SECONDS:.0f} seconds"


def copy_to(folder: Path) -> None:
    """Copy all that git knows, or could know."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.check_output(command, cwd=ROOT, text=True).split("\0"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


def write(file: Path, text: str) -> None:
    """Write a module, and forget its bytecode: Python keeps that if size and second are the same."""
    file.write_text(text)
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
        compiled.unlink()


def caught_by(bug: Bug, folder: Path) -> str:
    """Plant a bug in a copy; return what fails then, or nothing if nothing does."""
    file = folder / bug.file
    sound = file.read_text()
    write(file, sound.replace(bug.text, bug.replacement))
    flags = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider", f"--timeout={TEST_SECONDS}"]
    command = [sys.executable, "-m", "pytest", *flags, *bug.tests]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    try:
        ran = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return TOO_SLOW
    finally:
        write(file, sound)
    if ran.returncode == 0:
        return ""
    failed = (
        line.split(" - ")[0] for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))
    )
    return next(failed, ran.stdout[-300:] + ran.stderr[-300:])


def main() -> int:
    """Run the command: it fails if a bug is not caught."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--jobs", type=int, default=2 * (os.cpu_count() or 1))  # some wait most of the time
    asked = parser.parse_args()
    planted = [bug for bug in bugs() if any(word in f"{bug.what} {bug.file}" for word in asked.words or [""])]
    begun, survivors, slow = time.monotonic(), list[Bug](), list[Bug]()
    with tempfile.TemporaryDirectory() as home, ThreadPoolExecutor(asked.jobs) as pool:
        folders: Queue[Path] = Queue()
        for number in range(asked.jobs):
            copy_to(Path(home) / str(number))
            folders.put(Path(home) / str(number))

        def try_out(bug: Bug) -> None:
            folder, started = folders.get(), time.monotonic()
            test = caught_by(bug, folder)
            folders.put(folder)
            print(f"{time.monotonic() - started:5.1f} s  {bug.what}: {test or 'NOT CAUGHT'}", flush=True)
            if not test:
                survivors.append(bug)
            elif test == TOO_SLOW:
                slow.append(bug)

        list(pool.map(try_out, planted))
    print(f"{len(planted)} bugs planted in {time.monotonic() - begun:.0f} s: {len(survivors)} not caught,")
    print(f"{len(slow)} not known: their tests were not over in time")
    return bool(survivors)


if __name__ == "__main__":
    sys.exit(main())
