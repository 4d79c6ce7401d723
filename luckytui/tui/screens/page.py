"""A page to read: a title, a text that scrolls, and the keys. The help, the story and the rules are pages."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widget import Widget

from luckytui.text import N_
from luckytui.tui.commands import Command, bindings
from luckytui.tui.widgets.lines import KeyBar, TitleLine


class PageScreen(Screen[None]):
    """Shows widgets below a title; goes away when the player has read enough."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("scroll(1)", "down,j", N_("down"), N_("Read on.")),
        Command("scroll(-1)", "up,k", N_("up"), N_("Go back in the text.")),
        Command("scroll(15)", "pagedown,space", N_("page down"), N_("Read on by a page.")),
        Command("scroll(-15)", "pageup,b", "", N_("Go back by a page.")),
        Command("back", "escape,q,enter,question_mark", N_("back"), N_("Go back to where you were.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def __init__(self, title: str, body: Iterable[Widget]) -> None:
        super().__init__()
        self._heading = title
        self._body = body

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield TitleLine()
        with VerticalScroll(can_focus=False):
            yield from self._body
        yield KeyBar()

    def on_mount(self) -> None:
        """Write the title."""
        self.query_one(TitleLine).show(self._heading)

    def action_scroll(self, lines: int) -> None:
        """Scroll by that many lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_back(self) -> None:
        """Close the page."""
        self.dismiss()
