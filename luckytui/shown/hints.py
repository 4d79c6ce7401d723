"""A hint: the best move by the judge, found in another process, and what is said of it."""

from asyncio import wrap_future

from luckytui.bots import judge, thinking
from luckytui.bots.judge import Advice
from luckytui.shown.selection import named
from luckytui.shown.words import AnyModel
from luckytui.table.views import MatchView
from luckytui.text import N_, _, in_percent, say_reasons


async def advice(game: str, match: MatchView) -> Advice:
    """Return what to do in a view of a match that asks for a decision."""
    return await wrap_future(thinking.submit(judge.advise, game, match.view, match.moves))


def words(model: AnyModel, found: Advice) -> str:
    """Name the move, and say why it is good, and how likely the player is to win after it."""
    words = N_("Hint: {move}. {reason} Chance to win: {chance}.")
    if found.chance is None:
        words = N_("Hint: {move}. {reason}")
    return _(
        words,
        move=named(model.parts(found.move)),
        reason=say_reasons(found.reasons),
        chance=in_percent(found.chance or 0),
    )
