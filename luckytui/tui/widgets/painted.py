"""A widget that paints its whole picture anew and sends the terminal only what has changed.

Textual sends a changed row again from its widget's left edge on. So a picture can be cut into upright
slices, widgets of their own: what changes in one costs nothing in those beside it.
"""

from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.strip import Strip
from textual.widget import Widget

from luckytui.tui.canvas import ROLES, Canvas, Role


class Painted(Widget):
    """Paints by `paint`; call `repaint` whenever the picture may have changed."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"painted--{role}" for role in ROLES if role}

    DEFAULT_CSS = """
    Painted {
        layout: horizontal;
        width: 1fr;
        height: 1;
        color: $foreground;
        & .painted--strong { text-style: bold; }
        & .painted--faint { color: $foreground 45%; }
        & .painted--act { color: $accent; }
        & .painted--fresh { color: $success; text-style: bold; }
        & .painted--warn { color: $warning; text-style: bold; }
        & .painted--cursor { text-style: bold reverse; }
        & .painted--red { color: $red; }
        & .painted--yellow { color: $yellow; }
        & .painted--blue { color: $blue; }
        & .painted--magenta { color: $magenta; }
        & .painted--green { color: $green; }
        & .painted--black { color: $black; }
    }
    """

    CUTS: ClassVar[tuple[int, ...]] = ()
    """Where the picture is cut into slices, in columns, ascending."""

    _canvas: Canvas | None = None
    _looks: dict[Role, Style] | None = None

    def compose(self) -> ComposeResult:
        """Lay the slices side by side."""
        edges = (0, *self.CUTS)
        for left, right in zip(edges, (*self.CUTS, None), strict=True):
            yield Slice(self, left, right)

    def paint(self, canvas: Canvas) -> None:
        """Put the picture on an empty canvas of the widget's size."""

    def repaint(self) -> None:
        """Paint, and refresh what differs from the last time."""
        before, self._canvas = self._canvas, None
        if before is None or before.size != self.size:
            return  # nothing is on screen yet, or Textual will ask for all of it
        canvas = self.canvas
        if canvas.cursor is not None and self.has_cursor:
            self.app.cursor_position = self.content_region.offset + canvas.cursor
        for piece in self.query_children(Slice):
            piece.show_changes(before)

    @property
    def has_cursor(self) -> bool:
        """Whether the terminal's cursor belongs here."""
        return self.has_focus

    @property
    def canvas(self) -> Canvas:
        """The picture, painted for the size that the widget has now."""
        if self._canvas is None or self._canvas.size != self.size:
            self._canvas = Canvas(self.size)
            self.paint(self._canvas)
        return self._canvas

    def on_focus(self) -> None:
        """Bring the terminal's cursor along."""
        self.repaint()

    def notify_style_update(self) -> None:
        """Forget how roles look: the theme has changed."""
        self._looks = None
        super().notify_style_update()

    @property
    def looks(self) -> dict[Role, Style]:
        """How each role looks in the theme."""
        if self._looks is None:
            look: Callable[[str], Style] = self.get_component_rich_style
            self._looks = {role: look(f"painted--{role}") if role else self.rich_style for role in ROLES}
        return self._looks


class Slice(Widget):
    """The columns of a picture from `left` to just before `right`; to the end where that is None."""

    DEFAULT_CSS = "Slice { width: 1fr; height: 1fr; }"

    def __init__(self, picture: Painted, left: int, right: int | None) -> None:
        super().__init__()
        self._picture = picture
        self._left = left
        self._right = right
        if right is not None:
            self.styles.width = right - left

    def show_changes(self, before: Canvas) -> None:
        """Refresh what differs from the picture before, which had the same size."""
        if regions := list(self._picture.canvas.changes(before, self._left, self._right)):
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        """Return one row of the slice."""
        canvas, looks = self._picture.canvas, self._picture.looks
        if y >= canvas.size.height:
            return Strip.blank(self.size.width, looks[""])
        runs = canvas.runs(y, self._left, self._right)
        return Strip([Segment(text, looks[role]) for text, role in runs]).adjust_cell_length(
            self.size.width, looks[""]
        )
