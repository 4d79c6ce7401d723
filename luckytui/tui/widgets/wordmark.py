"""The program's name in large letters."""

from rich.cells import cell_len

from luckytui.text import _
from luckytui.tui.canvas import Canvas, cut, folded, put_block
from luckytui.tui.themes import player_ink
from luckytui.tui.widgets.large import put_large
from luckytui.tui.widgets.painted import MEASURE, Painted

_LARGE, _HUGE, _LEAST_HUGE = (9, 5), (20, 9), 160
"""How large the tiles of the name are where there is room; else they are 5 by 3."""


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
        width, height = _HUGE if is_huge else _LARGE if canvas.height > 6 else (5, 3)
        top = (canvas.height - height) // 2
        for number, letter in enumerate("LUCKY"):
            x, ground = 4 + (width + 1) * number, f"tile-{number + 1}"
            put_block(canvas, x, top, width, height, ground, f"{ground}-edge", is_flat=height == _LARGE[1])
            if height == 3:
                canvas.put(x + 2, 2, letter, "strong")
            else:
                scale = width // _LARGE[0]
                put_large(
                    canvas,
                    x + (width - 5 * scale) // 2,
                    top + scale,
                    letter,
                    "text",
                    scale=scale,
                    kind="letters",
                )
        x, y = 4 + 5 * (width + 1), 2 if height == 3 else top + height // 2
        canvas.put(x + 1, y, "t u i", "faint")
        what = _("four lucky games for everyone on this network")
        if height > 3:
            canvas.put(x + 1, y + 2, cut(what, canvas.width - x - 2))
        elif canvas.width >= 46 + 31:
            for row, line in enumerate(folded(what, 31)):
                canvas.put(46, 2 + row, line)
        else:
            canvas.put(4, 4, cut(what, canvas.width - 10 - cell_len(self.player)))
        if self.player:
            canvas.put_right(
                canvas.width - 3, canvas.height - 1, f"● {self.player}", player_ink(0), bold=True
            )
