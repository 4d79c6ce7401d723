"""What moves and positions of Lucky Numbers are worth, and why a move is good."""

from collections.abc import Sequence

from luckytui.bots.worth import Trial, Worth
from luckytui.games import data
from luckytui.games.interface import Move
from luckytui.games.lucky_numbers import bots, hard, rules
from luckytui.games.lucky_numbers.garden import fits
from luckytui.games.lucky_numbers.rules import LuckyNumbers, LuckyNumbersView
from luckytui.text import N_, Sentence

_WEIGHTS: dict[str, float] = data("lucky-numbers", "weights.toml")["worth"]


class LuckyNumbersWorth(Worth[LuckyNumbers, LuckyNumbersView]):
    """What Lucky Numbers knows of worth."""

    def worths(self, view: LuckyNumbersView, moves: Sequence[Move]) -> list[float]:
        """Return the worths, in draws not waited for; a swap without sense is worth less than all else."""
        worths = list(map(bots.Prospects(view).of, moves))
        least = min(worth for worth in worths if worth > bots.NEVER) - 1
        return [max(worth, least) for worth in worths]

    def trial(self, view: LuckyNumbersView, moves: Sequence[Move]) -> Trial:
        return hard.trial(view, moves)

    def reason(self, view: LuckyNumbersView, move: Move) -> Sentence:
        garden = view.gardens[view.seat]
        match move:
            case rules.Lay() if view.stage == "set_up":
                return Sentence(N_("Low numbers belong to the top left, high ones to the bottom right."))
            case rules.Draw():
                return Sentence(N_("Draw: no tile in the middle is worth more than a new one."))
            case rules.Discard():
                text = N_("Leave it: wherever you lay the {tile}, it takes more room than it fills.")
                return Sentence(text, {"tile": view.hand})
            case rules.Lay(cell=cell) | rules.Take(cell=cell):
                tile = move.tile if isinstance(move, rules.Take) else view.hand
                old = rules.at(garden, cell)
                if old:
                    text = N_("The {tile} leaves more room there than the {old} does.")
                    return Sentence(text, {"tile": tile, "old": old})
                if rules.empty_cells(garden) == 1:
                    return Sentence(N_("The {tile} fills your garden: you win."), {"tile": tile})
                text = N_("The {tile} keeps the cells around it open.")
                return Sentence(text, {"tile": tile})
        raise AssertionError(move)  # pragma: no cover - these are all moves

    def sees_end(self, view: LuckyNumbersView) -> bool:
        is_last = not view.options.tournament or view.number == view.seats
        near = view.stack <= 1 or any(rules.empty_cells(garden) == 1 for garden in view.gardens)
        return is_last and view.stage in {"turn", "drawn"} and near

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
        if left > 1:
            return None
        takes = [move for move in moves if isinstance(move, rules.Take) and not rules.at(garden, move.cell)]
        return [rules.Draw(), *takes]

    def strengths(self, state: LuckyNumbers) -> list[float]:
        middle = _open_tiles(state)
        return [_strength_of_garden(state, seat, middle) for seat in range(state.seats)]

    def strength_after(self, view: LuckyNumbersView, worth: float) -> float:
        return _strength(view.points[view.seat], -worth, view.seats)


def _open_tiles(state: LuckyNumbers) -> list[rules.Tile]:
    return [tile for tile in rules.TILES if state.middle[tile]]


def _fits_last(garden: rules.Garden, tiles: Sequence[rules.Tile]) -> tuple[rules.Tile, rules.Cell] | None:
    """Return a tile that fills the last empty cell of a garden, and that cell."""
    if rules.empty_cells(garden) != 1:
        return None
    cell = rules.CELLS[garden.index(0)]
    return next(((tile, cell) for tile in tiles if fits(garden, tile, cell)), None)


def _strength_of_garden(state: LuckyNumbers, seat: int, middle: Sequence[rules.Tile]) -> float:
    outlook, holds = hard.outlook(_garden(state, seat)), state.hand and seat == state.turn
    tiles = [state.hand] if holds else middle
    gain = max((outlook.plan(tile)[0] for tile in tiles), default=0.0)
    first = max(state.turn, state.first)
    waits = state.seats if holds else (seat - first) % state.seats if first >= 0 else 0
    return _strength(state.points[seat], outlook.waiting - gain, waits)


def _strength(points: int, left: float, waits: int) -> float:
    """Return how strong a seat is that waits for so many draws, and so many turns for its next one."""
    return _WEIGHTS["point"] * points + hard.strength(left, waits)


def _garden(state: LuckyNumbers, seat: int) -> rules.Garden:
    """Return a seat's garden, with the tiles dealt to it where they are likely to be laid."""
    garden, chosen = state.gardens[seat], state.chosen[seat]
    dealt = sorted(state.dealt[seat]) if state.stage == "deal" else state.dealt[seat]
    for place, tile in enumerate(dealt):
        free = [cell for cell in rules.DIAGONAL if not rules.at(garden, cell)]
        cell = chosen[place] if place < len(chosen) else rules.cell_for(tile, free)
        garden = rules.with_tile(garden, cell, tile)
    return garden
