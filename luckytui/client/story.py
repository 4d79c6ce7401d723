"""Compares the game as this program was shown it with the record: do both tell one story?

docs/fair-play.md says what each finding needs.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from luckytui.client.transcript import Answered as Answer
from luckytui.client.transcript import Entry, Sent, Shown, hash_of, position
from luckytui.games.interface import CHANCE, SPECTATOR, Event, Move, State, TurnBegan
from luckytui.table.record import Record
from luckytui.table.requests import Act, Undo
from luckytui.table.views import TakenBack, UnknownEvent, is_of_game
from luckytui.text import N_, Sentence

_GAP = Sentence(N_("The deal is not proven: you were not shown the whole game."))
_NOT_MINE = Sentence(
    N_("The deal is not proven: moves were made for you, or you were not asked as the rules say.")
)
_NO_CHOICE = Sentence(N_("The deal is not proven: you made no choice in this game."))
_LATER = Sentence(N_("The deal is not proven: a later version of luckytui was here."))
OTHER_STORY = Sentence(N_("The host cheated: the record tells another story than the one you were shown."))

_Prompted = tuple[int, bytes, bytes]
"""How a decision is shown: the number of events so far, and hashes of the position and the moves."""


class _Decision(NamedTuple):
    """A decision in the record."""

    prompted: _Prompted
    move: bytes
    is_choice: bool


class _Asked(NamedTuple):
    """A move that this program sent, and everything it was shown with that prompt."""

    prompt: int
    move: bytes
    is_certain: bool
    """Whether the host took it."""


class Story:
    """The game as this program was shown it, compared with the record."""

    def __init__(self, transcript: Sequence[Entry], number: int, record: Record) -> None:
        self._transcript, self._number, self._record = transcript, number, record
        views = [entry for entry in transcript if isinstance(entry, Shown)]
        mine = [entry for entry in views if entry.game == number]
        latest = (mine or views)[-1] if views else None
        self.seat = latest.seat if latest else SPECTATOR
        self.is_owner = bool(latest and latest.owner)
        self.fault: Sentence | None = None
        if self.seat >= record.started.seats:
            self.seat, self.fault = SPECTATOR, OTHER_STORY
        self._took_part = False
        self._events = [_text(event.seen_by(self.seat)) for event in record.events]
        self._positions: defaultdict[int, set[bytes]] = defaultdict(set)
        """All that this seat may have been shown, by how many events had happened."""
        self._decisions: list[_Decision] = []
        self._replay()
        self._answers = {entry.key: entry.accepted for entry in transcript if isinstance(entry, Answer)}
        self._takes_back = any(
            isinstance(entry, Sent) and isinstance(entry.request, Undo) for entry in transcript
        )
        self._heard: list[tuple[int, Event]] = []
        """The game's events in the log, with their numbers, without what was taken back."""
        self._log: list[bytes] = []
        """The same events, as they are written."""
        self._number_of_latest = 0
        self._gap = 1
        """How many events happened before those."""
        self._with_prompt: defaultdict[int, set[_Prompted | None]] = defaultdict(set)
        """What was shown with each prompt; None: something else than the record has."""
        self._sent: list[_Asked] = []
        self._is_later = self._strayed = self._is_made_for_me = False
        self._walk()
        self._match_decisions()

    def _replay(self) -> None:
        """Note what the record has for this seat to see and to decide."""
        state = self._record.game.new(self._record.started.seats, self._record.options)
        alone, happened = state.copy(), 1
        self._note_position(state, happened)
        for step in self._record.steps:
            if step.seat == self.seat:
                moves = alone.moves(self.seat)
                prompted = happened, position(alone.view(self.seat)), hash_of(moves)
                self._decisions.append(_Decision(prompted, _text(step.move), len(moves) > 1))
                # Among moves made at once, this seat's own may have come first.
                if not alone.apply(step.seat, step.move):
                    self._note_position(alone, happened)
            state.apply(step.seat, step.move)
            happened += len(step.events)
            alone = state.copy() if step.events or step.seat == CHANCE else alone
            self._note_position(state, happened)

    def _note_position(self, state: State, happened: int) -> None:
        if CHANCE not in state.active:
            self._positions[happened].add(position(state.view(self.seat)))

    def _walk(self) -> None:
        """Go through the transcript, and compare what was shown with the record."""
        waiting: list[tuple[int, bytes]] = []  # positions with a move that may be taken back
        taking_back = b"", 0  # an undo that has no answer yet, and how many events there were
        is_within, was_over, happened = False, False, 0
        for entry in self._transcript:
            match entry:
                case Sent(request=Undo()) if is_within and self._answers.get(entry.key) is not False:
                    taking_back = entry.key, happened
                    waiting = [shown for shown in waiting if shown[0] != happened]
                    self._sent = self._sent[:-1]
                case Sent(request=Act(move=move)) if entry.prompt in self._with_prompt:
                    accepted = self._answers.get(entry.key)
                    if accepted is not False:
                        self._sent.append(_Asked(entry.prompt, _text(move), bool(accepted)))
                case Answer(key=key) if key == taking_back[0]:
                    taking_back = b"", 0
                case Shown() if entry.game == self._number:
                    is_within, was_over = True, was_over or entry.is_over
                    happened = entry.happened
                    is_right = self._hear(entry)
                    shown = entry.happened, entry.position
                    if entry.prompt:
                        is_whole = is_right and not self._gap
                        self._with_prompt[entry.prompt].add((*shown, entry.moves) if is_whole else None)
                    if is_right and not (entry.undo and entry.happened == taking_back[1]):
                        waiting.append(shown)
                        if not entry.undo:
                            self._check(waiting)
                            waiting = []
                case Shown() if is_within and not was_over:
                    self._strayed = True
        self._check(waiting)

    def _check(self, shown: Iterable[tuple[int, bytes]]) -> None:
        if any(seen not in self._positions[happened] for happened, seen in shown):
            self.fault = OTHER_STORY

    def _hear(self, entry: Shown) -> bool:
        """Add to the log what a view brings; return whether the record begins like that."""
        if entry.names != self._record.started.names or not entry.is_mine:
            self.fault = OTHER_STORY
        if entry.log_id:
            self._heard, self._log, self._number_of_latest = [], [], entry.log_start
        for each in entry.log:
            self._number_of_latest += 1
            if isinstance(each, TakenBack):
                self._take_back(each.undone)
            elif is_of_game(each):
                self._heard.append((self._number_of_latest, each))
                self._log.append(_text(each))
                self._is_later = self._is_later or isinstance(each, UnknownEvent)
        self._gap = entry.happened - len(self._log)
        if self._gap < 0:
            self.fault = OTHER_STORY
            return False
        right = self._events[self._gap : self._gap + len(self._log)]
        if self._log == right:
            return True
        same = next(
            (k for k, (one, other) in enumerate(zip(self._log, right, strict=False)) if one != other),
            len(right),
        )
        if not self._may_be_taken_back([each for _, each in self._heard[same:]]):
            self.fault = OTHER_STORY
        return False

    def _take_back(self, undone: int) -> None:
        while self._heard and self._heard[-1][0] >= undone:
            self._heard.pop()
            self._log.pop()

    def _may_be_taken_back(self, events: Sequence[Event]) -> bool:
        """Whether these can come of moves that one seat took back later."""
        seats = {getattr(event, "seat", None) for event in events if not isinstance(event, TurnBegan)}
        return self._is_later or (
            len(seats) == 1 and None not in seats and (self.seat not in seats or self._takes_back)
        )

    def _match_decisions(self) -> None:
        """Find for each decision of this seat in the record the move that was sent."""
        sent, next_ = self._sent, 0
        for decision in self._decisions:
            while next_ < len(sent) and not (self._fits(sent[next_], decision) or sent[next_].is_certain):
                next_ += 1
            if next_ == len(sent) or not self._fits(sent[next_], decision):
                self._is_made_for_me = True
                return
            self._took_part = self._took_part or decision.is_choice
            next_ += 1
        self._is_made_for_me = any(asked.is_certain for asked in sent[next_:])

    def _fits(self, asked: _Asked, decision: _Decision) -> bool:
        """Whether this move was sent, and on no other position than the record has."""
        return asked.move == decision.move and self._with_prompt[asked.prompt] == {decision.prompted}

    def doubts(self) -> Iterator[Sentence]:
        """Yield why the story does not prove the record."""
        if self._is_later:
            yield _LATER
        if self._strayed or self._gap or self._log != self._events:
            yield _GAP
        if self._is_made_for_me:
            yield _NOT_MINE
        if not self._took_part:
            yield _NO_CHOICE


def _text(it: Event | Move) -> bytes:
    """Return its JSON: two events are the same if they are written alike, whatever class reads them."""
    return msgspec.json.encode(it)
