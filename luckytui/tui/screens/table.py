"""The table: a game's board, what happened last, and what is asked. One screen for all games."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen

from luckytui.games import GAMES
from luckytui.games.interface import Event, Sentence
from luckytui.games.options import N_
from luckytui.table.requests import Act, Request, Undo
from luckytui.table.snapshot import Scene, Snapshot
from luckytui.tui.boards import BOARDS
from luckytui.tui.boards.base import Board
from luckytui.tui.commands import Command, bindings
from luckytui.tui.screens.help import HelpScreen
from luckytui.tui.screens.rules import RulesScreen
from luckytui.tui.screens.story import StoryScreen
from luckytui.tui.widgets.lines import KeyBar, PromptLine, StoryLines, TitleLine
from luckytui.words import _, say


class Asked(Message):
    """The player asks the table for something; `prompt` is what a move answers."""

    def __init__(self, request: Request, prompt: int = 0) -> None:
        super().__init__()
        self.request = request
        self.prompt = prompt


class LeaveAsked(Message):
    """The player wants to leave the table."""


class TableScreen(Screen[None]):
    """Shows the newest scene. It changes nothing itself and waits for nothing: it posts what is asked for."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("undo", "u", N_("undo"), N_("Take your last move back, while nobody has moved since.")),
        Command("story", "w", N_("story"), N_("Read all that happened.")),
        Command("rules", "r", N_("rules"), N_("Read the rules of the game.")),
        Command("leave", "q", N_("leave"), N_("Leave the table.")),
        Command("stay", "escape", N_("stay"), N_("Stay, when you have asked to leave.")),
        Command("help", "question_mark", N_("help"), N_("Show what every key does.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def __init__(self, scene: Scene, snapshot: Snapshot) -> None:
        super().__init__()
        self._scene = scene
        self._snapshot = snapshot
        self._board: Board = BOARDS[scene.game](scene, snapshot)
        self._story_start = 0
        self._story: list[Event] = []
        """What has happened since this screen is open, and a little before."""
        self._trouble: Sentence | None = None
        self._leaving = False
        """Whether the player has been asked whether they really want to leave."""

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield TitleLine()
        yield self._board
        yield StoryLines()
        yield PromptLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show what is known already."""
        self._board.focus()
        self.show(self._scene, self._snapshot)

    def show(self, scene: Scene, snapshot: Snapshot) -> None:
        """Show a newer scene."""
        self._scene, self._snapshot = scene, snapshot
        self._remember(snapshot)
        self._board.show(scene, snapshot)
        self.query_one(StoryLines).show(self._latest_sentences())
        self.query_one(PromptLine).count_down(snapshot.seconds)
        self._show_prompt()
        self._show_title()

    def show_trouble(self, trouble: Sentence | None) -> None:
        """Say what is wrong with the line; None: it stands."""
        self._trouble = trouble
        self._show_title()
        self._show_prompt()

    def refuse(self, reason: Sentence) -> None:
        """Say why the last request cannot be done."""
        self.query_one(PromptLine).show(say(reason), "warn")

    def sentences(self) -> Iterator[str]:
        """Yield what happened, in words, as far as it is known here."""
        for event in self._story:
            if sentence := self._board.tell(event):
                yield sentence

    def _latest_sentences(self) -> list[str]:
        told = filter(None, (self._board.tell(event) for event in reversed(self._story)))
        return list(islice(told, StoryLines.LINES))[::-1]

    def _remember(self, snapshot: Snapshot) -> None:
        """Add what is new to the story; a snapshot knows only the latest of it."""
        known = snapshot.log_start - self._story_start
        if self._story and 0 <= known <= len(self._story):
            self._story[known:] = snapshot.log
        else:
            self._story_start, self._story = snapshot.log_start, list(snapshot.log)

    def _show_title(self) -> None:
        title = _(GAMES[self._scene.game].title)
        left = f"{title} · {self._scene.name}" if self._scene.name else title
        if self._trouble:
            self.query_one(TitleLine).show(left, _("the line is down, trying again"), "warn")
        elif self._snapshot.prompt:
            self.query_one(TitleLine).show(left, self._board.asked_text(), "act")
        elif self._snapshot.view.active:
            self.query_one(TitleLine).show(left, self._board.waiting_text())
        else:
            self.query_one(TitleLine).show(left, _("the game is over"))

    def _show_prompt(self) -> None:
        if self._leaving:
            self.query_one(PromptLine).show(self._leave_text(), "warn")
            return
        if self._trouble:
            self.query_one(PromptLine).show(say(self._trouble), "warn")
            return
        self.query_one(PromptLine).show(self._board.prompt_text(), "act" if self._snapshot.prompt else "")

    def _leave_text(self) -> str:
        if self._scene.owner:
            return _("Leave? The table closes with you, for everybody. q: leave · esc: stay")
        return _("Leave? Your seat plays on by itself. q: leave · esc: stay")

    def on_board_moved(self) -> None:
        """Let the prompt follow the cursor."""
        self._leaving = False
        self._show_prompt()
        self.refresh_bindings()

    def on_board_chosen(self, chosen: Board.Chosen) -> None:
        """Pass the player's move on."""
        self._leaving = False
        self.post_message(Asked(Act(chosen.move), chosen.prompt))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell which commands do something now."""
        match action:
            case "undo":
                return self._snapshot.undo
            case "stay":
                return self._leaving
        return True

    def action_undo(self) -> None:
        """Take the last move back."""
        self.post_message(Asked(Undo()))

    def action_story(self) -> None:
        """Show the whole story."""
        self.app.push_screen(StoryScreen(list(self.sentences())))

    def action_rules(self) -> None:
        """Show the rules."""
        self.app.push_screen(RulesScreen(self._scene.game))

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(HelpScreen([*self._board.VERBS, *self.VERBS], self._board.LEGEND))

    def action_leave(self) -> None:
        """Leave; in the middle of the own game only when asked twice."""
        if self._leaving or self._scene.seat < 0 or not self._snapshot.view.active:
            self.post_message(LeaveAsked())
            return
        self._leaving = True
        self._show_prompt()
        self.refresh_bindings()

    def action_stay(self) -> None:
        """Stay."""
        self._leaving = False
        self._show_prompt()
        self.refresh_bindings()
