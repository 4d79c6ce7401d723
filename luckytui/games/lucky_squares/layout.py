"""Where everything is on the table of Lucky Squares: the squares as large as there is room for, centred."""

from functools import lru_cache
from typing import NamedTuple

from luckytui.tui.canvas import Place

_WIDEST, _HIGHEST = 52, 20
"""The largest square, in columns and rows."""
_DICE = 84
"""How many columns five rolls take when drawn as dice; with fewer they are written."""
_ROWS = 7
"""How many rows a list has at most: seven actions, or six players and the second action of one."""
_OUTCOMES = 38
"""How many columns it takes to say what became of a square."""
_WIDE_LIST = 40
"""The fewest columns in which the order of play has room for longer names."""


class Layout(NamedTuple):
    """Where everything is at one size, and how large, as (column, row) or (columns, rows)."""

    across: int
    first: Place
    """The first square."""
    each: Place
    """How far the squares are apart."""
    size: Place
    dice: Place
    has_pieces: bool
    """Whether the dice are drawn as pieces."""
    lists: int
    """The first row of the order of play."""
    menu: Place
    """The first action, or what became of the first square."""
    room: int
    """How many columns there are from there on."""
    has_titles: bool
    """Whether there is room for headings, and for dice above the lists: else they are in the menu's place."""
    steps: Place = (1, 1)
    """How many rows an entry takes in the order of play, and in the menu."""

    @property
    def left(self) -> int:
        """The first column of the table."""
        return self.first[0]

    @property
    def width(self) -> int:
        """How many columns the squares take."""
        return self.each[0] * (self.across - 1) + self.size[0]

    @property
    def list_ends(self) -> tuple[int, int, int, int]:
        """The width of a name; then the offsets in a line at which cents end, and card and deed begin."""
        if self.across == 2:  # what was done has room for a word
            return 9, 15, 16, 20
        return (14, 20, 22, 26) if self.menu[0] - self.left >= _WIDE_LIST else (11, 17, 18, 22)

    @property
    def has_outcomes(self) -> bool:
        """Whether there is room to list what became of each square."""
        return self.has_titles and self.room >= _OUTCOMES

    @property
    def is_large(self) -> bool:
        """Whether a square has its cents on the rim, and cards with names in its corner."""
        return self.size[0] > 22 and self.size[1] >= 7

    @property
    def coin(self) -> Place:
        """The width of a coin, and how many make a stack: five or ten where they fit, for counting."""
        (width, height), rows = self.size, self.size[1] - 1 - (self.size[0] < 22)
        coin = next(coin for coin, least in ((8, 44), (5, 30), (3, 18), (2, 0)) if width >= least)
        return coin, min(10 if height >= 12 else 5, rows)

    @property
    def card(self) -> Place:
        """How large a card on a square is."""
        return ((12, 5) if self.size[0] >= 30 else (9, 3)) if self.is_large else (3, 1)


@lru_cache(64)
def layout_of(width: int, height: int, seats: int) -> Layout:
    """Return the layout for a canvas of this size."""
    if width >= 79 and height >= 24:
        return _large(width, height, seats)
    has_titles = width >= 79 or height >= 22
    across, gap, menu = (
        (6, 1, 40) if width >= 79 else (3, 1, 35) if width >= 60 or not has_titles else (2, 2, 28)
    )
    wide, rows, lists = 12 if across == 6 else (width - 4) // across, 6 // across, _ROWS + 3 * has_titles
    high = min(7, (height - lists) // rows - 1)
    x = max(1, (width - across * (wide + gap) + gap) // 2)
    y = max(0, (height - rows * (high + 1) - lists) // 2)
    dice, first = y + rows * (high + 1), y + rows * (high + 1) + 3 * has_titles
    return Layout(
        across=across,
        first=(x, y),
        each=(wide + gap, high + 1),
        size=(wide, high),
        dice=(x if has_titles else x + menu, dice),
        has_pieces=False,
        lists=first,
        menu=(x + menu, first),
        room=width - x - menu,
        has_titles=has_titles,
    )


def _large(width: int, height: int, seats: int) -> Layout:
    wide = min(_WIDEST, (width - 6) // 3)
    table = 3 * wide + 4
    is_beside = wide >= 42 and height >= 40  # the actions beside the dice, two rows each
    has_pieces = height >= 34 and table >= _DICE
    dice, lists = 5 if has_pieces else 2, 13 if is_beside else _ROWS + 2
    high = min(_HIGHEST, (height - dice - lists) // 2 - 1)
    if not is_beside:
        high = min(high, max(7, wide * 3 // 8))
    rows = 2 * (high + 1) + dice + lists
    gap = min(2, (height - rows) // 3)
    x, y = max(1, (width - table) // 2), (height - rows - 2 * gap) // 2
    dice_y = y + 2 * (high + 1) + gap
    lists_y = dice_y + dice + gap + 1
    menu = x + max(40, table // 2 - 1) + (22 if is_beside else 0)
    return Layout(
        across=3,
        first=(x, y),
        each=(wide + 2, high + 1),
        size=(wide, high),
        dice=(x, dice_y),
        has_pieces=has_pieces,
        lists=lists_y,
        menu=(menu, dice_y + 1 if is_beside else lists_y),
        room=width - menu,
        has_titles=True,
        steps=(2 if is_beside and seats < _ROWS - 1 else 1, 2 if is_beside else 1),
    )
