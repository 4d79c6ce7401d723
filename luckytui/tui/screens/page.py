"""A page to read, as the help, the game log and the rules are: a title, a text that scrolls, the keys."""

from collections.abc import Iterable
from typing import ClassVar

from textual.containers import VerticalScroll
from textual.widget import Widget

from luckytui.text import N_
from luckytui.tui.commands import Command
from luckytui.tui.screens.base import BaseScreen


class PageScreen(BaseScreen):
    """Shows widgets below a title until the player has read enough."""

    VERBS: ClassVar = (
        Command("scroll(1)", "down,j", N_("down"), N_("Scroll down.")),
        Command("scroll(-1)", "up,k", N_("up"), N_("Scroll up.")),
        Command("scroll(15)", "pagedown,space", N_("page down"), N_("Scroll down by a page.")),
        Command("scroll(-15)", "pageup,b", "", N_("Scroll up by a page.")),
        Command("back", "escape,q,enter,question_mark", N_("back"), N_("Go back.")),
    )

    HAS_PROMPT = False

    def __init__(self, title: str, body: Iterable[Widget]) -> None:
        super().__init__(title)
        self._body = body

    def middle(self) -> Iterable[Widget]:
        return [VerticalScroll(*self._body, can_focus=False)]

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
