"""A finished game to look through: where one is, through whose eyes, and what the analysis says there.

It knows no screen, so that the review in lines has the same one.
"""

from asyncio import to_thread
from bisect import bisect_right
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from itertools import pairwise
from math import fsum
from typing import NamedTuple

from luckytui.games import PACKS
from luckytui.games.interface import CHANCE, SPECTATOR, Event, Move, Seat, State
from luckytui.lab import analysis
from luckytui.lab.analysis import Analysis, Assessment
from luckytui.records.store import Store
from luckytui.shown.game import position, shown_of
from luckytui.shown.model import CALL, named
from luckytui.shown.scores import share
from luckytui.system.viewer import viewer
from luckytui.table import requests
from luckytui.table.record import Record, snapshots, write
from luckytui.table.views import MatchView, ReviewView, TableView, around
from luckytui.text import N_, _, say_reasons

_TURNING_POINTS = 6
"""How many turning points a game has at most."""
_MUCH = 8.0
"""A change below this, in percent of the win, is no turning point: the judge may be wrong by half of it."""
_BIG = 10.0
"""A review opens at the first mistake that costs this much, in percent of the win."""
_SLIGHT = 0.5
"""A cost below this is shown as none."""


class TurningPoint(NamedTuple):
    """A place where much changed: for whom, by how much, and through what."""

    place: int
    seat: Seat
    change: float
    events: Sequence[Event]
    """What happens there: first what the seat does."""


class Candidate(NamedTuple):
    """A move that can be compared with another one of the same decision."""

    move: Move
    chance: float
    """What it is worth to its player, in percent of the win; in points for one player alone."""
    is_best: bool


