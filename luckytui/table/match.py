"""The match: the only authority over one game. It checks moves, lets chance move and keeps the history.

It waits for nothing and sends nothing: its owner submits a move and then hands out the views. Everything
that a seat is shown leaves through `Match.view` and the log.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from luckytui.games import interface
from luckytui.games.interface import (
    CHANCE,
    SPECTATOR,
    Event,
    Game,
    IllegalMove,
    Move,
    Seat,
    State,
    Step,
)
from luckytui.games.options import Options
from luckytui.table.dealer import Dealer
from luckytui.table.journal_entries import Began, JournalEntry, Moved, Undone
from luckytui.table.log import Log
from luckytui.table.record import Record, header
from luckytui.table.views import MatchView, Timeout
from luckytui.text import N_, UserError

_TAKEN_FOR_GOOD = N_("Your last move can no longer be taken back.")
_NO_UNDO = N_("At this table no move can be taken back.")

_PROMPTS_A_GAME = 2**16
"""So far apart are the prompts of two games in a row: more decisions than one game has."""


class StaleMove(UserError):
    """A move that answers a question which is no longer asked; nothing has changed."""


class Match:
    """One game in play, from its first draw to its end.

    Each decision that is asked of a seat has a number, its prompt; a move names the prompt it answers,
    so that one which comes too late, or twice, is known as such.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        names: Sequence[str],
        seed: str,
        *,
        began: Began | None = None,
        has_undo: bool = True,
        keep: Callable[[JournalEntry], None] = lambda _: None,
        log: Log | None = None,
    ) -> None:
        """Begin the game and play on to the first decision; what happens is told in the `log`.

        `names` holds a name for each seat; a number of seats that the game is not made for raises UserError.
        Without `began` the game is simulated. `has_undo` is whether moves can be taken back. `keep` is called
        with each move before it is made; if it raises NotKept, it is not made.
        """
        self.game = game
        self.names = tuple(names)
        self._state = game.new(len(names), options)
        self._dealer = Dealer(seed)
        self._keep = keep
        self._has_undo = has_undo
        self._started = header(game, options, names, seed, began)
        self._steps: list[Step] = []
        self.log = log or Log()
        self.log.add(self._started)
        self.happened = 1
        """How many events there have been, the `start` included."""
        self._sizes: list[int] = []
        """How much was in the log before each open step."""
        self._late: set[Seat] = set()
        """For whom time ran out over a move that the others do not know of yet."""
        self._number = began.game if began else 1
        self._asked: Counter[Seat] = Counter()
        """How many decisions each seat was asked for: a count of its own tells it nothing of the others."""
        self._moves: dict[Seat, tuple[Move, ...]] = {}
        """What each seat that is asked may do now."""
        self.prompts: dict[Seat, int] = {}
        """Who is asked to decide now, and the number that the decision has for this seat."""
        self.settled = 0
        """The number of the latest position behind which nobody can go back."""
        self._settle(self._state.copy())
        self._let_chance_move()
        self._ask(CHANCE)

    @property
    def result(self) -> interface.Ended | None:
        """How the game ended; None while it goes on."""
        return self._state.result

    @property
    def record(self) -> Record:
        """The whole history so far, hidden things included."""
        return Record(self._started, tuple(self._steps))

    @property
    def clock(self) -> int:
        """How many seconds the decisions now open may take; 0: no limit."""
        return self._state.clock()

    def submit(self, seat: Seat, prompt: int, move: Move, *, timed_out: bool = False) -> bool:
        """Make a seat's move in answer to a prompt; 0 where it is asked nothing, which the rules refuse.

        `timed_out` says that the seat did not make it itself, as its time ran out. Returns whether others may
        see a difference.

        Raises StaleMove when this prompt is not open, IllegalMove when the rules refuse the move, and NotKept
        when it cannot be kept.
        """
        self._check_open(seat, prompt)
        before, after = self._state, self._state.copy()
        happened, settled = self.happened, self.settled
        events = after.apply(seat, move)
        self._keep(Moved(seat, move, timed_out))
        self._state = after
        # The seats that the events are about; None for an event about no seat.
        told = [event for event in events if not isinstance(event, interface.TurnBegan)]
        seats = {getattr(event, "seat", None) for event in told}
        others_moved = any(step.seat != seat for step in self._open_steps)
        if others_moved and (events or any(step.events for step in self._open_steps)):
            self._settle(before)
        all_saw_it = timed_out and before.view(SPECTATOR).active == (seat,)
        if timed_out and not all_saw_it and seat not in self._late:
            self._late.add(seat)
            self.log.add(Timeout(seat=seat), only=seat)
        for late in sorted(self._late.intersection(seats)):
            self.log.add(Timeout(seat=late), but=late)
        self._sizes.append(self.log.size)
        if all_saw_it:
            self.log.add(Timeout(seat=seat))
        self._add(seat, move, events)
        if not seats <= {seat} or (move.final and events):
            self._settle(self._state.copy())
        self._let_chance_move()
        if self.happened > happened:
            self._late.clear()
        self._ask(seat)
        is_held_back = (settled, before.active) == (self.settled, self._state.active) and not events
        return timed_out or not is_held_back

    def submit_fallback(self, seat: Seat, *, timed_out: bool = False) -> None:
        """Make the safe default move for a seat that is asked and does not answer."""
        self.submit(seat, self.prompts[seat], self._state.fallback(seat), timed_out=timed_out)

    def may_undo(self, seat: Seat) -> bool:
        """Whether the seat's last move can be taken back.

        It can while chance has not moved, nothing was revealed and nobody else has moved since; but moves
        that the rules hold back, of which no event has come, do not count.
        """
        return seat in self._undoable

    def undo(self, seat: Seat, prompt: int) -> None:
        """Take the seat's last move back, as it was asked when the seat faced this prompt; 0: none.

        Raises StaleMove when the seat faces another, IllegalMove when it cannot be done, and NotKept.
        """
        self._check_open(seat, prompt)
        if not self.may_undo(seat):
            raise IllegalMove(_TAKEN_FOR_GOOD if self._has_undo else _NO_UNDO)
        self._keep(Undone(seat))
        steps = self._open_steps
        last = max(place for place, step in enumerate(steps) if step.seat == seat)
        taken_back, size = steps.pop(last), self._sizes.pop(last)
        self._state = self._settled_state.copy()
        for step in steps:
            self._state.apply(step.seat, step.move)
        self._steps[self._settled_steps :] = steps
        if taken_back.events:
            self.happened -= len(taken_back.events)
            self.log.take_back(seat, size)
        self._ask(seat)

    def view(self, seat: Seat) -> MatchView:
        """Return all that `seat` may know of the game now, but for what has happened and the time left."""
        return MatchView(
            number=self._number,
            names=self.names,
            view=self._state.view(seat),
            prompt=self.prompts.get(seat, 0),
            moves=self._moves.get(seat, ()),
            undo=self.may_undo(seat),
            happened=self.happened,
        )

    def _check_open(self, seat: Seat, prompt: int) -> None:
        if prompt != self.prompts.get(seat, 0):
            raise StaleMove(N_("The game has moved on in the meantime. Look again, then choose."))

    @property
    def _open_steps(self) -> list[Step]:
        """The steps since the settled position: of one seat, or of several that are all held back."""
        return self._steps[self._settled_steps :]

    def _add(self, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        self._steps.append(Step(seat, move, tuple(events)))
        self.happened += len(events)
        for event in events:
            self.log.add(event)

    def _let_chance_move(self) -> None:
        while CHANCE in self._state.active:
            move = self._dealer.draw(self._state.occasion(), self._state.outcomes())
            self._add(CHANCE, move, self._state.apply(CHANCE, move))
            self._settle(self._state.copy())

    def _ask(self, mover: Seat) -> None:
        """Number the open decisions but not those of others who may do just what they could before."""
        before, self.prompts = self._moves, {}
        self._moves = {seat: tuple(self._state.moves(seat)) for seat in sorted(self._state.active)}
        for seat, moves in self._moves.items():
            if seat == mover or moves != before.get(seat):
                self._asked[seat] += 1
            self.prompts[seat] = (self._number - 1) * _PROMPTS_A_GAME + self._asked[seat]
        last_moves = {step.seat: step.move for step in self._open_steps if self._has_undo}
        self._undoable = {seat for seat, move in last_moves.items() if not move.final}

    def _settle(self, state: State) -> None:
        """Let nobody go back behind this position, which stays as it is; all steps so far have led to it."""
        self.settled += 1
        self._settled_state = state
        self._settled_steps = len(self._steps)
        self._sizes.clear()
