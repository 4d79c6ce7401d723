"""The help: what every key does here, and what the glyphs mean."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.text import Text
from textual.widgets import Static

from luckytui.text import _
from luckytui.tui.commands import Command, key_signs
from luckytui.tui.screens.page import PageScreen


class HelpScreen(PageScreen):
    """Lists commands and a legend."""

    def __init__(self, commands: Iterable[Command], legend: Sequence[tuple[str, str]] = ()) -> None:
        keys: dict[str, list[str]] = {}
        for command in commands:
            keys.setdefault(_(command.help), []).extend(key_signs(command))
        rows = [(" ".join(signs), text) for text, signs in keys.items()]
        body = [Static(_table(rows))]
        if legend:
            body += [
                Static(_("\nOn the board\n")),
                Static(_table([(sign, _(text)) for sign, text in legend])),
            ]
        super().__init__(_("Keys"), body)


def _table(rows: Sequence[tuple[str, str]]) -> Text:
    width = max(cell_len(sign) for sign, _text in rows)
    text = Text()
    for sign, meaning in rows:
        text.append(f" {sign}{' ' * (width - cell_len(sign))}   ", "bold")
        text.append(f"{meaning}\n")
    return text
