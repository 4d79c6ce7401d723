"""A match in time: its clock runs, its bots move, and each seat is shown what it may know."""

from collections.abc import Callable, Iterable, Mapping
from random import Random

from msgspec.structs import replace

from luckytui.games.interface import Move, Seat
from luckytui.table.bot_seats import BotSeats
from luckytui.table.clock import Clock, Time
from luckytui.table.journal_entries import NotKept
from luckytui.table.match import Match
from luckytui.table.timers import RETRY, MoveTimers
from luckytui.table.views import MISSED_TAIL, MatchView


class LiveMatch:
    """A match whose seats decide in time, or have a move made for them.

    `moved` is called after each such move. `time` is asked for what the match goes by.
    """

    def __init__(
        self,
        match: Match,
        *,
        time: Callable[[], Time],
        pace: float,
        turn_seconds: int,
        seed: str,
        away: Iterable[Seat],
        moved: Callable[[], None],
    ) -> None:
        self.match = match
        self._turn_seconds = turn_seconds
        self._moved = moved
        self._bots = BotSeats(match.game, seed)
        self._levels: Mapping[Seat, str] = {}
        self._lost_at = dict.fromkeys(away, 0)
        """How many events there were when a seat last lost the connection, until the seat moves."""
        self._views: dict[Seat, MatchView] = {}
        """What each seat is shown now, but for the time that is left."""
        self._clock = Clock(time, self._time_ran_out)
        self._timers = MoveTimers(time, pace, Random(f"{seed}/haste"), self._move)

    @property
    def playing(self) -> bool:
        """Whether the game goes on."""
        return self.match.result is None

    def submit(self, seat: Seat, prompt: int, move: Move, *, timed_out: bool = False) -> None:
        """Make a person's move. Raises what `Match.submit` does."""
        self.match.submit(seat, prompt, move, timed_out=timed_out)
        self._lost_at.pop(seat, None)
        self._views.clear()

    def undo(self, seat: Seat) -> None:
        """Take the seat's last move back. Raises what `Match.undo` does."""
        self.match.undo(seat)
        self._lost_at.pop(seat, None)
        self._lost_at = {one: min(events, self.match.happened) for one, events in self._lost_at.items()}
        self._views.clear()

    def lost(self, seats: Iterable[Seat]) -> None:
        """Count from now on what these seats miss."""
        self._lost_at |= dict.fromkeys(seats, self.match.happened)

    def taken(self, seat: Seat) -> None:
        """Let a newcomer at this seat have missed nothing."""
        self._lost_at.pop(seat, None)

    def view(self, seat: Seat) -> MatchView:
        """Return all that a seat may know now. Between two changes it is made once for each seat."""
        happened = self.match.happened
        missed = min(happened - self._lost_at.get(seat, happened), MISSED_TAIL)
        if seat not in self._views or self._views[seat].missed != missed:
            self._views[seat] = self.match.view(seat, missed)
        shown = self._views[seat]
        seconds = self._clock.left(seat) if shown.prompt else None
        return shown if seconds is None else replace(shown, seconds=seconds)

    def go_on(self, levels: Mapping[Seat, str], *, paused: bool) -> None:
        """Let the clock run, and the bots of these levels wait for their moves; while paused, all rest."""
        self._levels = levels
        prompts = {} if paused else self.match.prompts
        if paused:
            self._clock.pause()
        else:
            self._clock.watch(self.match.settled, prompts, self.match.clock or self._turn_seconds)
        moving = {seat: prompt for seat, prompt in prompts.items() if seat in levels}
        self._timers.wait_for(moving, together=len(prompts) > 1)

    def stop(self) -> None:
        """Let nothing move by itself any more."""
        self._clock.stop()
        self._timers.wait_for({}, together=False)

    def _move(self, seat: Seat, prompt: int) -> None:
        """Make a bot's move, or a safe move for a player who left. Raises NotKept."""
        level = self._levels[seat]
        move = self._bots.choose(seat, level, self.view(seat)) if level else None
        if move is None:
            self.match.submit_fallback(seat)
        else:
            self.match.submit(seat, prompt, move)
        self._views.clear()
        self._moved()

    def _time_ran_out(self, seat: Seat) -> None:
        """Make safe moves for a seat until the game has gone on."""
        position = self.match.settled
        try:
            while seat in self.match.prompts and self.match.settled == position:
                self.match.submit_fallback(seat, timed_out=True)
        except NotKept:
            self._clock.give(seat, RETRY)
        self._views.clear()
        self._moved()
