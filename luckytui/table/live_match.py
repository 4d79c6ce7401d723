"""A match in time: its clock runs, and its bots move."""

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from functools import partial
from random import Random

from msgspec.structs import replace

from luckytui.bots import make
from luckytui.bots.player import Bot, chosen
from luckytui.bots.thinking import think, thinks
from luckytui.games.interface import Move, Seat
from luckytui.table.dealer import chance_of_bot
from luckytui.table.journal_entries import NotKept
from luckytui.table.match import Match
from luckytui.table.spec import TableSpec
from luckytui.table.views import MatchView, Returned

_HASTE = (0.4, 2.0)
"""How much of the pace bots wait if several seats must decide, so that anyone may be first."""

_GLANCE = 0.05
"""How many seconds pass between two checks whether a bot has finished thinking."""

_RETRY = 2.0
"""Seconds after which a move that could not be kept is tried again."""


class LiveMatch:
    """A match whose seats decide in time, or have a move made for them. `moved` is called after such moves.

    A bot sees only what its seat may see, remembers it, and cannot stop the game. It waits for about the
    table's pace before each move, so that people can follow.
    """

    def __init__(
        self,
        match: Match,
        *,
        time: Callable[[], AbstractEventLoop],
        spec: TableSpec,
        seed: str,
        away: Iterable[Seat],
        moved: Callable[[], None],
    ) -> None:
        self.match = match
        self._time = time
        self._clock = Clock(time, self._time_ran_out)
        self._spec = spec
        self._haste = Random(f"{seed}/haste")
        self._seed = seed
        self._moved = moved
        self._levels: Mapping[Seat, str] = {}
        self._bots: dict[tuple[Seat, str], Bot] = {}
        """By seat and level."""
        self._waiting: dict[tuple[Seat, int], TimerHandle] = {}
        """The moves that no person makes, by seat and prompt."""
        self._thoughts: dict[tuple[Seat, int], Future[Move]] = {}
        """The moves that bots are thinking about."""
        self._lost_at = dict.fromkeys(away, 0)
        """How many events there were when a seat lost the connection, until the player is back."""

    def lost(self, seats: Iterable[Seat]) -> None:
        """Count from now on what these seats miss."""
        self._lost_at |= dict.fromkeys(seats, self.match.happened)

    def returned(self, seat: Seat) -> None:
        """Tell a player who is back how much has happened meanwhile."""
        if missed := self.match.happened - self._lost_at.pop(seat, self.match.happened):
            self.match.log.add(Returned(missed=missed), only=seat)

    def view(self, seat: Seat) -> MatchView:
        """Return all that a seat may know of the game now, except the log."""
        shown = self.match.view(seat)
        seconds = self._clock.left(seat) if shown.prompt else None
        return shown if seconds is None else replace(shown, seconds=seconds)

    def go_on(self, levels: Mapping[Seat, str], *, paused: bool) -> None:
        """Run the clock, and schedule the moves of bots at these levels; stop both while paused.

        Call it after each change.
        """
        self._levels = levels
        # A move that was taken back has not been missed.
        self._lost_at = {seat: min(events, self.match.happened) for seat, events in self._lost_at.items()}
        prompts = {} if paused else self.match.prompts
        self._clock.watch(self.match.settled, prompts, self.match.clock or self._spec.turn_seconds)
        moves = [(seat, prompt) for seat, prompt in prompts.items() if seat in levels]
        for move in self._waiting.keys() - moves:
            self._waiting.pop(move).cancel()
        for move in self._thoughts.keys() - moves:
            self._thoughts.pop(move).cancel()
        self._think_about(moves)
        for move in moves:
            if move not in self._waiting:
                haste = self._haste.uniform(*_HASTE) if len(prompts) > 1 else 1
                self._wait(move, self._spec.pace * haste)

    def _wait(self, move: tuple[Seat, int], seconds: float) -> None:
        self._waiting[move] = self._time().call_later(seconds, partial(self._move, *move))

    def _move(self, seat: Seat, prompt: int) -> None:
        """Make a bot's move, or a safe move for a player who left; again later if it cannot be kept."""
        del self._waiting[seat, prompt]
        thought = self._thoughts.get((seat, prompt))
        if thought and not thought.done():
            self._wait((seat, prompt), _GLANCE)
            return
        move = self._chosen(seat, prompt) if self._levels[seat] else None
        try:
            if move is None:
                self.match.submit_fallback(seat)
            else:
                self.match.submit(seat, prompt, move)
        except NotKept:
            self._wait((seat, prompt), _RETRY)
            return
        self._moved()

    def _think_about(self, moves: Iterable[tuple[Seat, int]]) -> None:
        """Start the bots that think ahead on moves they have not started on yet."""
        game = self.match.game.key
        new = [
            (seat, prompt)
            for seat, prompt in moves
            if (seat, prompt) not in self._thoughts
            and self._levels[seat]
            and thinks(game, self._levels[seat])
            and len(self.match.view(seat).moves) > 1
        ]
        at_once = len(self._thoughts) + len(new)
        for seat, prompt in new:
            shown, seed = self.match.view(seat), f"{self._seed}/bot {seat}/{prompt}"
            thought = think(game, self._levels[seat], seed, shown.view, shown.moves, at_once)
            self._thoughts[seat, prompt] = thought

    def _chosen(self, seat: Seat, prompt: int) -> Move | None:
        """Return what the seat's bot does; None if it fails."""
        level, shown, game = self._levels[seat], self.match.view(seat), self.match.game.key
        who = f"{level} at seat {seat} of {game}"
        if thought := self._thoughts.pop((seat, prompt), None):
            return chosen(who, thought.result, shown.moves)
        if (seat, level) not in self._bots:
            self._bots[seat, level] = make(game, level, chance_of_bot(self._seed, seat))
        return chosen(who, partial(self._bots[seat, level].choose, shown.view, shown.moves), shown.moves)

    def _time_ran_out(self, seat: Seat) -> None:
        """Make safe moves for a seat until the game has moved on."""
        position = self.match.settled
        try:
            while seat in self.match.prompts and self.match.settled == position:
                # Where the rules limit the time, saying nothing is an answer.
                self.match.submit_fallback(seat, timed_out=not self.match.clock)
        except NotKept:
            self._clock.give(seat, _RETRY)
        self._moved()


