"""Where everything is on the table of Lucky Box: in the middle, with the largest cards that have room."""

from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

from luckytui.games.lucky_box.deck import SIDE
from luckytui.tui.canvas import Place, share

SMALL, HIGH, MEDIUM, FLAT_LARGE, LARGE, HUGE = (4, 1), (4, 2), (6, 3), (7, 4), (10, 6), (12, 7)
"""The sizes of a cell."""
STUBS = {HUGE: (8, 2), LARGE: (7, 1), FLAT_LARGE: (6, 1), MEDIUM: (5, 1), HIGH: (4, 1), SMALL: (4, 1)}
"""How wide the end of a row is, and how high that of a column, by the size of a cell: the largest first."""
MOST_WITH_TURNS = 6
"""How many players there may be for each to have a second line, with what they did in the last turn."""
_RIGHT = {HUGE: 42, FLAT_LARGE: 26}
"""How wide the column of number, players and sheet is, unless it is 30."""
_NUMBER = {HUGE: (14, 7), FLAT_LARGE: (8, 4)}
"""How large the number's face is beside the cards, unless it is 11×4: what is said beside it takes 16."""
_FACTS = 48
"""How many columns the number takes above the cards, with what is said beside it."""
_LEAST_GAP = {"beside": 4, "above": 1, "below": 0}
"""How many columns there are at least between the cards and the players, by the form."""

Form = Literal["beside", "above", "below"]
"""Where the number is: with players and sheet beside the cards; above these, with the players beside them;
above these, with the players below."""
_FORMS: tuple[tuple[Form, ...], ...] = ("beside", "above"), ("below",)
"""What is tried with every size of cards, before the next: lists tell more of the players than rows below."""


class Layout(NamedTuple):
    """Where everything is at one size, and how large, as (column, row) or (columns, rows)."""

    form: Form
    left: int
    number: Place
    number_size: Place
    """How large the face of the number card is."""
    cards: Place
    """The first card."""
    each: Place
    """How far the cards are apart; without rows there is room for one row of them at a time."""
    cell: Place
    across: int
    turn: Place
    turn_width: int
    players: Place
    player_rows: int
    """How far the players are apart."""
    list_width: int
    sheet: int
    """The row of the sheet, where the players are beside the cards."""
    has_heading: bool
    """Whether the players below the cards have a row above them for what their scores are."""


@lru_cache(64)
def layout_of(width: int, height: int, seats: int, cards: int) -> Layout:
    """Return how to fill a canvas; where not even small cards have room, they are shown row by row."""
    for forms in _FORMS:
        for cell, is_second, form in product(STUBS, (False, True), forms):
            across = 2 if is_second != (cards == 4 and cell >= MEDIUM) else 3  # four large ones are a square
            rows = 1 if cards <= across else -(-max(cards, 4) // across)
            if layout := _placed((width, height), seats, cell, (across, rows), form):
                return layout
    layout = _placed((max(width, 48), max(height, 15)), seats, SMALL, (3, 1), "below")
    assert layout is not None  # noqa: S101 - for that there is room
    return layout._replace(each=(layout.each[0], 0))


def _placed(size: Place, seats: int, cell: Place, grid: Place, form: Form) -> Layout | None:
    """Put the table in the middle of the canvas; None: it has no room there."""
    (width, height), (across, rows), (stub, stub_rows) = size, grid, STUBS[cell]
    is_beside, has_lists, apart = form == "beside", form != "below", _LEAST_GAP[form]
    wide, high = SIDE * cell[0] + stub, 2 + SIDE * cell[1] + stub_rows
    gap = min(1 if cell < MEDIUM else 3 if cell == HUGE else 2, (width - across * wide) // (across - 1))
    number = _NUMBER.get(cell, (11, 4)) if is_beside else (8, 3)
    steps = (3, 2) if seats <= MOST_WITH_TURNS else (2, 1)
    air = int(number[1] + 9 + seats * steps[1] < height)
    above, head = (0, number[1] + 4 + air) if is_beside else (number[1] + 2, 0)
    lists, below = (head + 5 + seats * steps[1], 0) if has_lists else (0, people_rows(seats))
    right = (_RIGHT.get(cell, 30) if is_beside else 27) * has_lists
    table, least = across * (wide + gap) - gap, max(above + rows * high + below, lists)
    if gap < 0 or table + apart + right > width - 2 * is_beside or least > height:
        return None
    if not is_beside and table < _FACTS:
        return None
    has_heading = not has_lists and least < height
    below += has_heading
    middle = share(width - table - apart - right, 1, most=8, least=apart) * has_lists
    between = share(height - above - rows * high - below, rows - 1, most=2, least=0)
    left = (width - table - middle - right) // 2
    top = (height - max(above + rows * high + (rows - 1) * between + below, lists)) // 2
    x, y = left + table + middle, top + head
    step = steps[height - y - 6 < seats * steps[0]]
    return Layout(
        form=form,
        left=max(1, left),
        number=(x if is_beside else left, top),
        number_size=number,
        cards=(left, top + above),
        each=(wide + gap, high + between),
        cell=cell,
        across=across,
        turn=(x, y - 1 - air) if is_beside else (left + number[0] + 2, top + above - 1),
        turn_width=right if is_beside else table - number[0] - 2,
        players=(x + 2, y)
        if has_lists
        else (left + 2, top + above + rows * (high + between) - between + has_heading),
        player_rows=step,
        list_width=right - 2 if has_lists else table,
        sheet=min(y + 2 + seats * step, height - 4),
        has_heading=has_heading,
    )


def people_rows(seats: int) -> int:
    """Return how many rows everyone takes below the cards: two a row, or more than eight three."""
    return -(-seats // 2) if seats <= 8 else -(-seats // 3)
