"""Why a move of Lucky Numbers is good: which cells it fills and opens, and how many tiles fit them then."""

from collections.abc import Iterator

from luckytui.games.interface import Move, cell_name
from luckytui.games.lucky_numbers import bots, rules
from luckytui.games.lucky_numbers.garden import fits_last
from luckytui.games.lucky_numbers.rules import Cell, Garden, LuckyNumbersView, Tile
from luckytui.text import N_, Sentence

_NOTABLE = 0.25
"""How many draws longer a cell has to wait if that is worth telling."""


def of(view: LuckyNumbersView, move: Move, other: Move | None) -> Iterator[Sentence]:
    """Yield why a move is good, compared with the `other` one if there is one."""
    laid = _laid(view, move)
    if isinstance(move, rules.Lay) and view.stage == "set_up":
        yield Sentence(N_("Low numbers belong to the top left, high ones to the bottom right."))
    elif laid:
        yield from _stopped(view, laid.tile, isinstance(move, rules.Take))
        if laid.then.rooms and view.options.bruno and rules.makes_pair(laid.garden, laid.cell):
            yield Sentence(N_("Two equal tiles diagonally: you have another turn."))
        yield from _of_swap(laid) if laid.old else _of_filling(laid, _laid(view, other))
    elif isinstance(move, rules.Draw):
        yield from _of_draw(view, _laid(view, other))
    elif filling := _filling(view.gardens[view.seat], view.hand):
        tried = _laid(view, other), *(_Laid(view, view.hand, cell) for cell in filling)
        yield from next(filter(None, map(_spared, tried)), [])
    else:
        yield Sentence(N_("The {tile} fits on no empty cell."), {"tile": view.hand})


class _Prospect:
    """What a garden may still become: for each empty cell, the numbers that leave room for the others."""

    def __init__(self, view: LuckyNumbersView, garden: Garden) -> None:
        stack, self._stack = rules.unseen(view), view.stack
        windows = zip(rules.CELLS, *bots.windows(garden), strict=True)
        self.rooms = {cell: range(low, high + 1) for cell, low, high in windows if not rules.at(garden, cell)}
        self.left = {cell: sum(stack[one] for one in room) for cell, room in self.rooms.items()}
        """How many tiles of the stack show one of these numbers."""

    def hurt(self, better: "_Prospect", least: float = _NOTABLE) -> Cell | None:
        """Return the cell, empty in both, that waits most longer than in a better one; None: none does."""
        longer = {cell: self.wait(cell) - better.wait(cell) for cell in self.rooms if cell in better.rooms}
        cell = max(longer, key=longer.__getitem__, default=None)
        return cell if cell and longer[cell] > least else None

    def wait(self, cell: Cell) -> float:
        """Return about how many draws of its own a cell waits for its tile."""
        return self._stack / (self.left[cell] + 0.5)

    def say(self, template: str, cell: Cell, **values: str | int) -> Sentence:
        """Return a sentence about a cell, what it takes, and how many tiles of the stack these are."""
        room = self.rooms[cell]
        numbers = "–".join(str(one) for one in room if one in (room[0], room[-1]))
        values |= {"cell": cell_name(cell), "numbers": numbers, "count": self.left[cell]}
        return Sentence(template, {**values, "stack": self._stack})


class _Laid:
    """A tile on a cell of the player's garden."""

    def __init__(self, view: LuckyNumbersView, tile: Tile, cell: Cell) -> None:
        garden = view.gardens[view.seat]
        self.view, self.tile, self.cell, self.old = view, tile, cell, rules.at(garden, cell)
        self.garden = rules.with_tile(garden, cell, tile)
        self.now, self.then = _Prospect(view, garden), _Prospect(view, self.garden)

    def to_come(self) -> list[Sentence]:
        """Say which tile of the middle then fits an empty cell, as it did not before, or the last one."""
        left = [*self.view.middle, self.view.hand, self.old]
        left.remove(self.tile)
        return [
            Sentence(
                N_("The {tile} in the middle then fits {cell}."), {"tile": tile, "cell": cell_name(cell)}
            )
            for tile in sorted({*left} - {0})
            for cell, room in self.then.rooms.items()
            if tile in room
            and (tile == self.old or len(self.then.rooms) == 1 or tile not in self.now.rooms[cell])
        ][:1]


def _laid(view: LuckyNumbersView, move: Move | None) -> _Laid | None:
    """Return what a move lays; None: nothing."""
    match move:
        case rules.Take(tile=tile, cell=cell):
            return _Laid(view, tile, cell)
        case rules.Lay(cell=cell) if view.hand:
            return _Laid(view, view.hand, cell)
    return None


