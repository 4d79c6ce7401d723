"""The results: who won and with what, and whether there is to be another game."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message
from textual.widget import Widget

from luckytui.games.interface import SPECTATOR, Ended, Event, Seat
from luckytui.table.requests import Again
from luckytui.table.views import MatchView, TableView
from luckytui.text import N_, _, plural
from luckytui.tui.boards import BOARDS
from luckytui.tui.canvas import Canvas, Role
from luckytui.tui.commands import Command, bindings
from luckytui.tui.game_log import GameLog
from luckytui.tui.screens.confirm import RequestPosted
from luckytui.tui.screens.options import OptionsScreen
from luckytui.tui.screens.table_base import GAME_LOG, HELP, LEAVE, PEOPLE, RULES, SAY, TableBaseScreen
from luckytui.tui.widgets.painted import Painted

_MOST_NAMES = 3
"""Who is awaited is named if it is not more than these."""


class Podium(Painted, can_focus=True):
    """The seats in the order of their result."""

    DEFAULT_CSS = "Podium { height: 1fr; }"

    def __init__(self, table_view: TableView) -> None:
        super().__init__()
        self.table_view = table_view
        self._board = BOARDS[table_view.game](table_view)

    @property
    def _match_view(self) -> MatchView:
        assert self.table_view.match is not None  # noqa: S101 - a game has been played
        return self.table_view.match

    def paint(self, canvas: Canvas) -> None:
        """Paint the winners' sentence and the table of scores."""
        ended = next(event for event in reversed(self._match_view.log) if isinstance(event, Ended))
        canvas.put(4, 2, self._board.tell_winners(ended.winners), "strong")
        canvas.put_right(40, 4, self._board.score_title(), "faint")
        for row, seat in enumerate(self._board.ranking(ended)):
            self._paint_seat(canvas, 5 + row, seat, ended)

    def _paint_seat(self, canvas: Canvas, y: int, seat: Seat, ended: Ended) -> None:
        occupant = self.table_view.occupants[seat]
        won = seat in ended.winners
        canvas.put(4, y, "★" if won else " ", "act")
        name = self._match_view.names[seat] + (_(" (you)") if seat == self.table_view.seat else "")
        canvas.put(6, y, name, "strong" if won else "")
        canvas.put_right(40, y, str(ended.scores[seat]), "strong" if won else "")
        if occupant.again:
            canvas.put(46, y, _("wants another game"), "act")
        elif occupant.kind == "left" or not occupant.here:
            canvas.put(46, y, _("has gone"), "faint")


class ResultsScreen(TableBaseScreen):
    """Shows the end of a game."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("again", "enter,n", N_("another game"), N_("Play again with the same people.")),
        Command("look", "v,escape", N_("look at the table"), N_("Go back and look at the table.")),
        SAY,
        LEAVE,
        HELP,
        Command("options", "o", N_("options"), N_("Choose how the next game is played.")),
        GAME_LOG,
        RULES,
        PEOPLE,
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    class LookAsked(Message):
        """The player wants to see the table again."""

        def __init__(self, table_view: TableView) -> None:
            super().__init__()
            self.table_view = table_view

    def __init__(self, table_view: TableView, game_log: GameLog) -> None:
        """Show a scene with a game that is over."""
        super().__init__(table_view, game_log)
        self._podium = Podium(table_view)

    def middle(self) -> Iterable[Widget]:
        """Return the podium."""
        return [self._podium]

    def on_mount(self) -> None:
        """Show the results."""
        self._podium.focus()
        super().on_mount()

    def show(self, table_view: TableView) -> None:
        """Show who wants another game."""
        self._podium.table_view = table_view
        self._podium.repaint()
        super().show(table_view)

    def heading(self) -> tuple[str, str, Role]:
        """Say that it is over."""
        return _("The game is over"), self._table_view.name, ""

    def tell(self, event: Event) -> str | None:
        """Say nothing of the game: its end is what counts now."""
        del event
        return None

    def leave_question(self) -> str:
        """Ask nothing: the game is over."""
        return ""

    def prompt(self) -> tuple[str, Role]:
        """Say who is awaited for another game."""
        table_view = self._table_view
        if table_view.seat == SPECTATOR:
            return _("v: look at the table · q: leave"), "act"
        if any(occupant.kind in {"open", "left"} for occupant in table_view.occupants):
            return self._open_seat_text(), "act"
        waiting = [
            occupant.name
            for occupant in table_view.occupants
            if occupant.kind == "person" and not occupant.again
        ]
        if table_view.occupants[table_view.seat].again and waiting:
            return self._awaited_text(waiting), "act"
        return _("Enter: another game · v: look at the table · q: leave"), "act"

    def _awaited_text(self, names: Sequence[str]) -> str:
        """Say who is awaited; of more than fit into the line only how many."""
        if len(names) > _MOST_NAMES:
            return _("Another game, as soon as {number} others want one too.", number=len(names))
        return plural(
            "Another game, as soon as {names} wants one too.",
            "Another game, as soon as {names} want one too.",
            len(names),
            names=", ".join(names),
        )

    def _open_seat_text(self) -> str:
        if self._table_view.owner:
            return _("For another game a seat is open: wait, or seat a bot · e: who is here")
        return _("For another game a seat is open · v: look at the table · q: leave")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which commands do something now."""
        match action:
            case "again":  # who only watches cannot ask for another game
                return self._table_view.seat != SPECTATOR
            case "options":
                return self._table_view.owner
        return super().check_action(action, parameters)

    def action_again(self) -> None:
        """Ask for another game."""
        self.post_message(RequestPosted(Again()))

    def action_look(self) -> None:
        """Show the table."""
        self.post_message(self.LookAsked(self._table_view))

    def action_options(self) -> None:
        """Choose how the next game is played."""
        self.app.push_screen(OptionsScreen(self._table_view))
