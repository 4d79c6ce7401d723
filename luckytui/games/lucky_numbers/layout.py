"""Where everything is on the table of Lucky Numbers: the largest arrangement that there is room for."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

from luckytui.games.lucky_numbers.rules import SIDE, TILES
from luckytui.shown.model import Rectangle
from luckytui.shown.words import columns
from luckytui.text import _
from luckytui.tui.boards.arrange import Box, below, beside, piece
from luckytui.tui.canvas import Place, share

TINY, CHIP, FLAT_MEDIUM, MEDIUM, FLAT_LARGE, LARGE, HUGE = (
    *((3, 1), (4, 1), (6, 2), (6, 3)),
    *((9, 5), (13, 6), (20, 9)),
)
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
    (MEDIUM, CHIP),
    (FLAT_LARGE, TINY),
    (MEDIUM, TINY),
    (FLAT_MEDIUM, TINY),
)
"""How large own tiles and those of others can be, the best first."""
_TRAY = (FLAT_LARGE, MEDIUM, FLAT_MEDIUM, (5, 2), (4, 2), (5, 1), CHIP, TINY)
"""How large the tiles of the middle can be."""
_USUAL_MIDDLE = 8
"""For how many tiles there is room in the middle before they get smaller."""
CHART_X = 18
"""How wide the title of the chart of face-down tiles is."""
_CHART_ROWS, _LEAST_STEP = 3, 3
"""How many rows it takes, with the one above it, and how far apart its figures are at least."""


class Tray(NamedTuple):
    """How the tiles of the middle lie."""

    size: Place
    """How large they are."""
    step: int
    """How far apart they begin."""
    in_row: int


class Layout(NamedTuple):
    """Where the pieces are, each with its title: `own`, `other 0` …, `stack`, `hand`, `middle`."""

    tile: Place
    chip: Place
    """How large a tile of somebody else is."""
    pieces: Mapping[str, Rectangle]
    gap: int
    """How many columns are between two gardens."""
    chart: Place | None
    """Where it is said how many tiles are still face down, if there is room."""
    chart_step: int
    """How far apart the chart's figures are."""
    left: int
    """The first column of the table."""
    trays: Sequence[Tray] = ()
    """How the tiles of the middle lie, by how many there are."""

    @property
    def hand(self) -> Place:
        """How large the tile in hand is: as the own ones, if it has the room."""
        _x, _y, width, height = self.pieces["hand"]
        sizes = (size for size in dict(_SIZES) if size <= self.tile)
        return next(size for size in sizes if size[0] <= width and size[1] < height)


class _Sizes(NamedTuple):
    """How large everything is to be."""

    own: Place
    other: Place
    seats: int
    gap: int


def _titled(name: str, size: Place) -> Box:
    return piece(name, max(size[0], columns(_("In hand")) if name == "hand" else 0), 1 + size[1])


