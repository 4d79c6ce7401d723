"""Lucky Numbers: be the first to fill a 4×4 garden with numbers that ascend in every row and column."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Annotated, Literal

from luckytui.games import interface
from luckytui.games.interface import (
    CHANCE,
    FOR_CHANCE,
    Event,
    GoFirst,
    IllegalMove,
    Move,
    Seat,
    TurnBegan,
    increased,
    replaced,
)
from luckytui.games.lucky_numbers.garden import (
    BARE,
    CELLS,
    DIAGONAL,
    SIDE,
    TILES,
    Cell,
    Garden,
    Tile,
    at,
    cell_for,
    fitting,
    makes_pair,
    misfit,
    with_tile,
    with_tiles,
)
from luckytui.games.options import Options, option
from luckytui.text import N_, NN_

Pile = tuple[int, ...]
"""A pile of tiles of which only the numbers matter: how many there are of tile 0 (none), 1, … 20."""


class LuckyNumbersOptions(Options, frozen=True):
    """What can be chosen before a game of Lucky Numbers."""

    setup: Annotated[
        Literal["sorted", "free", "michael"],
        option(
            N_("Set-up"),
            N_("how the four tiles get onto the diagonal"),
            helps={
                "sorted": N_("on the diagonal in ascending order"),
                "free": N_("you lay your four tiles as you like"),
                "michael": N_("you lay each before you see the next"),
            },
        ),
    ] = "sorted"
    tournament: Annotated[bool, option(N_("Tournament"), N_("as many games as players, with points"))] = False
    bruno: Annotated[bool, option(N_("Bruno's variant"), N_("a diagonal pair earns another turn"))] = False

    @property
    def lowest_wins(self) -> bool:
        return not self.tournament  # the fewest empty cells

    def decisions(self, seats: int) -> tuple[float, float]:
        return 0, 27 * (seats if self.tournament else 1)


class Draw(Move, frozen=True):
    """Turn over the top tile of the stack."""


class Discard(Move, frozen=True):
    """Put the drawn tile face up into the middle."""


class Lay(Move, frozen=True):
    """Lay the tile in hand, drawn or dealt, on a cell of one's garden."""

    cell: Cell


class Take(Move, frozen=True):
    """Take a face-up tile from the middle and lay it on a cell of one's garden."""

    tile: Tile
    cell: Cell


class TurnOver(Move, frozen=True):
    """Chance: this is the next tile of the stack."""

    tile: Tile


_TURN_OVER = [TurnOver(tile) for tile in (0, *TILES)]


class GameStarted(Event, frozen=True, tag="game_start"):
    """A game begins, the only one or one of a tournament; `number` counts from 1."""

    number: int
    first: Seat


class Dealt(Event, frozen=True, tag="deal"):
    """A seat is dealt its tiles of the set-up: four, or one at a time in Michael's."""

    seat: Seat
    tiles: tuple[Tile, ...]


class Drawn(Event, frozen=True, tag="draw"):
    """A seat turned over a tile of the stack."""

    seat: Seat
    tile: Tile


class Laid(Event, frozen=True, tag="lay"):
    """A seat laid a tile; `swapped` is the tile that it replaced and that went to the middle."""

    seat: Seat
    tile: Tile
    cell: Cell
    source: Literal["deal", "stack", "middle"]
    swapped: Tile | None


class Discarded(Event, frozen=True, tag="discard"):
    """A seat put the tile it had drawn into the middle."""

    seat: Seat
    tile: Tile


class TurnEarned(TurnBegan, frozen=True, tag="turn_earned"):
    """A diagonal pair has earned this seat another turn (Bruno's variant)."""


class GameEnded(Event, frozen=True, tag="game_end"):
    """A game is over; `points` are what it scored in a tournament."""

    by_seat = ("empty", "points")
    winners: tuple[Seat, ...]
    empty: tuple[int, ...]
    points: tuple[int, ...] | None


Stage = Literal["first", "deal", "set_up", "turn", "draw", "drawn", "over"]
"""What comes next: drawing who starts; a dealt tile; laying the set-up; a turn; turning over a tile; what to
do with it; nothing."""


