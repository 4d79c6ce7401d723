"""The match: the only authority over one game. It checks moves, lets chance move and keeps history and log.

It never waits and sends nothing: its owner submits a move, then hands out the views. Everything that a seat
is shown leaves through `Match.view` and the log.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Collection, Sequence

from luckytui.games import interface
from luckytui.games.interface import (
    CHANCE,
    SPECTATOR,
    Event,
    Game,
    IllegalMove,
    Move,
    Seat,
    Started,
    State,
    Step,
)
from luckytui.games.options import Options
from luckytui.table.dealer import Dealer
from luckytui.table.journal_entries import Began, JournalEntry, Moved, Undone
from luckytui.table.record import Record, header
from luckytui.table.views import ChatLine, MatchView, Returned, TakenBack, Timeout
from luckytui.text import N_, UserError

_NOTHING_MADE = N_("There is nothing to take back yet.")

_PROMPTS_A_GAME = 2**16
"""The distance between the first prompts of consecutive games: more than the decisions of any game."""


TALK = 16
"""How many lines of talk from before a game its log begins with."""

_MOST = 8192
"""How many entries a log has at most; then the older half is forgotten."""


class StaleMove(UserError):
    """A move that answers a prompt which is no longer open; nothing has changed."""


class Match:
    """One game in play, from its first draw to its end.

    Each decision that a seat must make has a number, its prompt. A move names the prompt that it answers,
    so a move that arrives late, or twice, is recognised.
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
        log: "Log | None" = None,
    ) -> None:
        """Begin the game and play up to the first decision. Events go to the `log`.

        `names` has a name for each seat. Raises UserError if the game cannot have that many seats. Without
        `began` the game is simulated. `has_undo`: moves can be taken back. `keep` is called with each move
        before it is made; if it raises NotKept, the move is not made.
        """
        self.game = game
        self.names = tuple(names)
        self._state = game.new(len(names), options)
        self._dealer = Dealer(seed)
        self._keep = keep
        self._has_undo = has_undo
        self._started = header(game, options, names, seed, began)
        self._steps: list[Step] = []
        self.log = log or Log(len(names))
        self.log.add(self._started)
        self.happened = 1
        """How many events there have been, including `start`."""
        self._late: set[Seat] = set()
        """The seats that timed out on a move which the others do not know of yet."""
        self._number = began.game if began else 1
        self._asked: Counter[Seat] = Counter()
        """How many decisions each seat has had, counted per seat so that prompts reveal nothing."""
        self._moves: dict[Seat, tuple[Move, ...]] = {}
        """The legal moves of each seat that must decide now."""
        self.prompts: dict[Seat, int] = {}
        """The open prompt of each seat that must decide now."""
        self._views: dict[Seat, MatchView] = {}
        """The current view of each seat that was asked for."""
        self.clock = 0
        """How many seconds these decisions may take; 0: no limit."""
        self.result: interface.Ended | None = None
        """How the game ended; None while it goes on."""
        self.settled = 0
        """The number of the oldest position that an undo can reach."""
        self._settle(self._state.copy())
        self._let_chance_move()
        self._ask(CHANCE)

    @property
    def record(self) -> Record:
        """The whole history so far, hidden things included."""
        return Record(self._started, tuple(self._steps))

    def submit(self, seat: Seat, prompt: int, move: Move, *, timed_out: bool = False) -> None:
        """Make a seat's move in answer to a prompt.

        A seat that is asked nothing has prompt 0; the rules then refuse the move. `timed_out`: the seat did
        not make the move itself, because its time ran out.

        Raises StaleMove if this prompt is not open, IllegalMove if the rules refuse the move, and NotKept if
        it cannot be written down.
        """
        self._check_open(seat, prompt)
        before, happened, settled = self._state, self.happened, self.settled
        start, first = self._settled_state, self._settled_steps
        after = before.copy()
        events = after.apply(seat, move)
        self._keep(Moved(seat, move, timed_out))
        self._state = after
        open_steps = self._steps[first:]  # of one seat, or of several whose moves are held back
        is_alone = all(step.seat == seat for step in open_steps)
        # A seat moves on from what another one did, which can no longer be taken back.
        if not is_alone and (events or any(step.events for step in open_steps)):
            self._settle(before)
        # The seats that the events are about; None for an event about no seat.
        revealed = {getattr(one, "seat", None) for one in events if not isinstance(one, interface.TurnBegan)}
        is_public = timed_out and before.view(SPECTATOR).active == (seat,)
        if timed_out or self._late:
            self._log_hidden_timeouts(seat if timed_out and not is_public else None, revealed)
        if is_public:
            self.log.add(Timeout(seat=seat))
        self._add(seat, move, events)
        if not revealed <= {seat} or (move.final and events):
            self._steps[first:] = _in_seat_order(start, self._steps[first:], self._state)
            self._settle(self._state.copy())
        self._let_chance_move()
        if self.happened > happened:
            self._late.clear()
        self._ask(seat)
        is_held_back = (settled, before.active) == (self.settled, self._state.active) and not events
        if timed_out or not is_held_back:  # else the others see no difference
            self._views.clear()
        self._views.pop(seat, None)

    def submit_fallback(self, seat: Seat, *, timed_out: bool = False) -> None:
        """Make the safe default move for a seat that does not answer."""
        self.submit(seat, self.prompts[seat], self._state.fallback(seat), timed_out=timed_out)

    def may_undo(self, seat: Seat) -> bool:
        """Whether the seat's last move can be taken back.

        It can be until chance moves, something is revealed or another seat moves. Moves that the rules hold
        back, without an event so far, do not count.
        """
        open_steps = reversed(self._steps[self._settled_steps :])
        last = next((step for step in open_steps if step.seat == seat), None)
        return self._has_undo and last is not None and not last.move.final

    def undo(self, seat: Seat, prompt: int) -> None:
        """Take the seat's last move back, as asked for at this prompt (0: none).

        Raises StaleMove if the seat has another prompt by now, IllegalMove if the move cannot be undone, and
        NotKept.
        """
        self._check_open(seat, prompt)
        if not self.may_undo(seat):
            has_moved = any(step.seat == seat for step in self._steps)
            refusal = N_("Your last move can no longer be taken back.") if has_moved else _NOTHING_MADE
            raise IllegalMove(refusal if self._has_undo else N_("At this table no move can be taken back."))
        self._keep(Undone(seat))
        steps = self._steps[self._settled_steps :]
        last = max(place for place, step in enumerate(steps) if step.seat == seat)
        taken_back = steps.pop(last)
        self._state = self._settled_state.copy()
        for step in steps:
            self._state.apply(step.seat, step.move)
        self._steps[self._settled_steps :] = steps
        if taken_back.events:
            self.happened -= len(taken_back.events)
            self.log.add(TakenBack(seat=seat, events=len(taken_back.events)))
        self._ask(seat)
        self._views.clear()

    def view(self, seat: Seat) -> MatchView:
        """Return everything that `seat` may know of the game now, except the log and the time left.

        Between two changes it is made once for each seat.
        """
        if seat not in self._views:
            self._views[seat] = MatchView(
                number=self._number,
                names=self.names,
                view=self._state.view(seat),
                prompt=self.prompts.get(seat, 0),
                moves=self._moves.get(seat, ()),
                undo=self.may_undo(seat),
                happened=self.happened,
            )
        return self._views[seat]

    def _check_open(self, seat: Seat, prompt: int) -> None:
        if prompt != self.prompts.get(seat, 0):
            raise StaleMove(N_("The game has moved on in the meantime. Look again, then choose."))

    def _log_hidden_timeouts(self, late: Seat | None, revealed: Collection[Seat | None]) -> None:
        """Tell only a late seat that its time ran out; tell the others once its move is revealed."""
        if late is not None and late not in self._late:
            self._late.add(late)
            self.log.add(Timeout(seat=late), only=late)
        for seat in sorted(self._late.intersection(revealed)):
            self.log.add(Timeout(seat=seat), but=seat)

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
        """Number the open decisions. A seat that did not move and has the same moves keeps its prompt."""
        before, self.prompts = self._moves, {}
        self.clock, self.result = self._state.clock(), self._state.result
        self._moves = {seat: tuple(self._state.moves(seat)) for seat in sorted(self._state.active)}
        for seat, moves in self._moves.items():
            if seat == mover or moves != before.get(seat):
                self._asked[seat] += 1
            self.prompts[seat] = (self._number - 1) * _PROMPTS_A_GAME + self._asked[seat]

    def _settle(self, state: State) -> None:
        """Make this position, to which all steps so far have led, the oldest one that an undo can reach.

        The state must not be changed afterwards.
        """
        self.settled += 1
        self._settled_state = state
        self._settled_steps = len(self._steps)


