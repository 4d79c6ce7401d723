"""A player who sees nothing but lines, and types nothing but numbers."""

import asyncio
import io
import re
from random import Random

from luckytui.client.session import Session
from luckytui.plain.lines import Lines
from luckytui.plain.table import PlainTable

_OFFERED = re.compile(r"^(\d+): ", re.MULTILINE)


class Listener:
    """Hears what a table says, and answers each question with one of the numbers that were offered."""

    def __init__(self, session: Session, seed: int) -> None:
        self.out = io.StringIO()
        self.lines = Lines(out=self.out)
        self.table = PlainTable(self.lines, session)
        self._rng = Random(seed)

    async def play(self) -> str:
        """Play to the end of a game, and return all that was said."""
        playing = asyncio.create_task(self.table.play())
        heard = 0
        while "What now?" not in self.out.getvalue():
            await asyncio.sleep(0)
            said = self.out.getvalue()[heard:]
            if "What now?" not in said and (numbers := _OFFERED.findall(said)):
                heard = len(self.out.getvalue())
                self.lines.hear(self._rng.choice(numbers))
        self.lines.hear("leave")
        self.lines.hear("leave")
        await playing
        return self.out.getvalue()
