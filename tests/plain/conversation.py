"""A player who sees nothing but lines, and types nothing but numbers."""

import asyncio
import io
from collections.abc import Iterable
from random import Random
from typing import TypeVar

from luckytui.client.session import Session
from luckytui.plain.lines import Lines, Option
from luckytui.plain.table import PlainTable

T = TypeVar("T")


class Listener(Lines):
    """Hears what a table says, and answers each question with one of the numbers that were offered."""

    def __init__(self, session: Session, seed: int) -> None:
        self.out = io.StringIO()
        super().__init__(out=self.out)
        self._table, self._rng, self._offered = PlainTable(self, session), Random(seed), 0

    def offer(self, options: Iterable[Option[T]]) -> None:
        offered = list(options)
        super().offer(offered)
        self._offered = len(offered)

    def say(self, *texts: str) -> None:
        super().say(*texts)
        if "What now?" in texts:  # the game is over
            asyncio.get_running_loop().call_soon(self._leave)
        elif self._offered and texts:  # the question that follows an offer
            self.hear(str(self._rng.randint(1, self._offered)))
        self._offered = 0

    def _leave(self) -> None:
        self.hear("leave")
        self.hear("leave")

    async def play(self) -> str:
        """Play to the end of a game, and return all that was said."""
        await self._table.play()
        return self.out.getvalue()


async def said_after(session: Session, *typed: str) -> str:
    """Return what is said at a table while a player types this."""
    out = io.StringIO()
    lines = Lines(out=out)
    for line in typed:
        lines.hear(line)
    lines.hear(None)
    await PlainTable(lines, session).play()
    return out.getvalue()
