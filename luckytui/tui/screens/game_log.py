"""The game log as a page: all that happened in the game and was said, in words."""

from collections.abc import Iterable

from textual.containers import VerticalScroll
from textual.widgets import Static

from luckytui.text import _
from luckytui.tui.screens.page import PageScreen


class GameLogScreen(PageScreen):
    """Lists sentences, the newest at the bottom, where one begins to read."""

    DEFAULT_CSS = "GameLogScreen Static { min-height: 100%; }"  # else a short log is shown at the bottom

    def __init__(self, sentences: Iterable[str]) -> None:
        body = Static("\n".join(sentences) or _("Nothing has happened yet."), markup=False)
        super().__init__(_("Game log"), [body])

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).anchor()
