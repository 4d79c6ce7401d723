"""What is shown while the terminal is too small to play in."""

from textual.app import ComposeResult

from luckytui.table.views import TableView
from luckytui.text import _
from luckytui.tui.canvas import Canvas, folded
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.widgets.painted import Painted

LEAST, _UPRIGHT = (60, 20), (48, 30)
"""Every screen works from each of these sizes on, in cells: the second one is that of an upright phone."""


def is_enough(width: int, height: int) -> bool:
    """Return whether a terminal is large enough."""
    return any(width >= least[0] and height >= least[1] for least in (LEAST, _UPRIGHT))


class TooSmallNote(Painted):
    """Names the terminal's size and the size it needs, and says whether the game is running."""

    DEFAULT_CSS = "TooSmallNote { height: 1fr; }"

    table_view: TableView | None = None

    def paint(self, canvas: Canvas) -> None:
        needed = _("luckytui needs {width}×{height} characters.", width=LEAST[0], height=LEAST[1])
        here = _("This terminal has {width}×{height}.", width=canvas.width, height=canvas.height)
        texts = (needed, here, _("Please make it larger."), self._game_state())
        lines = [line for text in texts for line in folded(text, canvas.width - 2)]
        for y, line in enumerate(lines, 1):
            canvas.put(1, y, line, "warn" if y == 1 else "")

    def _game_state(self) -> str:
        match_view = self.table_view.match if self.table_view else None
        if not self.table_view or not match_view or not match_view.view.active:
            return ""
        if self.table_view.paused:
            return _("The game is paused.")
        if not match_view.prompt:
            return _("The game is still running.")
        if match_view.seconds is None:
            return _("It is your turn. The game waits for you.")
        return _("It is your turn and the timer runs: if time runs out, a safe move is made for you.")


class TooSmallScreen(BaseScreen):
    """Covers the others until the terminal is large enough."""

    def __init__(self, table_view: TableView | None) -> None:
        self._note = TooSmallNote()
        self._note.table_view = table_view
        super().__init__(middle=[self._note])

    def compose(self) -> ComposeResult:
        yield self._note

    def follow(self, table_view: TableView) -> None:
        self._note.table_view = table_view
        self._note.repaint()
