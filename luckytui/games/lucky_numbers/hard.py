"""A bot for Lucky Numbers that plays on for some turns after each of the best moves by `normal`, many times.

Its worlds differ in the order of the stack alone, which is all that is hidden. Everyone then plays by a quick
rule: lay a tile, or swap it in, where that shortens the wait most, and take one from the middle if it brings
enough. How long each then still has to wait says how likely the seat is to win.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import exp, log

from luckytui.bots.search import ThinkingBot, Trial
from luckytui.games.interface import Move, Seat, replaced
from luckytui.games.lucky_numbers import bots as normal
from luckytui.games.lucky_numbers import rules
from luckytui.games.lucky_numbers.bots import WEIGHTS
from luckytui.games.lucky_numbers.garden import HIGHEST
from luckytui.games.lucky_numbers.rules import Garden, LuckyNumbersView, Tile

_WIDTH = 8
"""How many moves are played on."""
_AHEAD = 6
"""How many turns of each seat are played."""


class HardBot(ThinkingBot):
    """Plays the most promising moves on."""

    def choose(self, view: LuckyNumbersView, moves: Sequence[Move]) -> Move:
        return self.best_of(trial(view, moves))


def trial(view: LuckyNumbersView, moves: Sequence[Move]) -> Trial:
    """Return how the most promising moves are played on; in the set-up there is only the best one."""
    worths = list(map(normal.Prospects(view).of, moves))
    ranked = sorted(range(len(moves)), key=worths.__getitem__, reverse=True)
    width = 1 if view.stage == "set_up" else _WIDTH
    promising = {moves[place]: WEIGHTS.chance * worths[place] for place in ranked[:width]}
    unseen = rules.spread(rules.unseen(view))
    return Trial(
        {move: worth for move, worth in promising.items() if worth > normal.NEVER},
        lambda rng: rng.sample(unseen, len(unseen)),
        lambda move, stack: Course(
            view.gardens, view.middle, stack, view.seat, bruno=view.options.bruno
        ).play_out(view, move),
    )


class Course:
    """One game on its way to the end."""

    def __init__(
        self,
        gardens: Sequence[Garden],
        middle: Iterable[Tile],
        stack: Sequence[Tile],
        turn: Seat,
        *,
        bruno: bool,
    ) -> None:
        self.outlooks = list(map(outlook, gardens))
        self._middle = {*middle}
        """Which numbers it has. Duplicates make little difference, so they are not counted."""
        self._stack = [*stack]
        self.turn = turn
        """Whose turn is next."""
        self._bruno = bruno

    def play_out(self, view: LuckyNumbersView, move: Move) -> float:
        """Return the seat's expected share of the win after this move."""
        seat = view.seat
        match move:
            case rules.Draw():
                self.draw(seat)
            case rules.Discard():
                self._discard(seat, view.hand)
            case rules.Lay(cell=cell):
                self._lay(seat, view.hand, rules.CELLS.index(cell))
            case rules.Take(tile=tile, cell=cell):
                self._take(seat, tile, rules.CELLS.index(cell))
        return self.shares()[seat]

    def shares(self) -> tuple[float, ...]:
        """Play some turns of each seat, and return how likely each is to win then."""
        seats = range(len(self.outlooks))
        self.play_on(_AHEAD * len(seats))
        if self.is_over:
            empty = [one.garden.count(0) for one in self.outlooks]
            strengths = [float(left == min(empty)) for left in empty]
        else:
            strengths = [
                exp(-WEIGHTS.race * log(max(WEIGHTS.shortest, self.left(seat))) - WEIGHTS.tempo * turns)
                for seat in seats
                for turns in [(seat - self.turn) % len(seats)]
            ]
        return tuple(strength / sum(strengths) for strength in strengths)

    def play_on(self, turns: int) -> None:
        """Play at most this many turns."""
        for _ in range(turns):
            if self.is_over:
                break
            own = self.outlooks[self.turn]
            brings, tile = max(((own.plan(tile)[0], tile) for tile in self._middle), default=(0.0, 0))
            if brings > WEIGHTS.enough:
                self._take(self.turn, tile, own.plan(tile)[1])
            else:
                self.draw(self.turn)

    @property
    def is_over(self) -> bool:
        """Whether the stack is empty, or a garden full."""
        return not self._stack or not all(outlook.waiting for outlook in self.outlooks)

    def left(self, seat: Seat) -> float:
        """Return how many draws a seat has to wait when it has laid the best tile of the middle."""
        own = self.outlooks[seat]
        return own.waiting - max((own.plan(tile)[0] for tile in self._middle), default=0.0)

    def draw(self, seat: Seat) -> None:
        """Turn over the top tile, and do with it what is best."""
        self.place(seat, self._stack.pop())

    def place(self, seat: Seat, tile: Tile) -> None:
        """Lay a tile that a seat has drawn on its best place, or leave it."""
        brings, place = self.outlooks[seat].plan(tile)
        if brings > 0:
            self._lay(seat, tile, place)
        else:
            self._discard(seat, tile)

    def _discard(self, seat: Seat, tile: Tile) -> None:
        self._middle.add(tile)
        self.turn = (seat + 1) % len(self.outlooks)

    def _take(self, seat: Seat, tile: Tile, place: int) -> None:
        self._middle.discard(tile)
        self._lay(seat, tile, place)

    def _lay(self, seat: Seat, tile: Tile, place: int) -> None:
        before = self.outlooks[seat]
        after = self.outlooks[seat] = before.laid(tile, place)
        if before.garden[place]:
            self._middle.add(before.garden[place])
        earned = self._bruno and rules.makes_pair(after.garden, rules.CELLS[place])
        self.turn = seat if earned else (seat + 1) % len(self.outlooks)


