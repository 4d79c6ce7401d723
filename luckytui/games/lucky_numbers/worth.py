"""What moves and positions of Lucky Numbers are worth, and why a move is good."""

from collections.abc import Sequence
from functools import partial
from itertools import chain
from math import exp
from random import Random

from luckytui.bots.worth import Shares, Worth, begun, shuffled
from luckytui.games import data
from luckytui.games.interface import Move
from luckytui.games.lucky_numbers import bots, hard, reasons, rules
from luckytui.games.lucky_numbers.garden import fits, fits_last, last_cell
from luckytui.games.lucky_numbers.rules import LuckyNumbers, LuckyNumbersView
from luckytui.text import Sentence

_WEIGHTS: dict[str, float] = data("lucky-numbers", "weights.toml")["worth"]
_WIDTH = 8
"""How many moves are played on."""
_HARM = 0.5
"""How many draws longer a garden may wait after a swap that keeps a tile from others."""
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
        least = worths.get(rules.Discard(), bots.NEVER) - bots.WEIGHTS.trouble - _HARM
        return [move for move in ranked if worths[move] > max(least, bots.NEVER)]

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

    def reasons(self, view: LuckyNumbersView, move: Move, other: Move | None = None) -> Sequence[Sentence]:
        return [*reasons.of(view, move, other)]

    def sees_end(self, view: LuckyNumbersView) -> bool:
        is_last = not view.options.tournament or view.number == view.seats
        near = view.stack <= 1 or any(garden.count(0) <= _FEW for garden in view.gardens)
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
        if wins := fits_last(garden, tiles):
            return [move for move in moves if move in (rules.Lay(wins[1]), rules.Take(*wins))]
        if state.stage == "drawn":
            following = state.gardens[(state.turn + 1) % state.seats]
            if left and (state.options.bruno or not fits_last(following, _open_tiles(state))):
                return None
            lays = [move for move in moves if isinstance(move, rules.Lay) and not rules.at(garden, move.cell)]
            return [rules.Discard(), *lays[:1]]
        if left > 1 or state.seats > 2:  # a third could use what a second swaps out
            return None
        takes = [move for move in moves if isinstance(move, rules.Take) and not rules.at(garden, move.cell)]
        return [rules.Draw(), *takes]


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
    return fits_last(garden, tiles) is not None


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
