"""A place at a table: what the lobby, the game and its results have in common.

The line to the host and everybody's presence are told in words, what is said is heard, and the prompt line
becomes a line to write in.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key, Paste
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from luckytui.games.interface import SPECTATOR, Event
from luckytui.table.requests import Say
from luckytui.table.views import LINE_LENGTH, ChatLine, TableView
from luckytui.text import N_, Sentence, _, plural, say
from luckytui.tui.canvas import Role
from luckytui.tui.commands import Command
from luckytui.tui.game_log import Absence, GameLog, LogEntry
from luckytui.tui.screens.confirm import ConfirmScreen, RequestPosted
from luckytui.tui.screens.game_log import GameLogScreen
from luckytui.tui.screens.help import HelpScreen
from luckytui.tui.screens.people import PeopleScreen
from luckytui.tui.screens.rules import RulesScreen
from luckytui.tui.widgets.draft import Draft
from luckytui.tui.widgets.lines import KeyBar, LogLines, PromptLine, TitleLine
from luckytui.tui.widgets.painted import Painted

SAY = Command("say", "m", N_("say"), N_("Say something to everybody at the table."))
GAME_LOG = Command("game_log", "w", N_("story"), N_("Read all that happened and was said."))
RULES = Command("rules", "r", N_("rules"), N_("Read the rules of the game."))
PEOPLE = Command("people", "e", N_("who is here"), N_("See who is at the table, and whose line is down."))
HELP = Command("help", "question_mark", N_("help"), N_("Show what every key does."))
LEAVE = Command("leave", "q", N_("leave"), N_("Leave the table for good."))

_WRITING = (Command("", "enter", N_("say it"), ""), Command("", "escape", N_("say nothing"), ""))
"""What the keys do while the player writes."""

_WELCOME = 8.0
"""For how many seconds the player is told that the line stands again."""


class LeaveAsked(Message):
    """The player wants to leave the table."""


class TableBaseScreen(ConfirmScreen):
    """Shows the newest scene. It changes nothing itself and waits for nothing: it posts what is asked for."""

    VERBS: ClassVar[Sequence[Command]] = ()
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, table_view: TableView, game_log: GameLog) -> None:
        """Show a scene; the story has heard it already."""
        super().__init__()
        self._table_view = table_view
        self._game_log = game_log
        self.draft: Draft | None = None
        """What the player is writing."""
        self._trouble: Sentence | None = None
        self._lost_at = 0.0
        self._clock: Timer | None = None
        """Counts the seconds while the line is down, or until the welcome is over."""
        self._is_back = False

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield TitleLine()
        yield from self.middle()
        yield LogLines()
        yield PromptLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show what is known already."""
        self.show(self._table_view)
        self._write(self.draft)

    # ── What a place says for itself ──────────────────────────────────────────────────────────────

    @abstractmethod
    def middle(self) -> Iterable[Widget]:
        """Return what stands between the title and the story."""

    @abstractmethod
    def heading(self) -> tuple[str, str, Role]:
        """Return what the title says at the left and at the right while the line stands."""

    @abstractmethod
    def tell(self, event: Event) -> str | None:
        """Say in a sentence what happened; None for what needs no words here."""

    @abstractmethod
    def leave_question(self) -> str:
        """Return what to ask before leaving; empty: there is nothing to ask."""

    def welcome(self) -> str:
        """Greet whose line stands again; empty: it has stood for a while."""
        return _("You are back.") if self._is_back else ""

    def states(self) -> Iterator[str]:
        """Yield how things stand beside the game, the most urgent first."""
        persons = [
            occupant
            for occupant in self._table_view.occupants
            if occupant.kind == "person" and not occupant.here
        ]
        for occupant in persons:
            if occupant.level:
                yield _("A bot plays for {name} until {name} is back.", name=occupant.name)
        held = [occupant.name for occupant in persons if not occupant.level]
        if held:
            yield plural(
                "{names}'s line is down, the seat is held.",
                "The lines of {names} are down, their seats are held.",
                len(held),
                names=", ".join(held),
            )
        gone = [occupant.name for occupant in self._table_view.occupants if occupant.kind == "left"]
        if gone:
            yield plural(
                "{names} has left, the seat plays on by itself.",
                "{names} have left, their seats play on by themselves.",
                len(gone),
                names=", ".join(gone),
            )

    # ── Showing ───────────────────────────────────────────────────────────────────────────────────

    def show(self, table_view: TableView) -> None:
        """Show a newer scene, which the story has heard already."""
        self._table_view = table_view
        self.show_title()
        self.show_game_log()
        self.show_prompt()

    def show_title(self) -> None:
        """Bring the title up to date."""
        left, right, role = self.heading()
        if self._trouble:
            seconds = int(monotonic() - self._lost_at)
            right, role = _("the line is down · {seconds} s", seconds=seconds), "warn"
        self.query_one(TitleLine).show(left, right, role)

    def show_game_log(self) -> None:
        """Bring the last things that happened and how things stand up to date."""
        state = " ".join(filter(None, (self.welcome(), *self.states())))
        role: Role = "fresh" if self._is_back else "act"
        if self._trouble:
            self.query_one(LogLines).show([*self.latest(), say(self._trouble)], state, role, "warn")
        else:
            self.query_one(LogLines).show(self.latest(), state, role)

    def latest(self) -> Sequence[str]:
        """Return the last that happened or was said, as much as there is room for, the newest last."""
        entries = [entry for entry in self._game_log.entries() if not isinstance(entry, Absence)]
        told = filter(None, map(self._sentence, reversed(entries)))
        return list(islice(told, LogLines.LINES))[::-1]

    def show_trouble(self, trouble: Sentence | None) -> None:
        """Say what is wrong with the line; None: it stands."""
        was_down, self._trouble = self._trouble is not None, trouble
        if self._clock and not (was_down and trouble):
            self._clock.stop()
        if trouble and not was_down:
            self._lost_at = monotonic()
            self._is_back = False
            self._clock = self.set_interval(1.0, self.show_title)
        elif was_down and not trouble:
            self._is_back = True
            self._clock = self.set_timer(_WELCOME, self._end_welcome)
        self.show(self._table_view)

    def _end_welcome(self) -> None:
        self._is_back = False
        self.show_game_log()

    def show_prompt(self) -> None:
        """Say what can be done, or that the line is tried again; what is wrong stands in the story then."""
        if self._trouble and not self._deed:
            held = (
                _("Trying again. Your seat is held.")
                if self._table_view.seat != SPECTATOR
                else _("Trying again.")
            )
            self.query_one(PromptLine).show(held, "warn")
            self.refresh_bindings()
        else:
            super().show_prompt()

    def _sentence(self, entry: LogEntry) -> str | None:
        match entry:
            case ChatLine(name=name, text=text):
                return _("{name}: “{text}”", name=name, text=text)
            case Absence.AWAY:
                return _("─── from here on your line was down ───")
            case Absence.BACK:
                return _("─── here you were back ───")
        return self.tell(entry)

    # ── Speaking ──────────────────────────────────────────────────────────────────────────────────

    def typed(self, event: Key | Paste) -> bool:
        """Take what is typed, before anything else, while the player writes; whether it was taken.

        The key that begins it is taken here as well: a command comes after what is typed right behind it.
        """
        key = event.key if isinstance(event, Key) else ""
        if not self.draft and key == SAY.keys and SAY in self.VERBS and self.has_company:
            self.action_say()
            return True
        if not self.draft or key == "ctrl+c":
            return False
        match event:
            case Key(key="enter"):
                self._speak(self.draft.text.strip())
            case Key(key="escape"):
                self._write(None)
            case Key(is_printable=True, character=str(text)) | Paste(text=text):
                self.draft.write(text)
                self._write(self.draft)
            case Key():
                self.draft.edit(key)
                self._write(self.draft)
        return True

    def _speak(self, text: str) -> None:
        if text:
            self.post_message(RequestPosted(Say(text)))
        self._write(None)

    def _write(self, draft: Draft | None) -> None:
        """Let the prompt line show what the player writes, and the keys what they do then."""
        self.draft = draft
        self.query_one(PromptLine).show_draft(draft)
        self.query_one(KeyBar).show_alone(_WRITING if draft else None)
        if not draft and isinstance(self.focused, Painted):
            self.focused.repaint()  # the terminal's cursor goes back there

    # ── Commands ──────────────────────────────────────────────────────────────────────────────────

    @property
    def has_company(self) -> bool:
        """Whether anybody else is at the table, bots apart."""
        return self._count("person") > 1

    def _count(self, *kinds: str) -> int:
        """Return how many chairs there are of these kinds, and people who watch."""
        return sum(occupant.kind in kinds for occupant in self._table_view.occupants) + len(
            self._table_view.watchers
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which commands do something now."""
        match action:
            case "say":
                return self.has_company
            case "people":
                return self._count("person", "left", "open") > 1
        return super().check_action(action, parameters)

    def action_say(self) -> None:
        """Begin to write."""
        self._write(Draft(LINE_LENGTH))

    def action_game_log(self) -> None:
        """Show the whole story."""
        self.app.push_screen(GameLogScreen(filter(None, map(self._sentence, self._game_log.entries()))))

    def action_rules(self) -> None:
        """Show the rules."""
        self.app.push_screen(RulesScreen(self._table_view.game))

    def action_people(self) -> None:
        """Show who is here."""
        self.app.push_screen(PeopleScreen(self._table_view))

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(HelpScreen(self.VERBS))

    def action_leave(self) -> None:
        """Leave; where that costs something, only when asked twice."""
        self._write(None)
        question = self.leave_question()
        if question and self._trouble:
            question = _("Leave? The host cannot be told: it holds your seat. q: leave · esc: stay")
        if not question or self.is_sure(LeaveAsked, question):
            self.post_message(LeaveAsked())
