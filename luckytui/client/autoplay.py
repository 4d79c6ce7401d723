"""A bot that plays a seat through a session, as a person would, without a screen."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple

from luckytui.bots import make
from luckytui.bots.player import Bot
from luckytui.client.session import (
    Closed,
    DealFound,
    GameChecked,
    Refused,
    Session,
    SessionEvent,
    TableChanged,
)
from luckytui.client.verdict import Finding
from luckytui.games.interface import Ended
from luckytui.table.requests import Act, Again
from luckytui.table.views import MatchView, TableView
from luckytui.text import UserError

_PATIENCE = 6.0
"""How many seconds to wait for the record of a game that is over, or for another game."""

_RETRY = 1.0
"""After how many seconds a refused move is tried again, if the table still waits for it."""


class Outcome(NamedTuple):
    """How a game ended, and who played it."""

    names: Sequence[str]
    """A name for each seat."""
    end: Ended
    finding: Finding | None = None
    """What came of checking its deal; None if the record did not come."""


async def autoplay(session: Session, level: str, rng: Random) -> Outcome:
    """Play one game to its end with a bot of this level, wait for its record, and leave the table.

    At a table whose game is over the bot asks for another one; if none begins, the outcome is that of the
    last. `rng` is the bot's own source of chance. Raises UserError when the table closes before the end.
    """
    events: asyncio.Queue[SessionEvent] = asyncio.Queue()
    session.open(events.put_nowait)
    try:
        outcome = await _play(session, lambda game: make(game, level, rng), events)
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                while not isinstance(event := await events.get(), GameChecked | DealFound | Closed):
                    pass
                if not isinstance(event, Closed):
                    outcome = outcome._replace(finding=event.finding)
        return outcome
    finally:
        await session.leave()


async def _play(
    session: Session, make_bot: Callable[[str], Bot], events: asyncio.Queue[SessionEvent]
) -> Outcome:
    table_view: TableView | None = None
    bot: Bot | None = None
    before: Outcome | None = None
    answered = 0
    while True:
        match await _next(events, _PATIENCE if before and not bot else None):
            case None | Closed() if before and not bot:
                return before
            case TableChanged(table_view=TableView(match=MatchView(names=names), ended=Ended() as end)):
                if bot:
                    return Outcome(names, end)
                if not before:
                    session.request(Again())
                before = Outcome(names, end)
                continue
            case TableChanged(table_view=table_view):
                pass
            case Refused():
                await asyncio.sleep(_RETRY)
                answered = 0
            case Closed(reason=reason):
                raise UserError(reason)
        match table_view:
            case TableView(paused=False, game=game, match=MatchView(prompt=prompt) as play):
                bot = bot or make_bot(game)
                if events.empty() and prompt not in {0, answered}:  # only the newest view matters
                    answered = prompt
                    move = await asyncio.to_thread(bot.choose, play.view, play.moves)  # it may think
                    session.request(Act(move), prompt)


async def _next(events: asyncio.Queue[SessionEvent], patience: float | None) -> SessionEvent | None:
    """Return what happens next; None if nothing does within this many seconds (None: no limit)."""
    with suppress(TimeoutError):
        async with asyncio.timeout(patience):
            return await events.get()
    return None
