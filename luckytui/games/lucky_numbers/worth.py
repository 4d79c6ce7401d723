"""What moves and positions of Lucky Numbers are worth, and why a move is good."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from math import dist, exp
from random import Random

from luckytui.bots.worth import Shares, Worth, begun, shuffled
from luckytui.games import data
from luckytui.games.interface import Move, cell_name
from luckytui.games.lucky_numbers import bots, hard, rules
from luckytui.games.lucky_numbers.garden import fits, last_cell
from luckytui.games.lucky_numbers.rules import LuckyNumbers, LuckyNumbersView
from luckytui.text import N_, Sentence

_WEIGHTS: dict[str, float] = data("lucky-numbers", "weights.toml")["worth"]
_WIDTH = 8
"""How many moves are played on."""
_FEW = 2
"""With how many empty cells somebody may win in two turns."""
_LONGEST = 1000
"""How many turns are played on at most."""


class LuckyNumbersWorth(Worth[LuckyNumbers, LuckyNumbersView]):
    """What Lucky Numbers knows of chances."""

    hint_seconds = 1.0

    def candidates(self, view: LuckyNumbersView, moves: Sequence[Move]) -> Sequence[Move]:
        prospects = bots.Prospects(view)
        worths = {move: prospects.of(move) for move in moves}
        ranked = sorted(moves, key=worths.__getitem__, reverse=True)[:_WIDTH]
        return [move for move in ranked if worths[move] > bots.NEVER]

    def play_out(self, state: LuckyNumbers, rng: Random) -> Shares:
        begun(state, rng, ("first", "deal", "set_up"))
        stack = shuffled(enumerate(state.stack), state.seats, rng)
        course = hard.Course(state.gardens, _open_tiles(state), stack, state.turn, bruno=state.options.bruno)
        if state.stage == "draw":
            course.draw(state.turn)
        elif state.hand:
            course.place(state.turn, state.hand)
        if not state.options.tournament:
            return course.shares()
        course.play_on(_LONGEST)
        return _shares_of_points(state, [outlook.garden.count(0) for outlook in course.outlooks])

    def reasons(
        self,
        view: LuckyNumbersView,
        move: Move,
        other: Move | None = None,  # noqa: ARG002
    ) -> Sequence[Sentence]:
        garden = view.gardens[view.seat]
        match move:
            case rules.Lay() if view.stage == "set_up":
                return [Sentence(N_("Low numbers belong to the top left, high ones to the bottom right."))]
            case rules.Draw() if view.middle:
                return [Sentence(N_("A new tile promises more than any in the middle."))]
            case rules.Draw():
                return [Sentence(N_("There is no tile in the middle."))]
            case rules.Lay(cell=cell):
                return [*_stopped(view, view.hand, 0), *_reasons(view, garden, view.hand, cell)]
            case rules.Take(tile=tile, cell=cell):
                return [*_stopped(view, tile, 1), *_reasons(view, garden, tile, cell)]
        filling = [cell for cell in rules.fitting(garden, view.hand) if not rules.at(garden, cell)]
        text = N_("Wherever you lay the {tile}, it costs you more than it fills.")
        if not filling:
            text = N_("The {tile} fits on no empty cell.")
        elif any(
            _rooms(rules.with_tile(garden, cell, view.hand)).items() <= _rooms(garden).items()
            for cell in filling
        ):
            text = N_("Played on, you win more often if you leave the {tile}.")
        return [Sentence(text, {"tile": view.hand})]

    def sees_end(self, view: LuckyNumbersView) -> bool:
        is_last = not view.options.tournament or view.number == view.seats
        near = view.stack <= 1 or any(rules.empty_cells(garden) <= _FEW for garden in view.gardens)
        return is_last and view.stage in {"turn", "drawn"} and near

    def decided(self, state: LuckyNumbers) -> Shares | None:
        """Find a seat that wins at its next turn: nobody fills a garden before, or takes all of its tiles."""
        if state.options.tournament or state.options.bruno or state.stage != "turn":
            return None
        for waits in range(1, state.seats):
            earlier = [state.gardens[(state.turn + step) % state.seats] for step in range(waits)]
            before = (earlier[:step] for step in range(waits))
            if sum(state.stack) <= waits or any(map(partial(_may_be_filled, state), earlier, before)):
                break
            seat = (state.turn + waits) % state.seats
            if _keeps_a_tile(state, state.gardens[seat], earlier):
                return tuple(float(other == seat) for other in range(state.seats))
        return None

    def closing(self, state: LuckyNumbers) -> Sequence[Move] | None:
        """Return the move that wins; else all that matter if one tile is left or the next seat wins."""
        if state.options.tournament:
            return None  # to win its last game need not be best
        if state.stage == "draw":
            return [*state.outcomes()]
        garden, left = state.gardens[state.turn], sum(state.stack)
        moves = state.moves(state.turn)
        tiles = [state.hand] if state.hand else _open_tiles(state)
        if wins := _fits_last(garden, tiles):
            return [move for move in moves if move in (rules.Lay(wins[1]), rules.Take(*wins))]
        if state.stage == "drawn":
            following = state.gardens[(state.turn + 1) % state.seats]
            if left and (state.options.bruno or not _fits_last(following, _open_tiles(state))):
                return None
            lays = [move for move in moves if isinstance(move, rules.Lay) and not rules.at(garden, move.cell)]
            return [rules.Discard(), *lays[:1]]
        if left > 1 or state.seats > 2:  # a third could use what a second swaps out
            return None
        takes = [move for move in moves if isinstance(move, rules.Take) and not rules.at(garden, move.cell)]
        return [rules.Draw(), *takes]


def _reasons(
    view: LuckyNumbersView, garden: rules.Garden, tile: rules.Tile, cell: rules.Cell
) -> list[Sentence]:
    """Say what comes of a tile on a cell: which empty cell is open then, and for which numbers."""
    old, after = rules.at(garden, cell), rules.with_tile(garden, cell, tile)
    rooms, before = _rooms(after), _rooms(garden)
    values: dict[str, str | int] = {"tile": tile, "old": old, "left": len(rooms)}
    if not rooms:
        return [Sentence(N_("The {tile} fills your garden."), values)]
    if view.options.bruno and rules.makes_pair(after, cell):
        return [Sentence(N_("Two equal tiles diagonally: you have another turn."), values)]
    if old:
        gain, other = max((len(room) - len(before[one]), one) for one, room in rooms.items())
        text = N_("The {tile} suits that cell better than the {old}.")
        if gain > 0:
            text = N_("The {tile} leaves {cell} open for {numbers}.")
        elif _helps_others(view, tile) and not _helps_others(view, old):
            text = N_("The {tile} fits somebody else's garden, the {old} does not.")
    else:
        near = [(len(room), one) for one, room in rooms.items() if room and dist(one, cell) == 1]
        _, other = min(near, default=(0, min(rooms)))
        text = N_("It fills a cell and leaves {left} empty.")
        if near:
            text = N_("Next to it, {cell} stays open for {numbers}.")
    numbers = "–".join(str(one) for one in rooms[other] if one in (rooms[other][0], rooms[other][-1]))
    return [Sentence(text, {**values, "cell": cell_name(other), "numbers": numbers})]


def _helps_others(view: LuckyNumbersView, tile: rules.Tile) -> bool:
    """Whether a tile fits an empty cell of somebody else's garden."""
    others = (garden for seat, garden in enumerate(view.gardens) if seat != view.seat)
    return any(not rules.at(garden, cell) for garden in others for cell in rules.fitting(garden, tile))


