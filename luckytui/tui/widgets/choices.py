"""A form of choices: one line each, changed with the left and right keys."""

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType
from textual.geometry import Offset
from textual.message import Message

from luckytui.text import N_, _
from luckytui.tui.canvas import Canvas
from luckytui.tui.commands import Command, bindings
from luckytui.tui.widgets.painted import Painted


class Choose:
    """One thing to choose, and the value it has now."""

    def __init__(self, name: str, title: str, text: str, values: Sequence[Any], value: Any) -> None:
        self.name = name
        self.title = title
        self.help = text
        self.values = tuple(values)
        self.value = value

    def step(self, by: int) -> None:
        """Go to a neighbouring value, from the last to the first as well."""
        self.value = self.values[(self.values.index(self.value) + by) % len(self.values)]


def said(value: Any) -> str:
    """Return a value that can be chosen in words."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return _(value) if isinstance(value, str) else str(value)


class Choices(Painted, can_focus=True):
    """Shows choices below each other; the cursor is on one of them, whose help is shown at the bottom."""

    DEFAULT_CSS = "Choices { height: 1fr; }"

    VERBS: ClassVar[Sequence[Command]] = (
        Command("done", "enter", N_("go on"), N_("Go on with what is chosen.")),
        Command("change(1)", "right,l,space,plus", N_("change"), N_("Choose the next value.")),
        Command("change(-1)", "left,h,minus", "", N_("Choose the value before.")),
        Command("go(1)", "down,j,tab", N_("next line"), N_("Go to the next line.")),
        Command("go(-1)", "up,k,shift+tab", "", N_("Go to the line before.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    class Changed(Message):
        """A choice has another value now."""

        def __init__(self, choice: Choose) -> None:
            super().__init__()
            self.choice = choice

    class Done(Message):
        """The player goes on with what is chosen."""

    def __init__(self, choices: Sequence[Choose]) -> None:
        super().__init__()
        self.choices = choices
        self._line = 0

    def replace(self, choices: Sequence[Choose]) -> None:
        """Offer other choices; the cursor stays on its line."""
        self.choices = choices
        self._line = min(self._line, len(choices) - 1)
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint the choices and the help of the one under the cursor."""
        for y, choice in enumerate(self.choices):
            is_here = y == self._line
            canvas.put(2, y, "▸" if is_here else " ", "act")
            canvas.put(4, y, _(choice.title), "strong" if is_here else "")
            canvas.put(
                26,
                y,
                f"‹ {said(choice.value)} ›" if is_here else f"  {said(choice.value)}",
                "act" if is_here else "",
            )
        canvas.cursor = Offset(28, self._line)
        canvas.put(4, len(self.choices) + 1, _(self.choices[self._line].help), "faint")

    def action_go(self, by: int) -> None:
        """Move the cursor by that many lines."""
        self._line = (self._line + by) % len(self.choices)
        self.repaint()

    def action_change(self, by: int) -> None:
        """Change the value under the cursor."""
        choice = self.choices[self._line]
        choice.step(by)
        self.repaint()
        self.post_message(self.Changed(choice))

    def action_done(self) -> None:
        """Go on."""
        self.post_message(self.Done())
