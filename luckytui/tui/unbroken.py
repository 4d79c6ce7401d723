"""No-break spaces in texts that Textual and Rich wrap: both would break a line at one."""

import re

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_STAND_IN = "\ue000"
"""A character for private use, as wide as a space."""


def unbroken(text: str) -> str:
    """Replace a text's no-break spaces with a character at which no line is broken."""
    return re.sub("[\u00a0\u202f]", _STAND_IN, text)


class NoBreaks(LineFilter):
    """Puts the no-break spaces back once the lines are wrapped."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [
            Segment(text.replace(_STAND_IN, "\u202f"), style, control) for text, style, control in segments
        ]
