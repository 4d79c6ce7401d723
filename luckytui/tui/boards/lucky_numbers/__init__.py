"""The board of Lucky Numbers: the own garden large, the others' small, the stack and the middle below."""

from luckytui.tui.boards.lucky_numbers.keys import LuckyNumbersBoard

__all__ = ["LuckyNumbersBoard"]
