"""The board of Lucky Numbers: the player's garden large, others' small, the stack and the middle below."""

from luckytui.games.lucky_numbers import picture
from luckytui.games.lucky_numbers.model import LuckyNumbersModel
from luckytui.shown.commands import Command
from luckytui.text import N_
from luckytui.tui.boards.base import CURSOR_KEYS, Board


class LuckyNumbersBoard(Board[LuckyNumbersModel], game="lucky-numbers"):
    """Lucky Numbers on the screen."""

    PICTURE = picture
    put_final = staticmethod(picture.put_final)
    VERBS = (
        Command("act", "enter,space", "", N_("Do what the prompt says: draw, take, or lay a tile.")),
        Command("draw", "s", N_("draw"), N_("Draw the top tile of the stack.")),
        Command("discard", "x", N_("leave it"), N_("Leave the tile that you hold in the middle.")),
        Command("back", "escape", N_("put back"), N_("Put back a tile that you picked from the middle.")),
        Command("next", "tab", N_("next"), N_("Go to the next place where you can do something.")),
        *CURSOR_KEYS,
    )
    TYPED = (
        ("b3", N_("that cell of your garden, while you hold a tile")),
        ("13", N_("that tile of the middle")),
    )
    LEGEND = (
        (picture.SIGNS["fits"], N_("your tile fits on this empty cell; this tile of the middle fits on one")),
        (picture.SIGNS["swaps"], N_("your tile fits here in exchange for the one on the cell")),
        (picture.NEW, N_("laid since your last move; if you watch, in this round")),
        ("▸", N_("whose turn it is")),
    )
