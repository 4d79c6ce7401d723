"""Builds and checks a release in dist/: `make release`, or `make release URL=https://…` with the real place.

It works on a copy of what is committed, names the project's place there, and makes the pictures of README.md
absolute. It publishes nothing: at the end it says what is left for a person to do.
"""

# ruff: noqa: T201 - a command

import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACEHOLDER = "https://luckytui.example"
"""Where the project is, as long as it has no public place."""
DIST, COPY, TRIAL = ROOT / "dist", ROOT / "build" / "release", ROOT / "build" / "trial"

_LEFT = """
Checked: {files}
What is left for a person:
  1. Read CHANGELOG.md once more, and the date of this version in luckytui/__init__.py.
  2. Look at the pictures in README.md, and run luckytui in a real terminal on Windows and macOS.
  3. Tag the commit: git tag -s v{version}
  4. Upload: twine upload dist/*.whl dist/*.tar.gz
  5. Publish the site: make docs, then copy build/site/site."""


def run(*command: object, cwd: Path = ROOT) -> str:
    """Run a command, and return what it prints. Raises SystemExit with that if it fails."""
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def copy_of_head(url: str) -> None:
    """Unpack the last commit, and write down where the project is."""
    shutil.rmtree(COPY, ignore_errors=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as packed:
        packed.extractall(COPY, filter="data")
    for name in ("pyproject.toml", "docs/site.py", "docs/zensical.toml", "README.md"):
        file = COPY / name
        file.write_text(file.read_text("utf-8").replace(PLACEHOLDER, url), "utf-8")
    readme = COPY / "README.md"
    absolute = re.sub(r"\]\((?!https?:|#)", f"]({url}/source/", readme.read_text("utf-8"))
    readme.write_text(absolute, "utf-8")


def tried(wheel: Path) -> None:
    """Install the wheel into a new environment, and play with it."""
    shutil.rmtree(TRIAL, ignore_errors=True)
    run(sys.executable, "-m", "venv", TRIAL)
    python = TRIAL / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
    for words in (["version"], ["rules", "lucky-jack"], ["man"], ["--language", "de", "help"]):
        run(TRIAL / "bin" / "luckytui", *words, cwd=TRIAL)
    record = run(TRIAL / "bin" / "luckytui", "simulate", "lucky-box", "--seats=2", "--bots=easy", cwd=TRIAL)
    (TRIAL / "game.jsonl").write_text(record, "utf-8")
    run(TRIAL / "bin" / "luckytui", "verify", "game.jsonl", cwd=TRIAL)


def main(arguments: Sequence[str]) -> None:
    """Build, check, and say what is left to do."""
    url = arguments[0].rstrip("/") if arguments else PLACEHOLDER
    copy_of_head(url)
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST, COPY)
    wheel, sdist = *DIST.glob("*.whl"), *DIST.glob("*.tar.gz")
    run(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist)
    tried(wheel)
    sbom = DIST / f"{wheel.stem.split('-py3')[0]}.cdx.json"
    run(sys.executable, "-m", "cyclonedx_py", "environment", TRIAL / "bin" / "python", "--output-file", sbom)
    files = ", ".join(f"{each.name} ({each.stat().st_size // 1024:,} kB)" for each in sorted(DIST.iterdir()))
    print(_LEFT.format(files=files, version=wheel.name.split("-")[1]).strip())
    if url == PLACEHOLDER:
        print(
            f"  0. First of all: make release URL=… with the project's real place, instead of {PLACEHOLDER}."
        )


if __name__ == "__main__":
    main(sys.argv[1:])
