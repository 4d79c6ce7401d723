"""The lobby: who sits where before the game begins, and what others need to join."""

from collections.abc import Sequence
from typing import ClassVar

from textual.geometry import Offset

from luckytui.address import Address
from luckytui.bots import LEVELS
from luckytui.games import GAMES
from luckytui.games.interface import Event
from luckytui.games.options import in_force
from luckytui.table.requests import Remove, RemoveBot, SeatBot, Start
from luckytui.table.views import Occupant, TableView
from luckytui.text import N_, _, plural, say
from luckytui.tui.canvas import Canvas, Role, cut, folded
from luckytui.tui.commands import Command
from luckytui.tui.game_log import GameLog
from luckytui.tui.screens.confirm import NO
from luckytui.tui.screens.people import note, remove_question
from luckytui.tui.screens.table_base import GAME_LOG, HELP, LEAVE, PEOPLE, RULES, SAY, TableBaseScreen
from luckytui.tui.widgets.choices import said
from luckytui.tui.widgets.large import ROWS, put_large
from luckytui.tui.widgets.painted import TablePicture

_NAME_X, _NOTE_X, _OPTIONS_X = 8, 20, 46
_SEATS_WIDTH = _OPTIONS_X - 2
_HOW_X = 58
"""The column of the words beside the code."""


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
            canvas.put(4, y + 1, _("Anyone on this network can join without a code."))
            how = _("Others choose the table in their list, or type:") if is_announced else _("Others type:")
            canvas.put(4, y + 2, how, "faint")
        command = f"luckytui join {self._address}" + (f" --code {self._code}" if self._code else "")
        canvas.put(4, y + ROWS, command, "strong")


class Seats(TablePicture):
    """The seats and who has them, what is chosen for the game, and the invitation."""

    def __init__(self, table_view: TableView, invitation: Invitation | None) -> None:
        super().__init__(table_view)
        self.line = 0
        self._invitation = invitation

    def paint(self, canvas: Canvas) -> None:
        """Paint all of it; twelve seats and an invitation need every row that there is."""
        below = canvas.height - Invitation.HEIGHT
        top = 1 if len(self.table_view.occupants) + 2 < below else 0
        for seat, occupant in enumerate(self.table_view.occupants):
            self._paint_occupant(canvas, top + seat, seat, occupant)
        for row, field in enumerate(in_force(self.table_view.options)):
            value = getattr(self.table_view.options, field.name)
            shown = said(value) if value in field.choices else _("from a file")
            canvas.put(_OPTIONS_X, top + row, _(field.title), "faint")
            canvas.put_right(canvas.width - 1, top + row, shown)
        if self._invitation:
            self._invitation.paint(canvas, below, is_announced=self.table_view.unannounced is None)

    def _paint_occupant(self, canvas: Canvas, y: int, seat: int, occupant: Occupant) -> None:
        is_here = self.table_view.owner and seat == self.line
        canvas.put(2, y, "▸" if is_here else " ", "act")
        canvas.put_right(6, y, str(seat + 1), "faint")
        is_open = occupant.kind == "open"
        name = _("open") if is_open else occupant.name + (_(" (you)") if seat == self.table_view.seat else "")
        x = canvas.put(_NAME_X, y, name, "faint" if is_open else "strong")
        x = max(x + 2, _NOTE_X)
        canvas.put(x, y, cut(note(occupant), _SEATS_WIDTH - x), "faint")
        if is_here:
            canvas.cursor = Offset(_NAME_X, y)


class LobbyScreen(TableBaseScreen):
    """Shows who is there; the owner seats bots, sets options, removes people, and starts the game."""

    VERBS: ClassVar = (
        Command("start", "enter,s", N_("start"), N_("Start the game, once every seat is taken.")),
        Command("bot", "b", N_("bot"), N_("Seat a bot here, or change its level.")),
        Command("fill", "f", N_("fill with bots"), N_("Seat a bot on every open seat.")),
        Command("remove", "x", N_("remove"), N_("Remove the player or bot from this seat.")),
        NO,
        SAY,
        Command("options", "o", N_("options"), N_("Choose how the game is played.")),
        Command("go(1)", "down,j", "", N_("Move down.")),
        Command("go(-1)", "up,k", "", N_("Move up.")),
        LEAVE,
        HELP,
        RULES,
        PEOPLE,
        GAME_LOG,
    )

    def __init__(
        self, table_view: TableView, game_log: GameLog, invitation: Invitation | None = None
    ) -> None:
        """Show a table, and what others need to join."""
        self._seats = Seats(table_view, invitation)
        super().__init__(table_view, game_log, self._seats)

    def heading(self) -> tuple[str, str, Role]:
        occupants, watchers = self._table_view.occupants, len(self._table_view.watchers)
        taken = sum(occupant.kind != "open" for occupant in occupants)
        right = _("{taken} of {seats} seats taken", taken=taken, seats=len(occupants))
        if watchers:
            right += " · " + plural("{number} watching", "{number} watching", watchers)
        return f"{GAMES[self._table_view.game].title} · {self._table_view.name}", right, ""

    def tell(self, event: Event) -> str | None:  # noqa: ARG002 - there was no game yet
        return None

    def latest(self) -> Sequence[str]:
        """Return what was said last, and to the owner why nobody sees the table."""
        unannounced = self._table_view.unannounced
        return [*super().latest(), *([say(unannounced)] if unannounced else [])]

    def prompt(self) -> tuple[str, Role]:
        if not self._table_view.owner:
            return _("Waiting for the host to start the game."), "act"
        if self._has_open:
            return _("Waiting for others to join."), "act"
        return _("Everyone is here."), "act"

    @property
    def _has_open(self) -> bool:
        return any(occupant.kind == "open" for occupant in self._table_view.occupants)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not super().check_action(action, parameters):
            return False
        owner, occupant = self._table_view.owner, self._table_view.occupants[self._seats.line]
        match action:
            case "start":
                return owner and not self._has_open
            case "fill":
                return owner and self._has_open
            case "bot":
                return owner and occupant.kind in {"open", "bot"}
            case "remove":
                return owner and occupant.kind != "open" and self._seats.line != self._table_view.seat
            case "options":
                return owner
            case "game_log":
                return bool(self._table_view.said)
        return True

    def action_go(self, by: int) -> None:
        self._seats.line = (self._seats.line + by) % len(self._table_view.occupants)
        self._seats.repaint()
        self.action_no()

    def action_start(self) -> None:
        self.ask(Start())

    def action_bot(self) -> None:
        """Seat a bot, or the bot that is there on the next level."""
        seat = self._seats.line
        level = self._table_view.occupants[seat].level
        if level:
            self.ask(RemoveBot(seat))
        following = LEVELS[(LEVELS.index(level) + 1) % len(LEVELS)] if level in LEVELS else LEVELS[-1]
        self.ask(SeatBot(seat, following))

    def action_fill(self) -> None:
        for seat, occupant in enumerate(self._table_view.occupants):
            if occupant.kind == "open":
                self.ask(SeatBot(seat, LEVELS[-1]))

    def action_remove(self) -> None:
        occupant = self._table_view.occupants[self._seats.line]
        if occupant.kind == "bot":
            self.ask(RemoveBot(self._seats.line))
        elif self.is_sure(remove := Remove(occupant.name), remove_question(occupant.name)):
            self.ask(remove)
