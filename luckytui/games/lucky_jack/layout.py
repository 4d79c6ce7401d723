"""Where everything is on the table of Lucky Jack: with the largest cards that there is room for."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from luckytui.games.lucky_jack.pieces import FLAT_LARGE, FLAT_MEDIUM, HUGE, LARGE, MEDIUM, SMALL, Size
from luckytui.games.lucky_jack.rules import SYMBOLS
from luckytui.shown.model import Rectangle
from luckytui.tui.boards.arrange import Box, below, beside, piece

_ALL = len(SYMBOLS)
_PLANS = (
    (HUGE, HUGE, _ALL, MEDIUM),
    (LARGE, HUGE, _ALL, MEDIUM),
    (FLAT_LARGE, LARGE, _ALL, MEDIUM),
    (MEDIUM, FLAT_LARGE, _ALL, SMALL),
    (MEDIUM, FLAT_LARGE, _ALL, None),
    (FLAT_MEDIUM, FLAT_LARGE, _ALL, None),
    (FLAT_MEDIUM, FLAT_MEDIUM, _ALL, None),
    (FLAT_MEDIUM, FLAT_MEDIUM, 4, None),
    (SMALL, FLAT_MEDIUM, 4, None),
    (SMALL, FLAT_MEDIUM, _ALL, None),
)
"""How large the cards of hand and pile can be, how many are in a row of the hand, and how large the others'
backs are where these sit in a row at the far side of the table; else they are in the sheet alone."""
_STOCKS = {HUGE: LARGE, LARGE: FLAT_LARGE, FLAT_LARGE: MEDIUM}
"""How large the stock is, by the size of the pile, unless it is like a card of the hand."""
_CLAIMS = {HUGE: 36, LARGE: 30, FLAT_LARGE: 24}
"""How wide the question is whether a card is taken, by the size of the pile, unless it is 12."""
_WIDEST = 58
"""How wide a table is where the hand needs less."""
_SHEET = range(20, 39)
"""How wide the score sheet is."""
_USUAL = 18
"""From how many rows on the prizes of three and of four cards have a row each."""


class Layout(NamedTuple):
    """Where the pieces of the table are, and how large its cards.

    `stock`, `pile` and `claim` have their titles above them, `sheet` the score, `title` what is said of the
    `hand`; `note` is what is said beside it, and on the smallest tables also the claim. Large tables have the
    others' backs (`others`), and how far a jackpot is (`goal`).
    """

    pieces: Mapping[str, Rectangle]
    card: Size
    pile: Size
    stock: Size
    backs: Size | None
    across: int
    """How many cards are in a row of the hand."""
    each: int
    """How many columns they are apart."""
    sheet_rows: int
    """How many rows the score sheet has for a player."""
    left: int
    head: int
    """How many rows there are above stock and pile for their titles."""


@lru_cache(64)
def layout(width: int, height: int, seats: int) -> Layout:
    """Return how to fill a canvas of this size: as large as there is room for, else as small as can be."""
    for card, pile, across, backs in _PLANS:
        gap = min(2 if across == _ALL else 4, (width - 2 - across * card[0]) // (across - 1))
        wide = max(across * (card[0] + gap) - gap, min(width - 2, _WIDEST))
        is_small, is_large, head = card == SMALL or across < _ALL, pile > FLAT_MEDIUM, int(card > SMALL)
        stock = _STOCKS.get(pile, card)
        lower = below(0, Box(0, pile[1] - stock[1], {}), piece("stock", stock[0], head + stock[1] + 1))
        cards = beside(2 if is_small else 3, lower, piece("pile", pile[0], head + pile[1] + 1))
        if not is_small:
            claim = _CLAIMS[pile] if card > FLAT_MEDIUM else 12
            cards = beside(3, cards, piece("claim", claim, cards.height))
        sheet_rows = 2 if is_large and 1 + 2 * seats <= cards.height else 1
        between = 3 if is_small else 5
        room = min(_SHEET[-1], wide - cards.width - between)
        sheet = piece("sheet", room, 1 + seats * sheet_rows)
        is_short = card == SMALL or height < _USUAL  # then the prizes have one row
        rows = 1 + card[1] + head + 1 + (1 if is_short else 2)
        hand = piece("hand", wide, -(-_ALL // across) * rows)
        if is_small:
            title = piece("title", cards.width, 1)
            groups = [beside(between, below(0, cards, title), sheet), below(0, hand, piece("note", wide, 1))]
        else:
            note = piece("goal", wide, int(is_large))
            groups = [beside(between, cards, sheet), below(0, piece("note", wide, 1), hand, note)]
        if backs:
            groups.insert(0, piece("others", wide, 3 + backs[1]))
        least = below(int(backs is not None), *groups)
        if gap > 0 and wide <= width - 2 and room in _SHEET and least.height <= height:
            break
    air = min(2, (height - least.height) // 4)
    table = below(int(backs is not None) + max(0, air), *groups)
    x, y = max(0, (width - wide) // 2), max(0, (height - table.height) // 2)
    pieces = table.moved(x, y)
    pieces.setdefault("title", pieces["note"])
    return Layout(pieces, card, pile, stock, backs, across, card[0] + gap, sheet_rows, max(1, x), head)
