"""The results: who won and with what, and whether there is to be another game."""

from collections.abc import Sequence
from typing import ClassVar

from textual.message import Message

from luckytui.games.interface import SPECTATOR, Ended, Event, Seat
from luckytui.table.requests import Again
from luckytui.table.views import TableView
from luckytui.text import N_, _
from luckytui.tui.boards import BOARDS
from luckytui.tui.boards.words import seat_name
from luckytui.tui.canvas import Canvas, Role
from luckytui.tui.commands import Command
from luckytui.tui.game_log import GameLog
from luckytui.tui.screens.browse import MOST_NAMES
from luckytui.tui.screens.table_base import AT_TABLE, TableBaseScreen
from luckytui.tui.widgets.lines import Line
from luckytui.tui.widgets.painted import TablePicture


class BoardOrResults(Message):
    """The player wants to see the board of a game that is over, or its results again."""


class Podium(TablePicture):
    """The seats in the order of their result."""

    def __init__(self, table_view: TableView) -> None:
        super().__init__(table_view)
        self.board = BOARDS[table_view.game](table_view)

    def paint(self, canvas: Canvas) -> None:
        ended = next(event for event in reversed(self.board.model.log) if isinstance(event, Ended))
        canvas.put(4, 2, self.board.tell_winners(ended.winners), "strong")
        canvas.put_right(40, 4, self.board.score_title(), "faint")
        for row, seat in enumerate(self.board.ranking(ended)):
            self._paint_seat(canvas, 5 + row, seat, ended)

    def _paint_seat(self, canvas: Canvas, y: int, seat: Seat, ended: Ended) -> None:
        occupant = self.table_view.occupants[seat]
        won = seat in ended.winners
        canvas.put(4, y, "★" if won else " ", "act")
        canvas.put(6, y, seat_name(self.board.model, seat), "strong" if won else "")
        canvas.put_right(40, y, str(ended.scores[seat]), "strong" if won else "")
        if occupant.again:
            canvas.put(46, y, _("wants another game"), "act")
        elif occupant.kind == "left" or not occupant.here:
            canvas.put(46, y, _("has left"), "faint")


class ResultsScreen(TableBaseScreen):
    """Shows the end of a game."""

    GROUP = "results"
    VERBS: ClassVar = (
        Command("again", "enter,n", N_("another game"), N_("Play again with the same people.")),
        Command("look", "v,escape", N_("look at the table"), N_("Look at the table.")),
        Command("options", "o", N_("options"), N_("Choose how the next game is played.")),
        *AT_TABLE,
    )

    def __init__(self, table_view: TableView, game_log: GameLog) -> None:
        self._podium = Podium(table_view)
        super().__init__(table_view, game_log, self._podium)

    def heading(self) -> tuple[str, str, Role]:
        return _("The game is over"), self._table_view.name, ""

    def tell(self, event: Event) -> str | None:
        return self._podium.board.tell(event)

    def latest(self, moves: int, talk: int) -> list[Line]:  # noqa: ARG002
        """Return what was said last: of the game its end is what counts now."""
        return super().latest(0, talk)

    def prompt(self) -> tuple[str, Role]:
        table_view = self._table_view
        if self._occupants("open", "left"):
            if table_view.owner:
                return _("For another game a seat is open: wait, or let a bot play · e: players"), "act"
            return _("For another game a seat is open."), "act"
        if table_view.seat == SPECTATOR:
            return _("You are watching."), "act"
        missing = [occupant.name for occupant in self._occupants("person") if not occupant.again]
        if table_view.occupants[table_view.seat].again and missing:
            return _waiting_for(missing), "act"
        return _("Another game?"), "act"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        may = {"again": self._table_view.seat != SPECTATOR, "options": self._table_view.owner}
        return may.get(action, True) and super().check_action(action, parameters)

    def action_again(self) -> None:
        self.ask(Again())

    def action_look(self) -> None:
        self.post_message(BoardOrResults())


def _waiting_for(names: Sequence[str]) -> str:
    """Say who has not asked for another game; of more than fit into the line only how many."""
    if len(names) > MOST_NAMES:
        return _("You want another game. Waiting for {number} others.", number=len(names))
    return _("You want another game. Waiting for {names}.", names=", ".join(names))
