"""The boards: one a game, by the game's key."""

from luckytui.tui.boards.base import Board
from luckytui.tui.boards.lucky_numbers import LuckyNumbersBoard

BOARDS: dict[str, type[Board]] = {"lucky-numbers": LuckyNumbersBoard}
