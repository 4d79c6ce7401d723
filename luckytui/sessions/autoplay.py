"""A bot at somebody's place: it plays a seat through a session, as a person would, without a screen."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from luckytui.bots import make
from luckytui.games.interface import Ended, Sentence
from luckytui.sessions.session import Closed, LineChanged, Refused, SceneChanged, Session, Told
from luckytui.table.requests import Act
from luckytui.table.snapshot import Scene, Snapshot


class TableLost(Exception):
    """The table went away before the game was over; `reason` says why."""

    def __init__(self, reason: Sentence) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Outcome(NamedTuple):
    """How a game ended, and who played it."""

    names: Sequence[str]
    """A name for each seat."""
    end: Ended


async def autoplay(session: Session, level: str, rng: Random) -> Outcome:
    """Play one game to its end with a bot of this level, and leave the table.

    `rng` is the bot's own source of chance. Raises TableLost.
    """
    player = _Player(session, level, rng)
    session.open(player.hear)
    try:
        return await player.outcome
    finally:
        await session.leave()


class _Player:
    """Answers each prompt that a session brings."""

    def __init__(self, session: Session, level: str, rng: Random) -> None:
        self.outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._session = session
        self._bot = make(session.game.key, level, rng)
        self._answered = 0

    def hear(self, told: Told) -> None:
        """Play on, end, or give up."""
        match told:
            case _ if self.outcome.done():
                pass
            case SceneChanged(scene=Scene(play=Snapshot() as play)):
                self._play_on(play)
            case Closed(reason=Sentence() as reason):
                self.outcome.set_exception(TableLost(reason))
            case SceneChanged() | Refused() | LineChanged() | Closed():
                # A move that came too late needs no other: the next scene asks anew.
                pass

    def _play_on(self, play: Snapshot) -> None:
        last = play.log[-1]
        if isinstance(last, Ended):
            self.outcome.set_result(Outcome(play.names, last))
        elif play.prompt not in {0, self._answered}:
            self._answered = play.prompt
            self._session.request(Act(self._bot.choose(play.view, play.moves)), play.prompt)