def _stopped(view: LuckyNumbersView, tile: rules.Tile, taken: int) -> Iterator[Sentence]:
    """Say so if somebody else could fill the last cell with a tile that is not in the middle any more."""
    for seat, garden in enumerate(view.gardens):
        if seat != view.seat and _fits_last(garden, [tile]) and view.middle.count(tile) == taken:
            yield Sentence(N_("With the {tile} somebody else would win."), {"tile": tile})
            return


def _rooms(garden: rules.Garden) -> dict[rules.Cell, range]:
    """Return for each empty cell the numbers that leave room for the others."""
    windows = zip(rules.CELLS, *bots.windows(garden), strict=True)
    return {cell: range(low, high + 1) for cell, low, high in windows if not rules.at(garden, cell)}


def _shares_of_points(state: LuckyNumbers, empty: Sequence[int]) -> Shares:
    """Return how a tournament may be shared after a game that ends with this many empty cells."""
    points = [
        had + (2 if left == min(empty) else -left) for had, left in zip(state.points, empty, strict=True)
    ]
    if state.number == state.seats:
        return tuple((one == max(points)) / points.count(max(points)) for one in points)
    weights = [exp(_WEIGHTS["point"] * (one - max(points))) for one in points]
    return tuple(weight / sum(weights) for weight in weights)


def _may_be_filled(state: LuckyNumbers, garden: rules.Garden, earlier: Sequence[rules.Garden]) -> bool:
    """Whether a tile for a garden's last cell is in the middle, may be drawn, or come from these gardens."""
    near = {*chain(*earlier)}
    tiles = [tile for tile in rules.TILES if state.middle[tile] or state.stack[tile] or tile in near]
    return _fits_last(garden, tiles) is not None


def _keeps_a_tile(state: LuckyNumbers, garden: rules.Garden, earlier: Sequence[rules.Garden]) -> bool:
    """Whether a tile that fills the garden stays in the middle though each earlier seat may take one."""
    cell = last_cell(garden)
    if cell is None:
        return False

    def stays(winning: Sequence[rules.Tile], others: Sequence[rules.Garden]) -> bool:
        """Whether one of these tiles stays; a swap may put another one in place of the taken one."""
        if not others or not winning:
            return bool(winning)
        for tile in {*winning}:
            left = [*winning]
            left.remove(tile)
            given = {rules.at(others[0], place) for place in rules.fitting(others[0], tile)}
            swapped = ([one] * (one > 0 and fits(garden, one, cell)) for one in given)
            if not all(stays(left + more, others[1:]) for more in swapped):
                return False
        return stays(winning, others[1:])

    return stays([tile for tile in rules.spread(state.middle) if fits(garden, tile, cell)], earlier)


def _open_tiles(state: LuckyNumbers) -> list[rules.Tile]:
    return [tile for tile in rules.TILES if state.middle[tile]]


def _fits_last(garden: rules.Garden, tiles: Sequence[rules.Tile]) -> tuple[rules.Tile, rules.Cell] | None:
    """Return a tile that fills the last empty cell of a garden, and that cell."""
    cell = last_cell(garden)
    return next(((tile, cell) for tile in tiles if fits(garden, tile, cell)), None) if cell else None
