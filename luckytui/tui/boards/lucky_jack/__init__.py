"""The board of Lucky Jack: the stock and the pile, the score sheet beside them, the own hand below."""

from luckytui.tui.boards.lucky_jack.keys import LuckyJackBoard

__all__ = ["LuckyJackBoard"]
