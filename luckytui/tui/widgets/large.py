"""Large letters, for a code that is read out across a room: five points high, which are three rows."""

from itertools import zip_longest

from luckytui.tui.canvas import Canvas, Role

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

_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""The character that shows an upper and a lower point."""


def put_large(canvas: Canvas, x: int, y: int, text: str, role: Role = "") -> int:
    """Write a text of the letters that there are, a column between them; return the x behind it."""
    for letter in text:
        points = _POINTS[letter].split()
        for row in range(ROWS):
            upper, lower = points[2 * row], "".join(points[2 * row + 1 : 2 * row + 2])
            for column, pair in enumerate(zip_longest(upper, lower, fillvalue=".")):
                canvas.put(x + column, y + row, _HALVES[pair[0] == "#", pair[1] == "#"], role)
        x += len(points[0]) + 1
    return x
