"""The terminal: its size, its colours, and whether it shows every character of the boards one column wide."""

import os
import re
import sys
from collections.abc import Iterator, Sequence

from rich.console import Console

from luckytui.doctor.diagnosis import Diagnosis, unsure, well, wrong
from luckytui.shown.ascii import SIGNS
from luckytui.system.terminal import answers
from luckytui.text import N_
from luckytui.tui.screens.too_small import LEAST, is_enough

GLYPHS = "".join(SIGNS)
"""Every character beyond ASCII that a screen draws. Each must take one column."""

_PATIENCE = 1.0
"""How many seconds to wait for the terminal's answer."""

_CURSOR = re.compile(rb"\x1b\[\d+;(\d+)R")
"""A terminal's report of its cursor: row and column, from 1."""


def examine_terminal() -> Iterator[Diagnosis]:
    """Yield what is found out about the terminal, if there is one."""
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        yield unsure("There is no terminal here. Run “luckytui doctor” in the terminal that you play in.")
        return
    yield judge_size(os.get_terminal_size(sys.stdout.fileno()))
    yield judge_colours()
    yield judge_encoding(sys.stdout.encoding)
    yield judge_widths(measure(GLYPHS, sys.stdin.fileno(), sys.stdout.fileno()))


def judge_size(size: os.terminal_size) -> Diagnosis:
    """Return whether a board fits in."""
    has = f"{size.columns}×{size.lines}"
    if is_enough(*size):
        return well("The terminal has {size} characters.", size=has)
    return wrong(
        "The terminal has {size} characters, but {least} are needed. Make its window larger, or its font"
        " smaller.",
        size=has,
        least="×".join(map(str, LEAST)),
    )


def judge_colours() -> Diagnosis:
    """Return how many colours there are, according to TERM, COLORTERM and NO_COLOR."""
    system = Console(force_terminal=True).color_system
    if system is None:
        return wrong(
            "TERM is “{term}”, which cannot be drawn on. Use another terminal, or set TERM to what this"
            " one is, for instance xterm-256color.",
            term=os.environ.get("TERM", ""),
        )
    if os.environ.get("NO_COLOR"):
        return well("NO_COLOR is set, so everything is drawn without colors.")
    words = {
        "truecolor": N_("The terminal has 16 million colors."),
        "256": N_("The terminal has 256 colors."),
        "standard": N_("The terminal reports 16 colors. If it has more, set COLORTERM=truecolor."),
    }
    return well(words.get(system, words["standard"]))


def judge_encoding(encoding: str) -> Diagnosis:
    """Return whether all of the boards' characters can be written."""
    if encoding.lower().replace("-", "") == "utf8":
        return well("Text is written as UTF-8.")
    return unsure(
        "Text is written as {encoding}, so the boards are drawn in ASCII. To see all of their characters, set"
        " LANG to a language with UTF-8, for instance C.UTF-8.",
        encoding=encoding,
    )


def judge_widths(widths: Sequence[int]) -> Diagnosis:
    """Return whether each of GLYPHS takes one column; `widths` are their columns, () if not known."""
    if len(widths) < len(GLYPHS):
        return unsure(
            "The terminal does not tell how wide it draws the boards' characters. If lines look crooked,"
            " try another font."
        )
    odd = [glyph for glyph, width in zip(GLYPHS, widths, strict=True) if width != 1]
    if not odd:
        return well("All {number} characters of the boards are one column wide.", number=len(GLYPHS))
    return wrong(
        "The boards would look crooked, as these characters are not one column wide: {signs}. Set the"
        " terminal to narrow characters (“ambiguous width”), and to UTF-8.",
        signs=" ".join(odd),
    )


def measure(glyphs: str, keyboard: int, screen: int) -> Sequence[int]:
    """Return how many columns the terminal takes for each glyph, or () if it does not tell.

    Each is written at the start of a line, and then the terminal is asked where its cursor is.
    `keyboard` and `screen` are file descriptors of one terminal.
    """
    asking = "".join(f"\r{glyph}\x1b[6n" for glyph in glyphs) + "\r\x1b[K"
    columns = answers(asking, _CURSOR, len(glyphs), _PATIENCE, keyboard, screen)
    return [int(column) - 1 for column in columns]
