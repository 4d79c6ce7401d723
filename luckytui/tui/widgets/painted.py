"""A widget that paints its whole picture; `frames` finds what of it the terminal does not show yet."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.events import Click
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from luckytui.shown.model import Place
from luckytui.system.viewer import viewer
from luckytui.table.views import TableView
from luckytui.tui.canvas import Canvas, Cell
from luckytui.tui.commands import Commanded
from luckytui.tui.themes import BARE, PLAYERS, READ, SIGNS, Ground, palette

_WORDS_X = 4
"""The column at which the words of a list begin, behind the cursor's sign."""


class Painted(Commanded, Widget):
    """Paints by `paint`; call `repaint` whenever the picture may have changed."""

    DEFAULT_CSS = """
    Painted {
        width: 1fr;
        height: 1;
    }
    """
    GROUND: Ground = "room"
    """What an empty cell shows."""
    MEASURE = 0
    """How many columns the picture takes at most, which is then laid in the middle; 0: the widget's own."""
    LEGEND: ClassVar[Sequence[tuple[str, str]]] = ()
    """The signs on it, each with what it means (English, marked for translation)."""
    TYPED: ClassVar[Sequence[tuple[str, str]]] = ()
    """What can be typed beside the keys, each with what it does (English, marked for translation)."""

    takes_cursor = False
    """Whether the terminal's cursor belongs here even without the focus."""
    _canvas: Canvas | None = None

    def paint(self, canvas: Canvas) -> None:
        """Put the picture on an empty canvas of the widget's size."""

    def repaint(self) -> None:
        """Paint again and move the terminal's cursor. Only rows that differ are drawn.

        The cursor goes to what is selected, for a screen reader that follows it.
        """
        before, self._canvas = self._canvas, None
        if self.size and (self.has_focus or self.takes_cursor) and self.canvas.cursor is not None:
            self.app.cursor_position = self.content_region.offset + self.canvas.cursor
        if self.size.height > 1 and before is not None and before.size == self.size:
            pairs = enumerate(zip(before.rows, self.canvas.rows, strict=True))
            rows = [Region(0, y, self.size.width, 1) for y, (old, new) in pairs if old != new]
            if not rows:
                return
            self.refresh(*rows)
        else:
            self.refresh()

    def on_click(self, event: Click) -> None:
        """Move the cursor to a clicked place. A click on the place under the cursor is like Enter."""
        if (place := self.canvas.place_at(event.x, event.y)) is not None:
            self.clicked(place)

    def clicked(self, place: Place) -> None:
        """Move the cursor to a clicked place, or do what Enter does there."""

    @property
    def canvas(self) -> Canvas:
        """The picture, painted for the size that the widget has now."""
        if self._canvas is None or self._canvas.size != self.size:
            width, height = self.size
            picture = Canvas(Size(min(width, self.MEASURE or width), height), self.GROUND)
            self.paint(picture)
            self._canvas = picture
            if self.MEASURE:
                self._canvas = Canvas(self.size, self.GROUND)
                picture.left = 1 if width <= self.MEASURE else _WORDS_X
                self._canvas.lay_in_middle(picture)
        return self._canvas

    def on_focus(self) -> None:
        self.repaint()

    def on_resize(self) -> None:
        self.repaint()  # only now does the widget know where it is

    def render_line(self, y: int) -> Strip:
        style = palette(self.app).style
        runs: Iterable[Cell] = self.canvas.runs(y) if y < self.canvas.height else ()
        if self.app.no_color:
            runs = (run._replace(text=" " * cell_len(run.text)) if run.ink in BARE else run for run in runs)
        if viewer().is_ascii:
            runs = (run._replace(text=_for_ascii(run)) for run in runs)
        pieces = [Segment(text, style(ink, ground, bold=bold)) for text, ink, ground, bold in runs]
        return Strip(pieces).adjust_cell_length(self.size.width, style("", self.GROUND))


def _for_ascii(run: Cell) -> str:
    """Return a text in ASCII: players get letters as signs, pieces lose their edges and drawings."""
    if run.ink in PLAYERS:
        return run.text.translate(_LETTERS)
    return run.text if run.ink in READ else run.text.translate(_NO_BLOCKS)


_LETTERS = str.maketrans(SIGNS, "ABCDEFGHIJKL")
_NO_BLOCKS = str.maketrans("▀▄█", "   ")


class TablePicture(Painted, can_focus=True):
    """A picture of the whole table."""

    DEFAULT_CSS = "TablePicture { height: 1fr; }"

    def __init__(self, table_view: TableView) -> None:
        super().__init__()
        self.table_view = table_view

    def show(self, table_view: TableView) -> None:
        """Show the table as it is now."""
        self.table_view = table_view
        self.repaint()
