"""The table: a game's board, what happened last, and what is asked. One screen for all games."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.widget import Widget

from luckytui.games import GAMES
from luckytui.games.interface import SPECTATOR, Event
from luckytui.games.options import N_
from luckytui.table.requests import Act, Pause, Undo
from luckytui.table.snapshot import Chair, Scene, Snapshot
from luckytui.tui.boards import BOARDS
from luckytui.tui.boards.base import Board
from luckytui.tui.canvas import Role
from luckytui.tui.commands import Command, bindings
from luckytui.tui.screens.asking import NO, Asked
from luckytui.tui.screens.help import HelpScreen
from luckytui.tui.screens.place import HELP, LEAVE, PEOPLE, RULES, SAY, STORY, PlaceScreen
from luckytui.tui.story import Story
from luckytui.tui.widgets.lines import PromptLine
from luckytui.words import _, plural


class TableScreen(PlaceScreen):
    """Shows a game: the board of its own, and around it what all games share."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("undo", "u", N_("undo"), N_("Take your last move back, while nobody has moved since.")),
        Command("go_on", "z", N_("go on"), N_("Wish no pause any longer.")),
        NO,
        SAY,
        STORY,
        LEAVE,
        HELP,
        Command(
            "pause",
            "z",
            N_("pause"),
            N_("Wish a pause: the owner's wish counts alone, others' when all have it."),
        ),
        RULES,
        PEOPLE,
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def __init__(self, scene: Scene, story: Story) -> None:
        """Show a scene with a game in it."""
        super().__init__(scene, story)
        self._board: Board = BOARDS[scene.game](scene, self._snapshot)

    def middle(self) -> Iterable[Widget]:
        """Return the board."""
        return [self._board]

    def on_mount(self) -> None:
        """Show what is known already."""
        self._board.focus()
        super().on_mount()

    def show(self, scene: Scene) -> None:
        """Show a newer scene."""
        self._scene = scene
        self._board.show(scene, self._snapshot)
        self.query_one(PromptLine).count_down(None if scene.paused else self._snapshot.seconds)
        super().show(scene)

    # ── What the table says for itself ────────────────────────────────────────────────────────────

    @property
    def _snapshot(self) -> Snapshot:
        assert self._scene.play is not None  # noqa: S101 - the lobby shows scenes without a game
        return self._scene.play

    @property
    def _chair(self) -> Chair | None:
        """Where the player sits; None for one who only watches."""
        return self._scene.chairs[self._scene.seat] if self._scene.seat != SPECTATOR else None

    def heading(self) -> tuple[str, str, Role]:
        """Say whose turn it is."""
        title = _(GAMES[self._scene.game].title)
        left = f"{title} · {self._scene.name}" if self._scene.name else title
        if not self._snapshot.view.active:
            return left, _("the game is over"), ""
        if self._scene.paused:
            return left, _("paused"), "warn"
        if self._snapshot.prompt:
            return left, self._board.asked_text(), "act"
        return left, self._board.waiting_text() if self._chair else _("you are watching"), ""

    def prompt(self) -> tuple[str, Role]:
        """Say what is asked of the player, and what Enter does."""
        if self._scene.paused:
            return self._pause_text(), "act"
        return self._board.prompt_text(), "act" if self._snapshot.prompt else ""

    def tell(self, event: Event) -> str | None:
        """Say what happened."""
        return self._board.tell(event)

    def welcome(self) -> str:
        """Greet who is back, until the next move with what was missed."""
        log, missed = self._snapshot.log, self._snapshot.missed
        number = sum(self.tell(event) is not None for event in log[len(log) - missed :])
        if not number:
            return super().welcome()
        return plural(
            "You are back. {number} thing happened meanwhile · w: read it",
            "You are back. {number} things happened meanwhile · w: read them",
            number,
        )

    def states(self) -> Iterator[str]:
        """Yield who wishes a pause, and how things stand otherwise."""
        if wish := self._wish_text():
            yield wish
        yield from super().states()

    def leave_question(self) -> str:
        """Ask in the middle of the own game."""
        if not self._chair or not self._snapshot.view.active:
            return ""
        if self._scene.owner:
            return _("Leave? The table closes with you, for everybody. q: leave · esc: stay")
        return _("Leave for good? Your seat then plays on by itself. q: leave · esc: stay")

    # ── Pauses ────────────────────────────────────────────────────────────────────────────────────

    def _pause_text(self) -> str:
        """Say who wishes the pause that is on, and how the game goes on."""
        others = [chair.name for chair in self._scene.chairs if chair.pause and chair != self._chair]
        if not others:
            return _("You have paused the game · z: go on")
        names = ", ".join(others)
        if self._chair and self._chair.pause:
            return _("The game is paused, as you and {names} wish · z: go on", names=names)
        return plural(
            "The game is paused, as {names} wishes.",
            "The game is paused, as {names} wish.",
            len(others),
            names=names,
        )

    def _wish_text(self) -> str:
        """Say who wishes a pause that is not on yet, and who is awaited for it; empty: nobody wishes one."""
        others = [chair for chair in self._scene.chairs if chair.kind == "person" and chair != self._chair]
        wishing = ", ".join(chair.name for chair in others if chair.pause)
        awaited = [chair.name for chair in others if chair.here and not chair.pause]
        names = ", ".join(awaited)
        wishes = bool(self._chair and self._chair.pause)
        if self._scene.paused or not (wishes or wishing):
            return ""
        if wishes:
            return plural(
                "You wish a pause, which begins when {names} agrees.",
                "You wish a pause, which begins when {names} agree.",
                len(awaited),
                names=names,
            )
        asked = _("z: agree") if self._chair else ""
        also = plural("{names} is asked too", "{names} are asked too", len(awaited), names=names)
        words = (_("{names} would like a pause", names=wishing), asked, also if awaited else "")
        return " · ".join(filter(None, words))

    # ── Moves and commands ────────────────────────────────────────────────────────────────────────

    def on_board_moved(self) -> None:
        """Let the prompt follow the cursor."""
        self.action_no()

    def on_board_chosen(self, chosen: Board.Chosen) -> None:
        """Pass the player's move on."""
        self.action_no()
        self.post_message(Asked(Act(chosen.move), chosen.prompt))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which commands do something now."""
        match action:
            case "undo":
                return self._snapshot.undo and not self._scene.paused
            case "pause":
                return self._can_pause and not (self._chair and self._chair.pause)
            case "go_on":
                return self._can_pause and self._chair is not None and self._chair.pause
        return super().check_action(action, parameters)

    @property
    def _can_pause(self) -> bool:
        return self._chair is not None and bool(self._snapshot.view.active)

    def action_undo(self) -> None:
        """Take the last move back."""
        self.post_message(Asked(Undo()))

    def action_pause(self) -> None:
        """Wish a pause."""
        self.post_message(Asked(Pause(on=True)))

    def action_go_on(self) -> None:
        """Wish no pause any longer."""
        self.post_message(Asked(Pause(on=False)))

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(HelpScreen([*self._board.VERBS, *self.VERBS], self._board.LEGEND))