class Outlook:
    """What there is to hope for in a garden, if every number is as likely to come."""

    __slots__ = ("_empty", "_highest", "_lowest", "_plans", "garden", "waiting")

    def __init__(self, garden: Garden) -> None:
        self.garden = garden
        self._lowest, self._highest = lowest, highest = normal.windows(garden)
        self._empty = [place for place, tile in enumerate(garden) if not tile]
        self.waiting = 0.0
        """How many draws the empty cells wait, added up: each for any number in its window."""
        for place in self._empty:
            self.waiting += _WAIT[highest[place] - lowest[place]]
        self._plans: dict[Tile, tuple[float, int]] = {}

    def plan(self, tile: Tile) -> tuple[float, int]:
        """Return by how much laying a tile on its best place shortens the wait, and that place."""
        if tile not in self._plans:
            self._plans[tile] = max([(0.0, -1), *self._gains(tile)])
        return self._plans[tile]

    def laid(self, tile: Tile, place: int) -> "Outlook":
        """Return what there is to hope for when a tile, or none, lies on a place."""
        return outlook(replaced(self.garden, place, tile))

    def _gains(self, tile: Tile) -> Iterator[tuple[float, int]]:
        windows = zip(self.garden, self._lowest, self._highest, strict=True)
        for place, (there, low, high) in enumerate(windows):
            if low <= tile <= high and tile != there:
                base = self.laid(0, place) if there else self
                yield self.waiting - base.waiting_with(tile, place), place

    def waiting_with(self, tile: Tile, place: int) -> float:
        """Return how long the other empty cells wait when a tile lies on one of them, within its window."""
        waiting, aparts, lowest, highest = 0.0, _APART[place], self._lowest, self._highest
        for near in self._empty:
            if near != place:
                low, high, bound = lowest[near], highest[near], tile + aparts[near]
                if low < bound > tile:
                    low = bound
                elif high > bound < tile:
                    high = bound
                waiting += _WAIT[high - low]
        return waiting


outlook = lru_cache(maxsize=2**13)(Outlook)


def _apart(cell: rules.Cell, other: rules.Cell) -> int:
    """Return how much higher the other cell's number is at least; lower, if negative; 0: it may be any."""
    down, right = other[0] - cell[0], other[1] - cell[1]
    return down + right if down * right >= 0 else 0


_APART = [[_apart(cell, other) for other in rules.CELLS] for cell in rules.CELLS]
"""For each place and each other one, how far apart their numbers are at least."""


def _wait(room: int) -> float:
    """Return how many draws a cell waits by how far apart the lowest and the highest number for it are."""
    return 1 / ((room + 1) / HIGHEST + 1 / WEIGHTS.longest) if room >= 0 else WEIGHTS.longest - room


_WAIT = [*map(_wait, range(HIGHEST)), *map(_wait, range(-2 * HIGHEST, 0))]
"""The same as a list; closed windows are at its end."""
