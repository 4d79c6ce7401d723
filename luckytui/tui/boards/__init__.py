"""The boards: one a game, by the game's key."""

from typing import Any

from luckytui.tui.boards.base import Board
from luckytui.tui.boards.lucky_box import LuckyBoxBoard
from luckytui.tui.boards.lucky_jack import LuckyJackBoard
from luckytui.tui.boards.lucky_numbers import LuckyNumbersBoard
from luckytui.tui.boards.lucky_squares import LuckySquaresBoard

BOARDS: dict[str, type[Board[Any]]] = {
    "lucky-numbers": LuckyNumbersBoard,
    "lucky-jack": LuckyJackBoard,
    "lucky-box": LuckyBoxBoard,
    "lucky-squares": LuckySquaresBoard,
}
