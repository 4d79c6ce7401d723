"""The pages of rules: paragraphs from the rulebook, with positions in which the reader can make moves."""

from collections.abc import Sequence
from typing import ClassVar

from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from luckytui import rulebook
from luckytui.games import GAMES
from luckytui.games.options import Options
from luckytui.rulebook import Paragraph, Position
from luckytui.shown.commands import Command
from luckytui.table.study import study_of
from luckytui.text import N_, _
from luckytui.tui.boards import BOARDS
from luckytui.tui.screens.pages import PageScreen
from luckytui.tui.screens.study import PositionScreen
from luckytui.tui.unbroken import unbroken

_STATUS = {"ruling": N_("our ruling"), "variant": N_("a variant")}
"""What follows the title of such a paragraph."""


class Example(Vertical):
    """A position within the rules: its caption and the board."""

    DEFAULT_CSS = """
    Example { height: auto; margin: 0 0 1 0; }
    Example Static { margin: 0 1; text-style: italic; }
    """

    def __init__(self, game: str, paragraph: Paragraph, position: Position) -> None:
        self.paragraph, self.position = paragraph, position
        self.board = BOARDS[game](study_of(game, position).view())
        self.board.can_focus = False
        super().__init__(Static(unbroken(_(position.text)), markup=False), self.board)

    def on_resize(self) -> None:
        self.board.styles.height = 18 if self.app.size.width >= 80 else 15


class RulesScreen(PageScreen):
    """Shows the rules of a game, in our own words."""

    GROUP = "rules"
    VERBS: ClassVar[Sequence[Command]] = (
        Command("try", "enter", N_("try it"), N_("Make moves in the position that is shown.")),
        Command("next", "n,tab", N_("next position"), N_("Go to the next position."), "jump(1)"),
        Command("previous", "p,shift+tab", N_("previous"), N_("Go to the previous position."), "jump(-1)"),
        *PageScreen.VERBS[:-1],
        Command("close", "escape,q,question_mark", N_("back"), N_("Go back."), "back"),
    )

    def __init__(self, game: str, options: Options | None = None, at: Paragraph | None = None) -> None:
        """Show all rules, or those that are played with these options; begin at a paragraph."""
        self._game = game
        self._parts = {part.key: list(self._widgets(part)) for part in rulebook.paragraphs(game, options)}
        self._at = self._parts[at.key][0] if at and at.key in self._parts else None
        body = [widget for widgets in self._parts.values() for widget in widgets]
        title = _("{game}: the rules", game=GAMES[game].title)
        super().__init__(title, [*body, Static(unbroken(_(rulebook.credits_of(game))), markup=False)])

    def _widgets(self, part: Paragraph) -> list[Widget]:
        from textual.widgets import Markdown  # noqa: PLC0415 - it takes 60 ms, and only these pages need it

        status = f" · {_(_STATUS[part.status])}" if part.status in _STATUS else ""
        text = Markdown(unbroken(f"## {_(part.title)}{status}\n\n{_(part.text)}"), open_links=False)
        return [text, *(Example(self._game, part, position) for position in part.positions)]

    def on_mount(self) -> None:
        if self._at:
            self.call_after_refresh(self._go_to, self._at)

    @property
    def _examples(self) -> list[Example]:
        return list(self.query(Example))

    @property
    def _here(self) -> int:
        """The number of the first position that is in view or below it."""
        top = self.query_one(VerticalScroll).region.y
        below = (number for number, each in enumerate(self._examples) if each.region.bottom > top + 1)
        return next(below, len(self._examples) - 1)

    def _go_to(self, widget: Widget) -> None:
        for page in self.query(VerticalScroll):  # a player may have left it before it was there
            page.scroll_to_widget(widget, animate=False, top=True)

    def can_do(self, action: str) -> bool:
        return bool(self._examples) if action in {"try", "jump"} else super().can_do(action)

    def action_jump(self, by: int) -> None:
        here = self._here
        is_shown = self._examples[here].region.y <= self.query_one(VerticalScroll).region.y + 1
        step = by if is_shown or by < 0 else 0
        self._go_to(self._examples[max(0, min(here + step, len(self._examples) - 1))])

    def action_try(self) -> None:
        example = self._examples[self._here]
        self.app.push_screen(PositionScreen(self._game, example.paragraph, example.position))
