"""The lobby: who sits where before the game begins, and what others need to join."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from luckytui.address import Address
from luckytui.bots import LEVELS, USUAL
from luckytui.games import GAMES
from luckytui.games.interface import Event
from luckytui.games.options import in_force
from luckytui.table.requests import Remove, RemoveBot, SeatBot, Start
from luckytui.table.views import TableView
from luckytui.text import N_, _, plural, say
from luckytui.tui.canvas import Canvas, Role, folded
from luckytui.tui.commands import Command
from luckytui.tui.game_log import GameLog
from luckytui.tui.screens.base import NO
from luckytui.tui.screens.people import People, Someone, may_return, remove_question
from luckytui.tui.screens.table_base import AT_TABLE, TableBaseScreen
from luckytui.tui.themes import felt
from luckytui.tui.widgets.choices import said
from luckytui.tui.widgets.large import ROWS, put_large
from luckytui.tui.widgets.lines import Line

_NOTE_X, _OPTIONS_X = 18, 46
_HOW_X = 44
"""The column of the words beside the code."""


class Invitation(NamedTuple):
    """What others need to join: the address and, unless the table is open to all, the code."""

    address: Address
    code: str | None

    def paint(self, canvas: Canvas, top: int, *, is_announced: bool) -> None:
        """Paint it in the last rows; if those from `top` on are too few, only the command with the code."""
        y = canvas.height - ROWS - 1
        command = f"luckytui join {self.address}" + (f" --code {self.code}" if self.code else "")
        canvas.put(4, canvas.height - 1, command, "strong")
        if top > y:
            return
        if not self.code:
            canvas.put(4, y + 1, _("Anyone on this network can join without a code."))
            how = _("Others choose the table in their list, or type:") if is_announced else _("Others type:")
            canvas.put(4, y + 2, how, "faint")
            return
        put_large(canvas, 4, y, self.code, "act")
        how = (
            _("Others choose the table in their list and type this code.")
            if is_announced
            else _("Others type the address and this code.")
        )
        is_wide = canvas.width > _HOW_X + 20
        lines = folded(how, canvas.width - (_HOW_X if is_wide else 4) - 1)
        if is_wide or top < y - len(lines):
            x, first = (_HOW_X, y) if is_wide else (4, y - len(lines))
            for row, line in enumerate(lines, first):
                canvas.put(x, row, line, "faint")


class Seats(People):
    """The seats and who has them, what is chosen for the game, and the invitation."""

    def __init__(self, table_view: TableView, invitation: Invitation | None) -> None:
        super().__init__(table_view)
        self.GROUND = felt(table_view.game)
        self._invitation = invitation

    @property
    def everybody(self) -> Sequence[Someone]:
        """The seats alone: of those who watch there may be too many."""
        return super().everybody[: len(self.table_view.occupants)]

    def paint(self, canvas: Canvas) -> None:
        """Paint all of it; twelve seats and an invitation need every row that there is."""
        seats = len(self.everybody)
        top = 1 if seats + 2 < canvas.height - ROWS - 1 else 0
        options_x = min(_OPTIONS_X, canvas.width - 28)
        for y, seat in enumerate(self.everybody, top):
            is_here = self.table_view.owner and seat == self.current
            self.put(canvas, y, seat, _NOTE_X, options_x - 2, has_cursor=is_here)
        for y, field in enumerate(in_force(self.table_view.options), top):
            value = getattr(self.table_view.options, field.name)
            shown = said(value) if value in field.choices else _("from a file")
            canvas.put(options_x, y, _(field.title), "faint")
            canvas.put_right(min(canvas.width - 1, options_x + 33), y, shown)
        if self._invitation:
            door, invitation = self.table_view.door, self._invitation
            if door and door.code:  # the owner may have made a new one
                invitation = invitation._replace(code=door.code)
            invitation.paint(canvas, top + seats, is_announced=self.table_view.unannounced is None)


class LobbyScreen(TableBaseScreen):
    """Shows who is there; the owner seats bots, sets options, removes people, and starts the game."""

    GROUP = "lobby"
    VERBS: ClassVar = (
        Command("start", "enter,s", N_("start"), N_("Start the game, once every seat is taken.")),
        Command("bot", "b", N_("bot"), N_("Seat a bot here, or change its level.")),
        Command("fill", "f", N_("fill with bots"), N_("Seat a bot on every open seat.")),
        Command("remove", "x", N_("remove"), N_("Remove the player or bot from this seat.")),
        NO,
        Command("options", "o", N_("options"), N_("Choose how the game is played.")),
        Command("down", "down,j", "", N_("Move down."), "go(1)"),
        Command("up", "up,k", "", N_("Move up."), "go(-1)"),
        *AT_TABLE,
    )

    def __init__(
        self, table_view: TableView, game_log: GameLog, invitation: Invitation | None = None
    ) -> None:
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

    def latest(self, moves: int, talk: int) -> list[Line]:
        """Return what was said last, and to the owner why nobody sees the table and who may return."""
        unannounced = self._table_view.unannounced
        warnings = (say(unannounced) if unannounced else "", may_return(self._table_view))
        return [*super().latest(moves, talk), *(Line(warning) for warning in warnings if warning)]

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
        owner, (seat, occupant) = self._table_view.owner, self._seats.current
        match action:
            case "start":
                return owner and not self._has_open
            case "fill":
                return owner and self._has_open
            case "bot":
                return owner and occupant.kind in {"open", "bot"}
            case "remove":
                return owner and occupant.kind != "open" and seat != self._table_view.seat
            case "options":
                return owner
            case "game_log":
                return bool(self._table_view.said)
        return True

    def action_go(self, by: int) -> None:
        self._seats.go(by)
        self.action_no()

    def action_start(self) -> None:
        self.ask(Start())

    def action_bot(self) -> None:
        seat, occupant = self._seats.current
        if level := occupant.level:
            self.ask(RemoveBot(seat))
        following = LEVELS[(LEVELS.index(level) + 1) % len(LEVELS)] if level in LEVELS else USUAL
        self.ask(SeatBot(seat, following))

    def action_fill(self) -> None:
        for seat, occupant in enumerate(self._table_view.occupants):
            if occupant.kind == "open":
                self.ask(SeatBot(seat, USUAL))

    def action_remove(self) -> None:
        seat, occupant = self._seats.current
        if occupant.kind == "bot":
            self.ask(RemoveBot(seat))
        elif self.is_sure(remove := Remove(occupant.name), remove_question(occupant.name)):
            self.ask(remove)
