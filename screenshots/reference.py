"""Writes the tables of keys and settings into README.md and docs/settings.md, from what declares them."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from luckytui.settings import SETTINGS, in_toml
from luckytui.shown.commands import Command, key_signs
from luckytui.text import _
from luckytui.tui.boards.base import CURSOR_KEYS
from luckytui.tui.commands import changeable
from luckytui.tui.screens.table import TableScreen

ROOT = Path(__file__).parent.parent


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _keys(command: Command) -> str:
    return " ".join(f"`{sign}`" for sign in key_signs(command))


def _around_a_board() -> str:
    move = f"{' '.join(_keys(each) for each in CURSOR_KEYS)}", _(CURSOR_KEYS[0].help)
    return _table(
        ["key", "at the table"], [move, *((_keys(each), _(each.help)) for each in TableScreen.VERBS)]
    )


def _settings() -> str:
    rows = [
        (
            f"`{each.name}`",
            _(each.help),
            ", ".join(map(in_toml, each.values)) or "a text",
            in_toml(each.default),
        )
        for each in SETTINGS
    ]
    return _table(["setting", "what for", "values", "default"], rows)


def _every_key() -> str:
    """Return the tables of all commands of the app, whose import brings every screen."""
    commands = sorted(changeable().values(), key=lambda each: each.group)
    tables = []
    for group, members in groupby(commands, key=lambda each: each.group):
        rows = [
            (f"`{each.name}`", _keys(each), _(each.help)) for each in members if not each.name.isdecimal()
        ]
        tables.append(f"`[keys.{group}]`\n\n{_table(['command', 'keys', 'what it does'], rows)}")
    return "\n\n".join(tables)


def filled(text: str) -> str:
    """Return a page with its tables as they should be: each is between `<!-- NAME -->` and `<!-- end -->`."""
    tables = {"keys": _around_a_board, "settings": _settings, "every key": _every_key}
    for name, table in tables.items():
        place = re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- end -->)", re.DOTALL)
        text = place.sub(f"\n{table()}\n\n", text)
    return text


PAGES = (ROOT / "README.md", ROOT / "docs" / "settings.md")

if __name__ == "__main__":
    for page in PAGES:
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
