"""The players at a table: who is connected, for whom a bot plays, who watches. The owner may change that."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Offset

from luckytui.bots import USUAL
from luckytui.games import GAMES
from luckytui.games.interface import SPECTATOR, Seat
from luckytui.shown import commands
from luckytui.shown.model import Place
from luckytui.shown.offers import chosen_for
from luckytui.shown.people import has_code, note, open_door, removal
from luckytui.shown.words import Role
from luckytui.system.viewer import viewer
from luckytui.table.requests import NewCode, Remove, RemoveBot, SeatBot
from luckytui.table.views import Occupant, TableView
from luckytui.text import _
from luckytui.tui.canvas import Canvas, cut, spread
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.screens.door import DoorScreen
from luckytui.tui.themes import player_ink, player_sign
from luckytui.tui.widgets.listed import Listed, Preview
from luckytui.tui.widgets.painted import TablePicture, TitleLine

_NAME_X, _NOTE_X = 6, 34


class Someone(NamedTuple):
    """One row of the list: a seat, or somebody who watches."""

    seat: Seat
    occupant: Occupant


class People(TablePicture, Listed):
    """The seats, and below them those who watch; the cursor is on one."""

    _line = 0

    @property
    def preview(self) -> Preview | None:
        table_view = self.table_view
        chosen = (_("{title}: {value}", title=title, value=value) for title, value in chosen_for(table_view))
        return Preview(table_view.game, [GAMES[table_view.game].title, *chosen])

    @property
    def everybody(self) -> Sequence[Someone]:
        watchers = (Occupant(kind="person", name=name) for name in self.table_view.watchers)
        return [
            *map(Someone._make, enumerate(self.table_view.occupants)),
            *(Someone(SPECTATOR, watcher) for watcher in watchers),
        ]

    @property
    def current(self) -> Someone:
        return self.everybody[min(self._line, len(self.everybody) - 1)]

    @property
    def behind_names(self) -> int:
        """The column behind the longest name."""
        longest = max(cell_len(f"{each.occupant.name}{_(' (you)')}") for each in self.everybody)
        return _NAME_X + longest + 2

    def go(self, by: int) -> None:
        self._line = (self._line + by) % len(self.everybody)
        self.repaint()

    def paint_list(self, canvas: Canvas, *, each: int) -> None:  # noqa: ARG002 - a note is beside a name
        first = max(0, self._line + 3 - canvas.height)
        note_x = _NOTE_X if canvas.width >= 2 * _NOTE_X else min(_NOTE_X, self.behind_names)
        step = spread(len(self.everybody), canvas.height - 1)
        for row, someone in enumerate(self.everybody[first:]):
            self.put(
                canvas, 1 + step * row, someone, note_x, canvas.width, has_cursor=someone == self.current
            )

    def clicked(self, place: Place) -> None:
        if isinstance(self.screen, WithPeople):
            self.screen.action_go(place[1] - self._line)

    def put(
        self, canvas: Canvas, y: int, someone: Someone, note_x: int, end: int, *, has_cursor: bool
    ) -> None:
        """Paint a row: the name and, from `note_x` to `end`, a note."""
        canvas.places["row", self.everybody.index(someone)] = 2, y, end - 2, 1
        canvas.put(2, y, "▸" if has_cursor else "", "act", bold=True)
        seat, occupant = someone
        is_watching, is_open = seat == SPECTATOR, occupant.kind == "open"
        ink = "faint" if is_open or occupant.kind == "left" else player_ink(seat)
        canvas.put(_NAME_X - 2, y, "○" if is_open else player_sign(seat), ink)
        you = _(" (you)") if seat == self.table_view.seat and not is_watching else ""
        label = _("open") if is_open else occupant.name + you
        x = canvas.put(_NAME_X, y, label, ink, bold=not is_open)
        x = max(x + 2, note_x)
        canvas.put(x, y, cut(_("watching") if is_watching else note(occupant), end - x), "faint")
        if has_cursor:
            canvas.cursor = Offset(_NAME_X, y)


def _door(table_view: TableView) -> str:
    """Return the table's name, and how others get in."""
    door = table_view.door
    is_secret = viewer().is_guest  # others may read a guest's screen on its way
    if door is None or (is_secret and not door.locked):
        return table_view.name
    code = _("code {code}", code=door.code) if door.code else _("open to all")
    return " · ".join([table_view.name, _("locked") if door.locked else code])


class WithPeople(BaseScreen):
    """A screen with a list of people, and what the owner may do with the one under the cursor."""

    people: People

    def may_ask(self, command: commands.Command) -> bool:
        about = None if command.name == "fill" else self.people.current.seat
        return command.applies(self.people.table_view, about)

    def can_do(self, action: str) -> bool:
        return super().can_do(action) and (action != "qr" or open_door(self.people.table_view) is not None)

    def action_go(self, by: int) -> None:
        self.people.go(by)
        self.show_prompt()

    def action_remove(self) -> None:
        seat, occupant = self.people.current
        table_view = self.people.table_view
        if occupant.kind == "bot":
            self.app.request(RemoveBot(seat))
            return
        answers = {"remove": partial(self.app.request, Remove(occupant.name))}
        keys = _("x: remove · esc: no")
        if has_code(table_view):
            answers["keep_code"] = partial(self.app.request, Remove(occupant.name, keep_code=True))
            keys = _("x: remove · c: keep the code · esc: no")
        self.ask_player(f"{removal(table_view, occupant.name)} {keys}", **answers)

    def action_qr(self) -> None:
        if door := open_door(self.people.table_view):
            self.app.push_screen(DoorScreen(door))


class PeopleScreen(WithPeople):
    """Shows who is at the table."""

    GROUP = "players"
    VERBS = commands.PLAYERS

    def __init__(self, table_view: TableView) -> None:
        self.people = People(table_view)
        super().__init__(_("Players"), _door(table_view), middle=[self.people])

    def on_mount(self) -> None:
        self.show_prompt()

    def follow(self, table_view: TableView) -> None:
        self.people.show(table_view)
        self.query_one(TitleLine).show(_("Players"), _door(table_view))
        self.show_prompt()

    def prompt(self) -> tuple[str, Role]:
        name = self.people.current.occupant.name
        offers = {
            "remove": _("x: remove {name}", name=name),
            "stand_in": _("b: let a bot play") if name else _("b: seat a bot"),
            "give_back": _("b: take the bot away"),
        }
        return " · ".join(words for action, words in offers.items() if self.check_action(action, ())), "act"

    @property
    def is_host(self) -> bool:
        return self.people.table_view.owner

    def action_new_code(self) -> None:
        question = _("Newcomers will need another code. c: new code · esc: no")
        self.ask_player(question, new_code=partial(self.app.request, NewCode()))

    def action_stand_in(self) -> None:
        self.app.request(SeatBot(self.people.current.seat, USUAL))

    def action_give_back(self) -> None:
        self.app.request(RemoveBot(self.people.current.seat))
