"""A widget that paints its whole picture anew and sends the terminal only what has changed."""

from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from luckytui.tui.canvas import Canvas, Role


class Painted(Widget):
    """Paints by `paint`; call `repaint` whenever the picture may have changed.

    Textual's own refresh would send the whole widget: over SSH that is felt. See docs/architecture.md.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "painted--strong",
        "painted--faint",
        "painted--act",
        "painted--fresh",
        "painted--warn",
        "painted--cursor",
    }

    DEFAULT_CSS = """
    Painted {
        width: 1fr;
        height: 1;
        color: $foreground;
        & .painted--strong { text-style: bold; }
        & .painted--faint { color: $foreground 45%; }
        & .painted--act { color: $accent; }
        & .painted--fresh { color: $success; text-style: bold; }
        & .painted--warn { color: $warning; text-style: bold; }
        & .painted--cursor { text-style: bold reverse; }
    }
    """

    _canvas: Canvas | None = None
    _looks: dict[Role, Style] | None = None

    def paint(self, canvas: Canvas) -> None:
        """Put the picture on an empty canvas of the widget's size."""

    def repaint(self) -> None:
        """Paint, and refresh what differs from the last time."""
        if not self.size:
            return
        before, canvas = self._canvas, Canvas(*self.size)
        self.paint(canvas)
        self._canvas = canvas
        if canvas.cursor is not None and self.has_focus:
            self.app.cursor_position = self.content_region.offset + canvas.cursor
        if before is None or (before.width, before.height) != (canvas.width, canvas.height):
            self.refresh()
        elif regions := list(canvas.changes(before)):
            self.refresh(*regions)

    def on_resize(self) -> None:
        """Paint for the new size."""
        self.repaint()

    def on_focus(self) -> None:
        """Bring the terminal's cursor along."""
        self.repaint()

    def notify_style_update(self) -> None:
        """Forget how roles look: the theme has changed."""
        self._looks = None
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """Return one row of the picture."""
        if self._canvas is None or y >= self._canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        looks = self._looks = self._looks or self._look_up()
        return Strip([Segment(text, looks[role]) for text, role in self._canvas.runs(y)], self._canvas.width)

    def _look_up(self) -> dict[Role, Style]:
        look: Callable[[str], Style] = self.get_component_rich_style
        return {
            "": self.rich_style,
            "strong": look("painted--strong"),
            "faint": look("painted--faint"),
            "act": look("painted--act"),
            "fresh": look("painted--fresh"),
            "warn": look("painted--warn"),
            "cursor": look("painted--cursor"),
        }
