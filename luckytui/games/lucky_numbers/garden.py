"""The gardens of Lucky Numbers: where a tile fits, and why it does not."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, product
from typing import Annotated

from msgspec import Meta

from luckytui.games.interface import IllegalMove, replaced
from luckytui.text import N_

SIDE = 4
HIGHEST = 20
TILES = range(1, HIGHEST + 1)
BEYOND = HIGHEST + 1

Tile = Annotated[int, Meta(ge=0, le=HIGHEST)]
"""1 to 20; 0 means no tile."""
_Place = Annotated[int, Meta(ge=0, lt=SIDE)]
Cell = tuple[_Place, _Place]
"""(row, column), from (0, 0) at the top left."""
Garden = Annotated[tuple[Tile, ...], Meta(min_length=SIDE * SIDE, max_length=SIDE * SIDE)]
"""16 tiles, row by row; 0 where a cell is empty."""
Places = int
"""Where each tile fits: the bit 16 × tile + 4 × row + column is set if it does."""
CELLS: tuple[Cell, ...] = tuple(product(range(SIDE), range(SIDE)))
DIAGONAL: tuple[Cell, ...] = tuple((i, i) for i in range(SIDE))
BARE: Garden = (0,) * SIDE * SIDE


def at(garden: Garden, cell: Cell) -> Tile:
    """Return the tile on a cell; 0 where it is empty."""
    return garden[cell[0] * SIDE + cell[1]]


def with_tile(garden: Garden, cell: Cell, tile: Tile) -> Garden:
    """Return the garden with that tile on the cell, instead of the one there."""
    return replaced(garden, cell[0] * SIDE + cell[1], tile)


def with_tiles(garden: Garden, tiles: Sequence[Tile], cells: Sequence[Cell]) -> Garden:
    """Return the garden with several tiles laid, each on its cell."""
    for tile, cell in zip(tiles, cells, strict=True):
        garden = with_tile(garden, cell, tile)
    return garden


@lru_cache(maxsize=4096)
def places(garden: Garden) -> Places:
    """Return where each tile fits: row and column stay strictly ascending, and its equal stays."""
    by_row = by_column = 0
    for line in range(SIDE):
        by_row |= _places_in_line(garden[line * SIDE : (line + 1) * SIDE], _ROWS[line])
        by_column |= _places_in_line(garden[line::SIDE], _COLUMNS[line])
    return by_row & by_column


@lru_cache(maxsize=2**14)
def _places_in_line(line: tuple[Tile, ...], cells: tuple[int, ...]) -> Places:
    """Return where each tile fits into a row or column with these cells, numbered row by row."""
    before = accumulate(line[:-1], max, initial=0)
    behind = [*accumulate((tile or BEYOND for tile in line[:0:-1]), min, initial=BEYOND)]
    found = 0
    for cell, there, low, high in zip(cells, line, before, reversed(behind), strict=True):
        for tile in range(low + 1, high):
            found |= (tile != there) << (tile * len(CELLS) + cell)
    return found


_ROWS = [tuple(range(first, first + SIDE)) for first in range(0, len(CELLS), SIDE)]
_COLUMNS = [tuple(range(first, len(CELLS), SIDE)) for first in range(SIDE)]
_OF_ONE_TILE = (1 << len(CELLS)) - 1


def fits(garden: Garden, tile: Tile, cell: Cell) -> bool:
    """Whether the tile may be laid there."""
    return cell in fitting(garden, tile)


def fitting(garden: Garden, tile: Tile) -> Sequence[Cell]:
    """Return the cells where the tile fits, empty ones and swaps."""
    return _cells(places(garden) >> (tile * len(CELLS)) & _OF_ONE_TILE)


@lru_cache(maxsize=2**14)
def _cells(which: int) -> tuple[Cell, ...]:
    return tuple(cell for place, cell in enumerate(CELLS) if which >> place & 1)


def cell_for(tile: Tile, diagonal: Iterable[Cell]) -> Cell:
    """Return the cell of the diagonal nearest to a tile's proportional place: 1-5, 6-10, 11-15, 16-20."""
    place = (tile - 1) // (HIGHEST // SIDE)
    return min(diagonal, key=lambda cell: (abs(cell[0] - place), cell))


def last_cell(garden: Garden) -> Cell | None:
    """Return the only empty cell of a garden; None if it has several, or none."""
    return CELLS[garden.index(0)] if garden.count(0) == 1 else None


def fits_last(garden: Garden, tiles: Iterable[Tile]) -> tuple[Tile, Cell] | None:
    """Return a tile that fills the last empty cell of a garden, and that cell."""
    cell = last_cell(garden)
    return next(((tile, cell) for tile in tiles if fits(garden, tile, cell)), None) if cell else None


def misfit(garden: Garden, tile: Tile, cell: Cell) -> IllegalMove | None:
    """Say why a tile cannot be laid on a cell; None where it fits."""
    if fits(garden, tile, cell):
        return None
    if at(garden, cell) == tile:
        return IllegalMove(N_("There is a {tile} already: a swap needs another number."), tile=tile)
    side, other = next(
        (side, garden[place])
        for side, places in _AROUND[cell].items()
        for place in places
        if garden[place] and (garden[place] >= tile) == (side in {"left", "above"} or garden[place] == tile)
    )
    return IllegalMove(_DOES_NOT_FIT[side], tile=tile, other=other)


def _around(cell: Cell) -> dict[str, list[int]]:
    """Return the places in a garden that share a row or column with a cell, by side, nearest first."""
    row, column = cell
    return {
        "left": [row * SIDE + c for c in reversed(range(column))],
        "right": [row * SIDE + c for c in range(column + 1, SIDE)],
        "above": [r * SIDE + column for r in reversed(range(row))],
        "below": [r * SIDE + column for r in range(row + 1, SIDE)],
    }


_AROUND = {cell: _around(cell) for cell in CELLS}
_DOES_NOT_FIT = {
    "left": N_("{tile} does not fit there: {other} is to its left."),
    "right": N_("{tile} does not fit there: {other} is to its right."),
    "above": N_("{tile} does not fit there: {other} is above it."),
    "below": N_("{tile} does not fit there: {other} is below it."),
}


def makes_pair(garden: Garden, cell: Cell) -> bool:
    """Whether the tile on a cell has an equal one diagonally next to it (Bruno's variant)."""
    row, column = cell
    return any(
        at(garden, near) == at(garden, cell)
        for near in product((row - 1, row + 1), (column - 1, column + 1))
        if near in _AROUND
    )
