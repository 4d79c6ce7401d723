"""Where everything is on the table of Lucky Numbers: by layout.toml, or computed where there is more room."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from luckytui.games.lucky_numbers.rules import SIDE, TILES
from luckytui.tui.boards.paint import Place, TableLayout, share

CHIP, FLAT_MEDIUM, MEDIUM, FLAT_LARGE, LARGE, HUGE = (4, 1), (6, 2), (6, 3), (9, 5), (13, 6), (20, 9)
"""The sizes of a tile."""
FLAT = {FLAT_MEDIUM, FLAT_LARGE}
"""Those whose face begins with their first row, and not in the middle of it."""
_SIZES = (
    (HUGE, LARGE),
    (HUGE, FLAT_LARGE),
    (LARGE, FLAT_LARGE),
    (LARGE, MEDIUM),
    (LARGE, FLAT_MEDIUM),
    (FLAT_LARGE, MEDIUM),
    (FLAT_LARGE, FLAT_MEDIUM),
)
"""How large own tiles and those of others can be, the best first."""
_USUAL_MIDDLE = 8
"""For how many tiles there is room in the middle before they get smaller."""
CHART_X = 18
"""How wide the title of the chart of face-down tiles is."""
_CHART_ROWS, _LEAST_STEP = 3, 3
"""How many rows it takes, with the one above it, and how far apart its figures are at least."""


class Layout(TableLayout, frozen=True):
    """Where everything is at one size, and how large: layout.toml explains it."""

    name: Place
    garden: Place
    tile: Place
    step: Place
    others: tuple[Place, ...]
    small: Place
    chip: Place
    chip_step: Place
    hand: Place
    """The tile in hand."""
    hand_title: Place
    stack: Place
    stack_tile: Place
    middle: Place
    tray: Place
    notes: Place
    face_down: Place
    few: Place = (0, 0)
    many: Place = (0, 0)
    tray_rows: int = 0
    hand_tile: Place | None = None
    stack_size: Place = FLAT_MEDIUM
    tray_box: Place = (0, 0)
    """How many columns and rows there are for the tiles of the middle, where that is computed."""
    chart_step: int = 0
    """How far apart the chart's figures are; 0: as far as there is room for."""

    @property
    def has_short_title(self) -> bool:
        """Whether there are few columns above the tile in hand."""
        return (self.hand_tile is not None and self.hand_tile < LARGE) or self.chip < CHIP

    @property
    def is_computed(self) -> bool:
        """Whether there is more room than layout.toml needs."""
        return self.tray_box > (0, 0)

    def tray_of(self, count: int) -> tuple[Place, int, int]:
        """Return how large the tiles of the middle are, how far apart, and how many are in a row."""
        if not self.is_computed:
            width, step = self.few if count <= 6 else self.many
            is_double = count > 9 and self.tray_rows == 2
            return (width, 1 if is_double else self.tray_rows), step, 9
        width, height = self.tray_box
        sizes = [size for size in (FLAT_LARGE, MEDIUM, FLAT_MEDIUM, CHIP) if size[0] <= self.tile[0]]
        for size in sizes:
            in_row = (width + 1) // (size[0] + 1)
            if in_row and -(-max(count, _USUAL_MIDDLE) // in_row) * size[1] <= height:
                return size, size[0] + 1, in_row
        return CHIP, CHIP[0], width // CHIP[0]

    @property
    def has_room(self) -> bool:
        """Whether there is room for one tile of each number in the middle."""
        size, _step, in_row = self.tray_of(len(TILES))
        return in_row > 0 and -(-len(TILES) // in_row) * size[1] <= self.tray_box[1]


def _chart_step(width: int) -> int:
    """Return how far apart the chart's figures can be in this many columns."""
    return (width - CHART_X - 1) // len(TILES)


class _Arrangement(NamedTuple):
    """How the gardens are arranged, from the upper left corner of the table, and how much room that takes."""

    own: Place
    other: Place
    columns: int
    """How many columns of others' gardens there are."""
    kind: str
    """Where stack and hand are: in the `place` of a fourth garden, in a `column` between the gardens, `below`
    the own garden, or below the other one at the `right`."""
    others: int

    @property
    def garden(self) -> Place:
        """How large the own garden is: a column between the tiles."""
        return SIDE * (self.own[0] + 1) - 1, SIDE * self.own[1]

    @property
    def other_garden(self) -> Place:
        """How large another's garden is: its tiles touch."""
        return SIDE * self.other[0], SIDE * self.other[1]

    @property
    def gap(self) -> int:
        """How many rows there are between two gardens of others."""
        is_tight = self.kind == "below" or (self.kind == "column" and self.other == FLAT_MEDIUM)
        return int(not is_tight)

    @property
    def stack_size(self) -> Place:
        """How large the stack is."""
        if self.kind == "column":
            return self.own
        return FLAT_LARGE if self.own >= LARGE and self.kind != "right" else MEDIUM

    @property
    def right(self) -> Place:
        """How much room the others' gardens take, with what is between them and the own one."""
        (width, height), rows = self.other_garden, -(-self.others // self.columns)
        high = rows * (1 + height + self.gap) - self.gap
        if self.kind == "right":
            high += 6 + MEDIUM[1] * -(-_USUAL_MIDDLE // SIDE)
        beside = self.own[0] + 3 if self.kind == "column" else 0
        return beside + self.columns * width + 3 * (self.columns - 1), high

    @property
    def height(self) -> int:
        """How many rows the table needs, without the chart."""
        below = {"place": 2 + self.stack_size[1], "below": 2 + self.stack_size[1], "column": 4, "right": 0}
        return max(2 + self.garden[1] + below[self.kind], self.right[1])

    @property
    def width(self) -> int:
        """How many columns it needs at least."""
        return 3 + self.garden[0] + 4 + self.right[0]


def _arrangements(seats: int) -> Iterator[_Arrangement]:
    """Yield what can be tried, the best first."""
    kinds = ((2, "place"), (1, "column"), (1, "below"), (1, "right"))
    for (own, other), (columns, kind) in product(_SIZES, kinds):
        if (kind == "place" and seats != 4) or (kind == "right" and seats != 2):
            continue
        yield _Arrangement(own, other, columns, kind, seats - 1)


@lru_cache(64)
def computed(width: int, height: int, seats: int) -> Layout | None:
    """Return how to fill a canvas of this size; None: it is too small for anything but layout.toml."""
    for each in _arrangements(seats):
        if each.width < width and each.height <= height:
            for has_chart in (True, False):
                layout = _placed(each, width, height, has_chart=has_chart)
                if layout.has_room:
                    return layout
    return None


def _placed(plan: _Arrangement, width: int, height: int, *, has_chart: bool) -> Layout:
    """Put the table in the middle of the canvas: gaps, chart and tray take what room is left."""
    gap = share(width - plan.width, 1, most=10, least=4)
    wide, high = plan.width + gap - 4, plan.height
    left = (width - wide) // 2
    chart_x = left + 3 if _chart_step(width - left - 3) >= _LEAST_STEP else 1
    chart_step = _chart_step(width - chart_x)
    has_chart = (
        has_chart and plan.kind != "right" and height - high > _CHART_ROWS and chart_step >= _LEAST_STEP
    )
    top = (height - high - _CHART_ROWS * has_chart) // 2
    (garden_width, garden_height), (other_width, other_height) = plan.garden, plan.other_garden
    x, below = left + 3, top + garden_height + 3
    right = x + garden_width + gap
    others = right + (plan.own[0] + max(3, gap - 1) if plan.kind == "column" else 0)
    names = [
        (
            others + (other_width + 3) * (index % plan.columns),
            top + (other_height + 1 + plan.gap) * (index // plan.columns),
        )
        for index in range(SIDE)
    ]
    stack, hand_tile, end = (x, below), plan.own, top + high if has_chart else height
    limit = x + garden_width
    match plan.kind:
        case "place":
            title = names[3]
            hand = (
                title[0] + (other_width - plan.own[0]) // 2,
                title[1] + 1 + (other_height - plan.own[1]) // 2,
            )
            middle = x + plan.stack_size[0] + 3, below
            tray = middle[0], below + 1
            if plan.right[1] <= garden_height + 3:
                limit = left + wide
        case "column":
            stack, title = (right, top), (right, top + plan.own[1] + 3)
            hand = right, title[1] + 1
            middle, tray = (x, below + 1), (x + 9, below)
            limit = others - 2 if plan.right[1] > garden_height + 2 else left + wide
        case "below":
            is_under = plan.right[1] + 2 + plan.own[1] <= garden_height + 1
            after = x + plan.stack_size[0] + 3
            if is_under:
                title = others, top + garden_height - plan.own[1]
                hand = others + (other_width - plan.own[0]) // 2, title[1] + 1
            else:
                hand_tile, title, hand = plan.stack_size, (after, below), (after, below + 1)
                after += plan.stack_size[0] + 3
            middle, tray = (after, below), (after, below + 1)
            if plan.right[1] <= garden_height + 3:
                limit = left + wide
        case _:
            stack = others, top + other_height + 2
            title, hand_tile = (others + 12, stack[1]), MEDIUM
            hand = title[0], stack[1] + 1
            middle = others, stack[1] + 5
            tray, limit = (others, middle[1] + 1), others + other_width
    is_right = plan.kind == "right"
    return Layout(
        name=(x, top),
        garden=(x, top + 1),
        tile=plan.own,
        step=(plan.own[0] + 1, plan.own[1]),
        others=tuple(names),
        small=(0, 1),
        chip=plan.other,
        chip_step=plan.other,
        hand=hand,
        hand_title=title,
        stack=stack,
        stack_tile=(stack[0], stack[1] + 1),
        middle=middle,
        tray=tray,
        notes=(others, top + other_height + 1) if is_right else (x, below - 1),
        face_down=(chart_x, top + high + 1 if has_chart else height),
        hand_tile=hand_tile,
        stack_size=plan.stack_size,
        tray_box=(limit - tray[0], end - tray[1]),
        chart_step=min(5, chart_step),
        left=max(1, x),
    )
