"""The keys of Lucky Jack."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from luckytui.games.interface import Event
from luckytui.table.views import MatchView, TableView
from luckytui.text import N_
from luckytui.tui.boards.base import ModelBoard, bindings
from luckytui.tui.boards.lucky_jack import paint, words
from luckytui.tui.boards.lucky_jack.model import Cursor, LuckyJackModel
from luckytui.tui.canvas import Canvas
from luckytui.tui.commands import Command


class LuckyJackBoard(ModelBoard[LuckyJackModel]):
    """Lucky Jack on the screen."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("take", "t", N_("I TAKE IT!"), N_("Call for the card that was tossed.")),
        Command("decline", "n", N_("no"), N_("Do not take the card that was tossed.")),
        Command("act", "enter,space", "", N_("Do what the prompt says: discard, draw, or keep.")),
        Command("draw", "d", N_("draw"), N_("Draw a card from the stock instead of a discard.")),
        Command("toss", "x", N_("toss it"), N_("Toss the drawn card on the pile, for anyone to take.")),
        Command("silently", "s", N_("do not call"), N_("Discard without calling the jackpot.")),
        Command("next", "tab", N_("next"), N_("Go to the next card that can be discarded, or to the stock.")),
        Command("up", "up,k", "", N_("Go to the stock.")),
        Command("down", "down,j", "", N_("Go back to your cards.")),
        Command("left", "left,h", "", N_("Go to the next card on this side.")),
        Command("right", "right,l", "", N_("Go to the next card on this side.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)
    LEGEND = (
        (paint.SIGN["same"], N_("the same as the top card")),
        (paint.SIGN["higher"], N_("higher than the top card")),
        (paint.SIGN["lower"], N_("lower than the top card: you draw two cards for it")),
        (paint.SIGN["tossed"], N_("drawn and tossed")),
        (paint.SIGN["kept"], N_("drawn and kept")),
        (paint.SIGN["taken"], N_("taken when it was tossed")),
        (paint.JACKPOT, N_("you can call a jackpot with this discard")),
        (paint.NEW, N_("new since your last move")),
        (paint.TURN, N_("whose turn it is")),
        (paint.ASKED, N_("is asked whether to take the tossed card")),
    )

    def __init__(self, table_view: TableView, match_view: MatchView) -> None:  # noqa: ARG002
        super().__init__(LuckyJackModel(table_view, Cursor()))

    def paint(self, canvas: Canvas) -> None:
        """Paint the table."""
        paint.paint(canvas, self.model)

    def prompt_text(self) -> str:
        """Say what is asked of the player, and what Enter does."""
        return words.prompt(self.model)

    def asked_text(self) -> str:
        """Say in the title that the player is asked."""
        return words.turn(self.model)

    def tell(self, event: Event) -> str | None:
        """Say what happened."""
        return words.tell(event, self.model)

    def score_title(self) -> str:
        """Say what the final scores count."""
        return words.score_title(self.model)
