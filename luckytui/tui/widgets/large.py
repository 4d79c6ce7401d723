"""Large letters, for a code that is read across a room, and the figures of large pieces: three rows high."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from luckytui.tui.canvas import Canvas
from luckytui.tui.themes import Ink

ROWS = 3
"""How many rows a large letter takes."""

_POINTS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_name("letters.toml").read_text(encoding="utf-8")
)
"""The points of each letter, and of each figure on a piece, row by row."""


def width_of(text: str, kind: str = "figures", *, scale: int = 1) -> int:
    """Return how many columns a text takes in large figures or letters; 0: there are none for it."""
    if not {*text} <= {*_POINTS[kind]}:
        return 0
    return scale * sum(len(_POINTS[kind][letter].split()[0]) + 1 for letter in text)


def put_large(
    canvas: Canvas,
    x: int,
    y: int,
    text: str,
    ink: Ink = "",
    *,
    kind: str = "figures",
    scale: int = 1,
    lower: bool = False,
) -> int:
    """Write a number in figures of 4 by 6 points, a column between them; return the x behind it.

    `kind`: other figures, or the letters, of letters.toml. `scale`: how large each point is. `lower`: half a
    row lower, so that they are in the middle of four rows.
    """
    for letter in text:
        points = _POINTS[kind][letter].split()
        canvas.pixels(x, y, ["."] * lower + points, {"#": ink}, scale=scale)
        x += scale * (len(points[-1]) + 1)
    return x
