"""The board of Lucky Squares: the six squares above, the order of play and the actions below."""

from luckytui.games.lucky_squares import picture
from luckytui.games.lucky_squares.model import LuckySquaresModel
from luckytui.games.lucky_squares.names import GHOST, LEAD, SIGNS
from luckytui.games.lucky_squares.picture import CHANGED, MARKS
from luckytui.shown.commands import Command
from luckytui.text import N_
from luckytui.tui.boards.base import CURSOR_KEYS, Board


class LuckySquaresBoard(Board[LuckySquaresModel], game="lucky-squares"):
    """Lucky Squares on the screen."""

    PICTURE = picture
    VERBS = (
        Command("act", "enter,space", "", N_("Do what the prompt line says.")),
        Command("back", "escape", N_("back"), N_("Take back the first part of an action.")),
        Command("next", "tab", N_("next"), N_("Go to the next thing that you can choose.")),
        *CURSOR_KEYS,
    )
    TYPED = (
        ("1 … 7", N_("the action with this number; only Enter passes")),
        ("1 … 6", N_("the square, or the player, with this number")),
    )
    LEGEND = (
        (" ".join(SIGNS.values()), N_("red, yellow, blue, magenta, green, black")),
        (LEAD, N_("the lead player: acts first, and once more at the end")),
        (f"▀▄▀  ▀{CHANGED}▀", N_("a hidden card; a hidden card that was changed")),
        (" ♥ ", N_("an open card")),
        ("(♥)", N_("your own card, which nobody else sees")),
        (
            f"{MARKS['now']} {MARKS['forbidden']}",
            N_("is to decide now; an action that was forbidden, or cannot be chosen"),
        ),
        (GHOST, N_("the ghost player")),
        ("+5", N_("what has changed on a square since the last pick")),
    )
