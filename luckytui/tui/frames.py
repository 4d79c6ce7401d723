"""What the terminal shows already, so that only the cells that differ are sent to it, in the fewest bytes.

Textual sends a whole screen several times while it is built, and a changed row from its widget's left edge
on. Over a slow connection that is what a key costs. Most bytes are colors: of two pieces in a row, only what
of the look changes is sent.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple, Self

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style
from textual._compositor import CompositorUpdate
from textual.strip import Strip

from luckytui.shown.ascii import in_ascii

_GAP = 5
"""Up to this many equal cells of one look are sent again: skipping them costs about as many bytes."""

_Cells = list[tuple[str, Style]]
_NO_STYLE = Style()


class Frame(CompositorUpdate):
    """The next picture of the terminal, and the one that it shows."""

    def __init__(self, *, colors: ColorSystem | None = ColorSystem.TRUECOLOR, is_ascii: bool = False) -> None:
        """`colors`: the colors that the terminal is sent; None: none."""
        self._colors = colors
        self._is_ascii = is_ascii
        self._shown: Sequence[Strip] = ()
        self._next: Sequence[Strip] = ()

    def of(self, rows: Sequence[Strip]) -> Self:
        """Return the update to these rows, all that the terminal has."""
        self._next = rows
        return self

    def changed(self, rows: Mapping[int, Strip]) -> Self:
        """Return the update to these rows, by their numbers; the others are as before."""
        self._next = [rows.get(y, row) for y, row in enumerate(self._next)]
        return self

    @property
    def is_known(self) -> bool:
        """Whether the terminal shows the last picture."""
        return bool(self._shown)

    def forget(self) -> None:
        """Send every cell next time: something else may have written to the terminal."""
        self._shown = ()

    def render_segments(self, console: Console) -> str:  # noqa: ARG002 - it is Textual's
        """Return what to write: the position, style and text of each stretch that differs."""
        shown = self._shown if len(self._shown) == len(self._next) else ()
        self._shown = self._next
        pen = _Pen(self._colors)
        for y, (row, old) in enumerate(zip_longest(self._next, shown, fillvalue=Strip([])), 1):
            if row != old:
                cells = _cells(row)
                for left, right in _stretches(cells, _cells(old)):
                    pen.move(left + 1, y)
                    pen.write(cells[left:right])
        written = pen.end()
        return in_ascii(written) if self._is_ascii else written


class _Codes(NamedTuple):
    """The codes of a style: weight and the like, color, and background."""

    attributes: str = "0"
    color: str = "39"
    ground: str = "49"


class _Pen:
    """Writes cells, and remembers the style of the last one and its row."""

    def __init__(self, colors: ColorSystem | None) -> None:
        self._colors = colors
        self._codes = _Codes()
        self._row = 0
        self._pieces: list[str] = []

    def move(self, x: int, y: int) -> None:
        self._pieces.append(f"\x1b[{x}G" if y == self._row else f"\x1b[{y};{x}H")
        self._row = y

    def write(self, cells: _Cells) -> None:
        for text, style in cells:
            codes = _codes(style, self._colors)
            if text == " " and self._codes.attributes in {"0", "1"} and not style.reverse:
                codes = self._codes._replace(ground=codes.ground)  # nothing else of it is seen
            if codes != self._codes:
                self._pieces.append(f"\x1b[{_change(self._codes, codes)}m")
                self._codes = codes
            self._pieces.append(text)

    def end(self) -> str:
        """Return all that was written; the terminal is left as it was."""
        return "".join([*self._pieces, "\x1b[0m" if self._codes != _Codes() else ""])


def _change(old: _Codes, new: _Codes) -> str:
    """Return the codes that lead from one look to another."""
    if old.attributes in {new.attributes, "0"}:
        return ";".join(code for code, was in zip(new, old, strict=True) if code != was)
    if (old.attributes, new.attributes) == ("1", "0"):
        return ";".join(["22", *(code for code, was in zip(new[1:], old[1:], strict=True) if code != was)])
    return ";".join(["0", *(code for code, plain in zip(new, _Codes(), strict=True) if code != plain)])


@lru_cache(2048)
def _codes(style: Style, colors: ColorSystem | None) -> _Codes:
    flags = (style.bold, style.dim, style.italic, style.underline, style.blink, None, style.reverse)
    attributes = ";".join(str(code) for code, is_on in enumerate(flags, 1) if is_on)

    def of(color: Color | None, *, foreground: bool) -> str:
        shown = color.downgrade(colors) if color and colors else Color.default()
        return ";".join(shown.get_ansi_codes(foreground=foreground))

    return _Codes(attributes or "0", of(style.color, foreground=True), of(style.bgcolor, foreground=False))


def _cells(row: Strip) -> _Cells:
    """Return a row cell by cell; the right half of a wide character is empty."""
    cells: _Cells = []
    for text, style, _control in row:
        look = style or _NO_STYLE
        blank = look if look.reverse else Style(bgcolor=look.bgcolor)  # its color is not seen
        for character in text:
            cell = character, blank if character == " " else look
            cells += [cell, ("", look)][: cell_len(character)]
    return cells


def _stretches(row: _Cells, old: _Cells) -> Iterator[tuple[int, int]]:
    """Yield where a row differs from the one before: from which column to just before which."""
    left = right = -1
    for x, (cell, was) in enumerate(zip_longest(row, old)):
        if cell == was or x >= len(row):
            continue
        if left >= 0 and not _is_cheap(row[right - 1 : x]):
            yield _whole(row, left, right)
            left = x
        left, right = x if left < 0 else left, x + 1
    if left >= 0:
        yield _whole(row, left, right)


def _is_cheap(between: _Cells) -> bool:
    """Whether sending these unchanged cells costs fewer bytes than skipping them."""
    looks = {style for text, style in between if text != " " or style.reverse}
    return len(between) <= _GAP + 1 and len(looks) < 2 and len({style.bgcolor for _, style in between}) == 1


def _whole(row: _Cells, left: int, right: int) -> tuple[int, int]:
    """Return a stretch that cuts no wide character."""
    return left - (row[left][0] == ""), right + (right < len(row) and row[right][0] == "")
