"""A form: a row for each choice, changed with the left and right keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.geometry import Offset, Size
from textual.message import Message

from luckytui.shown.commands import Command
from luckytui.shown.model import Place
from luckytui.shown.offers import Choose
from luckytui.text import N_, _
from luckytui.tui.canvas import Canvas, folded, spread
from luckytui.tui.widgets.painted import Painted

_ROOMY = 76
"""From how many columns on there is room beside a value for what it means."""
_VALUE_X = 19
"""The column of the values, unless a title needs more room…"""
_ABOUT = 16
"""…and how many columns on their sentences begin."""


class Choices(Painted, can_focus=True):
    """Shows choices below each other, with the help of the one under the cursor."""

    DEFAULT_CSS = "Choices { height: 1fr; }"

    GROUP = "form"
    MEASURE = 116
    VERBS: ClassVar = (
        Command("next", "right,l,space,plus", N_("next value"), N_("Choose the next value."), "change(1)"),
        Command("previous", "left,h,minus", "", N_("Choose the value before."), "change(-1)"),
        Command("down", "down,j,tab", N_("move"), N_("Move down."), "go(1)"),
        Command("up", "up,k,shift+tab", "", N_("Move up."), "go(-1)"),
    )

    @dataclass
    class Changed(Message):
        """A choice has another value now."""

        choice: Choose

    def __init__(self, choices: Sequence[Choose]) -> None:
        super().__init__()
        self.choices = choices
        self._row = 0

    def replace(self, choices: Sequence[Choose]) -> None:
        self.choices = choices
        self._row = min(self._row, len(choices) - 1)
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        self.paint_rows(canvas, 0)

    def paint_rows(self, canvas: Canvas, top: int, first: int = 0) -> None:
        """Paint the choices from a first one on, each with its help beside it where there is room.

        The help of the one under the cursor is below them if it has no room beside it.
        """
        width = canvas.width
        painted = self.choices[first:]
        x = max(_VALUE_X, *(6 + cell_len(_(choice.title)) for choice in painted))
        about_x = x + max(_ABOUT, *(8 + cell_len(choice.shown) for choice in painted))
        is_narrow = canvas.width < _ROOMY

        def below(row: int, value: Any) -> list[str]:
            """Return the lines of a value's help, if it has no room beside the row."""
            about = self.choices[row].about(value)
            is_below = is_narrow or row < first or about_x + cell_len(about) > width - 1
            return folded(about, width - 6) if is_below else []

        helps = (below(row, value) for row, each in enumerate(self.choices) for value in each.values)
        most = max(map(len, helps))
        room = canvas.height - top - (most + 1 if most else 0)
        step = spread(len(self.choices) - first, room)
        skipped = max(0, self._row - first + 1 - room)
        for row, choice in list(enumerate(self.choices))[first + skipped :][:room]:
            y, is_here = top + step * (row - first - skipped), row == self._row
            canvas.places["row", row] = 0, y, width, 1
            canvas.put(2, y, "▸" if is_here else "", "act", bold=True)
            canvas.put(4, y, _(choice.title), "strong" if is_here else "faint")
            if is_here:
                canvas.put(x, y, f"[‹ {choice.shown} ›]", "cursor")
                canvas.cursor = Offset(x + 3, y)
            else:
                canvas.put(x + 3, y, choice.shown)
            about = choice.about(choice.value)
            if not is_narrow and about_x + cell_len(about) < width:
                canvas.put(about_x, y, about, "" if is_here else "faint")
        if len(self.choices) > first + skipped + room:
            canvas.put_right(width - 1, top + room - 1, "▾", "faint")
        y = min(top + step * (len(self.choices) - first - 1) + 2, canvas.height - most)
        abouts = (choice.about(value) for choice in painted for value in choice.values)
        widest = max(canvas.least.width, *(about_x + cell_len(about) for about in abouts))
        canvas.least = Size(min(canvas.width, widest), min(canvas.height, y + 2))
        for row, line in enumerate(below(self._row, self.choices[self._row].value)):
            canvas.put(4, y + row, line)

    def clicked(self, place: Place) -> None:
        if place == ("row", self._row):
            self.action_change(1)
        else:
            self._row = place[1]
            self.repaint()

    def action_go(self, by: int) -> None:
        self._row = (self._row + by) % len(self.choices)
        self.repaint()

    def action_change(self, by: int) -> None:
        choice = self.choices[self._row]
        choice.value = choice.values[(choice.values.index(choice.value) + by) % len(choice.values)]
        self.repaint()
        self.post_message(self.Changed(choice))
