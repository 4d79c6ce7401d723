"""A table in lines: what happens is said once, what is asked comes last, with numbered answers."""

from collections.abc import Awaitable, Sequence
from typing import Any

from luckytui.bots import LEVELS, USUAL
from luckytui.bots.advice import advise
from luckytui.client.session import (
    Closed,
    ConnectionChanged,
    GameChecked,
    Refused,
    Session,
    SessionEvent,
    TableChanged,
)
from luckytui.games import GAMES
from luckytui.games.interface import Ended, Event, Move, Seat
from luckytui.plain import pages
from luckytui.plain.lines import Lines, Option, same
from luckytui.table import requests
from luckytui.table.record import read
from luckytui.table.spec import choice_of
from luckytui.table.views import LINE_LENGTH, ChatLine, MatchView, Occupant, TableView, Timeout
from luckytui.text import N_, Sentence, _, in_figures, say
from luckytui.tui.boards import BOARDS
from luckytui.tui.boards.base import Board
from luckytui.tui.boards.scores import score_of
from luckytui.tui.boards.spoken import Part, Sections
from luckytui.tui.boards.words import AnyModel, seat_name, waiting
from luckytui.tui.commands import Command
from luckytui.tui.game_log import Absence, GameLog
from luckytui.tui.screens.door import all_lines
from luckytui.tui.screens.lobby import LobbyScreen
from luckytui.tui.screens.people import PeopleScreen, note
from luckytui.tui.screens.results import ResultsScreen
from luckytui.tui.screens.table import TableScreen

_LATEST = 30
"""How many lines of the game log are read out."""

ONLY_DRAWN = {"up", "down", "close", "no", "look", "results", "people"}
"""The commands that only a screen needs: they move on it, or lead to a page and back."""

OWN = (
    Command("who", "", N_("who"), N_("Hear who is at the table.")),
    Command("again", "", N_("again"), N_("Hear once more what is asked.")),
    Command("quiet", "", N_("quiet"), N_("Hear less before each decision, or more again.")),
)
"""The commands that only a table in lines has."""

_HELP = Command("help", "question_mark", N_("help"), N_("Hear what can be typed."))

_DOOR = {"open_door", "close_door"}
_AT_A_DOOR = {"remove", "stand_in", "give_back", "lock", "unlock", "new_code", "say", "qr", *_DOOR}
"""The commands that mean nothing to somebody who plays alone."""

_OWNERS = {"start", "bot", "fill", "remove", "options", "stand_in", "give_back", "lock", "unlock", "new_code"}
_OWNERS |= _DOOR
"""The commands that are for the owner of a table."""

_FIRST = {"lobby": ("start", "fill", "options", "leave"), "results": ("again", "options", "leave")}
"""The commands that are offered with numbers where no move is asked for."""


