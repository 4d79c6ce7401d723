"""The results: who won and with what, and whether there is to be another game."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen

from luckytui.games.interface import Ended, Seat, Sentence
from luckytui.games.options import N_
from luckytui.table.requests import Again
from luckytui.table.snapshot import Scene, Snapshot
from luckytui.tui.boards import BOARDS
from luckytui.tui.canvas import Canvas
from luckytui.tui.commands import Command, bindings
from luckytui.tui.screens.table import Asked, LeaveAsked
from luckytui.tui.widgets.lines import KeyBar, PromptLine, TitleLine
from luckytui.tui.widgets.painted import Painted
from luckytui.words import _, say


class Podium(Painted, can_focus=True):
    """The seats in the order of their result."""

    DEFAULT_CSS = "Podium { height: 1fr; }"

    def __init__(self, scene: Scene, snapshot: Snapshot) -> None:
        super().__init__()
        self.scene = scene
        self.snapshot = snapshot
        self._board = BOARDS[scene.game](scene, snapshot)

    def paint(self, canvas: Canvas) -> None:
        """Paint the winners' sentence and the table of scores."""
        ended = next(event for event in reversed(self.snapshot.log) if isinstance(event, Ended))
        canvas.put(4, 2, self._board.tell_winners(ended.winners), "strong")
        canvas.put_right(40, 4, self._board.score_title(), "faint")
        for row, seat in enumerate(self._board.ranking(ended)):
            self._paint_seat(canvas, 5 + row, seat, ended)

    def _paint_seat(self, canvas: Canvas, y: int, seat: Seat, ended: Ended) -> None:
        chair = self.scene.chairs[seat]
        won = seat in ended.winners
        canvas.put(4, y, "★" if won else " ", "act")
        name = self.snapshot.names[seat] + (_(" (you)") if seat == self.scene.seat else "")
        canvas.put(6, y, name, "strong" if won else "")
        canvas.put_right(40, y, str(ended.scores[seat]), "strong" if won else "")
        if chair.again:
            canvas.put(46, y, _("wants another game"), "act")
        elif chair.kind == "left" or not chair.here:
            canvas.put(46, y, _("has gone"), "faint")


class ResultsScreen(Screen[None]):
    """Shows the end of a game."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("again", "enter,n", N_("another game"), N_("Play again with the same people.")),
        Command("look", "v,escape", N_("look at the table"), N_("Go back and look at the table.")),
        Command("leave", "q", N_("leave"), N_("Leave the table.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    class LookAsked(Message):
        """The player wants to see the table again."""

        def __init__(self, scene: Scene, snapshot: Snapshot) -> None:
            super().__init__()
            self.scene = scene
            self.snapshot = snapshot

    def __init__(self, scene: Scene, snapshot: Snapshot) -> None:
        super().__init__()
        self._podium = Podium(scene, snapshot)

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield TitleLine()
        yield self._podium
        yield PromptLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the results."""
        self._podium.focus()
        self.query_one(TitleLine).show(_("The game is over"), self._podium.scene.name)
        self.show(self._podium.scene, self._podium.snapshot)

    def show(self, scene: Scene, snapshot: Snapshot) -> None:
        """Show who wants another game."""
        self._podium.scene, self._podium.snapshot = scene, snapshot
        self._podium.repaint()
        self.query_one(PromptLine).show(self._prompt(scene))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell which commands do something now: who only watches cannot ask for another game."""
        return self._podium.scene.seat >= 0 if action == "again" else True

    def refuse(self, reason: Sentence) -> None:
        """Say why the last request cannot be done."""
        self.query_one(PromptLine).show(say(reason), "warn")

    def _prompt(self, scene: Scene) -> str:
        if scene.seat < 0:
            return _("v: look at the table · q: leave")
        waiting = [chair.name for chair in scene.chairs if chair.kind == "person" and not chair.again]
        if scene.seat >= 0 and scene.chairs[scene.seat].again and waiting:
            return _("Another game, as soon as {names} wants one too.", names=", ".join(waiting))
        return _("Enter: another game · v: look at the table · q: leave")

    def action_again(self) -> None:
        """Ask for another game."""
        self.post_message(Asked(Again()))

    def action_look(self) -> None:
        """Show the table."""
        self.post_message(self.LookAsked(self._podium.scene, self._podium.snapshot))

    def action_leave(self) -> None:
        """Ask to leave."""
        self.post_message(LeaveAsked())
