"""A hint: the best move by the judge, found in another process, and what is said of it."""

import logging
from asyncio import wrap_future
from concurrent.futures import BrokenExecutor

from luckytui.bots import judge, thinking
from luckytui.bots.judge import Advice
from luckytui.shown.model import named
from luckytui.shown.words import AnyModel
from luckytui.table.views import MatchView
from luckytui.text import N_, _, in_percent, say_reasons

log = logging.getLogger(__name__)

NONE = N_("There is no hint now.")


async def advice(game: str, match: MatchView) -> Advice | None:
    """Return what to do in a view of a match that asks for a decision; None if the process failed."""
    try:
        return await wrap_future(thinking.submit(judge.advise, game, match.view, match.moves))
    except BrokenExecutor:
        log.exception("There is no hint")
        return None


def words(model: AnyModel, found: Advice) -> tuple[str, str]:
    """Name the move; and say why it is good, and how likely the player is to win after it."""
    reason = say_reasons(found.reasons)
    if found.chance is not None:
        chance = in_percent(found.chance)
        reason = _("{reason} Chance to win: {chance}.", reason=reason, chance=chance)
    return _("Hint: {move}", move=named(model.parts(found.move))), reason