def _of_filling(laid: _Laid, other: _Laid | None) -> Iterator[Sentence]:
    """Say what comes of a tile on an empty cell."""
    now, then = laid.now, laid.then
    if not then.rooms:
        yield Sentence(N_("The {tile} fills your garden."), {"tile": laid.tile})
    elif len(then.rooms) == 1:
        text = N_("Then only {cell} is empty: {count} of the {stack} tiles in the stack fit there.")
        yield from laid.to_come() or [then.say(text, *then.rooms)]
    elif other and other.tile == laid.tile and not other.old and (kept := other.then.hurt(then)):
        text = N_(
            "{cell} stays open for {count} of the {stack} tiles in the stack. "
            "With the {tile} on {place}, {fewer} would be left."
        )
        place, fewer = cell_name(other.cell), other.then.left[kept]
        yield then.say(text, kept, tile=laid.tile, place=place, fewer=fewer)
    elif other and other.tile == laid.tile and not other.old and now.left[laid.cell] < now.left[other.cell]:
        text = N_(
            "{cell} is the harder one to fill: {count} of the {stack} tiles in the stack fit there, "
            "{more} fit {place}."
        )
        yield now.say(text, laid.cell, place=cell_name(other.cell), more=now.left[other.cell])
    elif not (hurt := then.hurt(now, 0)):
        yield Sentence(N_("It fills a cell and narrows no other."))
    elif then.left[hurt]:
        text = N_(
            "It fills a cell. What it narrows most, {cell}, stays open for {numbers}: "
            "{count} of the {stack} tiles in the stack."
        )
        yield then.say(text, hurt)


def _of_swap(laid: _Laid) -> Iterator[Sentence]:
    """Say which cell a swap opens, and which tile of the middle fits one then."""
    coming = laid.to_come()
    if opened := laid.now.hurt(laid.then, _NOTABLE if coming else 0):
        text = N_("{cell} then takes {numbers}: {count} of the {stack} tiles in the stack, not {before}.")
        yield laid.then.say(text, opened, before=laid.now.left[opened])
    yield from coming
    was, rooms = laid.now.rooms, laid.then.rooms
    wider = [
        cell for cell in rooms if rooms[cell].start < was[cell].start or rooms[cell].stop > was[cell].stop
    ]
    if wider and not opened and not coming:
        yield Sentence(N_("It makes room for {cell}, though not enough yet."), {"cell": cell_name(wider[0])})


def _of_draw(view: LuckyNumbersView, other: _Laid | None) -> Iterator[Sentence]:
    """Say why to draw."""
    garden, stack = view.gardens[view.seat], rules.unseen(view)
    filling = {tile for tile in rules.TILES if _filling(garden, tile)}
    values: dict[str, str | int] = {"count": sum(stack[tile] for tile in filling), "stack": view.stack}
    if not filling.intersection(view.middle) and values["count"]:
        text = N_("No tile in the middle fills a cell of yours. {count} of the {stack} in the stack do.")
        yield Sentence(text, values)
    elif other and other.old:
        yield Sentence(N_("A swap fills no cell. {count} of the {stack} tiles in the stack do."), values)
    else:
        yield from _spared(other)


def _spared(other: _Laid | None) -> list[Sentence]:
    """Say which cell a tile would narrow if it filled another one."""
    if not other or other.old or not (hurt := other.then.hurt(other.now, 0)):
        return []
    text = N_(
        "On {place}, the {tile} would leave {cell} {count} of the {stack} tiles in the stack, not {more}."
    )
    values: dict[str, str | int] = {"place": cell_name(other.cell), "tile": other.tile}
    return [other.then.say(text, hurt, **values, more=other.now.left[hurt])]


def _stopped(view: LuckyNumbersView, tile: Tile, taken: int) -> Iterator[Sentence]:
    """Say so if somebody else could fill the last cell with a tile that is not in the middle any more."""
    others = (garden for seat, garden in enumerate(view.gardens) if seat != view.seat)
    if view.middle.count(tile) == taken and any(fits_last(garden, [tile]) for garden in others):
        yield Sentence(N_("With the {tile} somebody else would win."), {"tile": tile})


def _filling(garden: Garden, tile: Tile) -> list[Cell]:
    """Return the empty cells that a tile fits."""
    return [cell for cell in rules.fitting(garden, tile) if not rules.at(garden, cell)]
