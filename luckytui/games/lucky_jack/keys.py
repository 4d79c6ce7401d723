"""The board of Lucky Jack: the stock and the pile, the score sheet beside them, the player's hand below."""

from dataclasses import replace

from textual.timer import Timer

from luckytui.games.lucky_jack import picture
from luckytui.games.lucky_jack.model import LuckyJackModel
from luckytui.shown.commands import Command
from luckytui.table.views import TableView
from luckytui.text import N_
from luckytui.tui.boards.base import CURSOR_KEYS, Board


class LuckyJackBoard(Board[LuckyJackModel], game="lucky-jack"):
    """Lucky Jack on the screen."""

    PICTURE = picture
    put_final = staticmethod(picture.put_final)
    VERBS = (
        Command("take", "t", N_("I TAKE IT!"), N_("Call for the card that was tossed.")),
        Command("decline", "n", N_("pass"), N_("Pass on the card that was tossed.")),
        Command("act", "enter,space", "", N_("Do what the prompt says: discard, draw, or keep.")),
        Command("draw", "d", N_("draw"), N_("Draw a card from the stock instead of a discard.")),
        Command("toss", "x", N_("toss it"), N_("Toss the drawn card on the pile, for anyone to take.")),
        Command("silently", "s", N_("do not call"), N_("Discard without calling the jackpot it makes.")),
        Command("next", "tab", N_("next"), N_("Go to the next card that can be discarded, or to the stock.")),
        *CURSOR_KEYS,
    )
    TYPED = (("1 … 7", N_("your cards of this value")),)
    LEGEND = (
        (picture.SIGN["same"], N_("the same as the top card")),
        (picture.SIGN["higher"], N_("higher than the top card")),
        (picture.SIGN["lower"], N_("lower than the top card: you draw two cards for it")),
        (picture.SIGN["tossed"], N_("drawn and tossed")),
        (picture.SIGN["kept"], N_("drawn and kept")),
        (picture.SIGN["taken"], N_("taken when it was tossed")),
        (picture.JACKPOT, N_("you can call a jackpot with this discard")),
        (picture.NEW, N_("new since your last move")),
        ("▸", N_("whose turn it is")),
        (picture.ASKED, N_("is asked whether to take the tossed card")),
    )

    _tick: Timer | None = None

    def show(self, table_view: TableView) -> None:
        super().show(table_view)
        if self._tick:
            self._tick.stop()
        seconds = self.model.match_view.seconds if self.model.asked else None
        self.model = replace(self.model, seconds=seconds)
        self._tick = self.set_interval(1.0, self._count_down) if seconds else None

    def _count_down(self) -> None:
        self.model = replace(self.model, seconds=max(0.0, (self.model.seconds or 0.0) - 1.0))
        self.repaint()
