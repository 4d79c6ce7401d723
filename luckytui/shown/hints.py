"""A hint: the best move by the judge, found in another process, and what is said of it."""

import logging
from asyncio import wrap_future
from concurrent.futures import BrokenExecutor
from operator import itemgetter

from luckytui.bots import judge, thinking
from luckytui.bots.judge import Advice
from luckytui.shown.model import CALL, named
from luckytui.shown.words import AnyModel
from luckytui.table.views import MatchView
from luckytui.text import N_, _, in_a_row, in_percent, say_reasons

log = logging.getLogger(__name__)

NONE = N_("There is no hint now.")
_ALIKE = 2
"""How many moves are named at most that are about as good."""


async def advice(game: str, match: MatchView) -> Advice | None:
    """Return what to do in a view of a match that asks for a decision; None if the process failed."""
    try:
        return await wrap_future(thinking.submit(judge.advise, game, match.view, match.moves))
    except BrokenExecutor:
        log.exception("There is no hint")
        return None


def words(model: AnyModel, found: Advice) -> list[str]:
    """Name the move; say why it is good, which others are, and how likely the player is to win."""
    alike = [named(model.parts(move)).strip(CALL) for move in found.as_good[:_ALIKE]]
    also = _("About as good: {moves}.", moves=in_a_row(alike)) if alike else ""
    if found.mixed:
        mixed = sorted(found.mixed.items(), key=itemgetter(1), reverse=True)
        named_odds = [
            _("{title}: {value}", title=named(model.parts(move)), value=in_percent(often))
            for move, often in mixed
        ]
        also = _("Drawn by chance, so that nobody foresees it: {moves}.", moves=in_a_row(named_odds))
    reasons = " ".join(filter(None, (say_reasons(found.reasons), also, _chance_words(found))))
    return [*filter(None, (_("Hint: {move}", move=named(model.parts(found.move))), reasons))]


def _chance_words(found: Advice) -> str:
    """Say how likely the player is to win; what is certain, in words of its own."""
    if found.chance is None:
        return ""
    if found.is_shared:
        return _("You share the win for certain.")
    said = {1.0: N_("You win for certain."), 0.0: N_("You can no longer win if the others play well.")}
    if found.chance in said:
        return _(said[found.chance])
    return _("Chance to win: {chance}.", chance=in_percent(found.chance))
