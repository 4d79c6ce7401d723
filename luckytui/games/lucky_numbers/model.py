"""The board of Lucky Numbers as plain data: gardens, stack, middle, and how a move is put together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, Self

from msgspec.structs import replace

from luckytui.games.interface import Event, Move, Seat, cell_name, replaced
from luckytui.games.lucky_numbers import rules
from luckytui.games.lucky_numbers.garden import HIGHEST
from luckytui.games.lucky_numbers.rules import CELLS, SIDE, Cell, Garden, LuckyNumbersView, Tile, at
from luckytui.shown.model import Model, Part, Place, Still
from luckytui.text import N_, _, plural

STACK: Place = ("draw",)
LEAVE: Place = ("discard",)

Mark = Literal["", "fits", "swaps"]
"""How a tile can be laid: not at all, on an empty cell, or in exchange for the tile that is there."""


class Square(NamedTuple):
    """A cell of a garden: its tile (0 for none), and how the tile in hand can be laid there."""

    cell: Cell
    tile: Tile
    mark: Mark
    is_new: bool
    """Whether this was laid since the player's last move; for a spectator, since the mover's."""
    is_lit: bool = False
    """Whether it glows: the garden is full."""


class TileTurning(NamedTuple):
    """The moment in which a tile is turned over: first it is on edge, then its figure cannot be read yet."""

    on_edge: bool


class Full(NamedTuple):
    """The moment in which a garden is full."""

    seat: Seat
    cell: Cell
    """Where the last tile was laid."""
    diagonal: int
    """Which diagonal glows, counted from the upper left corner; −1: only the last tile; beyond them: none."""

    def lights(self, cell: Cell) -> bool:
        return cell == self.cell if self.diagonal < 0 else sum(cell) == self.diagonal


@dataclass(frozen=True)
class LuckyNumbersModel(Model[LuckyNumbersView]):
    """Lucky Numbers before it is drawn."""

    @property
    def numbers(self) -> list[Tile]:
        """The numbers that are in the middle, ascending."""
        return sorted(set(self.view.middle))

    @property
    def to_lay(self) -> tuple[Tile, ...]:
        """The tiles of the set-up that the owner has still to lay, in that order."""
        return self.view.dealt[self.owner][len(self.view.chosen) :]

    @property
    def held(self) -> Tile:
        """The tile that is to be laid: dealt, drawn, or picked in the middle; 0 for none."""
        if self.view.stage == "set_up" and self.asked:
            return self.to_lay[0]
        return self.view.hand if self.asked and self.view.hand else self.picked

    @property
    def picked(self) -> Tile:
        """The tile of the middle that is being laid; 0 for none."""
        return self.selection.named[0][1] if self.selection.named else 0

    def cells_for(self, tile: Tile) -> list[Cell]:
        """Return the cells on which a tile can be laid now."""
        moves = (move for move in self.moves if isinstance(move, rules.Lay | rules.Take))
        return [move.cell for move in moves if isinstance(move, rules.Lay) or move.tile == tile]

    def tiles(self, seat: Seat) -> Garden:
        """Return a garden, with the own tiles of the set-up where they will go."""
        garden, chosen = self.view.gardens[seat], self.view.chosen
        if not chosen or seat != self.me:
            return garden
        return rules.with_tiles(garden, self.view.dealt[seat][: len(chosen)], chosen)

    def garden(self, seat: Seat) -> list[Square]:
        """Return the cells of a garden, row by row."""
        tiles = self.tiles(seat)
        cells = self.cells_for(self.held) if self.held and seat == self.owner else ()
        new = {
            *(self.view.chosen if seat == self.me else ()),
            *(cell for owner, cell in self._new if owner == seat),
        }
        full = self.moment if isinstance(self.moment, Full) and self.moment.seat == seat else None
        last, lit = (full.cell, full.diagonal) if full else (None, -1)
        marks = {cell: self._mark(cell) for cell in cells}
        return [
            Square(
                cell, tile, marks.get(cell, ""), cell in new, sum(cell) == lit or (lit < 0 and cell == last)
            )
            for cell, tile in zip(CELLS, tiles, strict=True)
        ]

    def best_mark(self, tile: Tile) -> Mark:
        """Return how a tile of the middle can be laid, at best: to fit comes before to swap."""
        return min(map(self._mark, self.cells_for(tile) if self.view.stage == "turn" else ()), default="")

    def _mark(self, cell: Cell) -> Mark:
        return "swaps" if at(self.tiles(self.owner), cell) else "fits"

    @cached_property
    def _new(self) -> set[tuple[Seat, Cell]]:
        mover = self.me if self.me >= 0 else self.view.turn
        new = set[tuple[Seat, Cell]]()
        for event in reversed(self.log):
            if isinstance(event, rules.Laid) and event.source != "deal":
                new.add((event.seat, event.cell))
            has_moved = isinstance(event, rules.Laid | rules.Discarded) and event.seat == mover
            if has_moved or isinstance(event, rules.GameStarted):
                break
        return new

    def moments(self, before: Self, news: Sequence[Event]) -> Iterator[Still[Self]]:
        """Yield a tile that is turned over, and a garden that is full."""
        if news and isinstance(news[-1], rules.Drawn) and self.view.hand:
            for on_edge in (True, False):
                yield Still(self.posed(self.view, self.log[:-1], TileTurning(on_edge)), 0.08)
        is_full = any(isinstance(event, rules.GameEnded) and not all(event.empty) for event in news)
        lays = [(place, event) for place, event in enumerate(news) if isinstance(event, rules.Laid)]
        for place, laid in lays[-1:] if is_full else ():
            garden = rules.with_tile(before.view.gardens[laid.seat], laid.cell, laid.tile)
            gardens = replaced(before.view.gardens, laid.seat, garden)
            view = replace(before.view, gardens=gardens, hand=0, active=())
            log = [*before.log, *news[: place + 1]]
            yield Still(self.posed(view, log, Full(laid.seat, laid.cell, -1)), 0.4)
            for diagonal in range(2 * SIDE - 1):
                yield Still(self.posed(view, log, Full(laid.seat, laid.cell, diagonal)), 0.12)
            yield Still(self.posed(view, self.log, Full(laid.seat, laid.cell, 2 * SIDE)), None)

    def caption(self) -> str:
        return _("★ the last tile") if isinstance(self.moment, Full) else ""

    # ── How a move is put together ────────────────────────────────────────────────────────────────

    def parts(self, move: Move) -> Sequence[Part]:
        match move:
            case rules.Draw():
                text = plural("draw the last tile", "draw a tile", self.view.stack)
                return (Part(text, (_("draw"),), places=(STACK,)),)
            case rules.Lay(cell=cell):
                return (self._cell(cell),)
            case rules.Take(tile=tile, cell=cell):
                text = _("take the {tile} from the middle", tile=tile)
                asks = _("Where does the {tile} go?", tile=tile)
                words = str(tile), _("take")
                return Part(text, words, asks=asks, places=(("middle", tile),)), self._cell(cell)
        return (Part(_("leave it in the middle"), (_("leave it"),), places=(LEAVE,)),)

    def _cell(self, cell: Cell) -> Part:
        name, there = cell_name(cell), at(self.tiles(self.owner), cell)
        text = _("{cell}, in place of the {tile}", cell=name, tile=there) if there else name
        called = N_("swap it for the {tile} on {cell}") if there else N_("lay it on {cell}")
        return Part(text, (name,), name=_(called, cell=name, tile=there), places=(("cell", cell),))

    def question(self) -> str:
        if self.view.stage == "set_up":
            return _("You were dealt {tile}. Where does it go?", tile=self.held)
        if self.view.hand:
            return _("You drew {tile}. Where does it go?", tile=self.view.hand)
        return _("Your turn: what do you do?")

    def tries(self) -> Iterator[Move]:
        """Yield the cells where a tile in hand may not fit, and the tiles that may not be taken."""
        yield from (rules.Lay(cell) for cell in CELLS)
        yield from (rules.Take(tile, cell) for tile in self.numbers for cell in CELLS)
        yield from (rules.Draw(), rules.Discard())

    @property
    def places(self) -> Mapping[Place, str]:
        """The cells for the tile in hand; in a turn the stack and the middle; alone, leaving the tile."""
        if self.held and not self.cells_for(self.held):
            return {LEAVE: ""}
        cells = {("cell", cell): cell_name(cell) for cell in CELLS} if self.held else {}
        middle = {("middle", tile): str(tile) for tile in self.numbers}
        return {**cells, STACK: "", **middle} if self.view.stage == "turn" else cells

    def start(self) -> Place | None:
        """Return the empty cell that suits the tile in hand; before there is one, the stack.

        No empty cell takes it: the cell with a tile that it replaces best.
        """
        if not self.held:
            return STACK
        tiles, cells = self.tiles(self.owner), self.cells_for(self.held)
        empty = [cell for cell in cells if not at(tiles, cell)] or cells
        if not empty:
            return LEAVE
        if self.view.stage == "set_up":
            return "cell", rules.cell_for(self.held, empty)
        suiting = 2 * (SIDE - 1) * (self.held - 1) / (HIGHEST - 1)  # the row and the column, added up
        return "cell", min(empty, key=lambda cell: (abs(sum(cell) - suiting), abs(cell[0] - cell[1])))
