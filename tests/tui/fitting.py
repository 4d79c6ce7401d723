"""Whether all words fit: `python -m tests.tui.fitting` looks at every picture in every language.

A word does not fit if it runs over the edge, or if another is written over it; one that is cut with an
ellipsis does. There are two languages more than translators have written: one in which every text is 40 %
longer, and one in full-width characters.
"""

import asyncio
import gettext
import os
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rich.cells import get_character_cell_size

import luckytui.text
from luckytui.tui.canvas import Canvas
from screenshots import make
from screenshots.make import PICTURES, Picture, shown
from tests.catalogues import TRANSLATED

SIZES = (80, 24), (60, 20)


class Pseudo(gettext.NullTranslations):
    """A language that is made from the English as it is needed."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


class Longer(Pseudo):
    """Every text is 40 % longer; what parts of a line end with stays at their end."""

    def gettext(self, message: str) -> str:
        body, end = re.fullmatch(r"(.*?)([\s.:!?…·]*)", message, re.DOTALL).groups()  # type: ignore[union-attr]
        more = round(0.4 * len(re.sub(r"\{\w+\}", "", message))) or 1
        words = "é" * more if more < 6 else " " + " ".join(["ééééé"] * (more // 6))
        return f"{body}{words}{end}" if body else message


class FullWidth(Pseudo):
    """Two letters become one that is as wide as both."""

    def gettext(self, message: str) -> str:
        parts = re.findall(r"\{\w+\}|[A-Za-z]+|[^A-Za-z{]+|\{", message)
        return "".join(self._wide(part) if part.isalpha() else part for part in parts)

    @staticmethod
    def _wide(word: str) -> str:
        return "".join(chr(0xFEE0 + ord(letter)) for letter in word[::2] if letter.isascii())


@contextmanager
def in_pseudo(language: type[Pseudo]) -> Iterator[None]:
    """Show every text in a language that is made up."""
    with patch.object(luckytui.text, "_catalogue", language):
        yield


def in_language(language: str) -> AbstractContextManager[object]:
    """Show every text in a language, as long as the settings leave it to the environment."""
    return patch.dict(os.environ, LANGUAGE=language)


@contextmanager
def watched() -> Iterator[set[str]]:
    """Give the words that do not fit, while the context lasts, each with the line that wrote it."""
    misfits: set[str] = set()
    written: dict[int, dict[tuple[int, int], tuple[str, str]]] = {}
    put, fill, init = Canvas.put, Canvas.fill, Canvas.__init__

    def new(canvas: Canvas, *given: Any, **more: Any) -> None:
        written[id(canvas)] = {}
        init(canvas, *given, **more)

    def lay(canvas: Canvas, x: int, y: int, width: int, height: int, ground: str) -> None:
        cells = written[id(canvas)]
        for place in [(column, row) for row in range(y, y + height) for column in range(x, x + width)]:
            cells.pop(place, None)
        fill(canvas, x, y, width, height, ground)

    def write(canvas: Canvas, x: int, y: int, text: str, ink: str = "", *given: Any, **more: Any) -> int:
        cells, column = written[id(canvas)], x
        for letter in text:
            width = get_character_cell_size(letter)
            before, other = cells.get((column, y), ("", text))
            is_over = before.isalnum() and other not in text and text not in other and ink != "cursor"
            is_beyond = 0 <= y < canvas.height and column + width > canvas.width
            if letter.isalnum() and (is_over or is_beyond):
                misfits.add(f"{_writer()}: {text!r} {'over ' + repr(other) if is_over else 'is cut off'}")
            for part in range(width):
                cells[column + part, y] = letter, text
            column += width
        return put(canvas, x, y, text, ink, *given, **more)

    with patch.multiple(Canvas, __init__=new, fill=lay, put=write):
        yield misfits


def _writer() -> str:
    """Return which line, not of the canvas itself, has written what is written now."""
    frames = (frame for frame in reversed(traceback.extract_stack()) if frame.filename != __file__)
    frame = next(frame for frame in frames if not frame.filename.endswith("canvas.py"))
    return f"{Path(frame.filename).name}:{frame.lineno}"


async def misfits_of(picture: Picture, size: tuple[int, int]) -> set[str]:
    """Return the words of a picture that do not fit."""
    with watched() as misfits, patch.object(make, "SIZE", size):
        async with shown(picture):
            return misfits


async def _look_at_all(language: str) -> int:
    count = 0
    for picture in PICTURES:
        for size in SIZES:
            for misfit in sorted(await misfits_of(picture, size)):
                sys.stdout.write(f"{language}, {picture.name} at {size[0]}×{size[1]}: {misfit}\n")
                count += 1
    return count


def main() -> int:
    """Look at every picture in the languages that are named, or in all; return how many words do not fit."""
    made_up = {"longer": Longer, "full-width": FullWidth}
    count = 0
    for language in sys.argv[1:] or ["en", *TRANSLATED, *made_up]:
        with in_pseudo(made_up[language]) if language in made_up else in_language(language):
            count += asyncio.run(_look_at_all(language))
    sys.stdout.write(f"{count} misfits\n")
    return count


if __name__ == "__main__":
    sys.exit(main() > 0)