class Clock:
    """Gives each seat its own time to decide, so that the time left reveals nothing about hidden moves.

    `time_is_up` is called with a seat that took too long.
    """

    def __init__(self, time: Callable[[], AbstractEventLoop], time_is_up: Callable[[Seat], None]) -> None:
        self._time = time
        self._time_is_up = time_is_up
        self._position = 0
        self._left: dict[Seat, float] = {}
        """How many seconds each seat that was asked in this position had left when it stopped running."""
        self._running: dict[Seat, tuple[float, TimerHandle]] = {}
        """When the time of each seat is up."""

    def watch(self, position: int, asked: Iterable[Seat], seconds: int) -> None:
        """Run for these seats alone: each has this many `seconds` in this position; 0 for no limit.

        A seat that is asked again there has what it had left: nobody gains time by taking a move back.
        """
        if not (seconds or self._left):
            return
        now = self._time().time()
        for seat, (end, alarm) in self._running.items():
            alarm.cancel()
            self._left[seat] = max(0.0, end - now)
        self._running = {}
        if position != self._position or not seconds:
            self._position = position
            self._left = {}
        for seat in asked if seconds else ():
            left = self._left.setdefault(seat, seconds)
            self._running[seat] = now + left, self._time().call_later(left, partial(self._ring, seat))

    def left(self, seat: Seat) -> float | None:
        """Return how many seconds a seat has left; None while there is no limit for it."""
        if seat not in self._running:
            return self._left.get(seat)
        end, _ = self._running[seat]
        return max(0.0, end - self._time().time())

    def give(self, seat: Seat, seconds: float) -> None:
        """Let a seat whose time is up have this many seconds more."""
        self._left[seat] = seconds

    def _ring(self, seat: Seat) -> None:
        del self._running[seat]
        self._left[seat] = 0.0
        self._time_is_up(seat)
