"""What is shown while the terminal is too small to play in."""

from textual.app import ComposeResult
from textual.screen import Screen

from luckytui.text import _
from luckytui.tui.canvas import Canvas
from luckytui.tui.widgets.painted import Painted

LEAST_WIDTH, LEAST_HEIGHT = 80, 24
"""Every screen works from this size on, in cells."""


class TooSmallNote(Painted):
    """Says how large the terminal is, and how large it should be."""

    DEFAULT_CSS = "TooSmallNote { height: 1fr; }"

    def paint(self, canvas: Canvas) -> None:
        """Paint the note."""
        needed = _("luckytui needs {width}×{height} characters.", width=LEAST_WIDTH, height=LEAST_HEIGHT)
        here = _("This terminal has {width}×{height}.", width=canvas.width, height=canvas.height)
        for y, line in enumerate((needed, here, _("Please make it larger."), _("The game waits.")), 1):
            canvas.put(1, y, line, "warn" if y == 1 else "")


class TooSmallScreen(Screen[None]):
    """Covers the others until the terminal is large enough."""

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield TooSmallNote()
