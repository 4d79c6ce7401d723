"""The lines around a board: the title, the last things that happened, the prompt, and the keys."""

from collections.abc import Sequence
from math import ceil
from textwrap import wrap
from time import monotonic

from rich.cells import cell_len
from textual.timer import Timer

from luckytui.tui.canvas import Canvas, Role, cut
from luckytui.tui.commands import available, key_signs
from luckytui.tui.widgets.painted import Painted
from luckytui.words import _

_LEAST_WIDTH = 78
"""How wide a line of text is at least, as no smaller terminal is played in."""
_MOST_KEYS = 8
"""More keys than this nobody reads; the rest are in the help."""


class TitleLine(Painted):
    """What this is, at the left; what is going on, at the right."""

    CUTS = (40,)

    _left = _right = ""
    _role: Role = ""

    def show(self, left: str, right: str = "", role: Role = "") -> None:
        """Show these texts; the role is the right one's."""
        self._left, self._right, self._role = left, right, role
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint the line; where both do not fit, the left one is cut."""
        canvas.put(1, 0, cut(self._left, canvas.width - cell_len(self._right) - 4), "strong")
        canvas.put_right(canvas.width - 1, 0, self._right, self._role)


class StoryLines(Painted):
    """A rule, and below it the last three things that happened, the newest last."""

    DEFAULT_CSS = "StoryLines { height: 4; }"

    LINES = 3
    """How many sentences there is room for."""

    _sentences: Sequence[str] = ()

    def show(self, sentences: Sequence[str]) -> None:
        """Show these sentences."""
        self._sentences = sentences
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint the sentences, the older ones fainter."""
        canvas.rule(0)
        for y, sentence in enumerate(self._sentences, 1):
            canvas.put(1, y, sentence, "" if y == len(self._sentences) else "faint")


class PromptLine(Painted):
    """The one line that is always right: what is asked of the player now, and what Enter does.

    While a decision has a limit, its seconds are counted down at the right, in a slice of their own.
    A sentence that is too long for the line, as only one of the table or the network may be, takes two.
    """

    CUTS = (74,)

    _lines: Sequence[str] = ()
    _role: Role = ""
    _ends: float | None = None
    """When the time is over, by the monotonic clock."""
    _tick: Timer | None = None

    def show(self, text: str, role: Role = "act") -> None:
        """Show this text."""
        self._lines, self._role = wrap(text, max(self.app.size.width - 2, _LEAST_WIDTH)), role
        self.styles.height = max(1, len(self._lines))
        self.repaint()

    def count_down(self, seconds: float | None) -> None:
        """Count down from so many seconds; None: there is no limit, and nothing runs."""
        self._ends = None if seconds is None else monotonic() + seconds
        self._show_seconds()

    def _show_seconds(self) -> None:
        """Show how many seconds are left, and wait until that is one less."""
        if self._tick:
            self._tick.stop()
            self._tick = None
        self.repaint()
        if left := self._left():
            self._tick = self.set_timer(left - ceil(left) + 1, self._show_seconds)

    def _left(self) -> float:
        return max(0.0, self._ends - monotonic()) if self._ends is not None else 0.0

    def paint(self, canvas: Canvas) -> None:
        """Paint the line."""
        for y, line in enumerate(self._lines):
            canvas.put(1, y, line, self._role)
        if self._ends is not None:
            canvas.put_right(canvas.width - 1, 0, _(" {seconds} s", seconds=ceil(self._left())), "warn")


class KeyBar(Painted):
    """The keys that do something now, for the focused widget and its screen."""

    def on_mount(self) -> None:
        """Follow what the keys do."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.repaint())

    def paint(self, canvas: Canvas) -> None:
        """Paint the keys with their labels, as many as there is room for."""
        labelled = [command for command in available(self.screen.focused or self.screen) if command.label]
        x = 1
        for command in labelled[:_MOST_KEYS]:
            sign, label = key_signs(command)[0], _(command.label)
            if x + cell_len(sign) + 1 + cell_len(label) > canvas.width:
                break
            x = canvas.put(x, 0, sign, "act")
            x = canvas.put(x + 1, 0, label, "faint") + 2
