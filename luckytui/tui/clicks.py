"""Mouse clicks without motion: moving the mouse sends nothing, and shift still selects text."""

from collections.abc import Callable
from typing import Any

from textual.driver import Driver

CLICKS_ON = "\x1b[?1000h\x1b[?1006h"
CLICKS_OFF = "\x1b[?1006l\x1b[?1000l"
"""Buttons are reported, each as a sequence of plain characters; motion is not."""


class _Clicks:
    """A driver's mouse support. Textual's own would ask for every motion of the mouse."""

    write: Callable[[str], Any]
    flush: Callable[[], Any]

    def _enable_mouse_support(self) -> None:
        self.write(CLICKS_ON)
        self.flush()

    def _disable_mouse_support(self) -> None:
        self.write(CLICKS_OFF)
        self.flush()


def with_clicks(driver: type[Driver]) -> type[Driver]:
    """Return a driver like this one that reports only clicks."""
    return type(f"{driver.__name__}WithClicks", (_Clicks, driver), {})
