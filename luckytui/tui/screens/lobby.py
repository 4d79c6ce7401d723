"""The lobby: who sits where before the game begins, and what others need to join."""

from collections.abc import Sequence
from functools import partial

from rich.cells import cell_len
from textual.geometry import Offset

from luckytui.address import Address
from luckytui.bots import LEVELS, USUAL
from luckytui.games import GAMES
from luckytui.games.options import in_force
from luckytui.shown import commands
from luckytui.shown.game_log import GameLog
from luckytui.shown.offers import said
from luckytui.shown.people import open_door, web_address
from luckytui.shown.words import Role
from luckytui.table.requests import OpenDoor, RemoveBot, SeatBot
from luckytui.table.views import ChatLine, TableView
from luckytui.text import _, plural, say
from luckytui.tui.boards.paint import centred
from luckytui.tui.canvas import Canvas, cut, folded
from luckytui.tui.screens.door import lines_for, narrow_lines, put_qr, qr_size
from luckytui.tui.screens.people import People, Someone, WithPeople
from luckytui.tui.screens.table_base import TableBaseScreen
from luckytui.tui.themes import felt
from luckytui.tui.widgets.large import ROWS, put_large
from luckytui.tui.widgets.lines import Line

_NOTE_X, _OPTIONS_X, _OPTIONS_WIDTH = 18, 46, 33
_WITH_QR, _MOST_COLUMNS, _MOST_ROWS = 114, 88, 32
"""How many columns the lobby takes with a picture beside the options and without one, and how many rows."""
_HOW_X = 44
"""The column of the words beside the code."""


