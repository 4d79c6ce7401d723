"""WIP."""

from collections.abc import Iterator, Sequence
from typing import Any

from luckytui.games.interface import Event
from luckytui.tui.stage import Still


def moments(before: Any, after: Any, news: Sequence[Event]) -> Iterator[Still[Any]]:
    """Yield nothing."""
    yield from ()
