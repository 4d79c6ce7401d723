"""The board of Lucky Squares: the six squares above, the order of play and the actions below."""

from luckytui.tui.boards.lucky_squares.keys import LuckySquaresBoard

__all__ = ["LuckySquaresBoard"]
