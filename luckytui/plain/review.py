"""A finished game in lines: step by step, with the commands of the drawn review."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, ClassVar

from luckytui.client.local import Branch
from luckytui.client.session import Session
from luckytui.plain import pages
from luckytui.plain.conversation import Conversation
from luckytui.plain.lines import Lines
from luckytui.plain.news import LATEST
from luckytui.records.deal import said_deal
from luckytui.shown import commands
from luckytui.shown.commands import Command
from luckytui.shown.game import shown_of
from luckytui.shown.review import Review
from luckytui.shown.scores import mistakes_words, share
from luckytui.shown.words import Sections
from luckytui.table.record import Record
from luckytui.table.views import TableView
from luckytui.text import N_, _, say


class PlainReview(Conversation):
    """Goes through a finished game, alone or with the others of a table."""

    ONLY_DRAWN: ClassVar = {"run", "say", *map(str, range(10))}

    def __init__(
        self,
        lines: Lines,
        record: Record,
        sit_down: Callable[[Session], Awaitable[object]],
        company: tuple[Session, TableView] | None = None,
    ) -> None:
        """`sit_down` plays at a table; `company` is the table of the game, while the others are there."""
        session, table_view = company or (None, None)
        super().__init__(lines, session)
        self._review = Review(record, session.request, table_view) if session else Review(record)
        self._shown, self._sit_down = shown_of(record.game.key), sit_down
        self._is_over = False

    async def run(self) -> None:
        self._lines.say(_("“help” lists what you can type."))
        while not self._is_over:
            words = N_("Step {step} of {steps}. Enter: next.")
            typed = await self._lines.ask(_(words, step=self._review.place, steps=self._review.last))
            if not await self.obey(typed or "next"):
                self._lines.say(_("That is not an answer. “help” lists what you can type."))

    def declared(self) -> Sequence[Command]:
        return *commands.REVIEW, commands.GAME_LOG

    def applies(self, command: Command) -> bool:
        if command.name in {"panel", "turn", "turn_before"}:
            return self._review.is_judged
        return command.name != "together" or self._review.company is not None

    def sections(self) -> Sections:
        return self._shown.words.sections(self._model)

    @property
    def _model(self) -> Any:
        return self._shown.model(self._review.table_view())

    # ── Where to look ─────────────────────────────────────────────────────────────────────────────

    def do_step(self, by: int) -> None:
        """Go this many steps, and say what happened last, or what the next decision was worth.

        A single step continues to the next one that there is something to say about.
        """
        review, told = self._review, list[str]()
        while not told:
            review.go(by)
            words, events = review.verdict(), review.coming_events(max(review.place - 1, 0))
            told = [words] if words else [*filter(None, map(review.tell, events if review.place else ()))]
            if by != 1 or review.place == review.last:
                break
        self._lines.say(*told)
        if review.place == review.last:
            deal = said_deal(review.record.started)
            self._lines.say(_("The end."), *([say(deal)] if deal else []))

    def do_to_decision(self, back: bool) -> None:
        self.do_step(self._review.to_decision(back=back))

    async def do_to_turn(self, back: bool) -> None:
        await self._analyse()
        self.do_step(self._review.to_turn(back=back))

    def do_seat(self, _rest: str) -> None:
        self._review.look_on()
        self._tell_eyes()

    def do_open(self, _rest: str) -> None:
        self._review.open_or_close()
        self._tell_eyes()

    def _tell_eyes(self) -> None:
        names, eyes = self._review.record.started.names, self._review.eyes
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
        with self._lines.refusals():
            await anext(self._review.analyse())

    async def do_panel(self, _rest: str) -> None:
        """Say what luck and mistakes changed for each player, and list the turning points."""
        await self._analyse()
        review, names = self._review, self._review.record.started.names
        for seat, name in enumerate(names):
            if found := review.analysis:
                luck = share(found.account(seat).luck, len(names), signed=True)
                words = N_("{name}: luck {luck}, {mistakes}.")
                self._lines.say(_(words, name=name, luck=luck, mistakes=mistakes_words(found, seat)))
        for point in review.turning_points():
            words = N_("Turning point at step {step}: {change} for {name}. {event}")
            change, event = share(point.change, len(names), signed=True), review.tell_turn(point)
            self._lines.say(_(words, step=point.place, change=change, name=names[point.seat], event=event))

    async def do_play_on(self, _rest: str) -> None:
        """Play on from here against bots, then go back to the review."""
        review = self._review
        with self._lines.refusals():
            await self._sit_down(Branch(review.record, review.made, review.seat))

    # ── With the others of a table ────────────────────────────────────────────────────────────────

    def follow(self, table_view: TableView) -> None:
        """Follow the leader, unless the player has gone off alone."""
        self._review.follow(table_view)
        self._tell_leader()

    def do_together(self, _rest: str) -> None:
        self._review.together()
        self._tell_leader()

    def _tell_leader(self) -> None:
        review = self._review
        if review.company and review.lead and not (review.leads or review.is_free):
            name = review.company.occupants[review.lead.seat].name
            self._lines.say(_("{name} leads to step {step}.", name=name, step=review.place))

    # ── What else there is to read ────────────────────────────────────────────────────────────────

    def do_game_log(self, _rest: str) -> None:
        log = self._model.log
        self._lines.say(*filter(None, map(self._review.tell, log[-LATEST:])))

    async def do_rules(self, _rest: str) -> None:
        record = self._review.record
        await pages.read_rules(self._lines, record.game.key, record.options)

    def do_leave(self, _rest: str) -> None:
        self._review.leave()
        self._is_over = True
