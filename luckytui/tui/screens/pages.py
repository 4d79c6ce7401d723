"""Pages to read: the help and the game log. A title, a text that scrolls, the keys."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from luckytui.text import N_, _
from luckytui.tui.commands import Command, key_signs
from luckytui.tui.screens.base import BaseScreen


class PageScreen(BaseScreen):
    """Shows widgets below a title until the player has read enough."""

    GROUP = "page"
    VERBS: ClassVar[Sequence[Command]] = (
        Command("down", "down,j", N_("down"), N_("Scroll down."), "scroll(1)"),
        Command("up", "up,k", N_("up"), N_("Scroll up."), "scroll(-1)"),
        Command("page_down", "pagedown,space", N_("page down"), N_("Scroll down by a page."), "scroll(15)"),
        Command("page_up", "pageup,b", "", N_("Scroll up by a page."), "scroll(-15)"),
        Command("close", "escape,q,enter,question_mark", N_("back"), N_("Go back."), "back"),
    )

    HAS_PROMPT = False

    def __init__(self, title: str, body: Iterable[Widget]) -> None:
        super().__init__(title, middle=[VerticalScroll(*body, can_focus=False)])

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class HelpScreen(PageScreen):
    """Lists commands and a legend: what every key does, and what the signs on the board mean."""

    def __init__(self, commands: Iterable[Command], legend: Sequence[tuple[str, str]] = ()) -> None:
        keys: dict[str, list[str]] = {}
        for command in commands:
            keys.setdefault(_(command.help), []).extend(key_signs(command))
        text = _columns([(" ".join(signs), text) for text, signs in keys.items()])
        if legend:
            text.append(_("\nOn the board\n\n"))
            text.append_text(_columns([(sign, _(meaning)) for sign, meaning in legend]))
        super().__init__(_("Keys"), [Static(text)])


def _columns(rows: Sequence[tuple[str, str]]) -> Text:
    width = max(cell_len(sign) for sign, _text in rows)
    text = Text()
    for sign, meaning in rows:
        text.append(f" {sign}{' ' * (width - cell_len(sign))}   ", "bold")
        text.append(f"{meaning}\n")
    return text


class GameLogScreen(PageScreen):
    """Lists all that happened in the game and was said, the newest at the bottom, which is seen first."""

    DEFAULT_CSS = "GameLogScreen Static { min-height: 100%; }"  # else a short log is shown at the bottom

    def __init__(self, sentences: Iterable[str]) -> None:
        body = Static("\n".join(sentences) or _("Nothing has happened yet."), markup=False)
        super().__init__(_("Game log"), [body])

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).anchor()
