"""The lobby: who sits where before the game begins, and what others need to join."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.geometry import Offset
from textual.widget import Widget

from luckytui.address import Address
from luckytui.bots import LEVELS
from luckytui.games import GAMES
from luckytui.games.interface import Event
from luckytui.games.options import N_, fields
from luckytui.table.requests import Remove, RemoveBot, SeatBot, Start
from luckytui.table.snapshot import Chair, Scene
from luckytui.tui.canvas import Canvas, Role, cut, folded
from luckytui.tui.commands import Command, bindings
from luckytui.tui.screens.asking import NO, Asked
from luckytui.tui.screens.options import OptionsScreen
from luckytui.tui.screens.people import note, remove_question
from luckytui.tui.screens.place import HELP, LEAVE, PEOPLE, RULES, SAY, STORY, PlaceScreen
from luckytui.tui.story import Story
from luckytui.tui.widgets.choices import said
from luckytui.tui.widgets.large import ROWS, put_large
from luckytui.tui.widgets.painted import Painted
from luckytui.words import _, plural, say

_NAME_X, _NOTE_X, _OPTIONS_X = 8, 20, 46
_SEATS_WIDTH = _OPTIONS_X - 2
_HOW_X = 58
"""How far to the right it stands what to do with the code."""


class Invitation:
    """What others need to join: the address and, unless the table is open to all, the code."""

    HEIGHT = ROWS + 1

    def __init__(self, address: Address, code: str | None) -> None:
        self._address = address
        self._code = code

    def paint(self, canvas: Canvas, y: int, *, is_announced: bool) -> None:
        """Paint it, from a row on."""
        if self._code:
            put_large(canvas, 4, y, self._code, "act")
            how = (
                _("Others choose the table in their list and type this code.")
                if is_announced
                else _("Others type the address and this code.")
            )
            for row, line in enumerate(folded(how, canvas.width - _HOW_X - 1)):
                canvas.put(_HOW_X, y + row, line, "faint")
        else:
            canvas.put(4, y + 1, _("Anybody on this network may join: there is no code."))
            how = _("Others choose the table in their list, or type:") if is_announced else _("Others type:")
            canvas.put(4, y + 2, how, "faint")
        command = f"luckytui join {self._address}" + (f" --code {self._code}" if self._code else "")
        canvas.put(4, y + ROWS, command, "strong")


class Seats(Painted, can_focus=True):
    """The seats and who has them, what is chosen for the game, and the invitation."""

    DEFAULT_CSS = "Seats { height: 1fr; }"

    def __init__(self, scene: Scene, invitation: Invitation | None) -> None:
        super().__init__()
        self.scene = scene
        self.line = 0
        self._invitation = invitation

    def paint(self, canvas: Canvas) -> None:
        """Paint all of it; twelve seats and an invitation need every row that there is."""
        below = canvas.height - Invitation.HEIGHT
        top = 1 if len(self.scene.chairs) + 2 < below else 0
        for seat, chair in enumerate(self.scene.chairs):
            self._paint_chair(canvas, top + seat, seat, chair)
        for row, field in enumerate(fields(GAMES[self.scene.game].options)):
            value = getattr(self.scene.options, field.name)
            shown = said(value) if value in field.choices else _("from a file")
            canvas.put(_OPTIONS_X, top + row, _(field.title), "faint")
            canvas.put_right(canvas.width - 1, top + row, shown)
        if self._invitation:
            self._invitation.paint(canvas, below, is_announced=self.scene.unannounced is None)

    def _paint_chair(self, canvas: Canvas, y: int, seat: int, chair: Chair) -> None:
        is_here = self.scene.owner and seat == self.line
        canvas.put(2, y, "▸" if is_here else " ", "act")
        canvas.put_right(6, y, str(seat + 1), "faint")
        is_open = chair.kind == "open"
        name = _("open") if is_open else chair.name + (_(" (you)") if seat == self.scene.seat else "")
        x = canvas.put(_NAME_X, y, name, "faint" if is_open else "strong")
        x = max(x + 2, _NOTE_X)
        canvas.put(x, y, cut(note(chair), _SEATS_WIDTH - x), "faint")
        if is_here:
            canvas.cursor = Offset(_NAME_X, y)


class LobbyScreen(PlaceScreen):
    """Shows who is there; the owner seats bots, changes what is played, removes people, and begins."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("start", "enter,s", N_("start"), N_("Begin the game, once every seat is taken.")),
        Command("bot", "b", N_("bot"), N_("Seat a bot here, or let it play on another level.")),
        Command("fill", "f", N_("fill with bots"), N_("Seat a bot on every open seat.")),
        Command("remove", "x", N_("remove"), N_("Send away who sits on this seat.")),
        NO,
        SAY,
        Command("options", "o", N_("options"), N_("Choose how the game is played.")),
        Command("go(1)", "down,j", "", N_("Go to the next seat.")),
        Command("go(-1)", "up,k", "", N_("Go to the seat before.")),
        LEAVE,
        HELP,
        RULES,
        PEOPLE,
        STORY,
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def __init__(self, scene: Scene, story: Story, invitation: Invitation | None) -> None:
        """Show a scene, and what others need to join."""
        super().__init__(scene, story)
        self._seats = Seats(scene, invitation)

    def middle(self) -> Iterable[Widget]:
        """Return the seats."""
        return [self._seats]

    def on_mount(self) -> None:
        """Show what is known already."""
        self._seats.focus()
        super().on_mount()

    def show(self, scene: Scene) -> None:
        """Show who is there now."""
        self._seats.scene = scene
        self._seats.repaint()
        super().show(scene)

    def heading(self) -> tuple[str, str, Role]:
        """Say how many are there."""
        chairs, watchers = self._scene.chairs, len(self._scene.watchers)
        taken = sum(chair.kind != "open" for chair in chairs)
        right = _("{taken} of {seats} seats taken", taken=taken, seats=len(chairs))
        if watchers:
            right += " · " + plural("{number} watches", "{number} watch", watchers)
        return f"{GAMES[self._scene.game].title} · {self._scene.name}", right, ""

    def tell(self, event: Event) -> str | None:
        """Say nothing of a game: there was none yet."""
        del event
        return None

    def latest(self) -> Sequence[str]:
        """Return what was said last, and to the owner why nobody sees the table."""
        unannounced = self._scene.unannounced
        return [*super().latest(), *([say(unannounced)] if unannounced else [])]

    def leave_question(self) -> str:
        """Ask nothing: there is no game to leave yet."""
        return ""

    def prompt(self) -> tuple[str, Role]:
        """Say what is waited for."""
        if not self._scene.owner:
            return _("Waiting for the game to begin."), "act"
        if self._has_open:
            return _("Waiting for others · f: fill the open seats with bots"), "act"
        return _("Everybody is here · Enter: begin"), "act"

    @property
    def _has_open(self) -> bool:
        return any(chair.kind == "open" for chair in self._scene.chairs)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which commands do something now."""
        owner, chair = self._scene.owner, self._scene.chairs[self._seats.line]
        match action:
            case "start":
                return owner and not self._has_open
            case "fill":
                return owner and self._has_open
            case "bot":
                return owner and chair.kind in {"open", "bot"}
            case "remove":
                return owner and chair.kind != "open" and self._seats.line != self._scene.seat
            case "options":
                return owner
            case "story":
                return bool(self._scene.said)
        return super().check_action(action, parameters)

    def action_go(self, by: int) -> None:
        """Move the cursor by that many seats."""
        self._seats.line = (self._seats.line + by) % len(self._scene.chairs)
        self._seats.repaint()
        self.action_no()

    def action_start(self) -> None:
        """Begin the game."""
        self.post_message(Asked(Start()))

    def action_bot(self) -> None:
        """Seat a bot, or the same bot on the next level."""
        seat = self._seats.line
        level = self._scene.chairs[seat].level
        if level:
            self.post_message(Asked(RemoveBot(seat)))
        following = LEVELS[(LEVELS.index(level) + 1) % len(LEVELS)] if level in LEVELS else LEVELS[-1]
        self.post_message(Asked(SeatBot(seat, following)))

    def action_fill(self) -> None:
        """Seat bots on all open seats."""
        for seat, chair in enumerate(self._scene.chairs):
            if chair.kind == "open":
                self.post_message(Asked(SeatBot(seat, LEVELS[-1])))

    def action_remove(self) -> None:
        """Send a bot away; a person only when asked once more."""
        chair = self._scene.chairs[self._seats.line]
        if chair.kind == "bot":
            self.post_message(Asked(RemoveBot(self._seats.line)))
        elif self.is_sure(remove := Remove(chair.name), remove_question(chair.name)):
            self.post_message(Asked(remove))

    def action_options(self) -> None:
        """Choose how the game is played."""
        self.app.push_screen(OptionsScreen(self._scene))
