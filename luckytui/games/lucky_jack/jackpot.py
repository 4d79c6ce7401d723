"""The animation of a jackpot, on the whole table: the winning cards turn gold, and their points add up."""

from collections.abc import Mapping
from typing import NamedTuple

from luckytui.games.lucky_jack.model import Jackpot, LuckyJackModel
from luckytui.games.lucky_jack.names import counted
from luckytui.games.lucky_jack.pieces import (
    FLAT_LARGE,
    FLAT_MEDIUM,
    HUGE,
    LARGE,
    MEDIUM,
    SMALL,
    Size,
    put_card,
)
from luckytui.games.lucky_jack.rules import SYMBOLS
from luckytui.shown.model import Rectangle
from luckytui.shown.words import columns
from luckytui.text import _, in_figures, plural
from luckytui.tui.boards.arrange import below, beside, piece
from luckytui.tui.boards.standing import put_standing
from luckytui.tui.canvas import Canvas, cut, put_player
from luckytui.tui.widgets.large import put_large, width_of

_SIZES = ((HUGE, 2), (LARGE, 1), (FLAT_LARGE, 1), (MEDIUM, 1), (FLAT_MEDIUM, 1), (SMALL, 1), (SMALL, 0))
"""The sizes of the cards, and how large the figures of the total are: 0: as text."""
_BEFORE_PILE = 8
"""How many columns there are at least between the winning cards and the pile."""
_WIDEST = 94, 140
"""How wide it is spread at most, with figures of usual size and with large ones."""


class _Plan(NamedTuple):
    """How large the cards are and the figures of the total, and where its parts are."""

    card: Size
    gap: int
    scale: int
    step: int
    """How many rows an entry of the lists takes."""
    parts: Mapping[str, Rectangle]


def _plan_for(canvas: Canvas, cards: int, seats: int) -> _Plan:
    """Return the largest plan that there is room for, with two rows of air if it is not the smallest."""
    for card, scale in _SIZES:
        gap, step = 3 if card >= MEDIUM else 2, 2 if scale > 1 else 1
        least = cards * (card[0] + gap) - gap + _BEFORE_PILE + card[0]
        width = max(least, min(canvas.width - 4, _WIDEST[scale > 1]))
        caught, rows = (width - 4) * 4 // 10, step * (1 + seats)
        groups = (
            piece("cards", width, 1 + card[1] + (card != SMALL)),
            piece("total", width, 3 * scale or 1),
            beside(4, piece("caught", caught, rows), piece("standing", width - 4 - caught, rows)),
        )
        spare = canvas.height - below(0, *groups).height
        if least <= canvas.width - 2 and spare >= 2:
            break
    scene = below(max(1, min(2, spare // 3)) if spare > 1 else 0, *groups)
    x, y = (canvas.width - width) // 2, max(0, (canvas.height - scene.height) // 2)
    return _Plan(card, gap, scale, step, scene.moved(x, y))


def paint_jackpot(canvas: Canvas, moment: Jackpot, model: LuckyJackModel) -> None:
    """Paint the winning cards beside the pile, their points below, then who is caught and the standing."""
    seat, view, rounds = moment.discarded.seat, model.view, model.view.options.rounds
    plan = _plan_for(canvas, moment.cards, view.seats)
    canvas.left = max(1, plan.parts["cards"][0])
    _paint_cards(canvas, plan, model, moment)
    _paint_total(canvas, plan, moment)
    ink = "strong" if moment.is_last else "faint"
    x, y, width, _rows = plan.parts["caught"]
    canvas.put(x, y, cut(_("Caught"), width), ink, bold=True)
    for row, other in enumerate(model.clockwise(seat)[1:], 1):
        _paint_caught(canvas, x, y + plan.step * row, width, plan, model, other)
    x, y, width, _rows = plan.parts["standing"]
    title = _("Points after round {number} of {rounds}", number=view.number, rounds=rounds)
    is_whole = moment.is_last and columns(title) <= width
    canvas.put(x, y, title if is_whole else _("The standing"), ink, bold=True)
    gains = [(seat == other) * moment.ended.points for other in range(view.seats)]
    totals = [had + gain * (not moment.is_last) for had, gain in zip(view.points, gains, strict=True)]
    step, is_last = plan.step, moment.is_last
    put_standing(canvas, (x, y + step), width, model, gains, totals, in_figures, step=step, is_last=is_last)


def _paint_cards(canvas: Canvas, plan: _Plan, model: LuckyJackModel, moment: Jackpot) -> None:
    x, y, width, _rows = plan.parts["cards"]
    cards, symbol, across = moment.cards, moment.ended.symbol or SYMBOLS[0], plan.card[0]
    pile = x + width - across
    left = plural("{number} card left", "{number} cards left", cards)
    facts = counted(symbol, cards) if moment.step else left
    named = _("Pile · {number}", number=len(model.view.pile)) if plan.card > SMALL else ""
    name_at = x + width - max(across, columns(named))
    put_player(canvas, x, y, model, moment.discarded.seat, name_at - x - 2, facts)
    for place in range(cards):
        is_gold, at = place < moment.step, (x + (across + plan.gap) * place, y + 1)
        corner = in_figures(moment.share(place + 1)) if is_gold else ""
        put_card(canvas, at, plan.card, symbol, won=is_gold, corner=corner)
    canvas.put(name_at, y, named, "faint")
    put_card(canvas, (pile, y + 1), plan.card, model.view.pile[-1])


def _paint_total(canvas: Canvas, plan: _Plan, moment: Jackpot) -> None:
    """Write the total so far; when all is counted, the word that everybody waits for as well."""
    x, y, width, _rows = plan.parts["total"]
    total, word = in_figures(moment.share(moment.step)), _("JACKPOT")
    ink = "act" if moment.step else "faint"
    if not plan.scale:
        end = canvas.put(x, y, total, ink, bold=True)
        canvas.put(end + 2, y, word if moment.step >= moment.cards else "", "act", bold=True)
        return
    end = put_large(canvas, x, y, total, ink, scale=plan.scale)
    wide = width_of(word, "letters", scale=plan.scale)
    if moment.step < moment.cards:
        canvas.put(end + 1, y + 3 * plan.scale // 2, _("points"), "faint")
    elif wide and end + wide <= x + width + 2:
        put_large(canvas, x + width - wide + plan.scale, y, word, "act", scale=plan.scale, kind="letters")
    else:
        canvas.put(end + 1, y + 3 * plan.scale // 2, word, "act", bold=True)


def _paint_caught(
    canvas: Canvas, x: int, y: int, width: int, plan: _Plan, model: LuckyJackModel, seat: int
) -> None:
    """Say how many cards somebody is caught with, and lay their backs, two a column if need be."""
    size, name, is_large = model.view.sizes[seat], min(12, width - 10), plan.scale > 1
    count = plural("{number} card", "{number} cards", size) if is_large else str(size)
    put_player(canvas, x, y, model, seat, name)
    backs = "█▏" * size if is_large else "▌" * size
    if max(model.view.sizes) > width - name - 4:
        backs = "█" * (size // 2) + "▌" * (size % 2)
    canvas.put(x + name + 1, y, backs, "back-light")
    canvas.put_right(x + width, y, count)
