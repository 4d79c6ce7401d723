"""The table: the only authority over one game. It checks moves, lets chance speak and keeps the log.

It waits for nothing and tells nobody by itself: whoever holds it submits a move and then hands out the
snapshots. Everything that a seat is shown leaves through `Table.snapshot`.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from luckytui.games.interface import (
    CHANCE,
    FORMAT,
    Event,
    Game,
    IllegalMove,
    Move,
    Result,
    Seat,
    Started,
    State,
    TurnBegan,
)
from luckytui.games.options import Options
from luckytui.table.dealer import Dealer
from luckytui.table.journal_entries import JournalEntry, Moved, Undone
from luckytui.table.views import LOG_TAIL, MISSED_TAIL, MatchView
from luckytui.text import N_, Sentence

_PROMPTS_A_GAME = 2**16
"""So far apart are the prompts of two games in a row: more decisions than one game has."""


class StaleMove(Exception):
    """A move that answers a question which is no longer asked; nothing has changed."""

    reason = Sentence(N_("The game has moved on in the meantime. Look again, then choose."))


class _Step(NamedTuple):
    """A move since the last settled position: of one seat, or of several that are all held back."""

    seat: Seat
    move: Move


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
        number: int = 1,
        keep: Callable[[JournalEntry], None] = lambda _: None,
    ) -> None:
        """Sit down and play on to the first decision.

        `names` holds a name for each seat; a number of seats that the game is not made for raises ValueError.
        `number` counts the games of the same people, so that no answer fits a later game by chance.
        `keep` is told of each move before it is made; if it raises NotKept, the move is not made.
        """
        self.game = game
        self.names = tuple(names)
        self._state = game.new(len(names), options)
        self._dealer = Dealer(seed)
        self._keep = keep
        self._log: list[Event] = [
            Started(
                game=game.key,
                format=FORMAT,
                seats=len(names),
                names=self.names,
                seed=seed,
                **options.told(),
            )
        ]
        self._latest = 0
        """How many events had been told before the latest move that told any."""
        self._first_prompt = (number - 1) * _PROMPTS_A_GAME
        self._asked: Counter[Seat] = Counter()
        """How many decisions each seat was asked for: a count of its own tells it nothing of the others."""
        self._prompts: dict[Seat, int] = {}
        self._settled_number = 0
        self._settle(self._state, told=len(self._log))
        self._let_chance_speak()
        self._ask(open_still=())

    @property
    def prompts(self) -> dict[Seat, int]:
        """Who is asked to decide now, and the number that the decision has for this seat."""
        return dict(self._prompts)

    @property
    def settled(self) -> int:
        """The number of the latest position behind which nobody can go back."""
        return self._settled_number

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self._state.result()

    @property
    def record(self) -> Sequence[Event]:
        """The full story so far, hidden things included: for after the game, or for the host."""
        return self._log

    @property
    def clock(self) -> int:
        """How many seconds the decisions now open may take; 0: no limit. The table keeps no time itself."""
        return self._state.clock()

    def submit(self, seat: Seat, prompt: int, move: Move) -> None:
        """Make a seat's move in answer to a prompt; 0 where it is asked nothing, which the rules refuse.

        Raises StaleMove when this prompt is not open, IllegalMove when the rules refuse the move, and NotKept
        when it cannot be kept.
        """
        if prompt != self._prompts.get(seat, 0):
            raise StaleMove
        before, after, told = self._state, self._state.copy(), len(self._log)
        happened = after.apply(seat, move)
        self._keep(Moved(seat, move))
        self._state = after
        self._log += happened
        if {step.seat for step in self._steps} - {seat} and len(self._log) > self._settled_told:
            self._settle(before, told)
        self._steps.append(_Step(seat, move))
        if self._cannot_be_undone(seat, move, self._log[told:]):
            self._settle(self._state, len(self._log))
        self._let_chance_speak()
        if len(self._log) > told:
            self._latest = told
        self._ask(open_still=self._still_open(seat, before))

    def submit_fallback(self, seat: Seat) -> None:
        """Make the safe default move for a seat that is asked and does not answer."""
        self.submit(seat, self._prompts[seat], self._state.fallback(seat))

    def may_undo(self, seat: Seat) -> bool:
        """Whether the seat's last move can be taken back.

        It can while chance has not spoken, nothing was revealed and nobody else has moved since; but moves
        that the rules hold back, so that nothing at all is told of them, stand in nobody's way.
        """
        last = next((step for step in reversed(self._steps) if step.seat == seat), None)
        return last is not None and not last.move.final

    def undo(self, seat: Seat) -> None:
        """Take the seat's last move back.

        Raises IllegalMove when that cannot be done any more, and NotKept when it cannot be kept.
        """
        if not self.may_undo(seat):
            raise IllegalMove(Sentence(N_("Your last move can no longer be taken back.")))
        self._keep(Undone(seat))
        last = max(number for number, step in enumerate(self._steps) if step.seat == seat)
        del self._steps[last]
        after, self._state = self._state, self._settled.copy()
        del self._log[self._settled_told :]
        for step in self._steps:
            self._log += self._state.apply(step.seat, step.move)
        self._ask(open_still=self._still_open(seat, after))

    def view(self, seat: Seat, seconds: float | None = None, missed: int = 0) -> MatchView:
        """Return all that `seat` may know of the game now; `SPECTATOR` for one who only watches.

        `seconds` are left to whoever is asked; None for no limit. So many of the latest events were `missed`.
        """
        missed = min(missed, MISSED_TAIL)
        first = max(0, min(self._latest, len(self._log) - max(LOG_TAIL, missed)))
        return MatchView(
            names=self.names,
            view=self._state.view(seat),
            prompt=self._prompts.get(seat, 0),
            moves=tuple(self._state.moves(seat)) if seat in self._prompts else (),
            undo=self.may_undo(seat),
            seconds=seconds if seat in self._prompts else None,
            log_start=first,
            log=tuple(event.seen_by(seat) for event in self._log[first:]),
            missed=missed,
        )

    def _let_chance_speak(self) -> None:
        while CHANCE in self._state.active:
            self._log += self._state.apply(CHANCE, self._dealer.draw(self._state.outcomes()))
            self._settle(self._state, len(self._log))

    def _still_open(self, mover: Seat, before: State) -> list[Seat]:
        """Return who of the others decides on after a move: those who may do just what they could."""
        others = [seat for seat in self._prompts if seat != mover]
        return [seat for seat in others if self._state.moves(seat) == before.moves(seat)]

    def _ask(self, open_still: Collection[Seat]) -> None:
        """Number the decisions that are open and have no number yet."""
        self._prompts = {}
        for seat in sorted(self._state.active):
            if seat not in open_still:
                self._asked[seat] += 1
            self._prompts[seat] = self._first_prompt + self._asked[seat]

    def _settle(self, state: State, told: int) -> None:
        """Let nobody go back behind this position, in which so many events have been told."""
        self._settled_number += 1
        self._settled = state.copy()
        self._settled_told = told
        self._steps: list[_Step] = []

    @staticmethod
    def _cannot_be_undone(seat: Seat, move: Move, events: Sequence[Event]) -> bool:
        """Whether a move has told others' doings, or what can never be taken back."""
        told_of = {getattr(event, "seat", None) for event in events if not isinstance(event, TurnBegan)}
        return not told_of <= {seat} or (move.final and bool(events))
