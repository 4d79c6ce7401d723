"""A list with a cursor, and beside it, in a wide terminal, more about the entry under the cursor."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.geometry import Size

from luckytui import rulebook
from luckytui.games import GAMES
from luckytui.tui.canvas import WIDE, Canvas, folded
from luckytui.tui.themes import felt
from luckytui.tui.widgets.game_blocks import put_pieces
from luckytui.tui.widgets.painted import MEASURE, WORDS_X, Painted

_ALONE = 100
"""How many columns a list takes at most if there is no preview."""
_NARROW = 60
"""In fewer columns an entry has two rows, as on a phone."""
_LEAST, _MOST = 12, 34
"""From how many rows on there is a preview, and how many it takes at most."""
_TEXT = 60
"""How many columns a line of a preview takes at most."""


class Preview(NamedTuple):
    """More about an entry, on the felt of its game: the first line is its heading."""

    game: str
    lines: Sequence[str]
    is_told: bool = True
    """Whether it says what the game is about."""


class Listed(Painted):
    """A list. Its left edge is where the prompt begins."""

    MEASURE = MEASURE

    @property
    def preview(self) -> Preview | None:
        """What is shown beside the list."""
        return None

    def paint_list(self, canvas: Canvas, *, each: int) -> None:
        """Paint the list, each entry on this many rows, and on more where there is room."""
        raise NotImplementedError

    def paint(self, canvas: Canvas) -> None:
        """Paint the list and, where there is room for both, the preview at its right."""
        width, height = canvas.size
        preview = self.preview if width >= WIDE and height >= _LEAST else None
        preview = preview if preview and preview.game in GAMES else None
        left = width * 46 // 100 if preview else min(width, _ALONE)
        picture = Canvas(Size(left, height), canvas.ground)
        self.paint_list(picture, each=2 if preview or width < _NARROW else 1)
        canvas.lay(0, 0, picture)
        if width >= WIDE:
            canvas.left = WORDS_X
        if preview:
            _put_preview(canvas, left, min(height - 1, _MOST), preview)


def _put_preview(canvas: Canvas, x: int, height: int, preview: Preview) -> None:
    """Lay some of the game's pieces on its felt, and below them what is told."""
    width = canvas.width - x - 2
    about = ["", rulebook.about(preview.game)] if preview.is_told else []
    lines = [line for each in (*preview.lines, *about) for line in folded(each, min(width - 4, _TEXT))]
    canvas.fill(x, 0, width, height, felt(preview.game))
    pieces = height - len(lines) - 3
    put_pieces(canvas, x + 1, 1, width - 2, pieces, preview.game)
    for row, line in enumerate(lines):
        canvas.put(x + 2, pieces + 2 + row, line, "" if row else "strong")
