"""The scene of a jackpot, on the whole table: the winning cards turn gold, and their points add up."""

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
from luckytui.shown.words import columns
from luckytui.text import _, in_figures, plural
from luckytui.tui.boards.paint import put_player
from luckytui.tui.boards.standing import put_standing
from luckytui.tui.canvas import Canvas, cut
from luckytui.tui.widgets.large import put_large, width_of

_SIZES = ((HUGE, 2), (LARGE, 1), (FLAT_LARGE, 1), (MEDIUM, 1), (FLAT_MEDIUM, 1), (SMALL, 1), (SMALL, 0))
"""The sizes of the cards, and how large the figures of the total are: 0: as text."""
_BEFORE_PILE = 8
"""How many columns there are at least between the winning cards and the pile."""
_WIDEST = 94, 140
"""How wide it is spread at most, with figures of usual size and with large ones."""


class _Plan(NamedTuple):
    """How large everything is, and how many rows are to spare."""

    card: Size
    scale: int
    spare: int

    @property
    def gap(self) -> int:
        return 3 if self.card >= MEDIUM else 2

    @property
    def step(self) -> int:
        """How many rows an entry of the lists takes."""
        return 2 if self.scale > 1 else 1

    def width(self, cards: int) -> int:
        """Return how many columns the cards take, with the pile."""
        return cards * (self.card[0] + self.gap) - self.gap + _BEFORE_PILE + self.card[0]


def _plan_for(canvas: Canvas, cards: int, seats: int) -> _Plan:
    """Return the largest plan that there is room for, with two rows of air if it is not the smallest."""
    for card, scale in _SIZES:
        rows = 1 + card[1] + (card != SMALL) + (3 * scale or 1) + 1 + seats * (2 if scale > 1 else 1)
        plan = _Plan(card, scale, canvas.height - rows)
        if plan.width(cards) <= canvas.width - 2 and plan.spare >= 2:
            return plan
    return plan


def paint_jackpot(canvas: Canvas, moment: Jackpot, model: LuckyJackModel) -> None:
    """Paint the winning cards beside the pile, their points below, then who is caught and the standing."""
    seat, cards = moment.discarded.seat, moment.cards
    plan = _plan_for(canvas, cards, model.view.seats)
    width = max(plan.width(cards), min(canvas.width - 4, _WIDEST[plan.scale > 1]))
    x, air = (canvas.width - width) // 2, min(2, plan.spare // 3)
    y = max(0, (plan.spare - 2 * air - (plan.spare > 0)) // 2)
    canvas.left = max(1, x)
    _paint_cards(canvas, x, y, width, plan, model, moment)
    y += 1 + plan.card[1] + (plan.card != SMALL) + max(air, int(plan.spare > 0))
    _paint_total(canvas, x, y, width, plan, moment)
    y += (3 * plan.scale or 1) + max(air, int(plan.spare > 1))
    half = (width - 4) * 4 // 10
    ink = "strong" if moment.is_last else "faint"
    canvas.put(x, y, cut(_("Caught"), half), ink, bold=True)
    rounds = model.view.options.rounds
    title = _("Points after round {number} of {rounds}", number=model.view.number, rounds=rounds)
    is_whole = moment.is_last and columns(title) <= width - half - 4
    canvas.put(x + half + 4, y, title if is_whole else _("The standing"), ink, bold=True)
    y += 1 + (plan.step > 1)
    others = [other for other in model.clockwise(seat) if other != seat]
    for row, other in enumerate(others):
        _paint_caught(canvas, x, y + plan.step * row, half, plan, model, other)
    totals = [
        points + (seat == other) * (moment.ended.points * (not moment.is_last))
        for other, points in enumerate(model.view.points)
    ]
    gains = [(seat == other) * moment.ended.points for other in range(model.view.seats)]
    at = x + half + 4, y
    put_standing(
        canvas, at, width - half - 4, model, gains, totals, in_figures, step=plan.step, is_last=moment.is_last
    )


def _paint_cards(
    canvas: Canvas, x: int, y: int, width: int, plan: _Plan, model: LuckyJackModel, moment: Jackpot
) -> None:
    cards, symbol, (across, _down) = moment.cards, moment.ended.symbol or SYMBOLS[0], plan.card
    pile = x + width - across
    left = plural("{number} card left", "{number} cards left", cards)
    facts = counted(symbol, cards) if moment.step else left
    put_player(canvas, x, y, model, moment.discarded.seat, pile - x - 2, facts)
    for place in range(cards):
        is_gold = place < moment.step
        corner = in_figures(moment.share(place + 1)) if is_gold else ""
        put_card(
            canvas, (x + (across + plan.gap) * place, y + 1), plan.card, symbol, won=is_gold, corner=corner
        )
    if plan.card > SMALL:
        canvas.put(pile, y, cut(_("Pile · {number}", number=len(model.view.pile)), across), "faint")
    put_card(canvas, (pile, y + 1), plan.card, model.view.pile[-1])


def _paint_total(canvas: Canvas, x: int, y: int, width: int, plan: _Plan, moment: Jackpot) -> None:
    """Write the total so far; when all is counted, the word that everybody waits for as well."""
    total, word = in_figures(moment.share(moment.step)), _("JACKPOT")
    ink = "act" if moment.step else "faint"
    if not plan.scale:
        end = canvas.put(x, y, total, ink, bold=True)
        canvas.put(end + 2, y, word if moment.step >= moment.cards else "", "act", bold=True)
        return
    end = put_large(canvas, x, y, total, ink, scale=plan.scale)
    if moment.step < moment.cards:
        canvas.put(end + 1, y + 3 * plan.scale // 2, _("points"), "faint")
        return
    wide = width_of(word, "letters", scale=plan.scale)
    if wide and end + wide <= x + width + 2:
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
