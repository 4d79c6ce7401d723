"""Large letters, for a code that is read across a room, and the figures of large pieces: three rows high."""

from collections.abc import Mapping

from luckytui.tui.canvas import Canvas, Ink

ROWS = 3
"""How many rows a large letter takes."""

_POINTS = {
    "0": ".###. #..## #.#.# ##..# .###.",
    "1": ".##.. ..#.. ..#.. ..#.. .###.",
    "2": "####. ....# .###. #.... #####",
    "3": "####. ....# .###. ....# ####.",
    "4": "#..#. #..#. ##### ...#. ...#.",
    "5": "##### #.... ####. ....# ####.",
    "6": ".###. #.... ####. #...# .###.",
    "7": "##### ...#. ..#.. .#... .#...",
    "8": ".###. #...# .###. #...# .###.",
    "9": ".###. #...# .#### ....# .###.",
    "A": ".###. #...# ##### #...# #...#",
    "B": "####. #...# ####. #...# ####.",
    "C": ".#### #.... #.... #.... .####",
    "D": "####. #...# #...# #...# ####.",
    "E": "##### #.... ####. #.... #####",
    "F": "##### #.... ####. #.... #....",
    "G": ".#### #.... #..## #...# .####",
    "H": "#...# #...# ##### #...# #...#",
    "J": "..### ...#. ...#. #..#. .##..",
    "K": "#...# #..#. ###.. #..#. #...#",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#...# ##..# #.#.# #..## #...#",
    "P": "####. #...# ####. #.... #....",
    "Q": ".###. #...# #.#.# #..#. .##.#",
    "R": "####. #...# ####. #..#. #...#",
    "S": ".#### #.... .###. ....# ####.",
    "T": "##### ..#.. ..#.. ..#.. ..#..",
    "V": "#...# #...# #...# .#.#. ..#..",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#...# .#.#. ..#.. .#.#. #...#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#..",
    "Z": "##### ...#. ..#.. .#... #####",
    "-": "... ... ### ... ...",
}
"""The points of each letter of Crockford's base 32, row by row."""

_FIGURES = {
    "0": ".##. #..# #..# #..# #..# .##.",
    "1": "..#. .##. ..#. ..#. ..#. .###",
    "2": ".##. #..# ..#. .#.. #... ####",
    "3": "###. ...# .##. ...# ...# ###.",
    "4": "#..# #..# #### ...# ...# ...#",
    "5": "#### #... ###. ...# ...# ###.",
    "6": ".##. #... ###. #..# #..# .##.",
    "7": "#### ...# ..#. ..#. .#.. .#..",
    "8": ".##. #..# .##. #..# #..# .##.",
    "9": ".##. #..# .### ...# ...# .##.",
    ",": ".. .. .. .. .# #.",
}
"""The points of each figure on a piece."""


def put_large(canvas: Canvas, x: int, y: int, text: str, ink: Ink = "") -> int:
    """Write a text of the letters that there are, a column between them; return the x behind it."""
    return _put(canvas, x, y, text, ink, _POINTS)


def put_figures(canvas: Canvas, x: int, y: int, text: str, ink: Ink = "", *, lower: bool = False) -> int:
    """Write a number in figures of 4 by 6 points, a column between them; return the x behind it.

    `lower`: half a row lower, so that they are in the middle of four rows.
    """
    return _put(canvas, x, y, text, ink, _FIGURES, lower=lower)


def _put(
    canvas: Canvas, x: int, y: int, text: str, ink: Ink, points: Mapping[str, str], *, lower: bool = False
) -> int:
    for letter in text:
        rows = ["."] * lower + points[letter].split()
        canvas.pixels(x, y, rows, {"#": ink})
        x += len(rows[-1]) + 1
    return x
