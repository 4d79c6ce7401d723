"""Writes the tables of keys and settings into README.md and docs/settings.md, from what declares them."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from luckytui.games import GAMES
from luckytui.settings import SETTINGS, in_toml
from luckytui.shown import commands
from luckytui.shown.commands import ANSWERS, Command, key_signs
from luckytui.text import _
from luckytui.tui.boards import BOARDS
from luckytui.tui.boards.base import CURSOR_KEYS
from luckytui.tui.commands import changeable
from luckytui.tui.screens.pages import keys_once

ROOT = Path(__file__).parent.parent


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _keys(command: Command) -> str:
    return " ".join(f"`{sign}`" for sign in key_signs(command))


def _tables_of_keys() -> str:
    """Return the keys by where they count, as the help shows them, each once."""
    boards = {GAMES[game].title: BOARDS[game] for game in GAMES}
    everywhere = commands.TABLE
    rows: dict[str, Sequence[Command]] = {
        "On every board": CURSOR_KEYS,
        "At the table, in a game": everywhere,
    }
    for title, board in boards.items():
        rows[f"In {title}"] = [each for each in board.VERBS if each not in CURSOR_KEYS and each.label]
    rows["In the lobby"] = commands.LOBBY
    rows["After a game"] = commands.RESULTS
    typed = {f"In {title}": board.TYPED for title, board in boards.items()}
    known = {each.id for each in everywhere}
    tables = []
    for title, declared in rows.items():
        own = [each for each in declared if each.name not in ANSWERS]
        own = [each for each in own if declared is everywhere or each.id not in known]
        keys = [(" ".join(f"`{sign}`" for sign in signs.split()), text) for signs, text in keys_once(own)]
        names = [(f"`{sign}`", f"Go to {_(meaning)}.") for sign, meaning in typed.get(title, ())]
        tables.append(f"{title}:\n\n{_table(['key', 'what it does'], [*keys, *names])}")
    return "\n\n".join(tables)


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
    every = sorted(changeable().values(), key=lambda each: each.group)
    tables = []
    for group, members in groupby(every, key=lambda each: each.group):
        rows = [
            (f"`{each.name}`", _keys(each), _(each.help)) for each in members if not each.name.isdecimal()
        ]
        tables.append(f"`[keys.{group}]`\n\n{_table(['command', 'keys', 'what it does'], rows)}")
    return "\n\n".join(tables)


def filled(text: str) -> str:
    """Return a page with its tables as they should be: each is between `<!-- NAME -->` and `<!-- end -->`."""
    tables = {"keys": _tables_of_keys, "settings": _settings, "every key": _every_key}
    for name, table in tables.items():
        place = re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- end -->)", re.DOTALL)
        text = place.sub(f"\n{table()}\n\n", text)
    return text


PAGES = (ROOT / "README.md", ROOT / "docs" / "settings.md")

if __name__ == "__main__":
    for page in PAGES:
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