class LuckyNumbersView(interface.View, frozen=True):
    """What a seat may know: all but the order of the stack, and the set-up's cells until all have laid."""

    options: LuckyNumbersOptions
    stage: Stage
    number: int
    """Which game of the tournament, from 1."""
    first: Seat
    turn: Seat
    """Whose turn it is; -1 before the first turn."""
    stack: int
    middle: tuple[Tile, ...]
    """The face-up tiles, ascending."""
    gardens: tuple[Garden, ...]
    hand: Tile
    """The tile that `turn` has drawn."""
    dealt: tuple[tuple[Tile, ...], ...]
    """For each seat the tiles of the set-up that are not in its garden yet."""
    chosen: tuple[Cell, ...]
    """The cells that the seat's tiles of the set-up will go to, as far as chosen."""
    points: tuple[int, ...]
    """A tournament's points so far; zeros outside one."""
    by_seat = ("gardens", "dealt", "points")

    def is_sound(self, moves: Sequence[Move], log: Sequence[Event]) -> bool:  # noqa: ARG002
        own = self.dealt[self.seat] if self.seat >= 0 else ()
        lays = self.stage == "set_up" and self.seat in self.active
        fits = len(self.chosen) + lays <= len(own) and 0 not in (*self.middle, *own)
        return fits and (self.stage != "drawn" or self.hand > 0) and self.stack >= 0


_LAYS = {cell: Lay(cell) for cell in CELLS}
_TAKES = [{cell: Take(tile, cell) for cell in CELLS} for tile in (0, *TILES)]
"""The moves from the middle: for each tile, the one for each cell."""


def pile(tiles: Iterable[Tile]) -> Pile:
    """Return a pile of these tiles."""
    return tuple(map(Counter(tiles).__getitem__, (0, *TILES)))


@lru_cache(maxsize=64)  # in the view of each seat it is the same
def spread(counts: Pile) -> tuple[Tile, ...]:
    """Return the tiles of a pile, ascending."""
    return tuple(tile for tile in TILES for _ in range(counts[tile]))


_OPEN = ("options", "stage", "number", "first", "turn", "gardens", "hand", "dealt", "points")
"""The fields that everyone sees as they are in the state."""


