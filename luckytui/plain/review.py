"""A finished game in lines: step by step, with the commands of the drawn review."""

from asyncio import shield, to_thread, wrap_future
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, ClassVar

from luckytui import analysis
from luckytui.client.branch import Branch
from luckytui.client.session import Session
from luckytui.client.witness import said_deal
from luckytui.games.interface import Event
from luckytui.plain import pages
from luckytui.plain.conversation import HELP, Conversation
from luckytui.plain.lines import Lines
from luckytui.store import Store
from luckytui.table import requests
from luckytui.table.record import Record, write
from luckytui.table.views import TableView
from luckytui.text import N_, UserError, _, say, signed
from luckytui.tui.boards import BOARDS
from luckytui.tui.boards.spoken import Sections
from luckytui.tui.commands import Command
from luckytui.tui.review import Review
from luckytui.tui.screens.review import ReviewScreen

_MUCH = 30
"""How many lines of the game log are read out."""


class PlainReview(Conversation):
    """Goes through a finished game, alone or with the others of a table."""

    ONLY_DRAWN: ClassVar = {"run", *map(str, range(10))}

    def __init__(
        self,
        lines: Lines,
        record: Record,
        sit_down: Callable[[Session], Awaitable[object]],
        company: tuple[Session, TableView] | None = None,
    ) -> None:
        """`sit_down` plays at a table; `company` is the table of the game, while the others are there."""
        super().__init__(lines, company[0] if company else None)
        self._review, self._sit_down = Review(record), sit_down
        self._board = BOARDS[record.game.key]
        self._company = company[1] if company else None
        self._is_over = self._is_free = False

    async def run(self) -> None:
        """Go through the game until the player leaves it."""
        self._lines.say(_("“help” lists what you can type."))
        while not self._is_over:
            words = N_("Step {step} of {steps}. Enter: next.")
            typed = await self._lines.ask(_(words, step=self._review.place, steps=self._review.last))
            if not await self.obey(typed or "next"):
                self._lines.say(_("That is no answer. “help” lists what you can type."))

    def commands(self) -> Sequence[Command]:
        hidden = self.ONLY_DRAWN | (set() if self._company else {"together"})
        return [each for each in (*ReviewScreen.VERBS[:-1], HELP) if each.name not in hidden]

    def sections(self) -> Sections:
        return self._board.SPOKEN.sections(self._model)

    @property
    def _model(self) -> Any:
        return self._board.MODEL(self._review.table_view())

    def _sentence(self, event: Event) -> str:
        return self._board.WORDS.tell(event, self._model) or ""

    # ── Where to look ─────────────────────────────────────────────────────────────────────────────

    def _go(self, by: int) -> None:
        """Go so many steps, and say what happens: on the way if it is one, else what comes next."""
        review = self._review
        events = review.coming_events(review.place) if by == 1 and review.place < review.last else ()
        review.go(by)
        if self._session and self._leads:
            self._session.request(requests.Review(review.made))
        self._is_free = self._lead is not None and not self._leads
        if words := review.verdict(self._sentence):
            self._lines.say(words)
        else:
            self._lines.say(*filter(None, map(self._sentence, events)))
        if review.place == review.last:
            deal = said_deal(review.record.started)
            self._lines.say(_("The end."), *([say(deal)] if deal else []))

    def do_next(self, _rest: str) -> None:
        self._go(1)

    def do_previous(self, _rest: str) -> None:
        self._go(-1)

    def do_ten_on(self, _rest: str) -> None:
        self._go(10)

    def do_ten_back(self, _rest: str) -> None:
        self._go(-10)

    def do_start(self, _rest: str) -> None:
        self._go(-self._review.place)

    def do_end(self, _rest: str) -> None:
        self._go(self._review.last)

    def do_decision(self, _rest: str, *, back: bool = False) -> None:
        self._go(self._review.next_of(self._review.decisions(self._review.seat), back=back))

    def do_decision_before(self, rest: str) -> None:
        self.do_decision(rest, back=True)

    async def do_turn(self, _rest: str, *, back: bool = False) -> None:
        await self._analyse()
        self._go(self._review.next_of([each.place for each in self._review.turning_points()], back=back))

    async def do_turn_before(self, rest: str) -> None:
        await self.do_turn(rest, back=True)

    def do_seat(self, _rest: str) -> None:
        """Look through the next player's eyes."""
        self._look(((self._review.eyes or 0) + 1) % self._review.record.started.seats)

    def do_open(self, _rest: str) -> None:
        self._look(None if self._review.eyes is not None else 0)

    def _look(self, eyes: int | None) -> None:
        names = self._review.record.started.names
        self._review.eyes = eyes
        self._lines.say(_("All is open.") if eyes is None else _("As {name} sees it.", name=names[eyes]))
        if eyes is None:
            hidden = self._review.hidden()
            self._lines.say(*(_("{name}: {what}.", name=names[seat], what=words) for seat, words in hidden))

    # ── Luck and play ─────────────────────────────────────────────────────────────────────────────

    async def _analyse(self) -> None:
        """Work out luck and play; from then on each step says what it was worth."""
        if self._review.analysis:
            return
        self._lines.say(_("Working out luck and play …"))
        record = self._review.record
        _record, found = await shield(wrap_future(analysis.later(write(record))))
        self._review.analysis = found
        accounts = [found.account(seat) for seat in range(record.started.seats)]
        luck, play = [each.luck for each in accounts], [each.play for each in accounts]
        try:
            await to_thread(Store().rate, record.started.id, luck, play)
        except UserError as error:
            self._lines.say(say(error.reason))

    async def do_panel(self, _rest: str) -> None:
        """Say what luck and play made of each player, and the turning points."""
        await self._analyse()
        review, names = self._review, self._review.record.started.names
        for seat, name in enumerate(names):
            if review.analysis:
                account = review.analysis.account(seat)
                words = N_("{name}: luck {luck}, play {play}.")
                self._lines.say(_(words, name=name, luck=signed(account.luck), play=signed(account.play)))
        for point in review.turning_points():
            words = N_("Turning point at step {step}: {change} for {name}. {event}")
            change, event = signed(point.change), self._sentence(point.event)
            self._lines.say(_(words, step=point.place, change=change, name=names[point.seat], event=event))

    async def do_play_on(self, _rest: str) -> None:
        """Play on from here against bots, then go back to the review."""
        review = self._review
        try:
            await self._sit_down(Branch(review.record, review.made, review.seat))
        except UserError as error:
            self._lines.say(say(error.reason))

    # ── With the others of a table ────────────────────────────────────────────────────────────────

    @property
    def _lead(self) -> Any:
        return self._company.review if self._company else None

    @property
    def _leads(self) -> bool:
        return self._lead is not None and self._company is not None and self._lead.seat == self._company.seat

    def follow(self, table_view: TableView) -> None:
        """Go where the leader is, unless the player goes alone."""
        self._company = table_view
        self._is_free = self._is_free and self._lead is not None
        if self._lead and not (self._leads or self._is_free):
            self._review.go_to_step(self._lead.step)
            name, step = table_view.occupants[self._lead.seat].name, self._review.place
            self._lines.say(_("{name} leads to step {step}.", name=name, step=step))

    def do_together(self, _rest: str) -> None:
        if self._session and (self._leads or not self._lead):
            self._session.request(requests.Review(None if self._leads else self._review.made))
        elif self._company:
            self._is_free = not self._is_free
            self.follow(self._company)

    # ── What else there is to read ────────────────────────────────────────────────────────────────

    def do_game_log(self, _rest: str) -> None:
        log = self._model.log
        self._lines.say(*filter(None, map(self._sentence, log[-_MUCH:])))

    async def do_rules(self, _rest: str) -> None:
        record = self._review.record
        await pages.read_rules(self._lines, record.game.key, record.options)

    def do_leave(self, _rest: str) -> None:
        if self._session and self._leads:
            self._session.request(requests.Review(None))
        self._is_over = True
