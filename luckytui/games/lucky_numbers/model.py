"""The board of Lucky Numbers as plain data: gardens, the stack, the middle, and what each key does."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from luckytui.games.interface import Event, Move, Seat, TurnBegan
from luckytui.games.lucky_numbers import rules
from luckytui.games.lucky_numbers.rules import CELLS, SIDE, Cell, Garden, LuckyNumbersView, Tile, at
from luckytui.games.shared import replaced
from luckytui.shown.model import STEPS, Model, following
from luckytui.shown.stage import Still

LETTERS = "abcd"
"""What the columns of a garden are called; the rows have numbers."""
TRAY_ROW = 9
"""How many tiles of the middle are in a row."""

Mark = Literal["", "fits", "swaps"]
"""How a tile can be laid: not at all, on an empty cell, or in exchange for the tile that is there."""


class Cursor(Struct, frozen=True):
    """Where the cursor is, in the garden or on the tray, and what the player has picked up or typed."""

    in_garden: bool = False
    cell: Cell = (0, 0)
    place: int = 0
    """Where on the tray: 0 the stack, then the numbers of the middle."""
    picked: Tile = 0
    """The tile of the middle that is being laid; 0 for none."""
    typed: str = ""
    """What was typed of a cell's or a tile's name."""


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
    diagonal: int
    """Which one glows, from the upper left corner to the lower right; beyond that none."""


@dataclass(frozen=True)
class LuckyNumbersModel(Model[LuckyNumbersView, Cursor]):
    """Lucky Numbers before it is drawn."""

    cursor: Cursor = field(default_factory=Cursor)

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
        return self.view.hand if self.asked and self.view.hand else self.cursor.picked

    @property
    def on_tray(self) -> bool:
        return self.asked and not self.cursor.in_garden

    @property
    def tile_at_cursor(self) -> Tile:
        """The tile of the middle that the cursor is on; 0 for none."""
        return self.numbers[self.cursor.place - 1] if self.on_tray and self.cursor.place else 0

    @property
    def earned(self) -> rules.TurnEarned | None:
        """How a diagonal pair has earned this turn, if one has (Bruno's variant)."""
        began = next((event for event in reversed(self.log) if isinstance(event, TurnBegan)), None)
        return began if isinstance(began, rules.TurnEarned) else None

    def cells_for(self, tile: Tile) -> list[Cell]:
        """Return the cells on which a tile can be laid now."""
        moves = (move for move in self.moves if isinstance(move, rules.Lay | rules.Take))
        return [move.cell for move in moves if isinstance(move, rules.Lay) or move.tile == tile]

    def tiles(self, seat: Seat) -> Garden:
        """Return a garden, with the own tiles of the set-up where they will go."""
        garden, chosen = self.view.gardens[seat], self.view.chosen
        if not self.is_me(seat):
            return garden
        return rules.with_tiles(garden, self.view.dealt[seat][: len(chosen)], chosen)

    def garden(self, seat: Seat) -> list[Square]:
        """Return the cells of a garden, row by row."""
        tiles = self.tiles(seat)
        cells = self.cells_for(self.held) if self.held and seat == self.owner else ()
        new = {cell for owner, cell in self._new if owner == seat}
        new.update(self.view.chosen if seat == self.view.seat else ())
        lit = self.moment.diagonal if isinstance(self.moment, Full) and self.moment.seat == seat else -1
        marks = {cell: self._mark(cell) for cell in cells}
        return [
            Square(cell, at(tiles, cell), marks.get(cell, ""), cell in new, sum(cell) == lit)
            for cell in CELLS
        ]

    def best_mark(self, tile: Tile) -> Mark:
        """Return how a tile of the middle can be laid, at best."""
        marks = set(map(self._mark, self.cells_for(tile) if self.view.stage == "turn" else ()))
        return "fits" if "fits" in marks else "swaps" if marks else ""

    def _mark(self, cell: Cell) -> Mark:
        return "swaps" if at(self.tiles(self.owner), cell) else "fits"

    @cached_property
    def _new(self) -> set[tuple[Seat, Cell]]:
        mover = self.view.seat if self.view.seat >= 0 else self.view.turn

        def begins(event: Event) -> bool:
            moved = isinstance(event, rules.Laid | rules.Discarded) and event.seat == mover
            return moved or isinstance(event, rules.GameStarted)

        laid = (event for event in self.since(begins) if isinstance(event, rules.Laid))
        return {(event.seat, event.cell) for event in laid if event.source != "deal"}

    def moments(self, before: Self, news: Sequence[Event]) -> Iterator[Still[Self]]:
        """Yield a tile that is turned over, and a garden that is full."""
        if news and isinstance(news[-1], rules.Drawn) and self.view.hand:
            for on_edge in (True, False):
                yield Still(self.posed(self.view, self.log, TileTurning(on_edge)), 0.08)
        laid = next((event for event in reversed(news) if isinstance(event, rules.Laid)), None)
        if laid and any(isinstance(event, rules.GameEnded) and not all(event.empty) for event in news):
            garden = rules.with_tile(before.view.gardens[laid.seat], laid.cell, laid.tile)
            gardens = replaced(before.view.gardens, laid.seat, garden)
            view = replace(before.view, gardens=gardens, hand=0, active=())
            for diagonal in range(2 * SIDE - 1):
                yield Still(self.posed(view, before.log, Full(laid.seat, diagonal)), 0.12)
            yield Still(self.posed(view, before.log, Full(laid.seat, 2 * SIDE)), None)

    def settled(self, *, asked_again: bool) -> Self:
        numbers, picked = self.numbers, self.cursor.picked
        if not asked_again or not self.asked:
            place = min(self.cursor.place, len(numbers))
            return self.at(place=place, picked=picked if picked in numbers else 0)
        if self.view.stage == "turn":
            return self.at(in_garden=False, place=0, picked=0, typed="")
        return self.at(picked=0, typed="").into_garden()

    def does(self, command: str) -> Move | Self | None:
        match command:
            case "act" if self.asked:
                return self._act()
            case "draw":
                return self.offered(rules.Draw())
            case "discard":
                return self.offered(rules.Discard())
            case "put_back" if self.cursor.picked:
                return self.at(picked=0, in_garden=False)
            case "next" if self.asked:
                return self._next()
            case "up" | "down" | "left" | "right" if self.asked:
                go = self._go_in_garden if self.cursor.in_garden else self._go_on_tray
                return go(*STEPS[command])
        return None

    def pointing_at(self, move: Move) -> Self:
        match move:
            case rules.Draw():
                return self.at(in_garden=False, place=0, picked=0)
            case rules.Lay(cell=cell):
                return self.at(in_garden=True, cell=cell)
            case rules.Take(tile=tile, cell=cell):
                return self.at(in_garden=True, cell=cell, picked=tile)
        return self

    def typed(self, character: str) -> Self | None:
        """Follow a typed cell (b3) or a typed number of the middle (13)."""
        if character in LETTERS:
            return self.at(typed=character)
        if not (character.isdecimal() and character.isascii()):
            return None
        typed = self.cursor.typed + character
        if typed[0] in LETTERS:
            cell = (int(character) - 1, LETTERS.index(typed[0]))
            return self.at(in_garden=True, cell=cell, typed="") if cell in CELLS else self.at(typed="")
        names = [str(tile) for tile in self.numbers]
        kept = typed if any(name.startswith(typed) for name in names) else character
        found = next((name for name in (typed, character) if name in names), None)
        if not found or self.held:
            return self.at(typed=kept)
        return self.at(in_garden=False, place=names.index(found) + 1, typed=kept)

    def into_garden(self) -> Self:
        """Return the model with the cursor where the tile in hand goes best."""
        row, column = self.cursor.cell
        tiles, cells = self.tiles(self.owner), self.cells_for(self.held)
        empty = [cell for cell in cells if not at(tiles, cell)] or cells
        if not empty:
            return self.at(in_garden=True)
        if self.view.stage == "set_up":
            return self.at(in_garden=True, cell=rules.cell_for(self.held, empty))
        nearest = min(empty, key=lambda cell: abs(cell[0] - row) + abs(cell[1] - column))
        return self.at(in_garden=True, cell=nearest)

    def _act(self) -> Move | Self | None:
        """Return what Enter does; where a tile does not fit, the rules will say why."""
        tile, cursor = self.held, self.cursor
        if tile and not self.cells_for(tile):
            return rules.Discard()
        if tile and cursor.in_garden:
            return rules.Take(tile, cursor.cell) if cursor.picked else rules.Lay(cursor.cell)
        if not tile and self.on_tray and not cursor.place:
            return rules.Draw()
        picked = self.tile_at_cursor
        return self.at(picked=picked).into_garden() if picked and self.cells_for(picked) else None

    def _next(self) -> Self | None:
        """Go to the next cell where the tile in hand fits, or to the next tile that fits somewhere."""
        if self.held:
            cells = self.cells_for(self.held)
            return self.at(in_garden=True, cell=following(self.cursor.cell, cells)) if cells else None
        places = [0, *(place for place, tile in enumerate(self.numbers, 1) if self.best_mark(tile))]
        return self.at(in_garden=False, place=following(self.cursor.place, places))

    def _go_in_garden(self, down: int, right: int) -> Self:
        row, column = self.cursor.cell[0] + down, self.cursor.cell[1] + right
        if row == SIDE and not self.view.hand:
            return self.at(in_garden=False, typed="")
        return self.at(cell=(row, column) if (row, column) in CELLS else self.cursor.cell, typed="")

    def _go_on_tray(self, down: int, right: int) -> Self:
        place = self.cursor.place + right + down * TRAY_ROW
        if down and place < (1 if self.cursor.place else 0):
            return self.at(in_garden=True, typed="")
        return self.at(place=place if place in range(len(self.numbers) + 1) else self.cursor.place, typed="")