def _in_seat_order(start: State, steps: list[Step], end: State) -> list[Step]:
    """Return steps that led from one state to another sorted by seat, if that leads there as well.

    Moves made at once come so in one order only, and nobody shapes a record by when they move.
    """
    by_seat = sorted(steps, key=lambda step: step.seat)
    if by_seat == steps:
        return steps
    state = start.copy()
    try:
        made = [Step(step.seat, step.move, tuple(state.apply(step.seat, step.move))) for step in by_seat]
    except IllegalMove:  # it was settled before all had moved
        return steps
    return made if state == end and made[-1].events == steps[-1].events else steps


class Log:
    """What each seat, and those who watch, know of what happened at a table.

    Entries are only added; taking a move back adds one as well. Each game begins a new log. A seat's entries
    have numbers of their own, which tell of no hidden ones.
    """

    def __init__(self, seats: int) -> None:
        self._name, self._games = secrets.token_hex(8), 0
        self.id = f"{self._name}.0"
        """Names the log. A restarted host has another one, as no talk is kept."""
        self._known: dict[Seat, list[Event]] = {seat: [] for seat in (SPECTATOR, *range(seats))}
        self._forgotten = Counter[Seat]()
        """How many entries came before those."""

    def add(self, entry: Event, *, only: Seat | None = None, but: Seat | None = None) -> None:
        """Add an entry for everyone, for `only` one seat, or for all `but` one."""
        if isinstance(entry, Started):
            self._begin_new()
        for seat, known in self._known.items():
            if only in {None, seat} and but != seat:
                if len(known) >= _MOST:
                    del known[: _MOST // 2]
                    self._forgotten[seat] += _MOST // 2
                known.append(entry.seen_by(seat))

    def forget_absences(self, seat: Seat) -> None:
        """Forget when this seat's player was away: somebody else sits there now."""
        self._known[seat] = [entry for entry in self._known[seat] if not isinstance(entry, Returned)]

    def after(self, seat: Seat, known: str) -> tuple[str, int, tuple[Event, ...]]:
        """Return what a seat does not know yet: the id of a log that is new to it, and the entries to add.

        `known` is what the client has: a log's id, and the number of its last entry. If that is another log,
        or forgotten, all entries are returned. The number tells how many entries came before them.
        """
        entries, forgotten = self._known[seat], self._forgotten[seat]
        log_id, _, number = known.partition(":")
        if log_id == self.id and number.isdecimal():
            start = int(number) - forgotten
            if 0 <= start <= len(entries):
                return "", int(number), tuple(entries[start:])
        return self.id, forgotten, tuple(entries)

    def _begin_new(self) -> None:
        self._games += 1
        self.id = f"{self._name}.{self._games}"
        self._forgotten.clear()
        for known in self._known.values():
            known[:] = [entry for entry in known if isinstance(entry, ChatLine)][-TALK:]
