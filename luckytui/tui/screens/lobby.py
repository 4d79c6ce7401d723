"""The lobby: who sits where before the game begins, and what others need to join."""

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import partial

from rich.cells import cell_len
from textual.geometry import Size

from luckytui.address import Address
from luckytui.bots import LEVELS, USUAL
from luckytui.shown import commands
from luckytui.shown.game_log import GameLog
from luckytui.shown.offers import chosen_for
from luckytui.shown.people import all_lines, open_door, web_address
from luckytui.shown.words import Role
from luckytui.table.requests import OpenDoor, RemoveBot, SeatBot
from luckytui.table.views import GuestDoor, TableView
from luckytui.text import _, plural, say
from luckytui.tui.canvas import NARROW, Canvas, cut, folded
from luckytui.tui.screens.door import put_digits, put_qr, qr_size
from luckytui.tui.screens.people import People, Someone, WithPeople
from luckytui.tui.screens.table_base import TableBaseScreen
from luckytui.tui.themes import felt
from luckytui.tui.widgets.large import ROWS, put_large
from luckytui.tui.widgets.painted import Line

_LEFT, _MOST_LEFT = 44, 84
"""How many columns people, code and options take beside a picture, and at most."""
_HUGE = 150, 46
"""From how many columns and rows on code and picture are twice as large."""
_NOTE_X, _VALUE_X = 20, 26
_MANY = 6
"""More people than this are in two columns where there is little room."""
_WORDS_X = 4
"""The column of all that is written below the people."""

_Part = list[tuple[int, Callable[[Canvas, int], object]]]
"""A part of the lobby: for each piece its rows, and what paints it from a given row."""


class _Level(IntEnum):
    """How much there is room for. Each level has all of the one before."""

    LEAST = 0
    OPTIONS = 1
    LARGE_CODE = 2
    GAPS = 3
    WORDS = 4
    DETAILS = 5
    LIST = 6
    AIR = 7


