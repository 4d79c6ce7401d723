"""The rules of a game, in our own words: a page of Markdown for each game."""

from pathlib import Path

from luckytui.games import GAMES
from luckytui.text import _
from luckytui.tui.screens.page import PageScreen

PAGES = Path(__file__).parents[1] / "rules"
"""Where the pages are: `<game>.md`."""


class RulesScreen(PageScreen):
    """Shows the rules page of one game."""

    def __init__(self, game: str) -> None:
        from textual.widgets import Markdown  # noqa: PLC0415 - it takes 60 ms, and only these pages need it

        text = (PAGES / f"{game}.md").read_text(encoding="utf-8")
        title = _("{game}: the rules", game=GAMES[game].title)
        super().__init__(title, [Markdown(text, open_links=False)])
