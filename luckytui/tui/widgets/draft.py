"""A line of text that a person is writing. It is no widget: the screen gives it the keys before all else.

So a letter typed right behind the key that begins the line goes into it, before the focus could move.
"""

from rich.cells import cell_len, chop_cells
from textual.geometry import Offset

from luckytui.tui.canvas import Canvas


class Draft:
    """A text of limited length, and the place in it where the next character goes."""

    def __init__(self, most: int) -> None:
        self.text = ""
        self.place = 0
        self._most = most

    def write(self, text: str) -> None:
        """Insert the printable characters of a text, as many as there is room for."""
        shown = "".join(character for character in " ".join(text.split("\n")) if character.isprintable())
        shown = shown[: self._most - len(self.text)]
        self.text = self.text[: self.place] + shown + self.text[self.place :]
        self.place += len(shown)

    def edit(self, key: str) -> None:
        """Do what a key, by Textual's name, does in a line of text; most do nothing."""
        match key:
            case "left":
                self.place = max(0, self.place - 1)
            case "right":
                self.place = min(len(self.text), self.place + 1)
            case "home":
                self.place = 0
            case "end":
                self.place = len(self.text)
            case "backspace" if self.place:
                self.place -= 1
                self._drop(1)
            case "delete":
                self._drop(1)
            case "ctrl+u":
                self.text, self.place = self.text[self.place :], 0

    def _drop(self, characters: int) -> None:
        self.text = self.text[: self.place] + self.text[self.place + characters :]

    def paint(self, canvas: Canvas, x: int, y: int, width: int) -> Offset:
        start = self.place
        while start and cell_len(self.text[start - 1 : self.place]) < width:
            start -= 1
        canvas.put(x, y, chop_cells(self.text[start:] + " ", width)[0], "strong")
        cursor = Offset(x + cell_len(self.text[start : self.place]), y)
        canvas.put(*cursor, f"{self.text} "[self.place], "cursor")
        return cursor
