"""What the lobby, the game and its results have in common: connection, people, talk and the game log."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key, Paste
from textual.widget import Widget

from luckytui import rulebook
from luckytui.games import short_title_of, title_of
from luckytui.games.interface import SPECTATOR, Event, Seat
from luckytui.shown.commands import SAY, Command, keys_of
from luckytui.shown.game_log import Absence, GameLog, LogEntry, tell
from luckytui.shown.words import Role, all_of
from luckytui.system.viewer import viewer
from luckytui.table.requests import Say
from luckytui.table.views import LINE_LENGTH, ChatLine, Occupant, TableEvent, TableView
from luckytui.text import N_, Sentence, _, plural, say
from luckytui.tui import screens
from luckytui.tui.boards.base import Board
from luckytui.tui.canvas import WIDE
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.widgets.draft import Draft
from luckytui.tui.widgets.painted import (
    KeyBar,
    LatestLines,
    Line,
    LogLines,
    Painted,
    PromptLine,
    SideLog,
    TablePicture,
    TitleLine,
)

_WRITING = (Command("", "enter", N_("send"), ""), Command("", "escape", N_("cancel"), ""))
"""What the keys do while the player writes."""

_BEGINNINGS = {"RoundStarted", "GameStarted"}
"""The events that begin a part of the log."""
_MOST_LINES = 50
"""How many lines of the log, and of the talk, are beside a board at most."""

_ORDINARY, _LEAST = 80, 60
"""From how many columns on a title has room for a long game's name, and for the table's at all."""
_WELCOME = 8.0
"""For how many seconds the player is greeted after a lost connection."""


def strip_rows(height: int) -> int:
    """Return how many rows of a terminal the log and the talk take below the table."""
    return 2 if height < 24 else 3 if height < 32 else min(10, height // 8)


class TableBaseScreen(BaseScreen):
    """Shows the newest view of the table. It changes the table only by requests."""

    def __init__(
        self,
        table_view: TableView,
        game_log: GameLog,
        content: Board[Any] | TablePicture,
        tell: Callable[[Event], str | None] = lambda _: None,
    ) -> None:
        """Show a view that the game log has taken in already; `content` is between title and log.

        `tell` says what an event of the game is in words; None: it needs none.
        """
        super().__init__(middle=(content,))
        self._newest = self._table_view = table_view
        self._tell_event = tell
        self._content = content
        self._game_log = game_log
        self._draft: Draft | None = None
        self._trouble: Sentence | None = None
        self._refused_at: tuple[object, ...] = ()
        """At which moment the latest request was refused."""
        self._warning = ""
        """The latest refusal, while the prompt has to show the possible answers."""
        self._is_back = False
        self._gone: Sentence | None = None
        """Why the table has closed; None: it is open."""
        self._keys_to_say: Sequence[str] = ()
        """The keys that begin a message."""

    def take_over(self, before: "TableBaseScreen") -> None:
        """Take over from the previous screen: what is being written, and whether there is a connection."""
        for name in ("_draft", "_gone", "_trouble", "_lost"):
            setattr(self, name, getattr(before, name))

    def compose(self) -> ComposeResult:
        yield self._top
        with Horizontal():
            yield self._content
            yield from self.beside()
        with Vertical(id="words"):
            yield from self.below()
        yield KeyBar()

    def beside(self) -> Iterator[Widget]:
        """Yield what is at the right of the content in a wide terminal."""
        yield SideLog()

    def below(self) -> Iterator[Widget]:
        """Yield what is below the content."""
        yield LogLines()
        yield PromptLine()

    def on_mount(self) -> None:
        self.show(self._newest)
        self._write(self._draft)
        match = self._newest.match
        if match and len(match.names) == 1 and not viewer().is_guest:
            self.run_worker(self._look_up_best(), group="best")

    async def _look_up_best(self) -> None:
        from luckytui.records.statistics import best_alone  # noqa: PLC0415 - a database
        from luckytui.records.store import Store  # noqa: PLC0415

        games = await self.in_thread(Store().games, [self._newest.game])
        self.show_best(max(best_alone(games or ()), default=None))

    def show_best(self, best: int | None) -> None:
        """Show the player's best score alone, in the stored games; None: there is none yet."""

    def on_screen_resume(self) -> None:
        """Note which keys the player has chosen: the settings may have been open."""
        self._keys_to_say = keys_of(SAY) if SAY in self.VERBS else ()

    def on_resize(self) -> None:
        """Give the strip below the table its rows."""
        rows = self.rows_below()
        self.query_one("#words").styles.height = rows
        self.set_class(rows == "auto", "-over")

    def rows_below(self) -> int | str:
        """Return how many rows there are below the content, for the log and the prompt."""
        return "auto" if self.size.width >= WIDE else strip_rows(self.size.height) + 1

    # ── What each screen says for itself ─────────────────────────────────────────────────────────

    @abstractmethod
    def heading(self) -> tuple[str, str, Role]:
        """Return what the title says at the left and at the right while the player is connected."""

    @property
    def game_and_table(self) -> str:
        """What is played and at which table, for the title: shorter, or the game alone, on few columns."""
        game, name, width = self._table_view.game, self._table_view.name, self.size.width
        called = title_of(game) if width >= _ORDINARY else short_title_of(game)
        return f"{called} · {name}" if name and width >= _LEAST else called

    def leave_question(self) -> str:
        """Return what to ask before leaving; empty: there is nothing to ask."""
        return ""

    def welcome(self) -> str:
        """Sum up what a returning player missed; empty: nothing."""
        return ""

    def notices(self) -> Iterator[str]:
        """Yield what there is to know about the others, the most urgent first."""
        away = [each for each in self._occupants("person") if not each.here]
        for occupant in away:
            if occupant.level:
                yield _("A bot plays for {name} until {name} is back.", name=occupant.name)
        if kept := [occupant.name for occupant in away if not occupant.level]:
            yield plural(
                "{names} lost the connection. The seat is kept.",
                "{names} lost the connection. Their seats are kept.",
                len(kept),
                names=all_of(kept),
            )
        if left := [occupant.name for occupant in self._occupants("left")]:
            yield plural(
                "{names} left. Safe moves are made for that seat.",
                "{names} left. Safe moves are made for their seats.",
                len(left),
                names=all_of(left),
            )

    def _occupants(self, *kinds: str) -> list[Occupant]:
        return [occupant for occupant in self._table_view.occupants if occupant.kind in kinds]

    # ── Showing ───────────────────────────────────────────────────────────────────────────────────

    def show(self, table_view: TableView) -> None:
        self._newest = self._table_view = table_view
        self._content.show(table_view)
        self.tell_all()

    def tell_all(self) -> None:
        """Bring everything around the content up to date, once it is there."""
        if not self.children:
            return  # news came before the screen was composed: it is shown on mount
        left, right, role = self.heading()
        if self._trouble or self._gone:
            right, role = _("no connection"), "warn"
        self.query_one(TitleLine).show(left, right, role)
        if self.refused and self._refused_at == self._moment and not self._lost:
            self._show_game_log()
            return  # a host answers a request that it refuses with the same view, too
        self._warning = ""
        self._show_game_log()
        self.show_prompt()

    def _show_game_log(self) -> None:
        role: Role = "fresh" if self._is_back else "act"
        lines = [*self.latest(), *self.notes()]
        missed = self.welcome() if self._game_log.has_absence else ""
        back = missed or (_("You are back.") if self._is_back else "")
        state = " ── ".join(filter(None, (self._warning, back, *self.notices())))
        for each in self.query(LatestLines):
            each.show(lines, state, role, own=self._table_view.seat)

    def latest(self, moves: int = _MOST_LINES) -> list[Line]:
        """Return what was said last, and the last moves, at most this many; the newest comes last."""
        lines: list[Line] = []
        talk = _MOST_LINES
        for entry in reversed(self._table_view.log):
            is_talk = isinstance(entry, ChatLine)
            if (talk if is_talk else moves) and (line := self._line(entry)):
                talk, moves = talk - is_talk, moves - (not is_talk)
                lines.append(line)
        return lines[::-1]

    def notes(self) -> Iterator[Line]:
        """Yield what the log says at its end beside what happened: what is wrong now."""
        if self._trouble:
            yield Line(say(self._trouble), role="warn")

    def _line(self, entry: LogEntry) -> Line | None:
        """Return a line of the log; None for what needs no words."""
        about: Seat | None = getattr(entry, "seat", None)  # a round without a winner names no seat
        match entry:
            case Absence.AWAY:
                sentence: str | None = _("─── you were disconnected ───")
            case Absence.BACK:
                sentence = _("─── you came back ───")
            case TableEvent():
                sentence = tell(self._table_view, entry)
            case _:
                sentence = self._tell_event(entry)
        if isinstance(entry, ChatLine):
            names = [each.name for each in self._table_view.occupants]
            about = names.index(entry.name) if entry.name in names else None
        role: Role = "strong" if type(entry).__name__ in _BEGINNINGS else ""
        seat, is_talk = SPECTATOR if about is None else about, isinstance(entry, ChatLine)
        return Line(sentence, seat, is_talk=is_talk, role=role) if sentence else None

    def show_trouble(self, trouble: Sentence | None) -> None:
        """Say what is wrong with the connection; None: nothing is."""
        if (trouble is None) != (self._trouble is None):
            self._is_back = trouble is None
            self.set_timer(_WELCOME, self._end_welcome)
        self._trouble = trouble
        self._say_if_lost()
        self.show(self._newest)

    def _end_welcome(self) -> None:
        self._is_back = False
        self._show_game_log()

    def translate(self) -> None:
        self._say_if_lost()
        self.show(self._newest)
        super().translate()

    def show_closed(self, reason: Sentence) -> None:
        """Say why the table has closed. What was shown last stays until the player leaves."""
        self._gone = reason
        self._say_if_lost()
        self.show(self._newest)

    def _say_if_lost(self) -> None:
        """Say in the prompt that the connection, or the table, is gone."""
        if self._gone:
            self._lost = _("{reason} q: leave", reason=say(self._gone))
        elif not self._trouble:
            self._lost = ""
        elif self._table_view.seat == SPECTATOR:
            self._lost = _("Trying again.")
        else:
            self._lost = _("Trying again. When the table is back, so is your seat.")

    def refuse(self, reason: Sentence) -> None:
        """Say why the last request cannot be done, and which rule forbids it.

        While a clock runs, the prompt goes on saying what can be answered.
        """
        match, self._refused_at = self._newest.match, self._moment
        text = say(reason)
        if paragraph := rulebook.of_refusal(self._table_view.game, reason):
            text = _("{reason} · r: read “{rule}”", reason=text.rstrip("."), rule=_(paragraph.title))
        if match and match.prompt and match.seconds is not None:
            self.refused, self._warning = reason, text
            self._show_game_log()
        else:
            super().refuse(reason)
            self.announce(text, "warn")

    def why_not(self, key: str) -> Sentence | None:
        """Say nothing while the table is out of reach: the prompt says that, and what can be done."""
        return None if self._lost else super().why_not(key)

    @property
    def _moment(self) -> tuple[object, ...]:
        """What the player is asked, how much has been told, and who is here."""
        newest = self._newest
        return newest.match.prompt if newest.match else 0, len(newest.log), newest.occupants

    def end_refusal(self, event: Key | Paste) -> None:
        super().end_refusal(event)
        if self._warning and not self.refused:
            self._warning = ""
            self._show_game_log()

    # ── Speaking ──────────────────────────────────────────────────────────────────────────────────

    def typed(self, event: Key | Paste) -> bool:
        """Handle what is typed while the player writes, before anything else; return whether it was consumed.

        The key that begins a message is handled here, too: as a command it would come after the letters that
        were typed right behind it.
        """
        key = event.key if isinstance(event, Key) else ""
        if key == "ctrl+c":
            return False
        if not self._draft:
            if key not in self._keys_to_say or not self.check_action("say", ()):
                return False
            self.action_say()
            return True
        match event:
            case Key(key="enter"):
                if text := self._draft.text.strip():
                    self.app.request(Say(text))
                self._write(None)
            case Key(key="escape"):
                self._write(None)
            case Key(is_printable=True, character=str(text)) | Paste(text=text):
                self._draft.write(text)
                self._write(self._draft)
            case Key():
                self._draft.edit(key)
                self._write(self._draft)
        return True

    def _write(self, draft: Draft | None) -> None:
        self._draft = draft
        self.query_one(PromptLine).show_draft(draft)
        self.query_one(KeyBar).show_alone(_WRITING if draft else None)
        if not draft and isinstance(self.focused, Painted):
            self.focused.repaint()  # the terminal's cursor goes back there

    # ── Commands ──────────────────────────────────────────────────────────────────────────────────

    def can_do(self, action: str) -> bool:
        if action == "people":
            company = len(self._occupants("person", "left", "open")) + len(self._table_view.watchers)
            if self._gone or company <= 1:
                return False
        if action == "rules":
            return bool(rulebook.paragraphs(self._table_view.game))
        return super().can_do(action)

    @property
    def is_host(self) -> bool:
        return self._newest.owner

    def may_ask(self, command: Command) -> bool:
        is_heard = not (self._gone or self._trouble)
        return is_heard and command.applies(self._table_view) and super().may_ask(command)

    def action_say(self) -> None:
        self._write(Draft(LINE_LENGTH))

    def action_game_log(self) -> None:
        timed = ((self._line(entry), time) for entry, time in self._game_log.timed(self._table_view.log))
        lines = [line._replace(time=time) for line, time in timed if line]
        self.app.push_screen(screens.pages.GameLogScreen([*lines, *self.notes()]))

    def action_rules(self) -> None:
        """Open the rules at what was refused just now, or at the decision that the player is asked for."""
        game, match = self._table_view.game, self._table_view.match
        paragraph = rulebook.of_refusal(game, self.refused) if self.refused else None
        if match and not paragraph:
            paragraph = rulebook.at_decision(game, match.view)
        self.app.push_screen(screens.rules.RulesScreen(game, self._table_view.options, paragraph))

    def action_people(self) -> None:
        self.app.push_screen(screens.people.PeopleScreen(self._table_view))

    def action_options(self) -> None:
        self.app.push_screen(screens.setup.OptionsScreen(self._table_view))

    def action_leave(self) -> None:
        self._write(None)
        question = "" if self._gone else self.leave_question()
        if question and self._trouble:
            question = _("Leave? There is no connection, so the host keeps your seat. q: leave · esc: no")
        leave = partial(self.app.call_later, self.app.leave)
        if question and not (self.question and "leave" in self.question.answers):
            self.ask_player(question, leave=leave)
        else:
            leave()
