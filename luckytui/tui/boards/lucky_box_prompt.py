"""What the prompt line of Super Mega Lucky Box says of a cell: what crossing it costs, and what that wins."""

from collections.abc import Sequence

from rich.cells import cell_len

from luckytui.games.lucky_box_player import BoxCard, Cell, Use, filled_lines, price
from luckytui.text import _, plural
from luckytui.tui.boards.lucky_box_story import LIGHTNING, bonus_words, lightnings, line_words, sign

_WIDTH = 73
"""How wide a prompt may be: the seconds of a clock need the rest of the line."""


def in_one_line(parts: Sequence[str], hints: Sequence[str] = ()) -> str:
    """Return parts of a prompt as one line, and of the hints as many as there is room for."""
    words = " · ".join(filter(None, parts))
    for hint in filter(None, hints):
        if cell_len(f"{words} · {hint}") > _WIDTH:
            break
        words = f"{words} · {hint}"
    return words


def crossing(card: BoxCard, cell: Cell, use: Use, cost: int, hints: Sequence[str]) -> str:
    """Say what Enter does on a cell that can be crossed, what it costs, and which lines it fills."""
    lines = filled_lines(card, cell)
    wins = ", ".join(f"{line_words(line)}: {bonus_words(card.bonus(line))}" for line in lines)
    parts = (
        _bonus(use),
        _("Enter: cross {number} on card {card}", number=card.number(cell), card=card.id),
        plural("costs {number} lightning", "costs {number} lightnings", cost) if cost else "",
        wins and _("fills {lines}", lines=wins),
    )
    whole = in_one_line(parts, hints)
    if cell_len(whole) <= _WIDTH:
        return whole
    signs = ", ".join(f"{line_words(line)}: {sign(card.bonus(line))}" for line in lines)
    return in_one_line((*parts[:2], f"{LIGHTNING}{cost}" if cost else "", _("fills {lines}", lines=signs)))


def no_crossing(
    card: BoxCard, cell: Cell, use: Use, called: int | None, purse: int | None, hints: Sequence[str]
) -> str:
    """Say why a cell cannot be crossed. `purse` is what may be paid; None where the number must be right."""
    values: dict[str, object] = {"number": card.number(cell), "card": card.id}
    if not card.is_free(cell):
        return in_one_line((_bonus(use), _("{number} on card {card} is crossed already", **values)), hints)
    what = _("{number} on card {card}", **values)
    if purse is None:
        return in_one_line((_bonus(use), what, _("a {bonus} has to stand there", bonus=use)), hints)
    cost = price(card, cell, called)
    costs = plural("costs {number} lightning", "costs {number} lightnings", cost)
    return in_one_line(
        (_bonus(use), what, costs, _("you have {lightnings}", lightnings=lightnings(purse))), hints
    )


def _bonus(use: Use) -> str:
    return "" if use == "number" else _("Bonus {bonus}", bonus=use)
