"""The board of Lucky Squares: the six squares above, the order of play and the actions below."""

from luckytui.games.lucky_squares import picture
from luckytui.games.lucky_squares.model import LuckySquaresModel
from luckytui.games.lucky_squares.names import ACTIONS, GHOST, LEAD, SIGNS, name_of
from luckytui.games.lucky_squares.picture import ACTION_KEYS, CHANGED, MARKS
from luckytui.shown.commands import Command
from luckytui.text import N_
from luckytui.tui.boards.base import CURSOR_KEYS, Board


class LuckySquaresBoard(Board[LuckySquaresModel], game="lucky-squares"):
    """Lucky Squares on the screen."""

    PICTURE = picture
    VERBS = (
        Command("act", "enter,space", "", N_("Do what the prompt line says.")),
        *(
            Command(name_of(action), key, "", N_("Choose the action with this letter."))
            for action, key in zip(ACTIONS, ACTION_KEYS, strict=True)
        ),
        Command("back", "escape", N_("back"), N_("Go a step back: nothing has been done yet.")),
        Command("next", "tab", N_("next"), N_("Go to the next thing that you can choose.")),
        *CURSOR_KEYS,
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
        ("+5", N_("what has changed on a square since you last moved")),
    )