class Seats(People):
    """The seats and who has them, what is chosen for the game, and what others need to join."""

    MEASURE = 0

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
        """Paint people, code and options, and at their right how a phone gets in, all in the middle."""
        door, scale = open_door(self.table_view), 1 + (canvas.width >= _HUGE[0] and canvas.height >= _HUGE[1])
        width, height = qr_size(web_address(door)) if door else (0, 0)
        width, height = scale * width, scale * height
        has_qr = 0 < width <= canvas.width - _LEFT - 3 and height + 2 <= canvas.height
        left = min(canvas.width - (width + 3) * has_qr, _LEFT if has_qr and scale == 1 else _MOST_LEFT)
        pieces = self._fitting(left, canvas.height, has_qr=has_qr, scale=scale)
        picture, y = Canvas(Size(left, sum(rows for rows, _paint in pieces)), self.GROUND), 0
        for rows, paint in pieces:
            paint(picture, y)
            y += rows
        if not (has_qr and door):
            picture.least = Size(left * (canvas.width <= NARROW), 0)
            canvas.lay_in_middle(picture)
            canvas.left += _WORDS_X - picture.left
            return
        between = max(3, min(10, (canvas.width - left - width) // 3))
        x = max(0, (canvas.width - left - between - width) // 2)
        canvas.lay(x, max(0, (canvas.height - y) // 2), picture)
        canvas.left = x + _WORDS_X
        self._paint_door(canvas, x + left + between, width, height, door, large=scale > 1)

    def _fitting(self, width: int, height: int, *, has_qr: bool, scale: int) -> _Part:
        """Return as much as there is room for, with empty rows between the parts."""
        for level in reversed(_Level):
            parts = [
                self._people(
                    width,
                    columns=2 if len(self.everybody) > _MANY and level < _Level.GAPS and not has_qr else 1,
                    step=2 if level == _Level.AIR and scale > 1 else 1,
                ),
                self._invitation(width, level, scale),
                self._options(width, level),
                self._guests(width, level, has_qr=has_qr),
            ]
            parts, gap = [*filter(None, parts)], int(level >= _Level.GAPS) + (level == _Level.AIR)
            spare = height - sum(rows for part in parts for rows, _paint in part)
            if spare >= gap * (len(parts) - 1 + (level == _Level.AIR)):
                break
        pieces = parts[0]
        for place, part in enumerate(parts[1:]):
            pieces += [(max(gap, int(place < spare)), lambda *_: None), *part]
        return pieces

    def _people(self, width: int, *, columns: int, step: int) -> _Part:
        """Return the list of people, in two columns where many have little room."""
        each, rows = width // columns, -(-len(self.everybody) // columns)
        note_x = min(_NOTE_X, self.behind_names) if columns > 1 else _NOTE_X

        def paint(canvas: Canvas, y: int, row: int) -> None:
            for column, someone in enumerate(self.everybody[row::rows]):
                line = Canvas(Size(each, 1), self.GROUND)
                is_here = self.table_view.owner and someone == self.current
                self.put(line, 0, someone, note_x, each, has_cursor=is_here)
                canvas.lay(column * each, y, line)

        return [(step, partial(paint, row=row)) for row in range(rows)]

    def _invitation(self, width: int, level: _Level, scale: int) -> _Part:
        """Return what players with luckytui need: the code, and a command for where no list has the table."""
        if not self._address:
            return []
        door, is_announced = self.table_view.door, self.table_view.unannounced is None
        code = (door and door.code) or self._code  # the owner may have made a new one
        part: _Part
        if not code:
            part = [_words(_("Anyone on this network can join without a code."), "act")]
            how = _("Others choose the table in their list, or type:") if is_announced else _("Others type:")
        elif level < _Level.LARGE_CODE:
            part = [_words(_("The code: {code}", code=code), "act")]
            how = ""
        else:
            large = partial(put_large, text=code, ink="act", kind="letters", scale=scale)
            part = [(ROWS * scale, lambda canvas, y: large(canvas, _WORDS_X, y))]
            how = (
                _("Others choose the table in their list and type this code.")
                if is_announced
                else _("Others type the address and this code.")
            )
        if level >= _Level.WORDS:
            part += [_words(line, "faint") for line in folded(how, width - _WORDS_X)]
        return [*part, _words(self.command, "strong")]

    @property
    def has_address(self) -> bool:
        """Whether others can join."""
        return self._address is not None

    @property
    def command(self) -> str:
        """What others type where no list shows them the table; without the code."""
        return f"luckytui join {self._address}"

    def _options(self, width: int, level: _Level) -> _Part:
        """Return what is chosen for the game: below each other, or in a few lines."""
        if level < _Level.OPTIONS:
            return []
        chosen = chosen_for(self.table_view)
        part = [_words(_("Options"), "strong")] if level >= _Level.WORDS else []
        if level < _Level.LIST:
            told = (_("{title}: {value}", title=title, value=value) for title, value in chosen)
            text = " · ".join(each.replace(" ", "\xa0") for each in told)
            return [*part, *(_words(line.rstrip(" ·")) for line in folded(text, width - _WORDS_X))]

        value_x = max(_VALUE_X, *(_WORDS_X + cell_len(title) + 2 for title, _value in chosen))

        def paint(canvas: Canvas, y: int, title: str, value: str) -> None:
            canvas.put(_WORDS_X, y, title, "faint")
            canvas.put(value_x, y, value)

        return [*part, *((1, partial(paint, title=title, value=value)) for title, value in chosen)]

    def _guests(self, width: int, level: _Level, *, has_qr: bool) -> _Part:
        """Return how guests get in without a phone, or that the owner can let them in."""
        door = open_door(self.table_view)
        if not door:
            can_open = "opendoor" in self.table_view.may
            return [_words(_("d: let guests in by ssh or with a browser"), "faint")] if can_open else []
        digits, ssh, key, web, warning = all_lines(door)
        if not has_qr:
            lines = (digits, ssh, key, web, warning) if level >= _Level.DETAILS else (digits, ssh, web)
            return [_words(cut(*line[:1], width - _WORDS_X), line[1]) for line in lines]

        def paint(canvas: Canvas, y: int) -> None:
            x = canvas.put(_WORDS_X, y, *ssh)
            canvas.put(x + 2, y, door.code or _("no code"), "act", bold=True)

        part: _Part = [(1, paint)]
        if level >= _Level.DETAILS:
            part += [_words(line, key[1]) for line in folded(key[0], width - _WORDS_X)]
        return part

    @staticmethod
    def _paint_door(canvas: Canvas, x: int, width: int, height: int, door: GuestDoor, *, large: bool) -> None:
        """Paint the picture for phones, below it the address and the digits that guests type."""
        spare = canvas.height - height - 2
        y = (spare + 1) // 2
        if spare:
            canvas.put(x, y - 1, cut(_("From a phone or a browser"), canvas.width - x), "", bold=True)
        put_qr(canvas, x, y, web_address(door), large=large)
        canvas.put(x, y + height, cut(web_address(door), canvas.width - x), "strong")
        y = put_digits(canvas, x, y + height + 1, door.code or _("no code"))
        warning = folded(all_lines(door)[-1][0], width)
        if y + len(warning) > canvas.height:
            warning = [_("not encrypted")]
        for row, line in enumerate(warning, y):
            canvas.put(x, row, line, "warn")


def _words(text: str, role: Role = "") -> tuple[int, Callable[[Canvas, int], object]]:
    """Return a line of words as a piece of a part."""
    return 1, lambda canvas, y: canvas.put(_WORDS_X, y, text, role, bold=role == "act")


class LobbyScreen(TableBaseScreen, WithPeople):
    """Shows who is there; the owner seats bots, sets options, removes people, and starts the game."""

    people: Seats
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
        return self.game_and_table, right, ""

    def latest(self, moves: int = 0) -> list[Line]:
        """Return what was said last."""
        return super().latest(moves)

    def notes(self) -> Iterator[Line]:
        """Yield to the owner why nobody sees the table, or why no guest gets in."""
        unannounced, door = self._table_view.unannounced, self._table_view.door
        trouble = door and door.guests and door.guests.trouble
        yield from (Line(say(reason)) for reason in (unannounced, trouble) if reason)
        yield from super().notes()

    def prompt(self) -> tuple[str, Role]:
        if not self._table_view.owner:
            return _("Waiting for the host to start the game."), "act"
        if self._occupants("open"):
            return _("Waiting for others · f: fill the open seats with bots"), "act"
        return _("Everyone is here · Enter: start the game"), "act"

    def can_do(self, action: str) -> bool:
        match action:
            case "copy" if not self.people.has_address:
                return False
            case "go" if not self._table_view.owner:
                return False
            case "game_log" if not any((*self.latest(), *self.notes())):
                return False
        return super().can_do(action)

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

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self.people.command)
        self.announce(_("Copied: {command}", command=self.people.command), "fresh")

    def action_open_door(self) -> None:
        self.app.request(OpenDoor(on=True))
        self.announce(_("Opening the door …"), "")

    def action_close_door(self) -> None:
        question = _("Guests who came in this way lose the connection. d: close the door · esc: no")
        self.ask_player(question, close_door=partial(self.app.request, OpenDoor(on=False)))
