"""The keys of Lucky Squares: the cursor is on a square, on a player, or in the menu of actions."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from luckytui.games.interface import Event
from luckytui.games.lucky_squares import COLORS
from luckytui.table.views import MatchView, TableView
from luckytui.text import N_, _
from luckytui.tui.boards.base import ModelBoard, bindings
from luckytui.tui.boards.lucky_squares import paint, words
from luckytui.tui.boards.lucky_squares.model import ACTION_NAMES, Cursor, LuckySquaresModel
from luckytui.tui.boards.lucky_squares.paint import ACTION_KEYS, CHANGED, HIDDEN, MARKS
from luckytui.tui.boards.lucky_squares.words import LEAD, SIGNS
from luckytui.tui.canvas import Canvas
from luckytui.tui.commands import Command


class LuckySquaresBoard(ModelBoard[LuckySquaresModel]):
    """Lucky Squares on the screen."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("act", "enter,space", "", N_("Do what the prompt line says.")),
        *(
            Command(action, key, "", N_("Choose the action with this letter."))
            for action, key in zip(ACTION_NAMES, ACTION_KEYS, strict=True)
        ),
        *(
            Command(str(number), str(number), "", N_("Name a square or a player by the number."))
            for number in range(1, len(COLORS) + 1)
        ),
        Command("back", "escape", N_("back"), N_("Go a step back: nothing has been done yet.")),
        Command("next", "tab", N_("next"), N_("Go to the next thing that you can choose.")),
        Command("up", "up,k", "", N_("Move the cursor.")),
        Command("down", "down,j", "", N_("Move the cursor.")),
        Command("left", "left,h", "", N_("Move the cursor.")),
        Command("right", "right,l", "", N_("Move the cursor.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)
    LEGEND = (
        (" ".join(SIGNS.values()), N_("red, yellow, blue, magenta, green, black")),
        (LEAD, N_("the lead player: acts first, and once more at the end")),
        (f"[{HIDDEN}]  [{CHANGED}]", N_("a hidden card; a hidden card that was changed")),
        ("[♥]", N_("an open card")),
        ("(♥)", N_("your own card, which nobody else sees")),
        (f"{MARKS['done']} {MARKS['now']}", N_("has picked or acted; is to decide now")),
        (f"{MARKS['to come']} {MARKS['forbidden']}", N_("an action that is to come; one that was forbidden")),
        ("+5", N_("what has changed on a square since you last moved")),
    )

    def __init__(self, table_view: TableView, match_view: MatchView) -> None:  # noqa: ARG002
        super().__init__(LuckySquaresModel(table_view, Cursor()))

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
        return _("cents")
