"""The lobby: who sits where before the game begins."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from luckytui.address import Address
from luckytui.bots import LEVELS
from luckytui.games import GAMES
from luckytui.games.interface import Sentence
from luckytui.games.options import N_, fields
from luckytui.table.requests import RemoveBot, SeatBot, Start
from luckytui.table.snapshot import Chair, Scene
from luckytui.tui.canvas import Canvas
from luckytui.tui.commands import Command, bindings
from luckytui.tui.screens.rules import RulesScreen
from luckytui.tui.screens.table import Asked, LeaveAsked
from luckytui.tui.widgets.choices import said
from luckytui.tui.widgets.lines import KeyBar, PromptLine, TitleLine
from luckytui.tui.widgets.painted import Painted
from luckytui.words import _, say


class Seats(Painted, can_focus=True):
    """The seats and who has them; the owner's cursor is on one."""

    DEFAULT_CSS = "Seats { height: 1fr; }"

    def __init__(self, scene: Scene, address: Address | None) -> None:
        super().__init__()
        self.scene = scene
        self._address = address
        self.line = 0

    def paint(self, canvas: Canvas) -> None:
        """Paint the seats, then what is chosen for the game."""
        for seat, chair in enumerate(self.scene.chairs):
            is_here = self.scene.owner and seat == self.line
            canvas.put(2, 1 + seat, "▸" if is_here else " ", "act")
            canvas.put_right(6, 1 + seat, str(seat + 1), "faint")
            canvas.put(8, 1 + seat, self._who(seat, chair), "faint" if chair.kind == "open" else "strong")
            canvas.put(40, 1 + seat, self._note(chair), "faint")
        below = len(self.scene.chairs) + 2
        for row, field in enumerate(fields(GAMES[self.scene.game].options)):
            value = getattr(self.scene.options, field.name)
            shown = said(value) if value in field.choices else _("from a file")
            canvas.put(8, below + row, _(field.title), "faint")
            canvas.put(40, below + row, shown, "")

        if self._address:
            below += len(fields(GAMES[self.scene.game].options)) + 1
            canvas.put(8, below, _("Others see the table in their list, or type:"), "faint")
            canvas.put(8, below + 1, _("luckytui join {address}", address=self._address), "strong")

    def _who(self, seat: int, chair: Chair) -> str:
        if chair.kind == "open":
            return _("open")
        return chair.name + (_(" (you)") if seat == self.scene.seat else "")

    def _note(self, chair: Chair) -> str:
        if chair.kind == "bot":
            return _("bot, {level}", level=_(chair.level))
        return "" if chair.here else _("the line is down")


class LobbyScreen(Screen[None]):
    """Shows who is there, and lets the owner seat bots and begin."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("start", "enter,s", N_("start"), N_("Begin the game, once every seat is taken.")),
        Command("bot", "b", N_("bot"), N_("Seat a bot here, or let it play on another level.")),
        Command("fill", "f", N_("fill with bots"), N_("Seat a bot on every open seat.")),
        Command("remove", "x", N_("remove bot"), N_("Send the bot on this seat away.")),
        Command("go(1)", "down,j", "", N_("Go to the next seat.")),
        Command("go(-1)", "up,k", "", N_("Go to the seat before.")),
        Command("rules", "r", N_("rules"), N_("Read the rules of the game.")),
        Command("leave", "q", N_("leave"), N_("Leave the table.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def __init__(self, scene: Scene, address: Address | None) -> None:
        """Show a scene; `address` is where others can join."""
        super().__init__()
        self._seats = Seats(scene, address)
        self._trouble: Sentence | None = None

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield TitleLine()
        yield self._seats
        yield PromptLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show what is known already."""
        self._seats.focus()
        self.show(self._seats.scene)

    def show(self, scene: Scene) -> None:
        """Show who is there now."""
        self._seats.scene = scene
        self._seats.repaint()
        left = f"{GAMES[scene.game].title} · {scene.name}"
        right = _("the line is down, trying again") if self._trouble else self._taken_text()
        self.query_one(TitleLine).show(left, right, "warn" if self._trouble else "")
        words = say(self._trouble) if self._trouble else self._prompt(scene)
        self.query_one(PromptLine).show(words, "warn" if self._trouble else "act")
        self.refresh_bindings()

    def show_trouble(self, trouble: Sentence | None) -> None:
        """Say what is wrong with the line; None: it stands."""
        self._trouble = trouble
        self.show(self._seats.scene)

    def refuse(self, reason: Sentence) -> None:
        """Say why the last request cannot be done."""
        self.query_one(PromptLine).show(say(reason), "warn")

    def _taken_text(self) -> str:
        chairs = self._seats.scene.chairs
        taken = sum(chair.kind != "open" for chair in chairs)
        return _("{taken} of {seats} seats taken", taken=taken, seats=len(chairs))

    def _prompt(self, scene: Scene) -> str:
        has_open = any(chair.kind == "open" for chair in scene.chairs)
        if not scene.owner:
            return _("Waiting for the game to begin.")
        if has_open:
            return _("Waiting for others · f: fill the open seats with bots")
        return _("Everybody is here · Enter: begin")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell which commands do something now."""
        scene = self._seats.scene
        chair = scene.chairs[self._seats.line]
        has_open = any(each.kind == "open" for each in scene.chairs)
        match action:
            case "start":
                return scene.owner and not has_open
            case "fill":
                return scene.owner and has_open
            case "bot":
                return scene.owner and chair.kind in {"open", "bot"}
            case "remove":
                return scene.owner and chair.kind == "bot"
        return True

    def action_go(self, by: int) -> None:
        """Move the cursor by that many seats."""
        self._seats.line = (self._seats.line + by) % len(self._seats.scene.chairs)
        self._seats.repaint()
        self.refresh_bindings()

    def action_start(self) -> None:
        """Begin the game."""
        self.post_message(Asked(Start()))

    def action_bot(self) -> None:
        """Seat a bot, or the same bot on the next level."""
        seat = self._seats.line
        level = self._seats.scene.chairs[seat].level
        if level:
            self.post_message(Asked(RemoveBot(seat)))
        following = LEVELS[(LEVELS.index(level) + 1) % len(LEVELS)] if level in LEVELS else LEVELS[-1]
        self.post_message(Asked(SeatBot(seat, following)))

    def action_fill(self) -> None:
        """Seat bots on all open seats."""
        for seat, chair in enumerate(self._seats.scene.chairs):
            if chair.kind == "open":
                self.post_message(Asked(SeatBot(seat, LEVELS[-1])))

    def action_remove(self) -> None:
        """Send a bot away."""
        self.post_message(Asked(RemoveBot(self._seats.line)))

    def action_rules(self) -> None:
        """Show the rules."""
        self.app.push_screen(RulesScreen(self._seats.scene.game))

    def action_leave(self) -> None:
        """Ask to leave."""
        self.post_message(LeaveAsked())
