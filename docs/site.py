"""Builds the site of the documentation in build/site: `make docs`.

The pages are those of the repository: README.md is the start, docs/ is the rest, and the rules come from the
games' rulebooks. Nothing is written twice. Links that lead out of the pages, to code for example, become
links to the repository.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from luckytui import rulebook
from luckytui.games import GAMES

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "site"
PAGES = SITE / "pages"
REPOSITORY = "https://luckytui.example/source"
"""Where links to code lead; `make release` names the real place."""

_LINK = re.compile(r"(?<=\]\()(?!https?:|#)([^)#\s]+)")


def on_site(target: Path) -> Path | None:
    """Return where a file of the repository is on the site; None: it is not there."""
    if target == ROOT / "README.md":
        return PAGES / "index.md"
    for folder in (ROOT / "docs", ROOT):
        if target.is_relative_to(folder) and (found := PAGES / target.relative_to(folder)).exists():
            return found
    return None


def linked(text: str, source: Path, page: Path) -> str:
    """Return a page's text with the links of the site. Raises SystemExit for one that leads nowhere."""

    def place(link: re.Match[str]) -> str:
        target = (source.parent / link[1]).resolve()
        if not target.exists():
            raise SystemExit(f"{source.relative_to(ROOT)}: the link {link[1]} leads nowhere.")
        found = on_site(target)
        if found is None:
            return f"{REPOSITORY}/{target.relative_to(ROOT)}"
        return os.path.relpath(found, page.parent)

    return _LINK.sub(place, text)


def main() -> int:
    """Gather the pages, let Zensical build the site, and return its exit code: 1 for a broken link."""
    shutil.rmtree(SITE, ignore_errors=True)
    (PAGES / "rules").mkdir(parents=True)
    sources = {PAGES / file.name: file for file in (ROOT / "docs").glob("*.md")}
    sources |= {PAGES / name: ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md")}
    sources[PAGES / "index.md"] = ROOT / "README.md"
    for page, source in sources.items():
        shutil.copy(source, page)
    shutil.copytree(
        ROOT / "screenshots", PAGES / "screenshots", ignore=shutil.ignore_patterns("*.py", "__pycache__")
    )
    for page, source in sources.items():
        page.write_text(linked(source.read_text("utf-8"), source, page), "utf-8")
    for game in GAMES:
        (PAGES / "rules" / f"{game}.md").write_text(rulebook.page(game) + "\n", "utf-8")
    settings = (ROOT / "docs" / "zensical.toml").read_text("utf-8")
    if left_out := [page.name for page in sources if f'"{page.name}"' not in settings]:
        raise SystemExit(f"docs/zensical.toml does not say where these pages are: {', '.join(left_out)}")
    (SITE / "zensical.toml").write_text(settings, "utf-8")
    zensical = Path(sys.executable).with_name("zensical")
    build = [zensical, "build", "--strict", "--clean"]
    return subprocess.run(build, cwd=SITE, check=False).returncode  # noqa: S603 - our own program


if __name__ == "__main__":
    sys.exit(main())
