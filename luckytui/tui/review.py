"""A finished game to look through: where one is, through whose eyes, and what the analysis says there."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from math import fsum
from typing import NamedTuple

from luckytui.analysis import Analysis, Assessment
from luckytui.games.interface import CHANCE, Event, Move, Seat, State, Step
from luckytui.games.lucky_box import LuckyBox
from luckytui.games.lucky_jack import LuckyJack, spread
from luckytui.games.lucky_squares import LuckySquares
from luckytui.table.record import Record, positions
from luckytui.table.views import MatchView, TableView, around
from luckytui.text import N_, _, say, signed
from luckytui.tui.boards.lucky_jack.words import counted
from luckytui.tui.boards.lucky_squares.words import SIGNS

_TURNING_POINTS = 6
"""How many turning points a game has at most."""
_MUCH = 0.5
"""A change below this, in percent of the win, is no turning point."""
_SLIGHT = 0.05
"""A cost below this is none, as it is shown."""


class TurningPoint(NamedTuple):
    """A place where much changed: for whom, by how much, and through what."""

    place: int
    seat: Seat
    change: float
    event: Event


class Review:
    """A record and a place in it: what comes of the moves up to there is seen, the next ones are judged."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._events = record.events
        self._positions = list(positions(record))
        self.place = 0
        self.eyes: Seat | None = 0
        """Through whose eyes one looks; None: all is open."""
        self.analysis: Analysis | None = None

    @property
    def last(self) -> int:
        """The place at the end of the game."""
        return len(self._positions) - 1

    @property
    def made(self) -> int:
        """How many steps of the record lead to the place."""
        return self._positions[self.place].made

    @property
    def state(self) -> State:
        return self._positions[self.place].state

    @property
    def seat(self) -> Seat:
        """Whose view is shown: where all is open, that of the seat that moves next, or moved last."""
        if self.eyes is not None:
            return self.eyes
        around_here = [*self.record.steps[self.made :], *reversed(self.record.steps[: self.made])]
        return next((step.seat for step in around_here if step.seat != CHANCE), 0)

    def go(self, by: int) -> None:
        """Go so many places on, or back, as far as there are any."""
        self.place = max(0, min(self.place + by, self.last))

    def go_to_step(self, made: int) -> None:
        """Go where this many steps of the record have been made."""
        self.place = max(0, bisect_right([position.made for position in self._positions], made) - 1)

    def next_of(self, places: Sequence[int], *, back: bool = False) -> int:
        """Return how far it is to the next of these places; 0: there is none."""
        steps = [
            place - self.place for place in places if (place < self.place) == back and place != self.place
        ]
        return min(steps, key=abs, default=0)

    def decisions(self, seat: Seat) -> list[int]:
        """Return the places where this seat has a choice and makes it."""
        return [
            place
            for place in range(self.last)
            if any(step.seat == seat for step in self._coming(place))
            and len(self._positions[place].state.moves(seat)) > 1
        ]

    def table_view(self) -> TableView:
        """Return the place as it is seen; where the best decision is known, the board can point at it."""
        seat, position = self.seat, self._positions[self.place]
        judged = self.judged
        asked = judged is not None and judged.seat == seat
        match_view = MatchView(
            names=self.record.started.names,
            view=position.state.view(seat),
            prompt=int(asked),
            moves=tuple(position.state.moves(seat)) if asked else (),
            log=tuple(self._seen(self._events[: position.happened])),
        )
        return around(match_view, game=self.record.game, options=self.record.options, seat=seat)

    # ── What the analysis says ────────────────────────────────────────────────────────────────────

    @property
    def judged(self) -> Assessment | None:
        """The decision that is made here, if there is a choice and it is judged."""
        judged = (each for each in self._assessed(self.place) if each.best is not None)
        return next(judged, None)

    @property
    def best(self) -> Move | None:
        """What the seat that is shown should do here."""
        judged = self.judged
        return judged.best if judged and judged.seat == self.seat else None

    def values(self, seat: Seat) -> list[float]:
        """Return what each place is worth to a seat, in percent of the win."""
        if not self.analysis:
            return []
        every = [self.analysis.start, *(step.values for step in self.analysis.steps)]
        return [every[position.made][seat] for position in self._positions]

    def luck(self, place: int, seat: Seat) -> float:
        """Return what chance brings a seat at a place."""
        return fsum(each.luck[seat] for each in self._assessed(place))

    def cost(self, place: int, seat: Seat) -> float:
        """Return what a seat's decisions at a place cost it."""
        return fsum(each.cost for each in self._assessed(place) if each.seat == seat)

    def turning_points(self) -> list[TurningPoint]:
        """Return where luck and mistakes changed most, in order."""
        found = []
        for place in range(self.last if self.analysis else 0):
            seats = range(self.record.started.seats)
            changes = [self.luck(place, seat) - self.cost(place, seat) for seat in seats]
            seat = max(seats, key=lambda seat: abs(changes[seat]))
            events = self.coming_events(place)
            event = next((each for each in events if getattr(each, "seat", None) == seat), events[0])
            if abs(changes[seat]) >= _MUCH:
                found.append(TurningPoint(place, seat, changes[seat], event))
        return sorted(sorted(found, key=lambda each: -abs(each.change))[:_TURNING_POINTS])

    def verdict(self, tell: Callable[[Event], str | None]) -> str:
        """Say what is done here and what it costs, or what chance brings."""
        if not self.analysis or self.place == self.last:
            return ""
        name = self.record.started.names.__getitem__
        done = next(filter(None, map(tell, self.coming_events(self.place))), "")
        if judged := self.judged:
            words = (
                N_("{done} This cost {cost} %. Better: {reason}")
                if judged.cost >= _SLIGHT
                else N_("{done} The best move: {reason}")
            )
            reason = say(judged.reason) if judged.reason else ""
            return _(words, done=done, cost=f"{judged.cost:.1f}", reason=reason)
        lucks = {seat: self.luck(self.place, seat) for seat in range(self.record.started.seats)}
        told = ", ".join(
            f"{name(seat)} {signed(luck)}" for seat, luck in lucks.items() if abs(luck) >= _SLIGHT
        )
        return _("{done} Luck: {changes}", done=done, changes=told) if told else done

    def coming_events(self, place: int) -> Sequence[Event]:
        """Return what happens between a place and the next one, as it is seen."""
        here, there = self._positions[place : place + 2]
        return self._seen(self._events[here.happened : there.happened])

    def _seen(self, events: Sequence[Event]) -> Sequence[Event]:
        return events if self.eyes is None else [event.seen_by(self.eyes) for event in events]

    def _coming(self, place: int) -> Sequence[Step]:
        here, there = self._positions[place : place + 2]
        return self.record.steps[here.made : there.made]

    def _assessed(self, place: int) -> Sequence[Assessment]:
        if not self.analysis or place >= self.last:
            return ()
        here, there = self._positions[place : place + 2]
        return self.analysis.steps[here.made : there.made]

    def hidden(self) -> Iterator[tuple[Seat, str]]:
        """Yield what each seat has that the others do not see, in words."""
        for seat in range(self.record.started.seats):
            if words := _hidden(self.state, seat):
                yield seat, words


def _hidden(state: State, seat: Seat) -> str:
    match state:
        case LuckyJack(hands=hands):
            hand = spread(hands[seat])
            return ", ".join(counted(card, hand.count(card)) for card in sorted({*hand}))
        case LuckyBox(offers=offers) if any(offers):
            return _("offered: {cards}", cards=", ".join(map(str, offers[seat])))
        case LuckySquares(picks=picks):
            return SIGNS[pick] if (pick := picks[seat]) else ""
    return ""
