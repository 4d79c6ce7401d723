"""Where everything is on the table of Lucky Box: by layout.toml, or computed where there is more room."""

from functools import lru_cache

from luckytui.games.lucky_box.deck import SIDE
from luckytui.games.lucky_box.model import ACROSS
from luckytui.tui.boards.paint import Place, TableLayout, share

SMALL, MEDIUM, FLAT_LARGE, LARGE, HUGE = (4, 1), (6, 3), (7, 4), (10, 6), (12, 7)
"""The sizes of a cell."""
STUBS = {SMALL: (4, 1), MEDIUM: (5, 1), FLAT_LARGE: (6, 1), LARGE: (7, 1), HUGE: (8, 2)}
"""How wide the end of a row is, and how high that of a column, by the size of a cell."""
_RIGHT = {HUGE: 42, FLAT_LARGE: 26}
"""How wide the column of number, players and sheet is, unless it is 30."""
MOST_WITH_TURNS = 6
"""How many players there may be for each to have a second line, with what they did in the last turn."""
_LEAST = 79, 26
"""How many columns and rows there must be for number, players and sheet beside the cards."""


class Layout(TableLayout, frozen=True):
    """Where everything is at one size, and how large: layout.toml explains it."""

    number: Place
    number_size: Place
    facts: int
    cards: Place
    each: Place
    cell: Place
    turn: Place
    turn_width: int
    players: Place
    player_rows: int = 1
    many_rows: int = 1
    sheet: int | None = None
    across: int = ACROSS
    list_width: int = 25
    """How wide the lists of players and rounds are."""
    is_computed: bool = False

    @property
    def stub(self) -> Place:
        """How wide the end of a row is, and how high that of a column."""
        return STUBS.get(self.cell, (6 if self.cell[1] > 2 else 4, 1))


@lru_cache(64)
def computed(width: int, height: int, seats: int, cards: int) -> Layout | None:
    """Return how to fill a canvas of this size; None: it is too small for anything but layout.toml."""
    if width < _LEAST[0] or height < _LEAST[1]:
        return None
    for cell in (HUGE, LARGE, FLAT_LARGE, MEDIUM, SMALL):
        for across in (3, 2) if cards <= 3 or cards > 4 else (2, 3):
            layout = _placed(width, height, seats, cards, cell, across)
            if layout:
                return layout
    return None


def _placed(width: int, height: int, seats: int, cards: int, cell: Place, across: int) -> Layout | None:
    """Put the table in the middle of the canvas; None: it has no room there."""
    stub = STUBS[cell]
    wide, high = SIDE * cell[0] + stub[0], 1 + SIDE * cell[1] + stub[1] + (cell == SMALL)
    gap, right, rows = 3 if cell == HUGE else 2, _RIGHT.get(cell, 30), -(-max(cards, 4) // across)
    if cards <= 3 and across == 3:
        rows = 1
    table = across * (wide + gap) - gap, rows * (high + 1)
    number = (14, 7) if cell == HUGE else (11, 4)
    head = number[1] + 4
    list_rows = seats * (2 if seats <= MOST_WITH_TURNS else 1)
    least = max(table[1], head + 1 + list_rows + 5)
    if table[0] + 4 + right > width - 2 or least > height:
        return None
    middle = share(width - table[0] - 4 - right, 1, most=8, least=4)
    between = share(height - table[1], rows - 1, most=3, least=1)
    high_table = table[1] + (rows - 1) * (between - 1)
    left = (width - table[0] - middle - right) // 2
    top = (height - max(high_table, least)) // 2
    x = left + table[0] + middle
    roomy = seats <= MOST_WITH_TURNS and height - top - head - 5 >= 3 * seats + 1
    step = 3 if roomy else 2 if seats <= MOST_WITH_TURNS else 1
    players = top + head
    return Layout(
        number=(x, top),
        number_size=number,
        facts=0,
        cards=(left, top),
        each=(wide + gap, high + between),
        cell=cell,
        turn=(x, top + head - 1),
        turn_width=right,
        players=(x + 2, players),
        player_rows=step,
        many_rows=1,
        sheet=players + 2 + seats * step,
        across=across,
        list_width=right - 2,
        left=max(1, left),
        is_computed=True,
    )
