"""Pages to read: the help and the game log. A title, a text that scrolls, the keys."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from luckytui.shown.commands import Command, key_signs
from luckytui.text import N_, _
from luckytui.tui.canvas import Canvas
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.unbroken import unbroken
from luckytui.tui.widgets.painted import Line, Painted, put_lines

_TIME = 7
"""How many columns of a line of the log its time needs."""


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

    def __init__(self, title: str, body: Iterable[Widget], right: str = "") -> None:
        super().__init__(title, right, middle=[VerticalScroll(*body, can_focus=False)])

    def action_scroll(self, lines: int) -> None:
        for text in self.query(VerticalScroll):  # a key may come before it is there
            text.scroll_relative(y=lines, animate=False)


class HelpScreen(PageScreen):
    """Lists the keys by where they apply, what can be typed, and the signs on the board."""

    def __init__(
        self,
        commands: Mapping[str, Iterable[Command]],
        typed: Sequence[tuple[str, str]] = (),
        legend: Sequence[tuple[str, str]] = (),
    ) -> None:
        """`commands` are listed by where they apply (English)."""
        lists = {title: keys_once(each) for title, each in commands.items()}
        lists[N_("You can also type")] = [(sign, _(meaning)) for sign, meaning in typed]
        lists[N_("Signs on the board")] = [(sign, _(meaning)) for sign, meaning in legend]
        widest = max(len(sign) for rows in lists.values() for sign, _meaning in rows)
        parts: list[RenderableType] = []
        for title, rows in lists.items():
            if rows:
                parts += ["", Text(_(title), "bold"), ""] if title else []
                parts.append(_columns(rows, widest + 1))
        super().__init__(_("Keys"), [Static(Group(*parts[bool(parts[0] == "") :]))])


def keys_once(commands: Iterable[Command]) -> list[tuple[str, str]]:
    """Return each key once, with all that it does; keys that do the same share a row."""
    helps: dict[str, list[str]] = {}
    for command in commands:
        for sign in key_signs(command):
            known = helps.setdefault(sign, [])
            known += [text for text in [_(command.help)] if text not in known]
    rows: dict[str, list[str]] = {}
    for sign, texts in helps.items():
        rows.setdefault(" ".join(texts), []).append(sign)
    return [(" ".join(signs), text) for text, signs in rows.items()]


def _columns(rows: Sequence[tuple[str, str]], width: int) -> Table:
    """Return signs, on this many columns, with what they mean beside them."""
    table = Table.grid(Column(min_width=width), padding=(0, 3, 0, 0))
    for sign, meaning in rows:
        table.add_row(Text(f" {sign}", "bold", no_wrap=True), Text(unbroken(meaning)))
    return table


class LogPage(Painted):
    """All lines of a log, at full height."""

    DEFAULT_CSS = "LogPage { height: auto; min-height: 100%; }"  # else a short log is shown at the bottom
    MEASURE = 104

    def __init__(self, lines: Sequence[Line]) -> None:
        super().__init__()
        self.lines = lines

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        return sum(len(line.rows(width - _TIME)) for line in self.lines)

    def paint(self, canvas: Canvas) -> None:
        height = self.get_content_height(Size(), Size(), canvas.width)
        put_lines(canvas, 0, 0, canvas.width - _TIME, height, self.lines, recent=len(self.lines))


class GameLogScreen(PageScreen):
    """Lists all moves and chat of a game, scrolled to the newest at the bottom."""

    GROUP = "log"
    VERBS: ClassVar[Sequence[Command]] = (
        Command("both", "1", N_("both"), N_("Show moves and talk."), "show('both')"),
        Command("moves", "2", N_("moves"), N_("Show moves alone."), "show('moves')"),
        Command("talk", "3", N_("talk"), N_("Show talk alone."), "show('talk')"),
        *PageScreen.VERBS,
    )

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines or [Line(_("Nothing has happened yet."))]
        self._page = LogPage(self._lines)
        super().__init__(_("Game log"), [self._page], _("1 moves and talk · 2 moves · 3 talk"))

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).anchor()

    def action_show(self, what: str) -> None:
        shown = {"moves": [each for each in self._lines if not each.is_talk]}
        shown["talk"] = [each for each in self._lines if each.is_talk]
        self._page.lines = shown.get(what, self._lines)
        self._page.refresh(layout=True)
        self._page.repaint()
        self.query_one(VerticalScroll).anchor()
