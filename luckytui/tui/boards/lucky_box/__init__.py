"""The board of Super Mega Lucky Box: the number above, the cards below it, everyone's sheets beside them."""

from luckytui.tui.boards.lucky_box.keys import LuckyBoxBoard

__all__ = ["LuckyBoxBoard"]
