"""Where everything is on the table of Lucky Squares: by layout.toml, or computed where there is more room."""

from functools import lru_cache

from luckytui.tui.boards.paint import Place, TableLayout

_LEAST = (79, 24)
"""How many columns and rows there must be for squares of a third of the width."""
_WIDEST, _HIGHEST = 52, 20
"""How large a square is at most."""
_DICE = 84
"""How many columns five rolls take as dice; where there are fewer they are written."""
_ORDER = 40
"""How many columns the order of play takes at least."""
_ROWS = 7
"""How many rows a list has at most: seven actions, or six players and the second action of one."""


class Layout(TableLayout, frozen=True):
    """Where everything is at one size, and how large: layout.toml explains it."""

    across: int
    first: Place
    each: Place
    size: Place
    lists: int
    name_width: int
    cents_end: int
    card: int
    deed: int
    players_across: int = 1
    dice: int | None = None
    menu: int | None = None
    menu_row: int | None = None
    """The row of the first action, where that is not the one of the order of play."""
    outcomes: tuple[int, int, int] | None = None
    has_pieces: bool = False
    """Whether the dice are pieces."""
    steps: Place = (1, 1)
    """How many rows an entry takes in the order of play, and in the menu."""
    is_computed: bool = False

    @property
    def coin(self) -> Place:
        """How wide a coin is, and how many are in a stack, so that they can be counted."""
        width, height = self.size
        return 3 if width < 30 else 5 if width < 44 else 8, 10 if height >= 12 else 5

    @property
    def card_size(self) -> Place:
        """How large a card on a square is."""
        return (9, 3) if self.size[0] < 30 else (12, 5)


@lru_cache(64)
def computed(width: int, height: int, seats: int) -> Layout | None:
    """Return how to fill a canvas of this size; None: it is too small for anything but layout.toml."""
    if width < _LEAST[0] or height < _LEAST[1]:
        return None
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
    x, y = (width - table) // 2, (height - rows - 2 * gap) // 2
    dice_y = y + 2 * (high + 1) + gap
    lists_y = dice_y + dice + gap + 1
    menu = x + max(_ORDER, table // 2 - 1) + (22 if is_beside else 0)
    return Layout(
        across=3,
        first=(x, y),
        each=(wide + 2, high + 1),
        size=(wide, high),
        lists=lists_y,
        name_width=14,
        cents_end=20,
        card=22,
        deed=26,
        dice=dice_y,
        menu=menu,
        menu_row=dice_y + 1 if is_beside else lists_y,
        outcomes=(menu + 15, menu + 27, menu + 31),
        has_pieces=has_pieces,
        steps=(2 if is_beside and seats < _ROWS - 1 else 1, 2 if is_beside else 1),
        is_computed=True,
        left=max(1, x),
    )