class PlainTable:
    """One person's seat at a table, until the person leaves or the table closes."""

    def __init__(self, lines: Lines, session: Session, *, is_quiet: bool = False) -> None:
        self._lines, self._session, self._is_quiet = lines, session, is_quiet
        self._log = GameLog()
        self._view: TableView | None = None
        self._newest: TableView | None = None
        """A view that came while the person read a page."""
        self._is_reading = self._is_over = False
        self._record = b""
        """That of the game that ended last."""
        self._reason: Sentence | None = None
        self._path: list[Part] = []
        """The parts of an answer that are given already."""
        self._asked: object = None
        self._told: Sequence[str] = ()
        """What the board was like when it was last told: before a decision only what is new is told."""
        self._sure = ""
        """What was typed to be asked whether that is meant."""

    async def play(self) -> Sentence | None:
        """Play until the end; return why the table closed if the person has not left it."""
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
                if not self._is_reading:
                    self._show()
            case GameChecked(record=record, finding=finding):
                self._record = record
                words = [_("Check words: {words}.", words=finding.words)] if finding.words else []
                self._lines.say(say(finding.reason), *words, *([say(finding.deal)] if finding.deal else []))
            case Refused(reason=reason):
                self._lines.say(say(reason))
            case ConnectionChanged(trouble=trouble):
                self._lines.say(say(trouble) if trouble else _("The connection is back."))
            case Closed(reason=reason):
                self._reason, self._is_over = reason, True
                self._lines.hear("")

    def _show(self) -> None:
        """Say what is new in the newest view, and then what is asked."""
        view, before = self._newest, self._view
        if view is None or view is before:
            return
        self._view = view
        self._log.hear(view)
        self._tell_people(before)
        if view.match:
            model, match = self._model, view.match
            old = before.match if before and before.match and before.match.number == match.number else None
            self._lines.say(*filter(None, map(self._sentence, _news(old, match))))
            if not match.view.active and (old is None or old.view.active):
                self._tell_results(model)
        if before:
            heard = before.said[-1].number if before.said else 0
            self._lines.say(*(self._sentence(line) for line in view.said if line.number > heard))
        game = view.match
        asked = (game.number, game.prompt, view.paused, bool(game.view.active)) if game else None
        if before is None or asked != self._asked:
            self._asked, self._path, self._sure = asked, [], ""
            self._ask(is_new=True)

    def _sentence(self, entry: Event | ChatLine | Timeout) -> str:
        match entry:
            case ChatLine(name=name, text=text):
                return _("{name}: “{text}”", name=name, text=text)
            case Timeout(seat=seat):
                return _("Time ran out for {name}.", name=seat_name(self._model, seat))
        return self._board.WORDS.tell(entry, self._model) or ""

    def _tell_people(self, before: TableView | None) -> None:
        old = before.occupants if before else ()
        for seat, occupant in enumerate(self._table.occupants):
            if before and occupant != old[seat] and seat != self._table.seat:
                self._lines.say(self._occupant(occupant))
        door = self._table.door
        if door and door.code and (not before or before.door != door):
            address = self._session.address
            text = _(
                "Others join with: luckytui join {address} --code {code}", address=address, code=door.code
            )
            self._lines.say(text)
        guests = door and door.guests
        if guests and guests != (before and before.door and before.door.guests):
            self.do_qr("")
        if self._table.unannounced and not before:
            self._lines.say(say(self._table.unannounced))

    def _occupant(self, occupant: Occupant) -> str:
        name = occupant.name or _("A seat")
        return _("{name}: {note}.", name=name, note=note(occupant) or _("open"))

    def _tell_results(self, model: AnyModel) -> None:
        ended = next(event for event in reversed(model.log) if isinstance(event, Ended))
        score = score_of(model, self._log.events or model.log, ended)
        board, title = self._board, self._board.SCORES
        for seat in board.ranking(ended):
            points = in_figures(ended.scores[seat])
            text = _("{name}: {points} {title}.", name=seat_name(model, seat), points=points, title=_(title))
            self._lines.say(text)
        self._lines.say(score.decided)

    # ── What is asked ─────────────────────────────────────────────────────────────────────────────

    def _ask(self, *, is_new: bool = False) -> None:
        """Say what is asked, and what can be answered."""
        match = self._table.match
        if not match and not self._table.door:
            return  # a game alone is about to be dealt
        if not match or not match.view.active:
            self._lines.offer(self._offered())
            self._lines.say(_("What now?"))
        elif self._table.paused:
            self._lines.say(_("The game is paused."))
        elif match.prompt:
            if is_new and not self._is_quiet:
                lines = next(iter(self._sections().values()))
                self._lines.say(*(line for line in lines if line not in self._told))
                self._told = lines
            self._lines.offer(self._options())
            self._lines.say(self._board.SPOKEN.question(self._model))
        else:
            self._lines.say(waiting(self._model))

    def _offered(self) -> list[Option[str]]:
        """Return the commands that are offered with numbers; none while a game is going on."""
        if self._is_playing:
            return []
        commands = self._commands()
        names = [name for name in _FIRST["results" if self._table.match else "lobby"] if name in commands]
        return [Option(_(commands[name].help), name) for name in names]

    def _answers(self) -> list[tuple[Move, Sequence[Part]]]:
        """Return the legal moves with their answers, as far as these go on from what was answered."""
        model, depth = self._model, len(self._path)
        answers = [(move, self._board.SPOKEN.answer(model, move)) for move in model.moves]
        return [(move, parts) for move, parts in answers if list(parts[:depth]) == self._path]

    def _options(self) -> list[Option[Part]]:
        """Return the next parts that the answer can have."""
        parts = dict.fromkeys(parts[len(self._path)] for _move, parts in self._answers())
        return [Option(part.text, part, part.words) for part in parts]

    def _answer(self, typed: str) -> bool:
        """Take an answer to the question, or a part of it; say whether it was one."""
        match = self._table.match
        if not match or not match.prompt or self._table.paused:
            return False
        if typed == "0" and self._path:
            self._path.pop()
            self._ask()
            return True
        depth, options = len(self._path), self._options()
        if typed.isdecimal() and 0 < int(typed) <= len(options):
            part = options[int(typed) - 1].value
            found = [each for each in self._answers() if each[1][depth] == part]
        else:
            found = [each for each in self._answers() if _fits(typed, each[1][depth:])]
        if not found:
            return False
        shared = [
            parts for parts in zip(*(parts for _move, parts in found), strict=False) if len({*parts}) == 1
        ]
        if len(found) == 1:
            self._path = []
            self._session.request(requests.Act(found[0][0]), match.prompt)
        elif len(shared) > depth:
            self._path = [parts[0] for parts in shared]
            self._ask()
        else:
            self._lines.say(_("Several answers fit that. Say more, or type a number."))
        return True

    # ── What is typed ─────────────────────────────────────────────────────────────────────────────

    async def _take(self, typed: str) -> None:
        offered = self._offered()
        if typed.isdecimal() and 0 < int(typed) <= len(offered):
            typed = offered[int(typed) - 1].value
        elif self._answer(typed):
            return
        told = next((lines for name, lines in self._sections().items() if same(typed, name)), None)
        command, rest = self._command(typed)
        sure, self._sure = self._sure, ""
        if told is not None:
            self._lines.say(*told or [_("There is nothing to tell.")])
        elif command:
            await self._do(command, rest, sure)
        else:
            self._lines.say(_("That is no answer. Type a number, or “help” to hear what can be typed."))

    async def _do(self, command: Command, rest: str, sure: str) -> None:
        if command.name in {"leave", "new_code", "close_door"} and sure != command.name:
            self._sure = command.name
            words = _(
                "{help} Type “{word}” once more if you mean it.", help=_(command.help), word=_(command.label)
            )
            self._lines.say(words)
            return
        self._is_reading = True
        done = getattr(self, f"do_{command.name}")(rest)
        if isinstance(done, Awaitable):
            await done
        self._is_reading = False
        self._show()

    def _commands(self) -> dict[str, Command]:
        """Return the commands that there are now, by name."""
        match = self._table.match
        screen = TableScreen if self._is_playing else ResultsScreen if match else LobbyScreen
        commands = {each.name: each for each in (*PeopleScreen.VERBS, *OWN, *screen.VERBS, _HELP)}
        hidden = {*ONLY_DRAWN, *(() if self._table.owner else _OWNERS)}
        hidden |= _AT_A_DOOR if self._table.door is None else set()
        return {name: each for name, each in commands.items() if name not in hidden}

    def _command(self, typed: str) -> tuple[Command | None, str]:
        """Return the command that is typed, by any of its names, and what is typed behind it."""
        for command in self._commands().values():
            for name in (command.name, _(command.label), *command.keys.split(",")):
                if name and same(f"{name} ", f"{typed} "[: len(name) + 1]):
                    return command, typed[len(name) :].strip()
        return None, ""

    # ── Commands ──────────────────────────────────────────────────────────────────────────────────

    def do_start(self, _rest: str) -> None:
        self._session.request(requests.Start())

    def do_bot(self, rest: str) -> None:
        """Seat a bot on the next open seat, of the level that is typed."""
        seat = next((seat for seat, each in enumerate(self._table.occupants) if each.kind == "open"), None)
        if seat is None:
            self._lines.say(_("Every seat is taken."))
        else:
            self._session.request(requests.SeatBot(seat, rest if rest in LEVELS else USUAL))

    def do_fill(self, _rest: str) -> None:
        for seat, occupant in enumerate(self._table.occupants):
            if occupant.kind == "open":
                self._session.request(requests.SeatBot(seat, USUAL))

    def do_remove(self, rest: str) -> None:
        if (seat := self._seat_of(rest)) is not None and self._table.occupants[seat].kind == "bot":
            self._session.request(requests.RemoveBot(seat))
        else:
            self._session.request(requests.Remove(rest))

    def do_stand_in(self, rest: str) -> None:
        if (seat := self._seat_of(rest)) is not None:
            self._session.request(requests.SeatBot(seat, USUAL))

    def do_give_back(self, rest: str) -> None:
        if (seat := self._seat_of(rest)) is not None:
            self._session.request(requests.RemoveBot(seat))

    def _seat_of(self, name: str) -> Seat | None:
        names = [each.name.casefold() for each in self._table.occupants]
        if name and name.casefold() in names:
            return names.index(name.casefold())
        self._lines.say(
            _("Type a name behind it. At the table are: {names}.", names=", ".join(filter(None, names)))
        )
        return None

    def do_lock(self, _rest: str) -> None:
        self._session.request(requests.Lock(on=True))

    def do_unlock(self, _rest: str) -> None:
        self._session.request(requests.Lock(on=False))

    def do_new_code(self, _rest: str) -> None:
        self._session.request(requests.NewCode())

    def do_open_door(self, _rest: str) -> None:
        self._session.request(requests.OpenDoor(on=True))

    def do_close_door(self, _rest: str) -> None:
        self._session.request(requests.OpenDoor(on=False))

    def do_qr(self, _rest: str) -> None:
        """Say how guests get in; to draw a code for a phone is of no use here."""
        guests = self._table.door and self._table.door.guests
        if guests and guests.address:
            self._lines.say(*(text for text, _role in all_lines(guests)))
        else:
            self._lines.say(say(guests.trouble) if guests and guests.trouble else _("The door is closed."))

    async def do_options(self, _rest: str) -> None:
        """Choose the game to play next, and how it is played."""
        now = self._table
        game = await pages.choose_game(self._lines, _("Which game? 0 for the same.")) or now.game
        options = now.options if game == now.game else GAMES[game].options()
        options = await pages.choose_options(self._lines, options)
        self._session.request(requests.Opt(choice_of(options)))

    def do_say(self, rest: str) -> None:
        """Say what is typed behind the command to everyone at the table."""
        if rest:
            self._session.request(requests.Say(rest[:LINE_LENGTH]))
        else:
            self._lines.say(_("Type what you want to say behind it, on the same line."))

    def do_game_log(self, _rest: str) -> None:
        entries = [each for each in self._log.entries() if not isinstance(each, Absence)]
        self._lines.say(*filter(None, map(self._sentence, entries[-_LATEST:])))

    async def do_leave(self, _rest: str) -> None:
        await self._session.leave()
        self._is_over = True

    def do_help(self, _rest: str) -> None:
        """Say what can be typed: the commands, then what there is to hear of the board."""
        for command in self._commands().values():
            self._lines.say(_("{word}: {help}", word=_(command.label) or command.name, help=_(command.help)))
        if sections := self._sections():
            self._lines.say(_("To hear of the board, type: {words}.", words=", ".join(sections)))

    async def do_rules(self, _rest: str) -> None:
        await pages.read_rules(self._lines, self._table.game, self._table.options)

    async def do_review(self, _rest: str) -> None:
        if self._record:
            await pages.replay(self._lines, next(read(self._record)))
        else:
            self._lines.say(_("The game cannot be reviewed yet."))

    async def do_settings(self, _rest: str) -> None:
        await pages.change_settings(self._lines)

    def do_undo(self, _rest: str) -> None:
        self._session.request(requests.Undo(), self._table.match.prompt if self._table.match else 0)

    def do_pause(self, _rest: str) -> None:
        self._session.request(requests.Pause(on=True))

    def do_resume(self, _rest: str) -> None:
        self._session.request(requests.Pause(on=False))

    def do_hint(self, _rest: str) -> None:
        """Say what the best bot would do, and why."""
        match = self._table.match
        if match and match.prompt and self._table.hints:
            advice = advise(self._table.game, match.view, match.moves)
            parts = self._board.SPOKEN.answer(self._model, advice.move)
            self._lines.say(
                _("Hint: {answer}.", answer=", ".join(part.text for part in parts)), say(advice.reason)
            )
        else:
            self._lines.say(_("There is no hint now."))

    def do_again(self, _rest: str) -> None:
        """After a game, play another one; else say once more what is asked."""
        if self._table.match and not self._is_playing:
            self._session.request(requests.Again())
        else:
            self._told = ()
            self._ask(is_new=True)

    def do_who(self, _rest: str) -> None:
        self._lines.say(*map(self._occupant, self._table.occupants))
        self._lines.say(*(_("{name} is watching.", name=name) for name in self._table.watchers))

    def do_quiet(self, _rest: str) -> None:
        self._is_quiet = not self._is_quiet
        self._lines.say(_("Quiet.") if self._is_quiet else _("Talkative."))

    # ── Shorthand ─────────────────────────────────────────────────────────────────────────────────

    @property
    def _table(self) -> TableView:
        assert self._view is not None  # noqa: S101 - nothing is typed before the first view
        return self._view

    @property
    def _is_playing(self) -> bool:
        return self._table.match is not None and bool(self._table.match.view.active)

    @property
    def _board(self) -> type[Board[Any]]:
        return BOARDS[self._table.game]

    @property
    def _model(self) -> AnyModel:
        model: AnyModel = self._board.MODEL(self._table).settled(asked_again=True)
        return model

    def _sections(self) -> Sections:
        return self._board.SPOKEN.sections(self._model) if self._table.match else {}


def _news(before: MatchView | None, now: MatchView) -> list[Event | Timeout]:
    """Return what has happened since an earlier view; of a game that had begun before, what was missed."""
    if before is None:
        return [*now.log[len(now.log) - now.missed :]] if now.log_start or now.missed else [*now.log]
    timeouts = [each for each in now.timeouts if each not in before.timeouts]
    known = before.log_start + len(before.log) - now.log_start
    return [*timeouts, *now.log[max(known, 0) :]]


def _fits(typed: str, parts: Sequence[Part]) -> bool:
    """Whether all the words that were typed belong to an answer."""
    words = [word for part in parts for word in part.words]
    return any(same(typed, part.text) for part in parts) or all(
        any(same(each, word) for word in words) for each in typed.split()
    )