class Seats(People):
    """The seats and who has them, what is chosen for the game, and what others need to join."""

    def __init__(self, table_view: TableView, address: Address | None, code: str | None) -> None:
        """`address` and `code` are what others need to join; there is no address if nobody can."""
        super().__init__(table_view)
        self.GROUND = felt(table_view.game)
        self._address, self._code = address, code

    def show(self, table_view: TableView) -> None:
        self.GROUND = felt(table_view.game)
        super().show(table_view)

    @property
    def everybody(self) -> Sequence[Someone]:
        """Only the seats: there may be too many watchers."""
        return super().everybody[: len(self.table_view.occupants)]

    def paint(self, canvas: Canvas) -> None:
        width = min(canvas.width, _WITH_QR if canvas.width >= _WITH_QR else _MOST_COLUMNS)
        with centred(canvas, _MOST_ROWS, width) as picture:
            self._paint_all(picture)

    def _paint_all(self, canvas: Canvas) -> None:
        """Paint everything; twelve seats and an invitation need every row."""
        seats = len(self.everybody)
        top = 1 if seats + 2 < canvas.height - ROWS - 1 else 0
        options_x = min(_OPTIONS_X, canvas.width - 28)
        for y, seat in enumerate(self.everybody, top):
            is_here = self.table_view.owner and seat == self.current
            self.put(canvas, y, seat, _NOTE_X, options_x - 2, has_cursor=is_here)
        chosen = self._chosen()
        for y, (title, shown) in enumerate(chosen, top):
            right = min(canvas.width - 1, options_x + _OPTIONS_WIDTH)
            canvas.put(options_x, y, cut(title, right - options_x - cell_len(shown) - 1), "faint")
            canvas.put_right(right, y, shown)
        end = top + seats
        options_end = Offset(options_x, top + len(chosen) + 1)
        right = self._paint_qr(canvas, options_end)
        bottom = self._paint_invitation(canvas, end, right)
        if guests := open_door(self.table_view):
            lines = lines_for(guests, right - 5, bottom - end)
            gap = len(lines) < bottom - end  # a row between them and the invitation
            for y, (text, role) in enumerate(lines, bottom - len(lines) - gap):
                canvas.put(4, y, text, role)
            for y, text in enumerate(() if lines else narrow_lines(guests), options_end.y):
                canvas.put(options_end.x, y, text, "strong")

    def _chosen(self) -> list[tuple[str, str]]:
        """Return what is chosen for the table, each with its title."""
        table_view = self.table_view
        chosen = [(_("Best of"), str(table_view.best_of))] if table_view.best_of else []
        for field in in_force(table_view.options):
            value = getattr(table_view.options, field.name)
            chosen.append((_(field.title), said(value) if value in field.choices else _("from a file")))
        return chosen

    def _paint_invitation(self, canvas: Canvas, top: int, right: int) -> int:
        """Paint what others need to join in the last rows, up to a column; return the first of these rows.

        If those from `top` on are too few, paint only the command with the code.
        """
        if not self._address:
            return canvas.height
        door, is_announced = self.table_view.door, self.table_view.unannounced is None
        code = (door and door.code) or self._code  # the owner may have made a new one
        y = canvas.height - ROWS - 1
        command = f"luckytui join {self._address}" + (f" --code {code}" if code else "")
        canvas.put(4, canvas.height - 1, command, "strong")
        if top > y:
            if not code or top >= canvas.height - 1:
                return canvas.height - 1
            canvas.put(4, canvas.height - 2, _("The code: {code}", code=code), "act", bold=True)
            return canvas.height - 2
        if not code:
            canvas.put(4, y + 1, cut(_("Anyone on this network can join without a code."), right - 4))
            how = _("Others choose the table in their list, or type:") if is_announced else _("Others type:")
            canvas.put(4, y + 2, cut(how, right - 4), "faint")
            return y
        put_large(canvas, 4, y, code, "act")
        how = (
            _("Others choose the table in their list and type this code.")
            if is_announced
            else _("Others type the address and this code.")
        )
        x, width = (_HOW_X, right - _HOW_X - 1) if right > _HOW_X + 20 else (4, right - 5)
        lines = folded(how, width)
        first = y if x == _HOW_X else y - len(lines)
        if first < y and top >= first:
            return y
        for row, line in enumerate(lines, first):
            canvas.put(x, row, line, "faint")
        return first

    def _paint_qr(self, canvas: Canvas, options_end: Offset) -> int:
        """Paint how guests get in as a QR code, if there is room beside or below the options.

        Return the column before which there is room for other things.
        """
        guests = open_door(self.table_view)
        width, height = qr_size(web_address(guests)) if guests else (0, 0)
        digits = (guests and guests.code) or ""
        x, y = canvas.width - width - 1, canvas.height - height - bool(digits)
        is_beside = x > options_end.x + _OPTIONS_WIDTH and y >= 0
        if guests and width and (is_beside or (x >= options_end.x and y >= options_end.y)):
            put_qr(canvas, x, y, web_address(guests))
            canvas.put(x + (width - len(digits)) // 2, canvas.height - 1, digits, "act", bold=True)
            return x
        return canvas.width


class LobbyScreen(TableBaseScreen, WithPeople):
    """Shows who is there; the owner seats bots, sets options, removes people, and starts the game."""

    GROUP = "lobby"
    VERBS = commands.LOBBY

    def __init__(
        self,
        table_view: TableView,
        game_log: GameLog,
        address: Address | None = None,
        code: str | None = None,
    ) -> None:
        """`address` and `code` are what others need to join; there is no address if nobody can."""
        self.people = Seats(table_view, address, code)
        super().__init__(table_view, game_log, self.people)

    def heading(self) -> tuple[str, str, Role]:
        occupants, watchers = self._table_view.occupants, len(self._table_view.watchers)
        taken = sum(occupant.kind != "open" for occupant in occupants)
        right = _("{taken} of {seats} seats taken", taken=taken, seats=len(occupants))
        if watchers:
            right += " · " + plural("{number} watching", "{number} watching", watchers)
        return f"{GAMES[self._table_view.game].title} · {self._table_view.name}", right, ""

    def latest(self, moves: int = 0) -> list[Line]:
        """Return what was said last, and to the owner why nobody sees the table."""
        unannounced, door = self._table_view.unannounced, self._table_view.door
        trouble = door and door.guests and door.guests.trouble
        reasons = (say(reason) for reason in (unannounced, trouble) if reason)
        return [*super().latest(moves), *map(Line, reasons)]

    def prompt(self) -> tuple[str, Role]:
        if not self._table_view.owner:
            return _("Waiting for the host to start the game."), "act"
        if self._occupants("open"):
            return _("Waiting for others to join."), "act"
        return _("Everyone is here · Enter: start the game"), "act"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "qr" if open_door(self._table_view) is None:
                return False
            case "game_log" if not any(isinstance(entry, ChatLine) for entry in self._table_view.log):
                return False
        return super().check_action(action, parameters)

    def action_bot(self) -> None:
        seat, occupant = self.people.current
        if level := occupant.level:
            self.app.request(RemoveBot(seat))
        following = LEVELS[(LEVELS.index(level) + 1) % len(LEVELS)] if level in LEVELS else USUAL
        self.app.request(SeatBot(seat, following))

    def action_fill(self) -> None:
        for seat, occupant in enumerate(self._table_view.occupants):
            if occupant.kind == "open":
                self.app.request(SeatBot(seat, USUAL))

    def action_open_door(self) -> None:
        self.app.request(OpenDoor(on=True))
        self.announce(_("Opening the door …"), "")

    def action_close_door(self) -> None:
        question = _("Guests who came in this way lose the connection. d: close the door · esc: no")
        self.ask_player(question, close_door=partial(self.app.request, OpenDoor(on=False)))