class LuckyNumbers(interface.State, kw_only=True):
    """A position of Lucky Numbers."""

    options: LuckyNumbersOptions
    stage: Stage = "first"
    number: int = 0
    first: Seat = CHANCE
    turn: Seat = CHANCE
    stack: Pile
    middle: Pile = pile(())
    gardens: tuple[Garden, ...]
    hand: Tile = 0
    dealt: tuple[tuple[Tile, ...], ...]
    chosen: tuple[tuple[Cell, ...], ...]
    """For each seat the cells it has chosen for them, held back until everyone has chosen."""
    points: tuple[int, ...]

    def choices(self, seat: Seat) -> Sequence[Move]:
        garden = self.gardens[seat]
        if self.stage == "set_up":
            return [Lay(cell) for cell in self._free_diagonal(seat)]
        if self.stage == "drawn":
            return [Discard(), *map(_LAYS.__getitem__, fitting(garden, self.hand))]
        middle = [tile for tile in TILES if self.middle[tile]]
        return [Draw(), *(_TAKES[tile][cell] for tile in middle for cell in fitting(garden, tile))]

    def outcomes(self) -> Mapping[Move, int]:
        if self.stage == "first":
            return interface.who_goes_first(self.seats)
        return {move: left for move, left in zip(_TURN_OVER, self.stack, strict=True) if left}

    def occasion(self) -> str:
        return "first player" if self.stage == "first" else f"game {self.number}/stack"

    def fallback(self, seat: Seat) -> Move:
        """Set-up: the free cell nearest to the tile's proportional place. Turn: draw, then discard."""
        if self.stage == "set_up":
            return Lay(cell_for(self._in_hand(seat), self._free_diagonal(seat)))
        return Draw() if self.stage == "turn" else Discard()

    def refusal(self, seat: Seat, move: Move) -> IllegalMove | None:
        match self.stage, move:
            case ("turn", Draw()) | ("drawn", Discard()):
                return None
            case "set_up", Lay(cell=cell):
                diagonal = N_("A tile of the set-up goes on a free cell of the diagonal.")
                return None if cell in self._free_diagonal(seat) else IllegalMove(diagonal)
            case "set_up", _:
                return IllegalMove(N_("First lay {tile} on the diagonal."), tile=self._in_hand(seat))
            case "drawn", Lay(cell=cell):
                return misfit(self.gardens[seat], self.hand, cell)
            case "drawn", _:
                hold = N_("You hold {tile}: lay it in your garden or leave it in the middle.")
                return IllegalMove(hold, tile=self.hand)
            case "turn", Take(tile=tile, cell=cell):
                if tile in TILES and self.middle[tile]:
                    return misfit(self.gardens[seat], tile, cell)
                return IllegalMove(N_("There is no {tile} in the middle."), tile=tile)
        return IllegalMove(N_("You hold no tile: draw one, or take one from the middle."))

    def _in_hand(self, seat: Seat) -> Tile:
        return self.dealt[seat][len(self.chosen[seat])]

    def _free_diagonal(self, seat: Seat) -> list[Cell]:
        garden, chosen = self.gardens[seat], self.chosen[seat]
        return [cell for cell in DIAGONAL if not at(garden, cell) and cell not in chosen]

    def play(self, seat: Seat, move: Move) -> list[Event]:
        match self.stage, move:
            case "first", GoFirst(seat=first):
                return self._start_game(first)
            case "deal", TurnOver(tile=tile):
                return self._deal(tile)
            case "set_up", Lay(cell=cell):
                return self._choose(seat, cell)
            case "turn", Draw():
                self.stage, self.active = "draw", FOR_CHANCE
                return []
            case "draw", TurnOver(tile=tile):
                self.stack = increased(self.stack, tile, -1)
                self.stage, self.active, self.hand = "drawn", frozenset({self.turn}), tile
                return [Drawn(seat=self.turn, tile=tile)]
            case "drawn", Discard():
                tile, self.hand = self.hand, 0
                self.middle = increased(self.middle, tile, +1)
                return [Discarded(seat=seat, tile=tile), *self._end_turn(earned=False)]
            case "drawn", Lay(cell=cell):
                tile, self.hand = self.hand, 0
                return self._lay(seat, tile, cell, "stack")
            case "turn", Take(tile=tile, cell=cell):
                self.middle = increased(self.middle, tile, -1)
                return self._lay(seat, tile, cell, "middle")
        raise AssertionError(f"{move} is legal and yet not known")  # pragma: no cover

    def _start_game(self, first: Seat) -> list[Event]:
        self.number += 1
        self.first, self.turn = first, CHANCE
        self.stack, self.middle = pile([*TILES] * self.seats), pile(())
        self.gardens = (BARE,) * self.seats
        self.stage, self.active = "deal", FOR_CHANCE
        return [GameStarted(number=self.number, first=first)]

    def _deal(self, tile: Tile) -> list[Event]:
        """Deal a tile to the first seat that has not all of its tiles."""
        share = 1 if self.options.setup == "michael" else SIDE
        seat = next(seat for seat in range(self.seats) if len(self.dealt[seat]) < share)
        self.stack = increased(self.stack, tile, -1)
        self.dealt = replaced(self.dealt, seat, (*self.dealt[seat], tile))
        if len(self.dealt[seat]) < share:
            return []
        dealt = Dealt(seat=seat, tiles=self.dealt[seat])
        return [dealt] if seat < self.seats - 1 else [dealt, *self._set_up()]

    def _set_up(self) -> list[Event]:
        """Let everyone lay what they were dealt; where there is nothing to decide, lay it."""
        self.dealt = tuple(tuple(sorted(tiles)) for tiles in self.dealt)
        if self.options.setup == "sorted":
            self.chosen = (DIAGONAL,) * self.seats
            return self._lay_dealt()
        self.stage, self.active = "set_up", frozenset(range(self.seats))
        return []

    def _choose(self, seat: Seat, cell: Cell) -> list[Event]:
        self.chosen = replaced(self.chosen, seat, (*self.chosen[seat], cell))
        if len(self.chosen[seat]) == len(self.dealt[seat]):
            self.active -= {seat}
        return [] if self.active else self._lay_dealt()

    def _lay_dealt(self) -> list[Event]:
        """Lay the tiles of the set-up on the cells chosen for them."""
        events: list[Event] = [
            Laid(seat=seat, tile=tile, cell=cell, source="deal", swapped=None)
            for seat in range(self.seats)
            for tile, cell in zip(self.dealt[seat], self.chosen[seat], strict=True)
        ]
        self.gardens = tuple(map(with_tiles, self.gardens, self.dealt, self.chosen))
        self.dealt = self.chosen = ((),) * self.seats
        if all(at(self.gardens[0], cell) for cell in DIAGONAL):
            return events + self._begin_turn(self.first)
        self.stage, self.active = "deal", FOR_CHANCE
        return events

    def _begin_turn(self, seat: Seat, kind: type[TurnBegan] = TurnBegan) -> list[Event]:
        self.stage, self.turn, self.active = "turn", seat, frozenset({seat})
        return [kind(seat=seat)]

    def _lay(self, seat: Seat, tile: Tile, cell: Cell, source: Literal["stack", "middle"]) -> list[Event]:
        swapped, garden = at(self.gardens[seat], cell), with_tile(self.gardens[seat], cell, tile)
        self.gardens = replaced(self.gardens, seat, garden)
        if swapped:
            self.middle = increased(self.middle, swapped, +1)
        laid = Laid(seat=seat, tile=tile, cell=cell, source=source, swapped=swapped or None)
        return [laid, *self._end_turn(earned=self.options.bruno and makes_pair(garden, cell))]

    def _end_turn(self, *, earned: bool) -> list[Event]:
        """Begin the next turn; when a garden is full or the stack empty, end the game."""
        empty = tuple(garden.count(0) for garden in self.gardens)
        if not any(self.stack) or 0 in empty:
            return self._end_game(empty)
        if earned:
            return self._begin_turn(self.turn, TurnEarned)
        return self._begin_turn((self.turn + 1) % self.seats)

    def _end_game(self, empty: tuple[int, ...]) -> list[Event]:
        winners, points = interface.leaders([-left for left in empty]), None
        if self.options.tournament:
            points = tuple(2 if seat in winners else -left for seat, left in enumerate(empty))
            self.points = tuple(map(sum, zip(self.points, points, strict=True)))
        ended = GameEnded(winners=winners, empty=empty, points=points)
        if points and self.number < self.seats:
            return [ended, *self._start_game((self.first + 1) % self.seats)]
        self.stage, self.turn = "over", CHANCE
        result = (interface.leaders(self.points), self.points) if points else (winners, empty)
        return [ended, self.end(*result)]

    def view(self, seat: Seat) -> LuckyNumbersView:
        return LuckyNumbersView(
            **interface.seen_by(self, seat, _OPEN),
            stack=sum(self.stack),
            middle=spread(self.middle),
            chosen=self.chosen[seat] if seat >= 0 else (),
        )