class Review:
    """A record and a place in it: the moves before it have been made, the next one is judged."""

    def __init__(
        self,
        record: Record,
        ask: Callable[[requests.Review], None] = lambda _: None,
        company: TableView | None = None,
    ) -> None:
        """`company` is the table of the game, while the others are there; `ask` asks it for something."""
        self.record = record
        self.company = company
        self.is_free = False
        """Whether the player goes through the game alone although somebody leads."""
        self._ask = ask
        self._events = record.events
        self._snapshots = list(snapshots(record))
        ahead = [*pairwise(self._snapshots), (self._snapshots[-1],) * 2]
        self._steps = [range(here.made, there.made) for here, there in ahead]
        """The numbers of the steps that are made at each place."""
        self._coming = [self._events[here.happened : there.happened] for here, there in ahead]
        """What happens between each place and the next one."""
        self.place = 0
        """Which snapshot is shown."""
        self.eyes: Seat | None = max(company.seat, 0) if company else 0
        """The seat whose view is shown; None: everything is open."""
        self.analysis: Analysis | None = None

    def open(self) -> None:
        """Go to the first big mistake of the player who looks; as long as none is known, to a decision."""
        decisions = self.decisions(self.seat)
        costs = {place: self.cost(place, self.seat) for place in decisions}
        big = [place for place, cost in costs.items() if cost >= _BIG]
        worst = max(decisions, key=lambda place: costs[place], default=0)
        self.place = next(iter(big or ([worst] if self.analysis else decisions)), 0)

    @property
    def is_judged(self) -> bool:
        """Whether the game can tell luck from play."""
        return bool(PACKS[self.record.game.key].worth)

    @property
    def last(self) -> int:
        return len(self._snapshots) - 1

    @property
    def made(self) -> int:
        """How many steps of the record lead to the place."""
        return self._snapshots[self.place].made

    @property
    def state(self) -> State:
        return self._snapshots[self.place].state

    @property
    def seat(self) -> Seat:
        """Whose view is shown: where all is open, that of the seat that moves next, or moved last."""
        if self.eyes is not None:
            return self.eyes
        around_here = [*self.record.steps[self.made :], *reversed(self.record.steps[: self.made])]
        return next((step.seat for step in around_here if step.seat != CHANCE), 0)

    def go(self, by: int) -> None:
        """Go this many places forward, or back, as far as there are any; the others follow who leads."""
        self.place = max(0, min(self.place + by, self.last))
        if by and self.leads:
            self._ask(requests.Review(self.made))
        elif by and self.lead:
            self.is_free = True

    def look_on(self) -> None:
        self.eyes = (self.seat + 1) % self.record.started.seats

    def open_or_close(self) -> None:
        self.eyes = self.seat if self.eyes is None else None

    def to_decision(self, *, back: bool) -> int:
        """Return how many places it is to the next decision of the seat that is shown; 0: there is none."""
        return self._next_of(self.decisions(self.seat), back=back)

    def to_turn(self, *, back: bool) -> int:
        """Return how far it is to the next turning point; 0: there is none."""
        return self._next_of([point.place for point in self.turning_points()], back=back)

    def _next_of(self, places: Sequence[int], *, back: bool) -> int:
        steps = [
            place - self.place for place in places if (place < self.place) == back and place != self.place
        ]
        return min(steps, key=abs, default=0)

    def decisions(self, seat: Seat) -> list[int]:
        """Return the places where this seat has a choice and makes it."""
        return [
            place
            for place, snapshot in enumerate(self._snapshots)
            if any(self.record.steps[number].seat == seat for number in self._steps[place])
            and len(snapshot.state.moves(seat)) > 1
        ]

    def table_view(self) -> TableView:
        """Return the view at this place. A judged decision has a prompt, so the board shows a cursor."""
        seat, snapshot = self.seat, self._snapshots[self.place]
        judged = self.judged
        asked = judged is not None and judged.seat == seat
        match_view = MatchView(
            names=self.record.started.names,
            view=snapshot.state.view(seat),
            prompt=int(asked),
            moves=tuple(snapshot.state.moves(seat)) if asked else (),
        )
        log = self._seen(self._events[: snapshot.happened])
        return around(match_view, self.record.started.game, log)

    # ── With the others of a table ────────────────────────────────────────────────────────────────

    @property
    def lead(self) -> ReviewView | None:
        """Who leads, and where that is."""
        return self.company.review if self.company else None

    @property
    def leads(self) -> bool:
        return bool(self.company and self.lead and self.lead.seat == self.company.seat)

    def follow(self, table_view: TableView) -> None:
        """Go where the leader is, unless the player leads or goes alone."""
        self.company = table_view
        self.is_free = self.is_free and self.lead is not None
        if self.lead and not (self.leads or self.is_free):
            made = [snapshot.made for snapshot in self._snapshots]
            self.place = max(0, bisect_right(made, self.lead.step) - 1)

    def together(self) -> None:
        """Lead the review, or stop. If somebody else leads, follow them, or go alone."""
        if self.leads or not self.lead:
            self._ask(requests.Review(None if self.leads else self.made))
        elif self.company:
            self.is_free = not self.is_free
            self.follow(self.company)

    def leave(self) -> None:
        if self.leads:
            self._ask(requests.Review(None))

    # ── What the analysis says ────────────────────────────────────────────────────────────────────

    async def analyse(self) -> AsyncIterator[None]:
        """Work out luck and play, if the game can tell: a first look, then step by step with more time.

        What is found is added to the stored game. Raises UserError if that fails.
        """
        if not self.is_judged:
            return
        text = write(self.record)
        _record, self.analysis = await analysis.worked_out(text)
        await self._store()
        yield
        async for found in analysis.refined(text, self.analysis):
            self.analysis = found
            yield
        await self._store()

    async def _store(self) -> None:
        game, found = self.record.started, self.analysis
        if found and not viewer().is_guest:
            luck = [found.account(seat).luck for seat in range(game.seats)]
            mistakes = [len(found.mistakes(seat)) for seat in range(game.seats)]
            await to_thread(Store().rate, game.id, luck, mistakes)

    @property
    def refined(self) -> float:
        """The share of the steps that the judge has refined, from 0 to 1."""
        steps = self.analysis.steps if self.analysis else ()
        return fsum(step.is_refined for step in steps) / max(1, len(steps))

    @property
    def judged(self) -> Assessment | None:
        """The decision that is made here, if there is a choice and it is judged."""
        return next((each for each in self._assessed(self.place) if each.best is not None), None)

    @property
    def candidates(self) -> Sequence[Candidate]:
        """The best move of the seat that is shown, and the one that was played if that is another one.

        The chances are whole, so that they differ by the cost as it is shown.
        """
        judged = self.judged
        if not (judged and judged.best is not None and judged.seat == self.seat):
            return ()
        chance, played = round(judged.chance), self._played(judged)
        best = Candidate(judged.best, chance, is_best=True)
        if played == judged.best:
            return (best,)
        return best, Candidate(played, chance - round(judged.cost), is_best=False)

    def _played(self, judged: Assessment) -> Move:
        steps = map(self.record.steps.__getitem__, self._steps[self.place])
        return next(step.move for step in steps if step.seat == judged.seat)

    def values(self, seat: Seat) -> list[float]:
        """Return what each place is worth to a seat, in percent of the win."""
        if not self.analysis:
            return []
        every = [self.analysis.start, *(step.values for step in self.analysis.steps)]
        return [every[snapshot.made][seat] for snapshot in self._snapshots]

    def luck(self, place: int, seat: Seat) -> float:
        """Return what luck brings a seat at a place: what nobody decided."""
        found = self.analysis
        return fsum(found.luck(number, seat) for number in self._steps[place]) if found else 0.0

    def cost(self, place: int, seat: Seat) -> float:
        """Return what a seat's decisions at a place cost it."""
        return fsum(each.cost for each in self._assessed(place) if each.seat == seat)

    def turning_points(self) -> list[TurningPoint]:
        """Return the places where luck and mistakes changed most, the largest change first."""
        found = []
        for place in range(self.last if self.analysis else 0):
            seats = range(self.record.started.seats)
            changes = [self.luck(place, seat) - self.cost(place, seat) for seat in seats]
            seat = max(seats, key=lambda seat: abs(changes[seat]))
            if abs(changes[seat]) >= _MUCH:
                events = [
                    *self._coming[place],
                    *self._coming[place + 1],
                ]  # a draw shows in the card that comes
                own = [event for event in events if getattr(event, "seat", None) == seat]
                found.append(TurningPoint(place, seat, changes[seat], [*own, *events]))
        return sorted(found, key=lambda each: -abs(each.change))[:_TURNING_POINTS]

    def tell(self, event: Event) -> str:
        """Say what happened, where all is open by everyone's name; empty if that needs no words."""
        seen = position(self.record, self.state.view(SPECTATOR if self.eyes is None else self.eyes))
        return shown_of(self.record.game.key).words.tell(event, seen) or ""

    def tell_turn(self, point: TurningPoint) -> str:
        """Say what happens at a turning point, with hidden things open."""
        return next(filter(None, map(self.tell, point.events)), _("Pure chance."))

    def verdict(self, *, is_brief: bool = False) -> str:
        """Say what is done here and what it costs, or what chance brings.

        In brief it leaves out what is shown next to it anyway: the best move and the chances.
        """
        if not self.analysis or self.place == self.last:
            return ""
        name = self.record.started.names.__getitem__
        done = next(filter(None, map(self.tell, self.coming_events(self.place))), "")
        if judged := self.judged:
            return self._verdict(done, judged, is_brief=is_brief)
        lucks = {seat: self.luck(self.place, seat) for seat in range(self.record.started.seats)}
        told = ", ".join(
            f"{name(seat)} {share(luck, len(lucks), signed=True)}"
            for seat, luck in lucks.items()
            if abs(luck) >= _SLIGHT
        )
        return _("{done} Luck: {changes}.", done=done, changes=told) if told else done

    def _verdict(self, done: str, judged: Assessment, *, is_brief: bool) -> str:
        """Say what a decision cost and which move is better; the player who made it reads why, too."""
        why = say_reasons(judged.reasons) if judged.seat == self.seat else ""
        name, played = self.record.started.names[judged.seat], self._played(judged)
        done = done or _("{name}: {what}.", name=name, what=self.named(played, judged.seat).strip(CALL))
        if judged.cost < _SLIGHT:
            if played != judged.best:
                return _("{done} As good as the best move.", done=done)
            return " ".join(filter(None, (_("{done} The best move.", done=done), why)))
        seats = self.record.started.seats
        costs = {
            "cost": share(judged.cost, seats),
            "before": share(judged.chance, seats),
            "after": share(round(judged.chance) - round(judged.cost), seats),  # so that the figures add up
        }
        if is_brief and why:
            return _("{done} That cost {cost}. Why B: {why}", done=done, why=why, **costs)
        words = N_("{done} That cost {cost}: from {before} to {after}. Better: {move}.")
        if not judged.is_refined:
            words = N_("{done} That cost about {cost}: from {before} to {after}. Better: {move}.")
        better = judged.best and self.named(judged.best, judged.seat).strip(CALL)
        return " ".join(filter(None, (_(words, done=done, move=better, **costs), why)))

    def named(self, move: Move, seat: Seat) -> str:
        """Return what a move that can be made here is called, as its player names it."""
        model = position(self.record, self.state.view(seat), self.state.moves(seat))
        return named(model.parts(move))

    def coming_events(self, place: int) -> Sequence[Event]:
        """Return what happens between a place and the next one, as it is seen."""
        return self._seen(self._coming[place])

    def _seen(self, events: Sequence[Event]) -> Sequence[Event]:
        return events if self.eyes is None else [event.seen_by(self.eyes) for event in events]

    def _assessed(self, place: int) -> Sequence[Assessment]:
        return [self.analysis.steps[number] for number in self._steps[place]] if self.analysis else ()

    def hidden(self) -> Iterator[tuple[Seat, str]]:
        """Yield what each seat has that the others do not see, in words."""
        words_of = shown_of(self.record.game.key).words
        for seat in range(self.record.started.seats):
            if words := words_of.hidden(self.state, seat):
                yield seat, words
