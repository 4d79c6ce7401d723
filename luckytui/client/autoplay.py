"""A bot that plays a seat through a session, as a person would, without a screen."""

import asyncio
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from luckytui.bots import make
from luckytui.client.session import Closed, ConnectionChanged, Refused, Session, SessionEvent, TableChanged
from luckytui.games.interface import Ended
from luckytui.table.requests import Act
from luckytui.table.views import MatchView, TableView
from luckytui.text import Sentence, UserError

_RETRY = 1.0
"""After how many seconds a refused move is tried again, if the table still waits for it."""


class Outcome(NamedTuple):
    """How a game ended, and who played it."""

    names: Sequence[str]
    """A name for each seat."""
    end: Ended


async def autoplay(session: Session, level: str, rng: Random) -> Outcome:
    """Play one game to its end with a bot of this level, and leave the table.

    `rng` is the bot's own source of chance. Raises UserError when the table closes before the end.
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
        self._table_view: TableView | None = None

    def hear(self, event: SessionEvent) -> None:
        match event:
            case _ if self.outcome.done():
                pass
            case TableChanged(table_view=table_view):
                self._table_view = table_view
                self._play_on()
            case Refused():
                try_again = partial(self._try_again, self._answered)
                asyncio.get_running_loop().call_later(_RETRY, try_again)
            case Closed(reason=Sentence() as reason):
                self.outcome.set_exception(UserError(reason))
            case ConnectionChanged() | Closed():
                pass

    def _try_again(self, refused: int) -> None:
        if self._answered == refused:
            self._answered = 0
            self._play_on()

    def _play_on(self) -> None:
        match self._table_view:
            case _ if self.outcome.done():
                pass
            case TableView(match=MatchView(names=names, log=(*_, Ended() as end))):
                self.outcome.set_result(Outcome(names, end))
            case TableView(paused=False, match=MatchView() as play) if play.prompt not in {0, self._answered}:
                self._answered = play.prompt
                self._session.request(Act(self._bot.choose(play.view, play.moves)), play.prompt)
