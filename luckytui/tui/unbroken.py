"""No-break spaces in the texts that Textual and Rich break into lines: to both they are spaces like any."""

import re

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_STAND_IN = "\ue000"
"""A character for private use, as wide as a space."""


def unbroken(text: str) -> str:
    """Return a text that is not broken at its no-break spaces; `NoBreaks` shows them."""
    return re.sub("[\u00a0\u202f]", _STAND_IN, text)


class NoBreaks(LineFilter):
    """Puts the no-break spaces back into the lines that were broken."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [
            Segment(text.replace(_STAND_IN, "\u202f"), style, control) for text, style, control in segments
        ]
