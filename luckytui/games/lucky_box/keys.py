"""The board of Super Mega Lucky Box: the number above, the cards below it, everyone's sheets beside them."""

from luckytui.games.lucky_box import picture
from luckytui.games.lucky_box.model import LuckyBoxModel
from luckytui.games.lucky_box.names import CROSS, LIGHTNING, MOON, STAR, WINS
from luckytui.games.lucky_box.picture import CHOOSING, FILLED, FITS, NEAR_COLUMN, NEAR_ROW
from luckytui.shown.commands import Command
from luckytui.text import N_
from luckytui.tui.boards.base import Board


class LuckyBoxBoard(Board[LuckyBoxModel], game="lucky-box"):
    """Super Mega Lucky Box on the screen."""

    PICTURE = picture
    VERBS = (
        Command("act", "enter,space", "", N_("Do what the prompt line says.")),
        Command("pass", "x", N_("pass"), N_("Cross nothing more this turn.")),
        Command("bonus", "b", N_("other bonus"), N_("Use another bonus first, if you have several.")),
        Command("look", "o", N_("look"), N_("Look at everyone's cards and last turn, one by one.")),
        Command("back", "escape", N_("back"), N_("Go back to your own cards.")),
        Command("next", "tab", N_("next"), N_("Go to the next cell that costs the least.")),
        Command("up", "up,k", "", N_("Move the cursor, or go to the player above."), group="cursor"),
        Command("down", "down,j", "", N_("Move the cursor, or go to the player below."), group="cursor"),
        Command("left", "left,h", "", N_("Move the cursor, or go back a step of the turn."), group="cursor"),
        Command("right", "right,l", "", N_("Move the cursor, or go on a step of the turn."), group="cursor"),
    )
    TYPED = (("1 … 9", N_("the next cell with this number")),)
    LEGEND = (
        (f"7{FITS}  8{LIGHTNING}1", N_("a cell you can cross for free; for one lightning")),
        (CROSS, N_("a crossed cell")),
        (f"{NEAR_ROW} {NEAR_COLUMN}", N_("one more cross in this row, in this column, wins the bonus")),
        (FILLED, N_("a row or column that has paid its bonus; a player who is done; a card to keep")),
        (CHOOSING, N_("a player who is still choosing")),
        (f"{LIGHTNING} {MOON} {STAR}", N_("lightning, moon, star")),
        ("?  7", N_("bonus: cross any cell; cross a 7")),
        (f"{CROSS}7{WINS}{MOON}+3", N_("crossed a 7, and won a moon and a bonus 3 with it")),
    )
