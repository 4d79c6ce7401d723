"""The results of Lucky Numbers: the score as the game counts it, who led when, what decided it."""

from collections.abc import Sequence

from luckytui.games.interface import Ended, Event, cell_name
from luckytui.games.lucky_numbers import rules
from luckytui.shown.scores import Score, curve, of_kind, shared
from luckytui.shown.words import AnyModel, by
from luckytui.text import N_, _, plural


def score(model: AnyModel, events: Sequence[Event], ended: Ended) -> Score:
    """Return the score of a game that is over."""
    gardens = model.view.gardens
    empty = [garden.count(0) for garden in gardens]
    starts = [place for place, event in enumerate(events) if isinstance(event, rules.GameStarted)]
    laid = of_kind(rules.Laid, events[max(starts, default=0) :])
    curves = {
        seat: curve([each.seat == seat and each.swapped is None for each in laid], len(garden) - empty[seat])
        for seat, garden in enumerate(gardens)
    }
    winner = ended.winners[0]
    last = next((each for each in reversed(laid) if each.seat == winner), None)
    if len(ended.winners) > 1:
        decided = shared(model, ended)
    elif last and not empty[winner]:
        words = (
            N_("Your {tile} on {cell} filled your garden."),
            N_("{name}'s {tile} on {cell} filled the garden."),
        )
        decided = by(model, winner, *words, tile=last.tile, cell=cell_name(last.cell))
    else:
        decided = _("The stack ran out: the fewest empty cells win.")
    facts = {
        seat: (plural("{number} empty", "{number} empty", number), "faint")
        if number
        else (_("filled"), "act")
        for seat, number in enumerate(empty)
    }
    finals = [
        plural("{number} empty cell", "{number} empty cells", number) if number else _("the garden is full")
        for number in ended.scores
    ]
    if model.view.options.tournament:
        finals = []
        facts = {seat: (f"{words} · {ended.scores[seat]:+}", role) for seat, (words, role) in facts.items()}
        decided = _("The points of all games were added up.")
    boards = dict(enumerate(gardens))
    return Score(_("Filled cells"), curves, decided, boards=boards, facts=facts, finals=finals)
