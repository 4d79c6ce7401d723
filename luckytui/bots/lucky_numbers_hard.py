"""A bot for Lucky Numbers that plays the best moves by `normal`'s measure out to the end, many times.

Its worlds differ in the order of the stack alone, which is all that is hidden. Everyone then plays by a quick
rule: lay a tile where the windows of the other empty cells suffer least, and take one from the middle if that
brings enough.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum

from luckytui.bots import lucky_numbers as normal
from luckytui.bots.lucky_numbers import WEIGHTS
from luckytui.bots.search import ThinkingBot
from luckytui.games import lucky_numbers as rules
from luckytui.games.interface import Move, Seat
from luckytui.games.lucky_numbers import Garden, LuckyNumbersView, Tile
from luckytui.games.lucky_numbers_garden import HIGHEST, gaps

_WIDTH = 5
"""How many moves are played out."""
_TRIUMPH = 99.0
"""What it brings to fill the last cell."""


class HardBot(ThinkingBot):
    """Plays out the most promising moves."""

    def choose(self, view: LuckyNumbersView, moves: Sequence[Move]) -> Move:
        worths = list(map(normal.Prospects(view).of, moves))
        ranked = sorted(range(len(moves)), key=worths.__getitem__, reverse=True)
        if view.stage == "set_up":
            return moves[ranked[0]]
        unseen = rules.spread(rules.unseen(view))
        promising = {moves[place]: WEIGHTS.chance * worths[place] for place in ranked[:_WIDTH]}
        promising = {move: worth for move, worth in promising.items() if worth > normal.NEVER}
        return self.best_of(
            promising,
            lambda rng: rng.sample(unseen, len(unseen)),
            lambda move, stack: _Course(view, stack).play_out(move),
        )


class _Course:
    """One game on its way to the end."""

    def __init__(self, view: LuckyNumbersView, stack: Sequence[Tile]) -> None:
        self._view = view
        self._gardens = [*view.gardens]
        self._middle = {*view.middle}
        """Its numbers; that there may be several of one makes little difference."""
        self._stack = [*stack]

    def play_out(self, move: Move) -> float:
        """Return how much of the game the seat wins after this move."""
        seat, hand = self._view.seat, self._view.hand
        match move:
            case rules.Draw():
                self._draw(seat)
            case rules.Discard():
                self._middle.add(hand)
            case rules.Lay(cell=cell):
                self._lay(seat, hand, rules.CELLS.index(cell))
            case rules.Take(tile=tile, cell=cell):
                self._middle.discard(tile)
                self._lay(seat, tile, rules.CELLS.index(cell))
        mover = seat
        while self._stack and all(0 in garden for garden in self._gardens):
            mover = (mover + 1) % self._view.seats
            self._turn(mover)
        empty = [rules.empty_cells(garden) for garden in self._gardens]
        best = min(empty)
        return (empty[seat] == best) / empty.count(best)

    def _turn(self, seat: Seat) -> None:
        garden = self._gardens[seat]
        brings, tile = max(((plan(garden, tile)[0], tile) for tile in self._middle), default=(0.0, 0))
        if brings > WEIGHTS.enough:
            self._middle.discard(tile)
            self._lay(seat, tile, plan(garden, tile)[1])
        else:
            self._draw(seat)

    def _draw(self, seat: Seat) -> None:
        tile = self._stack.pop()
        brings, place = plan(self._gardens[seat], tile)
        if brings > 0:
            self._lay(seat, tile, place)
        else:
            self._middle.add(tile)

    def _lay(self, seat: Seat, tile: Tile, place: int) -> None:
        garden = self._gardens[seat]
        if garden[place]:
            self._middle.add(garden[place])
        self._gardens[seat] = (*garden[:place], tile, *garden[place + 1 :])


@lru_cache(maxsize=2**16)
def plan(garden: Garden, tile: Tile) -> tuple[float, int]:
    """Return what it brings to lay a tile on its best place, in draws not waited for, and that place."""
    late, before = garden.count(0) <= WEIGHTS.late, waiting(garden)
    best = (0.0, -1)
    for place, (low, high) in enumerate(gaps(garden)):
        if low < tile < high and (not garden[place] or (late and tile != garden[place])):
            after = (*garden[:place], tile, *garden[place + 1 :])
            best = max(best, (before - waiting(after) if 0 in after else _TRIUMPH, place))
    return best


@lru_cache(maxsize=2**16)
def waiting(garden: Garden) -> float:
    """Return how many draws the empty cells wait, added up, if every number is as likely to come.

    Each waits for any of the numbers that leave room for those around it.
    """
    rooms = (high - low for low, high in normal.windows(garden))
    return fsum(_WAIT[room] if room >= 0 else WEIGHTS.longest - room for room in rooms)


_WAIT = [1 / ((room + 1) / HIGHEST + 1 / WEIGHTS.longest) for room in rules.TILES]
"""How many draws a cell waits by how far apart the lowest and the highest number for it are."""
