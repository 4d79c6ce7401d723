"""The program's name in large letters."""

from rich.cells import cell_len

from luckytui.text import _
from luckytui.tui.canvas import NARROW, Canvas, cut, folded, put_block
from luckytui.tui.themes import player_ink
from luckytui.tui.widgets.large import put_large
from luckytui.tui.widgets.painted import MEASURE, Painted

_SMALL, _LARGE, _HUGE, _LEAST_HUGE = (5, 3), (9, 5), (20, 9), 160
"""How large the tiles of the name are, and from how many columns on they are huge."""


class Wordmark(Painted):
    """The program's name: five tiles, from the lowest to the highest, and who plays."""

    DEFAULT_CSS = "Wordmark { height: 5; }"
    GROUND = "felt"
    MEASURE = MEASURE

    def __init__(self, player: str = "") -> None:
        super().__init__()
        self.player = player

    def paint(self, canvas: Canvas) -> None:
        is_huge = canvas.height > 11 and canvas.width >= _LEAST_HUGE
        is_large = canvas.height > 6 and canvas.width >= NARROW
        width, height = _HUGE if is_huge else _LARGE if is_large else _SMALL
        top, scale = (canvas.height - height) // 2, width // _LARGE[0]
        for number, letter in enumerate("LUCKY"):
            x, ground = 4 + (width + 1) * number, f"tile-{number + 1}"
            put_block(
                canvas, x, top, width, height, ground, f"{ground}-edge", is_flat=is_large and not is_huge
            )
            if scale:
                x += (width - 5 * scale) // 2
                put_large(canvas, x, top + scale, letter, "text", scale=scale, kind="letters")
            else:
                canvas.put(x + 2, top + 1, letter, "strong")
        x, y = 5 + 5 * (width + 1), top + height // 2
        canvas.put(x, y, "t u i", "faint")
        what = _("four lucky games for everyone on this network")
        if canvas.width < NARROW:
            canvas.put(4, top + height, cut(what, canvas.width - 10 - cell_len(self.player)))
        else:
            x, y = (x, y + 2) if scale else (46, y)
            for row, line in enumerate(folded(what, canvas.width - x - 3)):
                canvas.put(x, y + row, line)
        if self.player:
            canvas.put_right(
                canvas.width - 3, canvas.height - 1, f"● {self.player}", player_ink(0), bold=True
            )
