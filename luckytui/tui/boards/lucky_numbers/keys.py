"""The keys of Lucky Numbers."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from luckytui.games.interface import Ended, Event, Seat
from luckytui.table.views import MatchView, TableView
from luckytui.text import N_
from luckytui.tui.boards.base import ModelBoard, bindings
from luckytui.tui.boards.lucky_numbers import paint, words
from luckytui.tui.boards.lucky_numbers.model import Cursor, LuckyNumbersModel
from luckytui.tui.canvas import Canvas
from luckytui.tui.commands import Command


class LuckyNumbersBoard(ModelBoard[LuckyNumbersModel]):
    """Lucky Numbers on the screen."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("act", "enter,space", "", N_("Do what the prompt says: turn over, take, or lay a tile.")),
        Command("draw", "s", N_("stack"), N_("Turn over the top tile of the stack.")),
        Command("discard", "x", N_("leave it"), N_("Leave the tile that you hold in the middle.")),
        Command("put_back", "escape", N_("put back"), N_("Put the tile that you picked back in the middle.")),
        Command("next", "tab", N_("next"), N_("Go to the next place where you can do something.")),
        Command("up", "up,k", "", N_("Move the cursor.")),
        Command("down", "down,j", "", N_("Move the cursor.")),
        Command("left", "left,h", "", N_("Move the cursor.")),
        Command("right", "right,l", "", N_("Move the cursor.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)
    LEGEND = (
        (paint.SIGNS["fits"], N_("your tile fits on this empty cell; this tile of the middle fits on one")),
        (paint.SIGNS["swaps"], N_("your tile fits here in exchange for the one on the cell")),
        (paint.NEW, N_("laid since your last move; if you watch, in this round")),
        ("▸", N_("whose turn it is")),
    )

    def __init__(self, table_view: TableView, match_view: MatchView) -> None:  # noqa: ARG002
        super().__init__(LuckyNumbersModel(table_view, Cursor()))

    def paint(self, canvas: Canvas) -> None:
        """Paint the table."""
        paint.paint(canvas, self.model)

    def prompt_text(self) -> str:
        """Say what is asked of the player, and what Enter does."""
        return words.prompt(self.model)

    def tell(self, event: Event) -> str | None:
        """Say what happened."""
        return words.tell(event, self.model)

    def score_title(self) -> str:
        """Say what the final scores count."""
        return words.score_title(self.model)

    def ranking(self, ended: Ended) -> list[Seat]:
        """Return the seats, the best first: in a single game that is the one with the fewest empty cells."""
        if self.model.view.options.tournament:
            return super().ranking(ended)
        return sorted(range(self.model.view.seats), key=lambda seat: ended.scores[seat])