def _arrangements(has: _Sizes) -> Iterator[Box]:
    """Yield the ways to lay pieces of these sizes, the best first; the middle is as large as it must be."""
    (width, height), (other_width, other_height) = has.own, has.other
    own = piece("own", 3 + SIDE * (width + 1) - 1, 1 + SIDE * height + 1)
    gardens = [piece(f"other {place}", SIDE * other_width, 1 + SIDE * other_height) for place in range(3)]
    is_small = has.other <= CHIP
    size = FLAT_LARGE if has.own >= LARGE else MEDIUM if has.own > MEDIUM else FLAT_MEDIUM
    stack, hand = _titled("stack", size), _titled("hand", size)
    middle, air = piece("middle", 2 * width, stack.height), int(has.own != MEDIUM)
    if is_small or has.seats == 4:  # the hand in the place of a fourth garden
        between = 1 if has.other == TINY else max(3, has.gap - 1)
        first, second, third = gardens
        in_place = piece("hand", first.width, first.height)
        right = below(1, beside(between, first, second), beside(between, third, in_place))
        yield beside(has.gap, below(air, own, _lower(stack, middle)), right)
    others = gardens[: has.seats - 1]
    if has.other == TINY:  # on a phone: all below each other
        tiles = beside(1, stack, hand, piece("middle", 30, stack.height))
        yield below(0, own, tiles, below(1, beside(has.gap - 1, *others), Box(0, 0, {})))
    if is_small:
        return
    # stack and hand in a column between the gardens
    column = below(3, _titled("stack", has.own), _titled("hand", has.own))
    for rows in dict.fromkeys((max(size, MEDIUM)[1], MEDIUM[1])):
        tray = piece("middle", 2 * width, 1 + rows)
        left = beside(has.gap, below(0, own, _lower(tray)), column)
        yield beside(max(3, has.gap - 1), left, below(int(has.other != FLAT_MEDIUM), *others))
    # the hand under the others
    others_below = below(0, *others)
    right = below(1, others_below, piece("hand", others_below.width, 1 + height))
    if right.height <= own.height:
        yield beside(has.gap, below(1, own, _lower(stack, middle)), right)
    # stack, hand and middle below the own garden
    yield beside(
        has.gap, below(1, own, _lower(stack, hand, piece("middle", width, stack.height))), others_below
    )
    if has.seats == 2:  # or below the other one
        tray = piece("middle", others_below.width, 1 + MEDIUM[1] * -(-_USUAL_MIDDLE // SIDE))
        tiles = beside(3, _titled("stack", MEDIUM), _titled("hand", MEDIUM))
        yield beside(has.gap, own, below(1, others_below, tiles, tray))


def _lower(*boxes: Box) -> Box:
    """Return what is below the own garden, beginning where its tiles do."""
    return beside(3, Box(0, 0, {}), *boxes)


@lru_cache(64)
def layout(width: int, height: int, seats: int) -> Layout:
    """Return how to fill a canvas of this size: as large as there is room for, else as small as can be."""
    charts = (_CHART_ROWS, 0) if width > 1 + CHART_X + _LEAST_STEP * len(TILES) else (0,)
    for own, other in _SIZES:
        has = _Sizes(own, other, seats, 3 if other == TINY else 4)
        for place, box in enumerate(_arrangements(has)):
            gap = share(width - box.width, 1, most=10, least=has.gap)
            wider = next(islice(_arrangements(has._replace(gap=gap)), place, None))
            for chart_rows in charts:
                placed = _placed(has._replace(gap=gap), wider, width, height, chart_rows)
                size, _step, in_row = _tray(placed, len(TILES))
                has_room = -(-len(TILES) // in_row) * size[1] < placed.pieces["middle"][3]
                if has_room and box.width < width and box.height + chart_rows <= height:
                    return _with_trays(placed)
    return _with_trays(placed)


def _with_trays(placed: Layout) -> Layout:
    return placed._replace(trays=[_tray(placed, count) for count in range(len(TILES) + 1)])


def _tray(placed: Layout, count: int) -> Tray:
    """Return how this many tiles lie in the middle: as large as they can be, but for the own ones."""
    _x, _y, width, height = placed.pieces["middle"]
    for size, gap in product(_TRAY, (1, 0)):
        in_row = (width + gap) // (size[0] + gap)
        fits = -(-max(count, _USUAL_MIDDLE) // max(1, in_row)) * size[1] < height
        if size[0] <= placed.tile[0] and in_row and fits and (gap or size <= CHIP):
            return Tray(size, size[0] + gap, in_row)
    return Tray(TINY, TINY[0], max(1, width // TINY[0]))


def _placed(has: _Sizes, box: Box, width: int, height: int, chart_rows: int) -> Layout:
    """Put the table in the middle of the canvas; its middle takes the room to the right and below it."""
    x, y = (width - box.width) // 2, max(0, (height - box.height - chart_rows) // 2)
    end, bottom, pieces = x + box.width, y + box.height, box.moved(x, y)
    left, top, _width, rows = pieces["middle"]
    for other_x, other_y, _wide, high in pieces.values():
        if other_x > left and other_y < top + rows and other_y + high > top:
            end = min(end, other_x - 3)
    for other_x, other_y, wide, _high in pieces.values():
        if other_y > top and other_x < end and other_x + wide > left:
            bottom = min(bottom, other_y)
    pieces["middle"] = left, top, end - left, bottom - top
    steps = {start: (width - start - 1 - CHART_X) // len(TILES) for start in (1, x + 3)}
    start = x + 3 if steps[x + 3] >= _LEAST_STEP else 1
    chart = (start, y + box.height + 1) if chart_rows else None
    return Layout(has.own, has.other, pieces, has.gap, chart, min(5, steps[start]), x + 1)
