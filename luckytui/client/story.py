"""Compares the game as this program was shown it with the record: do both tell one story?

docs/fair-play.md says what each finding needs.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from luckytui.games.interface import CHANCE, SPECTATOR, Event, Move, State, TurnBegan, View
from luckytui.table.record import Record
from luckytui.table.requests import Act, Request, Undo
from luckytui.table.views import MatchView, TableView, TakenBack, UnknownEvent, is_of_game, take_back
from luckytui.text import N_, Sentence

OTHER_STORY = Sentence(N_("The host cheated: the record tells another story than the one you were shown."))


@dataclass
class Sent:
    """A request that this program sent."""

    request: Request
    prompt: int
    accepted: bool | None = None
    """The host's answer, once it is there."""


class Answered(NamedTuple):
    """The answer to it came."""

    sent: Sent


Entry = TableView | Sent | Answered
"""What was shown, as it came, sent and answered, in order: the evidence by which a record is judged."""


class _Decision(NamedTuple):
    """A decision in the record."""

    prompted: "_Prompted"
    move: bytes
    is_choice: bool


_Prompted = tuple[int, bytes, bytes]
"""How a decision is shown: the number of events so far, the position and the moves."""


class Story:
    """A game as this program was shown it, compared with the record."""

    def __init__(self, entries: Sequence[Entry], record: Record) -> None:
        self._record = record
        latest = [entry for entry in entries if isinstance(entry, TableView)][-1]
        self.is_owner = latest.owner
        self.fault: Sentence | None = None
        self.seat = latest.seat
        if self.seat >= record.started.seats:
            self.seat, self.fault = SPECTATOR, OTHER_STORY
        self._events = [_written(event.seen_by(self.seat)) for event in record.events]
        self._positions: defaultdict[int, set[bytes]] = defaultdict(set)
        """All that this seat may have been shown, by how many events had happened."""
        self._decisions: list[_Decision] = []
        self._replay()
        self._takes_back = any(isinstance(each, Sent) and isinstance(each.request, Undo) for each in entries)
        self._log: list[Event] = []
        """The game's events in the log, without what was taken back."""
        self._gap = 1
        """How many events happened before those."""
        self._with_prompt: defaultdict[int, set[_Prompted | None]] = defaultdict(set)
        """What was shown with each prompt; None: something else than the record has."""
        self._moves: list[tuple[int, bytes, Sent]] = []
        """The moves that were sent and not refused: the prompt, and the move as it is written."""
        self._is_later = self._took_part = self._is_made_for_me = False
        self._walk(entries)
        self._match_decisions()

    def _replay(self) -> None:
        """Note what the record has for this seat to see and to decide."""
        state = self._record.game.new(self._record.started.seats, self._record.options)
        alone, happened = state.copy(), 1
        self._note_position(state, happened)
        for step in self._record.steps:
            if step.seat == self.seat:
                moves = alone.moves(self.seat)
                prompted = happened, _position(alone.view(self.seat)), _written(tuple(moves))
                self._decisions.append(_Decision(prompted, _written(step.move), len(moves) > 1))
                # Among moves made at once, this seat's own may have come first.
                if not alone.apply(step.seat, step.move):
                    self._note_position(alone, happened)
            state.apply(step.seat, step.move)
            happened += len(step.events)
            alone = state.copy() if step.events or step.seat == CHANCE else alone
            self._note_position(state, happened)

    def _note_position(self, state: State, happened: int) -> None:
        if CHANCE not in state.active:
            self._positions[happened].add(_position(state.view(self.seat)))

    def _walk(self, entries: Sequence[Entry]) -> None:
        """Go through what was shown and sent, and compare it with the record."""
        waiting: list[tuple[int, bytes]] = []  # positions with a move that may be taken back
        undo: Sent | None = None  # one that has no answer yet
        happened = undone_at = 0
        for entry in entries:
            match entry:
                case Sent(request=Undo()) if entry.accepted is not False:
                    undo, undone_at = entry, happened
                    waiting = [shown for shown in waiting if shown[0] != happened]
                    self._moves = self._moves[:-1]
                case Sent(request=Act(move=move)) if entry.prompt in self._with_prompt:
                    if entry.accepted is not False:
                        self._moves.append((entry.prompt, _written(move), entry))
                case Answered(sent=sent) if sent is undo:
                    undo = None
                case TableView(match=MatchView() as match):
                    happened, is_right = match.happened, self._hear(entry, match)
                    shown = happened, _position(match.view)
                    if match.prompt:
                        prompted = (*shown, _written(match.moves)) if is_right and not self._gap else None
                        self._with_prompt[match.prompt].add(prompted)
                    if is_right and not (match.undo and undo and happened == undone_at):
                        waiting.append(shown)
                        if not match.undo:
                            self._check(waiting)
                            waiting = []
        self._check(waiting)

    def _check(self, shown: Iterable[tuple[int, bytes]]) -> None:
        if any(seen not in self._positions[happened] for happened, seen in shown):
            self.fault = OTHER_STORY

    def _hear(self, table_view: TableView, match: MatchView) -> bool:
        """Add to the log what a view brings; return whether the record begins like that."""
        if match.names != self._record.started.names or match.view.seat != table_view.seat:
            self.fault = OTHER_STORY
        if table_view.log_id:
            self._log = []
        for each in table_view.log:
            if isinstance(each, TakenBack):
                take_back(self._log, each)
            elif is_of_game(each):
                self._log.append(each)
                self._is_later |= isinstance(each, UnknownEvent)
        self._gap = match.happened - len(self._log)
        told, right = [*map(_written, self._log)], self._events[max(self._gap, 0) : match.happened]
        if told == right:
            return True
        pairs = enumerate(zip(told, right, strict=False))
        same = next((number for number, (one, other) in pairs if one != other), len(right))
        if self._gap < 0 or not self._may_be_taken_back(self._log[same:]):
            self.fault = OTHER_STORY
        return False

    def _may_be_taken_back(self, events: Sequence[Event]) -> bool:
        """Whether these can come of moves that one seat took back later."""
        seats = {getattr(event, "seat", None) for event in events if not isinstance(event, TurnBegan)}
        return self._is_later or (
            len(seats) == 1 and None not in seats and (self.seat not in seats or self._takes_back)
        )

    def _match_decisions(self) -> None:
        """Find for each decision of this seat in the record the move that was sent for it.

        It was sent on no other position than the record has. Moves that the host took are all in the record.
        """
        moves = iter(self._moves)
        for decision in self._decisions:
            for prompt, move, sent in moves:
                if move == decision.move and self._with_prompt[prompt] == {decision.prompted}:
                    self._took_part |= decision.is_choice
                    break
                if sent.accepted:
                    self._is_made_for_me = True
                    return
            else:
                self._is_made_for_me = True
                return
        self._is_made_for_me = any(sent.accepted for *_, sent in moves)

    def doubts(self) -> Iterator[Sentence]:
        """Yield why the story does not prove the record."""
        if self._is_later:
            yield Sentence(N_("The deal is not proven: a later version of luckytui was here."))
        if self._gap or [*map(_written, self._log)] != self._events:
            yield Sentence(N_("The deal is not proven: you were not shown the whole game."))
        if self._is_made_for_me:
            yield Sentence(
                N_("The deal is not proven: moves were made for you, or you were not asked as the rules say.")
            )
        if not self._took_part:
            yield Sentence(N_("The deal is not proven: you made no choice in this game."))


def _position(view: View) -> bytes:
    """Return a position without who may move: of hidden moves, each seat knows its own only."""
    return _written(replace(view, active=()))


def _written(it: Event | Move | View | tuple[Move, ...]) -> bytes:
    """Return its JSON: two are the same if they are written alike, whatever class reads them."""
    return msgspec.json.encode(it)
