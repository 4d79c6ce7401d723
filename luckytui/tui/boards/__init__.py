"""The boards: one a game, by the game's key."""

from typing import Any

from luckytui.tui.boards.base import Board
from luckytui.tui.boards.lucky_box.keys import LuckyBoxBoard
from luckytui.tui.boards.lucky_jack.keys import LuckyJackBoard
from luckytui.tui.boards.lucky_numbers.keys import LuckyNumbersBoard
from luckytui.tui.boards.lucky_squares.keys import LuckySquaresBoard

BOARDS: dict[str, type[Board[Any]]] = {
    "lucky-numbers": LuckyNumbersBoard,
    "lucky-jack": LuckyJackBoard,
    "lucky-box": LuckyBoxBoard,
    "lucky-squares": LuckySquaresBoard,
}
