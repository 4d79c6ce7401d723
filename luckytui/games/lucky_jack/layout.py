"""Where everything is on the table of Lucky Jack: by layout.toml, or computed where there is more room."""

from functools import lru_cache

from luckytui.games.lucky_jack.pieces import FLAT_LARGE, HUGE, LARGE, MEDIUM, SMALL, Size
from luckytui.games.lucky_jack.rules import SYMBOLS
from luckytui.tui.boards.paint import TableLayout

_PLANS = (
    (HUGE, HUGE, True),
    (LARGE, HUGE, True),
    (FLAT_LARGE, LARGE, True),
    (MEDIUM, FLAT_LARGE, True),
    (MEDIUM, FLAT_LARGE, False),
)
"""How large the cards of hand and pile can be, and whether the others sit in a row with their backs."""
_STOCKS = {HUGE: LARGE, LARGE: FLAT_LARGE, FLAT_LARGE: MEDIUM}
"""How large the stock is, by the size of the pile."""
_CLAIMS = {HUGE: 36, LARGE: 30, FLAT_LARGE: 24}
"""How wide the question is whether a card is taken."""
_SHEET = 30
"""How wide the score sheet is at most."""


class Layout(TableLayout, frozen=True):
    """Where everything is at one size, and how large: layout.toml explains it."""

    stock: Size
    stock_card: Size
    pile: Size
    pile_card: Size
    sheet: Size
    words_end: int
    cards_end: int
    points_end: int
    sheet_rows: int
    title: Size
    note: int
    hand: Size
    each: int
    card: Size
    prizes: int
    across: int = len(SYMBOLS)
    down: int = 0
    claim: tuple[int, int, int, int] | None = None
    backs: Size = (0, 0)
    """How large the others' backs are, where they are laid in a row: then the sheet has no cards."""
    backs_y: int = 0
    width: int = 0
    """How wide the table is, where that is computed."""


@lru_cache(64)
def computed(width: int, height: int, seats: int) -> Layout | None:
    """Return how to fill a canvas of this size; None: it is too small for anything but layout.toml."""
    for card, pile, has_row in _PLANS:
        backs = (SMALL if card == MEDIUM else MEDIUM) if has_row else (0, 0)
        row = 4 + backs[1] if has_row else 0
        gap = 2 if 7 * card[0] + 12 <= width - 2 else 1
        wide = 7 * (card[0] + gap) - gap
        high = row + pile[1] + card[1] + (10 if has_row else 9)
        if wide <= width - 2 and high <= height:
            return _placed(width, height, seats, card, pile, gap, backs, high)
    return None


def _placed(
    width: int, height: int, seats: int, card: Size, pile: Size, gap: int, backs: Size, high: int
) -> Layout:
    """Put the table in the middle of the canvas, with the rows to spare between its parts."""
    wide, air = 7 * (card[0] + gap) - gap, min(2, (height - high) // 4)
    x, y = (width - wide) // 2, (height - high - air * (3 if backs[0] else 1)) // 2
    backs_y, stock = y, _STOCKS[pile]
    y += 4 + backs[1] + air if backs[0] else 0
    pile_x = x + stock[0] + 3
    claim_x, claim_width = pile_x + pile[0] + 3, _CLAIMS[pile]
    sheet = claim_x + claim_width + 4
    end = min(x + wide, sheet + _SHEET)
    title = y + pile[1] + (3 if backs[0] else 2) + air
    is_roomy = 2 + 2 * seats <= pile[1] + 2
    return Layout(
        stock=(x, y + 1 + pile[1] - stock[1]),
        stock_card=stock,
        pile=(pile_x, y + 1),
        pile_card=pile,
        sheet=(sheet, y),
        words_end=end - 9 if backs[0] else end - 12,
        cards_end=0 if backs[0] else end - 8,
        points_end=end,
        sheet_rows=2 if is_roomy else 1,
        title=(x, title),
        note=title,
        hand=(x, title + 2),
        each=card[0] + gap,
        card=card,
        prizes=title + card[1] + 4,
        claim=(claim_x, y + 1, claim_width, max(7, pile[1] - 2 * (pile == FLAT_LARGE))),
        left=max(1, x),
        backs=backs,
        backs_y=backs_y,
        width=wide,
    )
