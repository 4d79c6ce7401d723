"""The results of Super Mega Lucky Box: the score as the game counts it, who led when, what decided it."""

from collections.abc import Sequence
from itertools import accumulate

from luckytui.games.interface import Ended, Event
from luckytui.games.lucky_box import rules
from luckytui.games.lucky_box.names import PARTS
from luckytui.games.lucky_box.words import rank_words
from luckytui.shown.scores import Score, cell, of_kind
from luckytui.shown.words import AnyModel, by, you_or_name
from luckytui.text import N_, _, in_figures


def score(model: AnyModel, events: Sequence[Event], ended: Ended) -> Score:
    """Return the score of a game that is over."""
    rounds, sheets = of_kind(rules.RoundEnded, events), of_kind(rules.FinalScored, events)
    rows, curves = {}, {}
    for sheet in sheets:
        cards = [each.points[sheet.seat] for each in rounds]
        parts = [getattr(sheet, part) for part in list(PARTS)[1:]]
        rows[sheet.seat] = [*map(cell, [*cards, *parts]), in_figures(sheet.total)]
        curves[sheet.seat] = [0, *accumulate(cards), sheet.total]
    heads = [*(str(each.number) for each in rounds), "★", "╳", "ϟ", "☾", _("total")]
    return Score(_("Points"), curves, _decided_by_sheet(model, sheets, ended), heads, rows)


def _decided_by_sheet(model: AnyModel, sheets: Sequence[rules.FinalScored], ended: Ended) -> str:
    """Say what broke a tie, or in which part of the sheet the winner was ahead most; alone, the next rank."""
    best = max(ended.scores)
    tied = [sheet for sheet in sheets if sheet.total == best]
    moons = {sheet.seat: model.view.players[sheet.seat].moons for sheet in tied}
    if len(sheets) == 1:
        return rank_words(best)
    if len(tied) > 1:
        told = ", ".join(f"{you_or_name(model, seat)} {number}" for seat, number in moons.items())
        if len(ended.winners) > 1:
            return _("A tie at {score}, and in moons: the win is shared.", score=best)
        return _("A tie at {score} was broken by moons: {moons}.", score=best, moons=told)
    winner = tied[0]
    second = max((sheet for sheet in sheets if sheet is not winner), key=lambda sheet: sheet.total)
    part = max(PARTS, key=lambda each: getattr(winner, each) - getattr(second, each))
    return by(
        model,
        second.seat,
        N_("{part} made the difference: {points} points more than you."),
        N_("{part} made the difference: {points} points more than {name}."),
        part=_(PARTS[part]).capitalize(),
        points=getattr(winner, part) - getattr(second, part),
    )
