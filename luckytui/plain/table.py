"""A table in lines: each event is said once, and the question comes last, with numbered answers."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from luckytui import rulebook, settings
from luckytui.bots import LEVELS, USUAL
from luckytui.client.session import (
    Closed,
    ConnectionChanged,
    DealFound,
    GameChecked,
    Refused,
    Session,
    SessionEvent,
    TableChanged,
)
from luckytui.client.verdict import Finding
from luckytui.games import GAMES
from luckytui.games.interface import SPECTATOR, Move, Seat
from luckytui.plain import news, pages
from luckytui.plain.answers import Answers, Taken, unclear
from luckytui.plain.conversation import Conversation
from luckytui.plain.lines import DIGITS, Lines, Option, asks_again, numbered, same
from luckytui.plain.review import PlainReview
from luckytui.shown import commands, fairness, hints
from luckytui.shown.commands import Command
from luckytui.shown.game import Shown, shown_of
from luckytui.shown.game_log import Absence, GameLog
from luckytui.shown.model import named
from luckytui.shown.offers import chosen_next, next_of, next_offers
from luckytui.shown.people import has_code, removal
from luckytui.shown.words import AnyModel, Sections, waiting
from luckytui.table import requests
from luckytui.table.record import read
from luckytui.table.views import LINE_LENGTH, TableView
from luckytui.text import N_, Sentence, _, say

OWN = (
    Command("who", "", N_("who"), N_("Hear who is at the table.")),
    Command("again", "", N_("again"), N_("Hear the question again.")),
    Command("quiet", "", N_("quiet"), N_("Hear less before each decision, or more again.")),
)
"""The commands that only a table in lines has."""

ASKED_TWICE = {"leave", "new_code", "close_door"}
"""The commands that are done only when they are typed twice."""

PAGES = {"rules", "settings", "options"}
"""The commands after which the table repeats its question, because they read out so much."""

FIRST = {"lobby": ("start", "fill", "options", "leave"), "results": ("again", "review", "options", "leave")}
"""The commands that are offered with numbers where no move is asked for."""


async def sit_down(lines: Lines, session: Session) -> bool:
    """Play at a table. If it closes before the player leaves, say why; return whether it did."""
    reason = await PlainTable(lines, session).play()
    lines.say(*[say(reason)] if reason else [])
    return reason is not None


class PlainTable(Conversation):
    """Plays at a table until the player leaves or the table closes."""

    ONLY_DRAWN: ClassVar = {"up", "down", "close", "no", "look", "results", "people", "keep_code", "copy"}

    _session: Session

    def __init__(self, lines: Lines, session: Session) -> None:
        super().__init__(lines, session)
        self._is_quiet = settings.load()[0].quiet
        self._log = GameLog()
        self._view: TableView | None = None
        self._newest: TableView | None = None
        """A view that came while the person read a page."""
        self._is_reading = self._is_over = False
        self._takes_back = False
        """Whether the player's last action was an undo. Then an only legal move is not made for them."""
        self._record = b""
        """The record of the game that ended last."""
        self._finding: Finding | None = None
        """The verdict on that record."""
        self._review: PlainReview | None = None
        """The review that is open."""
        self._reason: Sentence | None = None
        self._asked: object = None
        self._answers: Answers | None = None
        """The answers to the latest question."""
        self._told: list[str] = []
        """The lines about the board that were read out last: before a decision only new ones are read."""

    async def play(self) -> Sentence | None:
        """Play until the person leaves (None) or the table closes (the reason)."""
        self._session.open(self._hear)
        try:
            while not self._is_over:
                if typed := await self._lines.read():
                    await self._take(typed)
        except EOFError:
            await self._session.close()
        return self._reason

    # ── What happens ──────────────────────────────────────────────────────────────────────────────

    def _hear(self, event: SessionEvent) -> None:
        match event:
            case TableChanged(table_view=table_view):
                self._newest = table_view
                if self._review:
                    self._review.follow(table_view)
                if not self._is_reading:
                    self._show()
            case GameChecked(record=record, finding=finding):
                self._record = record
                self._find(finding)
            case DealFound(finding=finding):
                self._find(finding)
            case Refused(reason=reason):
                self._lines.say(say(reason))
            case ConnectionChanged(trouble=trouble):
                self._lines.say(say(trouble) if trouble else _("The connection is back."))
            case Closed(reason=reason):
                self._reason, self._is_over = reason, True
                self._lines.hear("")

    def _find(self, finding: Finding) -> None:
        """Say briefly what checking a deal showed; in full only if the host cheated."""
        before, self._finding = self._finding, finding
        is_new = before is None or (before.game, before.verdict) != (finding.game, finding.verdict)
        told = say(finding.reason) if finding.verdict == "false" else fairness.sign(finding) if is_new else ""
        is_asked = told and self._view and not (self._is_playing or self._is_reading)
        self._lines.say(told, *[_("What now?")] if is_asked else [])  # what is asked comes last

    def _show(self) -> None:
        """Say what is new in the newest view, and then what is asked."""
        view, before = self._newest, self._view
        if view is None or view is before:
            return
        self._view = view
        self._log.hear(view)
        self._lines.say(*[] if before else news.of_table(view))
        self._lines.say(*news.of_people(before, view, self._session))
        if game := view.match:
            old = before if before and before.match and before.match.number == game.number else None
            self._lines.say(*news.of_game(self._model, old))
            if view.ended and not (old and old.ended):
                self._lines.say(*news.of_results(self._model, view.ended))
        self._lines.say(*news.of_chat(before, view))
        offered = [option.value for option in self._offered()]
        asked = (game.number, game.prompt, view.paused, bool(game.view.active)) if game else offered
        if before is None or asked != self._asked:
            self._asked = asked
            self._answers = Answers(self._model) if game and game.prompt else None
            is_only = self._open and game and len(game.moves) == 1 and not self._takes_back
            if game and is_only and settings.load()[0].only_answer:
                self._request_move(game.moves[0])
            else:
                self._ask(is_new=True)

    # ── What is asked ─────────────────────────────────────────────────────────────────────────────

    def _ask(self, *, is_new: bool = False) -> None:
        """Ask the current question, with its answers unless it is quiet; if it is new, after what is new."""
        match = self._table.match
        if not match and (not self._table.door or self._is_dealt):
            return
        if is_new and self._open and not self._is_quiet:
            self._lines.say_new(self.sections(), self._told)
        if not match or not match.view.active:
            self._lines.offer(self._offered())
            self._lines.say(*[] if match else [self._awaited()])
            self._lines.say(_("What now?"))
        elif self._table.paused:
            self._lines.say(_("The game is paused. Type “{word}” to resume.", word=_("resume")))
        elif self._open and self._is_quiet:
            self._lines.say(self._open.question())
        elif self._open:
            self._offer(self._open)
        else:
            self._lines.say(waiting(self._model))

    def _awaited(self) -> str:
        """Say what the first game is waiting for."""
        if not self._table.owner:
            return _("Waiting for the host to start the game.")
        return _("Waiting for others to join.") if self._open_seats() else _("Everyone is here.")

    def _offer(self, answers: Answers) -> None:
        self._lines.offer(answers.options())
        self._lines.say(*[_("0: back")] if answers.is_begun else [], answers.question())

    def _offered(self) -> list[Option[str]]:
        """Return the commands that are offered with numbers; none while a game is going on."""
        if self._is_playing:
            return []
        commands = {each.name: each for each in self.commands()}
        names = [name for name in FIRST["results" if self._table.match else "lobby"] if name in commands]
        return [Option(_(commands[name].help), name) for name in names]

    def _request_move(self, move: Move) -> None:
        match, self._takes_back = self._table.match, False
        self._session.request(requests.Act(move), match.prompt if match else 0)

    # ── What is typed ─────────────────────────────────────────────────────────────────────────────

    async def _take(self, typed: str) -> None:
        answers, option = self._open, numbered(typed, self._offered())
        question = answers.question() if answers else ""
        moves, asks_on = answers.take(typed) if answers else Taken((), asks_on=False)
        if asks_again(typed):
            self.do_again("")
        elif answers and asks_on and answers.question() == question:
            self._offer(answers)  # the list got shorter, so say it again
        elif asks_on:
            self._ask()
        elif len(moves) > 1:
            self._lines.say(unclear(moves))
        elif moves and moves[0] in self._model.moves:
            self._request_move(moves[0])
        elif not await self.obey(option.value if option else typed):
            self._refuse(moves)

    def _refuse(self, moves: Sequence[Move]) -> None:
        """Say why what was typed is no answer, or let the rules say why they do not allow it."""
        if moves:
            parts = self._model.parts(moves[0])
            self._lines.say(f"{named(parts)}." if len(parts) > 1 else "")
            self._request_move(moves[0])
        elif self._is_playing and not self._open:
            self._ask()
            self._lines.say(_("“help” lists what you can type."))
        else:
            self._lines.say(_("That is not an answer. Type a number, or “help” to hear what can be typed."))

    async def do(self, command: Command, rest: str) -> None:
        """Run a command; some only when typed twice in a row."""
        if command.name in ASKED_TWICE:
            words = N_("{help} Type “{word}” once more if you mean it.")
            typed = await self._lines.ask(_(words, help=_(command.help), word=_(command.label)))
            if not typed:
                return
            if self._command(typed)[0] != command:
                await self._take(typed)
                return
        self._is_reading = True
        await super().do(command, rest)
        self._is_reading = False
        if command.name in PAGES and self._newest is self._view:
            self._ask()
        self._show()

    def declared(self) -> Sequence[Command]:
        match = self._table.match
        here = commands.TABLE if self._is_playing else commands.RESULTS if match else commands.LOBBY
        return *commands.PLAYERS, *OWN, *here

    def applies(self, command: Command) -> bool:
        there = {"qr": self._table.door, "rules": rulebook.paragraphs(self._table.game)}
        return bool(there.get(command.name, True)) and command.applies(self._table)

    def offered(self) -> Sequence[Command]:
        return [each for each in self.commands() if each.name != "hint" or self._table.hints]

    def sections(self) -> Sections:
        return self._shown.words.sections(self._model) if self._table.match else {}

    # ── Commands ──────────────────────────────────────────────────────────────────────────────────

    def do_bot(self, rest: str) -> None:
        """Seat a bot on the next open seat, of the level that is typed."""
        level = next((each for each in LEVELS if same(rest, each) or same(rest, _(each))), USUAL)
        if open_seats := self._open_seats():
            self._session.request(requests.SeatBot(open_seats[0], level))
        else:
            self._lines.say(_("Every seat is taken."))

    def do_fill(self, _rest: str) -> None:
        for seat in self._open_seats():
            self._session.request(requests.SeatBot(seat, USUAL))

    def _open_seats(self) -> Sequence[Seat]:
        return [seat for seat, each in enumerate(self._table.occupants) if each.kind == "open"]

    async def do_remove(self, rest: str) -> None:
        """Remove a bot, a player or somebody who watches, by name."""
        bots = {each.name: seat for seat, each in enumerate(self._table.occupants) if each.kind == "bot"}
        name = self._meant(rest, self._table.watchers)
        if name in bots:
            self._session.request(requests.RemoveBot(bots[name]))
        elif name:
            ways = [Option(_("remove"), False), Option(_("remove, and keep the code"), True)]
            question = removal(self._table, name)
            keep_code = await self._lines.choose(question, ways[: 1 + has_code(self._table)])
            if keep_code is not None:
                self._session.request(requests.Remove(name, keep_code=keep_code))

    def do_stand_in(self, rest: str) -> None:
        if name := self._meant(rest):
            self._session.request(requests.SeatBot(self._seat_of(name), USUAL))

    def do_give_back(self, rest: str) -> None:
        if name := self._meant(rest):
            self._session.request(requests.RemoveBot(self._seat_of(name)))

    def _seat_of(self, name: str) -> Seat:
        return [each.name for each in self._table.occupants].index(name)

    def _meant(self, typed: str, others: Sequence[str] = ()) -> str:
        """Return the person that was named, at a seat or among `others`; otherwise say who is there."""
        names = [*(each.name for each in self._table.occupants if each.name), *others]
        found = next((name for name in names if same(typed, name)), "")
        if not found:
            words = _("Type a name after it. At the table are: {names}.", names=", ".join(names))
            self._lines.say(words)
        return found

    def do_qr(self, _rest: str) -> None:
        self._lines.say(*news.of_guests(self._table))

    async def do_options(self, _rest: str) -> None:
        now = next_of(self._table)
        choices = await pages.fill_in(
            self._lines,
            next_offers(now, GAMES[now.game]),
            lambda choice, all_: next_offers(now, choice.value) if choice.name == "game" else all_,
            N_("Play this next."),
        )
        if choices:
            with self._lines.refusals():
                for request in chosen_next(self._table, choices):
                    self._session.request(request)

    def do_say(self, rest: str) -> None:
        if rest:
            self._session.request(requests.Say(rest[:LINE_LENGTH]))
        else:
            self._lines.say(_("Type what you want to say after it, on the same line."))

    def do_game_log(self, rest: str) -> None:
        """Read out the latest lines of the log, as many as were asked for."""
        entries = [each for each, _time in self._log.timed(self._table.log) if not isinstance(each, Absence)]
        told = [*filter(None, (news.sentence(self._table, each) for each in entries))]
        number = max(1, int(rest[:DIGITS])) if rest.isdecimal() else news.LATEST
        self._lines.say(*told[-number:])
        if number < len(told):
            self._lines.say(_("For more, type “{word} {number}”.", word=_("log"), number=2 * number))

    async def do_leave(self, _rest: str) -> None:
        await self._session.leave()
        self._is_over = True

    async def do_rules(self, _rest: str) -> None:
        await pages.read_rules(self._lines, self._table.game, self._table.options)

    async def do_review(self, _rest: str) -> None:
        if not self._record:
            self._lines.say(_("The record of this game is not here yet. Try again in a moment."))
            return
        company = (self._session, self._table) if self._table.door else None
        self._review = PlainReview(
            self._lines, next(read(self._record)), partial(sit_down, self._lines), company
        )
        await self._review.run()
        self._review = None
        self._ask()

    async def do_settings(self, _rest: str) -> None:
        await pages.change_settings(self._lines)

    def do_undo(self, _rest: str) -> None:
        self._takes_back = True
        self._session.request(requests.Undo(), self._table.match.prompt if self._table.match else 0)

    async def do_hint(self, _rest: str) -> None:
        match, found, nothing = self._table.match, None, hints.NONE
        if not self._table.hints:
            nothing = N_("There are no hints at this table.")
        elif match and match.prompt:
            found = await hints.advice(self._table.game, match)
        elif match and match.view.active and self._table.seat != SPECTATOR:
            nothing = N_("It is not your turn yet.")
        self._lines.say(" – ".join(hints.words(self._model, found)) if found else _(nothing))

    def do_again(self, _rest: str) -> None:
        """Repeat the question, after the board unless the player wants quiet."""
        if not self._open:
            self._ask()
            return
        self._lines.say(*() if self._is_quiet else next(iter(self.sections().values())))
        self._offer(self._open)

    def do_deal(self, _rest: str) -> None:
        """Say all that is known of the deal of the game that is over."""
        match, finding = self._table.match, self._finding
        is_of_this_game = match and finding and finding.game == match.number
        self._lines.say(*fairness.sentences(finding if is_of_this_game else None))

    def do_who(self, _rest: str) -> None:
        for seat, occupant in enumerate(self._table.occupants):
            mine = _("{name} (you)", name=occupant.name) if seat == self._table.seat else occupant.name
            self._lines.say(news.of_occupant(replace(occupant, name=mine)))
        self._lines.say(*(_("{name} is watching.", name=name) for name in self._table.watchers))

    def do_quiet(self, _rest: str) -> None:
        self._is_quiet = not self._is_quiet
        self._lines.say(_("Quiet: “again” lists the answers.") if self._is_quiet else _("Talkative."))

    # ── Shorthand ─────────────────────────────────────────────────────────────────────────────────

    @property
    def _table(self) -> TableView:
        assert self._view is not None  # noqa: S101 - nothing is typed before the first view
        return self._view

    @property
    def _is_playing(self) -> bool:
        return self._table.match is not None and bool(self._table.match.view.active)

    @property
    def _is_dealt(self) -> bool:
        """Whether the first game is being dealt. Only the owner can tell: it cannot be started again."""
        return self._table.owner and not self._open_seats() and "start" not in self._table.may

    @property
    def _open(self) -> Answers | None:
        """The answers to the question that is asked now, if one is."""
        return self._answers if self._is_playing and not self._table.paused else None

    @property
    def _shown(self) -> Shown:
        return shown_of(self._table.game)

    @property
    def _model(self) -> AnyModel:
        model: AnyModel = self._shown.model(self._table).settled(asked_again=True)
        return model
