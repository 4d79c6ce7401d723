"""The lines around a board: the title, the last things that happened, the prompt, and the keys."""

from collections.abc import Sequence
from math import ceil
from time import monotonic

from rich.cells import cell_len
from textual.timer import Timer

from luckytui.text import _
from luckytui.tui.canvas import Canvas, Role, cut, folded
from luckytui.tui.commands import Command, available, key_signs
from luckytui.tui.widgets.draft import Draft
from luckytui.tui.widgets.painted import Painted

_LEAST_WIDTH = 80
"""How wide a terminal is at least: no smaller one is played in."""
_DRAFT_END = 74
"""Where the line that the player writes ends, in columns: the seconds are counted down behind it."""
_MOST_KEYS = 8
"""More keys than this nobody reads; the rest are in the help."""


class TitleLine(Painted):
    """What this is, at the left; what is going on, at the right."""

    def __init__(self, left: str = "", right: str = "", role: Role = "") -> None:
        super().__init__()
        self._shown = left, right, role

    def show(self, left: str, right: str = "", role: Role = "") -> None:
        self._shown = left, right, role
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        left, right, role = self._shown
        canvas.put(1, 0, cut(left, canvas.width - cell_len(right) - 4), "strong")
        canvas.put_right(canvas.width - 1, 0, right, role)


class LogLines(Painted):
    """A rule that says how things stand, and below it the last that happened or was said, the newest last."""

    DEFAULT_CSS = "LogLines { height: 4; }"

    LINES = 3

    _lines: Sequence[tuple[str, Role]] = ()
    _state: tuple[str, Role] = ("", "")

    def show(self, sentences: Sequence[str], state: str, role: Role, newest: Role = "") -> None:
        """Show the latest sentences, the newest in a role of its own, and the state, if any, in the rule."""
        width = max(self.app.size.width, _LEAST_WIDTH) - 2
        *older, last = [folded(sentence, width) for sentence in sentences] or [[]]
        first = max(0, self.LINES - len(last))
        faint: list[tuple[str, Role]] = [(line, "faint") for lines in older for line in lines]
        self._lines = [*(faint[-first:] if first else ()), *((line, newest) for line in last[: self.LINES])]
        self._state = state, role
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        canvas.rule(0)
        state, role = self._state
        if state:
            canvas.put(2, 0, f" {cut(state, canvas.width - 6)} ", role)
        for y, (line, line_role) in enumerate(self._lines, 1):
            canvas.put(1, y, line, line_role)


class PromptLine(Painted):
    """The one line that is always right: what is asked of the player now, and what Enter does.

    While a decision has a limit, its seconds are counted down at the right.
    A sentence that is too long for the line, as only one of the table or the network may be, takes two.
    While the player writes, what is written stands here instead.
    """

    _lines: Sequence[str] = ("",)
    _role: Role = ""
    _draft: Draft | None = None
    _ends: float | None = None
    _tick: Timer | None = None

    def show(self, text: str, role: Role = "act") -> None:
        height = len(self._lines)
        self._lines, self._role = folded(text, max(self.app.size.width, _LEAST_WIDTH) - 2), role
        if len(self._lines) != height:  # else Textual lays the whole screen out again
            self.styles.height = len(self._lines)
        self.repaint()

    def show_draft(self, draft: Draft | None) -> None:
        """Show what the player is writing now; None: the player writes no more."""
        self._draft = draft
        self.repaint()

    @property
    def has_cursor(self) -> bool:
        return self._draft is not None

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
        if self._draft:
            x = canvas.put(1, 0, _("Message: "), "act")
            canvas.cursor = self._draft.paint(canvas, x, 0, _DRAFT_END - x)
        else:
            for y, line in enumerate(self._lines):
                canvas.put(1, y, line, self._role)
        if self._ends is not None:
            canvas.put_right(canvas.width - 1, 0, _(" {seconds} s", seconds=ceil(self._left())), "warn")


class KeyBar(Painted):
    """The keys that do something now, for the focused widget and its screen."""

    _alone: Sequence[Command] | None = None

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.repaint(), immediate=True)

    def show_alone(self, commands: Sequence[Command] | None) -> None:
        """Show no commands but these; None: all again."""
        self._alone = commands
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        here = self.screen.focused or self.screen
        commands = self._alone or [each.command for each in available(here)]
        x = 1
        for command in [command for command in commands if command.label][:_MOST_KEYS]:
            sign, label = key_signs(command)[0], _(command.label)
            if x + cell_len(sign) + 1 + cell_len(label) > canvas.width:
                break
            x = canvas.put(x, 0, sign, "act")
            x = canvas.put(x + 1, 0, label, "faint") + 2
