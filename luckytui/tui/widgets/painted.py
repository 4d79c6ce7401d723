"""A widget that paints its whole picture; `frames` finds what of it the terminal does not show yet."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from luckytui.table.views import TableView
from luckytui.tui.canvas import ROLES, Canvas, Role
from luckytui.tui.commands import Commanded


class Painted(Commanded, Widget):
    """Paints by `paint`; call `repaint` whenever the picture may have changed."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"painted--{role}" for role in ROLES if role}

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
        & .painted--red { color: $red; }
        & .painted--yellow { color: $yellow; }
        & .painted--blue { color: $blue; }
        & .painted--magenta { color: $magenta; }
        & .painted--green { color: $green; }
        & .painted--black { color: $black; }
    }
    """

    _canvas: Canvas | None = None
    _looks: dict[Role, Style] | None = None

    def paint(self, canvas: Canvas) -> None:
        """Put the picture on an empty canvas of the widget's size."""

    def repaint(self) -> None:
        """Paint once more, and bring the terminal's cursor along."""
        self._canvas = None
        if self.size and self.has_cursor and self.canvas.cursor is not None:
            self.app.cursor_position = self.content_region.offset + self.canvas.cursor
        self.refresh()

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
        self.repaint()

    def notify_style_update(self) -> None:
        self._looks = None
        super().notify_style_update()

    @property
    def looks(self) -> dict[Role, Style]:
        """How each role looks in the theme."""
        if self._looks is None:
            look: Callable[[str], Style] = self.get_component_rich_style
            self._looks = {role: look(f"painted--{role}") if role else self.rich_style for role in ROLES}
        return self._looks

    def render_line(self, y: int) -> Strip:
        runs = self.canvas.runs(y) if y < self.canvas.height else ()
        pieces = [Segment(text, self.looks[role]) for text, role in runs]
        return Strip(pieces).adjust_cell_length(self.size.width, self.looks[""])


class TablePicture(Painted, can_focus=True):
    """A picture of the whole table."""

    LEGEND: ClassVar[Sequence[tuple[str, str]]] = ()

    DEFAULT_CSS = "TablePicture { height: 1fr; }"

    def __init__(self, table_view: TableView) -> None:
        super().__init__()
        self.table_view = table_view

    def show(self, table_view: TableView) -> None:
        """Show the table as it is now."""
        self.table_view = table_view
        self.repaint()