def begin(seats: int, options: LuckyNumbersOptions) -> LuckyNumbers:
    """Return the position before the first player is drawn."""
    return LuckyNumbers(
        seats=seats,
        options=options,
        stack=pile([*TILES] * seats),
        gardens=(BARE,) * seats,
        dealt=((),) * seats,
        chosen=((),) * seats,
        points=(0,) * seats,
    )


def unseen(view: LuckyNumbersView) -> Pile:
    """Return what the stack holds: every tile that is nowhere to be seen."""
    seen = pile([*view.middle, view.hand, *chain(*view.gardens, *view.dealt)])
    return (0, *(view.seats - seen[tile] for tile in TILES))


def imagine(view: LuckyNumbersView, rng: Random) -> LuckyNumbers:
    """Return a position that fits the view; only what others chose in the set-up is guessed."""
    return LuckyNumbers(
        **interface.known_from(view, _OPEN),
        stack=unseen(view),
        middle=pile(view.middle),
        chosen=tuple(_imagined_cells(view, seat, rng) for seat in range(view.seats)),
    )


def _imagined_cells(view: LuckyNumbersView, seat: Seat, rng: Random) -> tuple[Cell, ...]:
    if seat == view.seat or view.stage != "set_up" or seat in view.active:
        return view.chosen if seat == view.seat else ()
    free = [cell for cell in DIAGONAL if not at(view.gardens[seat], cell)]
    return tuple(rng.sample(free, len(view.dealt[seat])))


LUCKY_NUMBERS = interface.Game(
    key="lucky-numbers",
    title="Lucky Numbers",
    contrary=N_("{game}, tournament"),
    unit=NN_("{number} empty cell", "{number} empty cells"),
    seats=range(2, 5),
    options=LuckyNumbersOptions,
    view=LuckyNumbersView,
    moves=Draw | Discard | Lay | Take,
    chance=GoFirst | TurnOver,
    events=interface.EVENTS | GameStarted | Dealt | Drawn | Laid | Discarded | TurnEarned | GameEnded,
    begin=begin,
    imagine=imagine,
)
