"""What every screen has: a title, what it is for, a prompt, and the keys."""

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widget import Widget

from luckytui.text import N_, Sentence, say
from luckytui.tui.canvas import Role
from luckytui.tui.commands import Command, Commanded
from luckytui.tui.widgets.lines import KeyBar, PromptLine, TitleLine

BACK = Command("back", "escape,q", N_("back"), N_("Go back."))


class BaseScreen(Commanded, Screen[None]):
    """A screen: its title, what is in the middle, the prompt, and the keys."""

    HAS_PROMPT = True

    def __init__(
        self, left: str = "", right: str = "", *, middle: Iterable[Widget] = (), prompt: str = ""
    ) -> None:
        """`left` and `right` are what the title says there; `prompt` is what the prompt says first.

        The focus goes to the first widget in the middle that can have it.
        """
        super().__init__()
        self._left, self._right, self._middle, self._first_prompt = left, right, middle, prompt

    def on_mount(self) -> None:
        if self._first_prompt:
            self.announce(self._first_prompt)

    def compose(self) -> ComposeResult:
        yield self.header()
        yield from self._middle
        if self.HAS_PROMPT:
            yield PromptLine()
        yield KeyBar()

    def header(self) -> Widget:
        return TitleLine(self._left, self._right)

    def announce(self, text: str, role: Role = "act") -> None:
        """Say in the prompt line what can be done, or what is going on."""
        self.query_one(PromptLine).show(text, role)

    def refuse(self, reason: Sentence) -> None:
        """Say why the last request cannot be done."""
        self.announce(say(reason), "warn")

    def action_back(self) -> None:
        self.dismiss()
